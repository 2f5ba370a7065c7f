/** Shows where a link leads while the pointer is on it: its text may say something else. */
import { shownTarget } from "./links";

export class LinkTarget {
  private element: HTMLElement | undefined;

  constructor(
    private readonly host: HTMLElement,
    private readonly modifier: string,
  ) {}

  show(event: MouseEvent, uri: string): void {
    this.hide();
    const box = this.host.getBoundingClientRect();
    const element = document.createElement("div");
    element.className = "terminal-link-target";
    element.setAttribute("role", "tooltip");
    // The target may be long and is cut at its end, so what to do comes first.
    element.textContent = `${this.modifier}+click opens ${shownTarget(uri)}`;
    this.host.append(element);
    // Above the pointer, or below it at the top; moved left where it would stick out.
    const above = event.clientY - box.top - element.offsetHeight - 8;
    const below = event.clientY - box.top + 20;
    const left = Math.min(event.clientX - box.left, box.width - element.offsetWidth - 12);
    element.style.top = `${above >= 0 ? above : below}px`;
    element.style.left = `${Math.max(12, left)}px`;
    this.element = element;
  }

  hide(): void {
    this.element?.remove();
    this.element = undefined;
  }
}

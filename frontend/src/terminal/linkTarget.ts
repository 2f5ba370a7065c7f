/** Shows where a link leads while the pointer is on it: its text may say something else. */
import { linkHint } from "./links";

export class LinkTarget {
  private element: HTMLElement | undefined;

  constructor(
    private readonly host: HTMLElement,
    private readonly modifier: string,
    private readonly opensFiles: boolean,
  ) {}

  show(event: MouseEvent, uri: string): void {
    this.hide();
    const box = this.host.getBoundingClientRect();
    const element = document.createElement("div");
    element.className = "terminal-link-target";
    element.setAttribute("role", "tooltip");
    element.textContent = linkHint(uri, this.modifier, this.opensFiles);
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

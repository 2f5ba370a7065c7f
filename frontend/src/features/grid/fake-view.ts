/** An emulator for tests of what surrounds one: it remembers what it was told and shows nothing. */
import { Emitter } from "../../base/emitter";
import type {
  FindQuery,
  FindState,
  TerminalSettings,
  TerminalSurface,
  TerminalViewOptions,
} from "../../terminal/view";

export class FakeView implements TerminalSurface {
  static readonly made: FakeView[] = [];
  readonly field = document.createElement("textarea");
  readonly told: string[] = [];
  readonly queries: FindQuery[] = [];
  selected = false;
  readonly find: TerminalSurface["find"];
  private readonly found = new Emitter<FindState>();
  private current: FindState = { count: 0, current: 0, capped: false, error: "" };

  constructor(readonly options: TerminalViewOptions) {
    FakeView.made.push(this);
    this.field.addEventListener("focus", () => options.callbacks.focusChanged?.(true));
    options.container?.append(this.field);
    const state = () => this.current;
    this.find = {
      get state() {
        return state();
      },
      changed: this.found.event,
      search: (query) => void this.queries.push(query),
      next: () => void this.told.push("next"),
      previous: () => void this.told.push("previous"),
      close: () => void this.told.push("find closed"),
    };
  }

  finds(state: Partial<FindState>): void {
    this.current = { ...this.current, ...state };
    this.found.fire(this.current);
  }

  moveTo(container: HTMLElement): void {
    container.append(this.field);
  }
  remove(): void {
    this.field.remove();
  }
  fit(): void {}
  focus(): void {
    this.field.focus();
  }
  setInputEnabled(enabled: boolean): void {
    this.told.push(enabled ? "input on" : "input off");
  }
  setTheme(): void {
    this.told.push("theme");
  }
  setSettings({ fontSize }: TerminalSettings): void {
    this.told.push(`font ${fontSize}`);
  }
  copy(): boolean {
    this.told.push("copy");
    return this.selected;
  }
  hasSelection(): boolean {
    return this.selected;
  }
  async pasteClipboard(): Promise<boolean> {
    this.told.push("paste");
    return true;
  }
  async paste(): Promise<void> {}
  insertPaths(paths: readonly string[]): void {
    this.told.push(`paths ${paths.join(" ")}`);
  }
  jumpToPrompt(): void {}
  scrollTo(): void {}
  selectAll(): void {}
  dispose(): void {
    this.told.push("disposed");
    this.found.dispose();
    this.field.remove();
    this.options.stream.dispose();
  }
}

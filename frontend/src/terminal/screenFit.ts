/**
 * Where the emulator meets the page: it is opened once its container and its
 * font are there, measured when something changed, and reports at most one
 * size per frame. It never sets the emulator's size; the backend does, in
 * order with the output.
 */
import type { Terminal } from "@xterm/xterm";
import { type Disposable, DisposableStore, toDisposable } from "../base/disposable";
import type { TerminalSettings } from "./contract";
import { gridFor, hiddenRows, rowHeight } from "./fit";

export interface ScreenEvents {
  opened(): void;
  /** So many cells have room; only for a terminal that is shown. */
  fits(cols: number, rows: number): void;
}

/** Room at the right for the padding; the emulator's scroll bar lies in it. */
const paddingRight = 12;
/** A process waits for the first size, so a font that does not load must not hold it back for long. */
const fontPatience = 1_000;

export class ScreenFit implements Disposable {
  private readonly store = new DisposableStore();
  private frame = 0;
  private isOpen = false;
  private fontReady = false;
  private waiting: (() => void)[] = [];
  private reported = { cols: 0, rows: 0 };
  /** Rows at the top of the grid that do not show, and whether any row does not. */
  private hidden = 0;
  private clipped = false;
  private fontSize: number;

  constructor(
    private readonly terminal: Terminal,
    private readonly host: HTMLElement,
    settings: TerminalSettings,
    private readonly events: ScreenEvents,
  ) {
    this.fontSize = settings.fontSize;
    const observer = new ResizeObserver(() => this.fitSoon());
    observer.observe(host);
    this.store.defer(() => observer.disconnect());
    // The grid changes in order with the output, whoever asked for it: what sticks out is known only then.
    const resized = terminal.onResize(() => this.fitSoon());
    this.store.defer(() => resized.dispose());
    const moved = terminal.onCursorMove(() => {
      if (this.clipped) this.fitSoon();
    });
    this.store.defer(() => moved.dispose());
    this.store.defer(() => cancelAnimationFrame(this.frame));
    this.loadFont(settings);
  }

  dispose(): void {
    this.waiting = [];
    this.store.dispose();
  }

  attach(): void {
    this.openWhenPossible();
    this.fitSoon();
  }

  /** Runs now or once the emulator is on the page. */
  whenOpen(run: () => void): void {
    if (this.isOpen) run();
    else this.waiting.push(run);
  }

  fitSoon(): void {
    if (this.frame !== 0 || this.store.disposed) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.openWhenPossible();
      this.fit();
    });
  }

  setFont(font: Pick<TerminalSettings, "fontSize" | "fontFamily">): void {
    this.fontSize = font.fontSize;
    this.terminal.options.fontFamily = font.fontFamily;
    this.terminal.options.fontSize = font.fontSize;
    this.fitRows();
    this.fitSoon();
    this.loadFont(font);
  }

  /** A grid that is taller than the room (another view decides its size) shows the part that the cursor is in. */
  private align(cellHeight: number): void {
    const { element, rows, buffer } = this.terminal;
    if (!element) return;
    const visible = Math.max(Math.floor(this.room().height / cellHeight + 0.01), 1);
    this.hidden = hiddenRows(rows, visible, buffer.active.cursorY, this.hidden);
    element.style.marginTop = this.hidden > 0 ? `${-Math.round(this.hidden * cellHeight)}px` : "";
    this.clipped = rows > visible;
  }

  private fit(): void {
    if (!this.isOpen || !this.shown) return;
    const cell = this.cell();
    const grid = cell && gridFor(this.room(), cell);
    if (!grid) return;
    this.align(cell.height);
    if (grid.cols === this.reported.cols && grid.rows === this.reported.rows) return;
    this.reported = grid;
    this.events.fits(grid.cols, grid.rows);
  }

  private openWhenPossible(): void {
    if (this.isOpen || !this.fontReady || !this.shown) return;
    this.isOpen = true;
    this.terminal.open(this.host);
    this.showCursor();
    this.fitRows();
    this.events.opened();
    for (const run of this.waiting.splice(0)) run();
  }

  /**
   * xterm.js draws no cursor before its first focus, and a pane beside the
   * focused one must show where its program stands. It is told of a focus that
   * comes and goes, without the page's focus moving.
   */
  private showCursor(): void {
    const { textarea } = this.terminal;
    for (const kind of ["focus", "blur"]) textarea?.dispatchEvent(new FocusEvent(kind));
  }

  /** Whether the terminal takes part in the layout and can be seen: a hidden one must not report a size. */
  private get shown(): boolean {
    if (!this.host.isConnected || this.host.clientWidth === 0 || this.host.clientHeight === 0) return false;
    return getComputedStyle(this.host).visibility !== "hidden";
  }

  private get screen(): HTMLElement | null {
    return this.terminal.element?.querySelector<HTMLElement>(".xterm-screen") ?? null;
  }

  private room(): { width: number; height: number } {
    const style = getComputedStyle(this.host);
    const pixels = (value: string): number => Number.parseFloat(value) || 0;
    return {
      width: this.host.clientWidth - pixels(style.paddingLeft) - paddingRight,
      height: this.host.clientHeight - pixels(style.paddingTop) - pixels(style.paddingBottom),
    };
  }

  private cell(): { width: number; height: number } | null {
    const box = this.screen?.getBoundingClientRect();
    if (!box || box.width === 0 || box.height === 0) return null;
    return { width: box.width / this.terminal.cols, height: box.height / this.terminal.rows };
  }

  /** Stretches the rows to the design's height; a font is never squeezed. */
  private fitRows(): void {
    this.terminal.options.lineHeight = 1;
    const natural = this.cell()?.height ?? 0;
    if (natural === 0) return;
    const wanted = rowHeight(this.fontSize) / natural;
    // The renderer rounds down, hence the grain on top.
    if (wanted > 1) this.terminal.options.lineHeight = wanted + 1e-6;
  }

  private loadFont({ fontFamily, fontSize }: Pick<TerminalSettings, "fontSize" | "fontFamily">): void {
    const ready = (): void => {
      if (this.store.disposed) return;
      this.fontReady = true;
      if (this.isOpen) this.measureAgain();
      this.attach();
    };
    // Where the page cannot load fonts there is nothing to wait for.
    const fonts = document.fonts as FontFaceSet | undefined;
    if (!fonts?.load) {
      ready();
      return;
    }
    const font = `${fontSize}px ${fontFamily}`;
    const patience = setTimeout(ready, fontPatience);
    this.store.add(toDisposable(() => clearTimeout(patience)));
    Promise.all([fonts.load(font), fonts.load(`bold ${font}`)]).then(
      () => {
        clearTimeout(patience);
        ready();
      },
      () => ready(),
    );
  }

  /** The emulator measures its font only when the option changes. */
  private measureAgain(): void {
    const { fontFamily } = this.terminal.options;
    if (!fontFamily) return;
    this.terminal.options.fontFamily = `${fontFamily}, monospace`;
    this.terminal.options.fontFamily = fontFamily;
    this.fitRows();
  }
}

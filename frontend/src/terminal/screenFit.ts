/**
 * Where the emulator meets the page: it is drawn from the first time on that it
 * comes into sight, measured when something changed, and reports at most one
 * size per frame, also before it is drawn. It never sets the emulator's size;
 * the backend does, in order with the output.
 */
import type { Terminal } from "@xterm/xterm";
import { type Disposable, DisposableSlot, DisposableStore, toDisposable } from "../base/disposable";
import type { TerminalFont } from "./contract";
import { gridFor, hiddenRows, rowHeight } from "./fit";
import type { Font, Letters, MeasuredLetters, WebglLetters } from "./letters";
import type { WebglDrawer } from "./webglDrawer";

export interface ScreenEvents {
  opened(): void;
  /** It is drawn and has come into sight. */
  seen(): void;
  /** It is out of sight. */
  hidden(): void;
  /** So many cells have room; only for a terminal that is shown. */
  fits(cols: number, rows: number): void;
}

/** A process waits for the first size, so a font that does not load must not hold it back for long. */
const fontPatience = 1_000;

export class ScreenFit implements Disposable {
  private readonly store = new DisposableStore();
  private readonly measuring = this.store.add(new DisposableSlot());
  private frame = 0;
  private isOpen = false;
  private fontReady = false;
  private fontLoaded = false;
  /** Whether any of it is where the user can see it, and not scrolled out. */
  private inSight = false;
  private waiting: (() => void)[] = [];
  private reported = { cols: 0, rows: 0 };
  /** Rows at the top of the grid that do not show, and whether any row does not. */
  private hidden = 0;
  private clipped = false;
  private font: TerminalFont;

  constructor(
    private readonly terminal: Terminal,
    private readonly host: HTMLElement,
    font: TerminalFont,
    private readonly letters: MeasuredLetters,
    private readonly webgl: Pick<WebglDrawer, "active" | "spacing" | "without" | "space">,
    private readonly events: ScreenEvents,
  ) {
    this.font = font;
    const observer = new ResizeObserver(() => this.fitSoon());
    observer.observe(host);
    this.store.defer(() => observer.disconnect());
    const sight = new IntersectionObserver((entries) => {
      this.inSight = entries.at(-1)?.isIntersecting ?? false;
      if (!this.inSight) {
        this.events.hidden();
        return;
      }
      if (this.isOpen) this.events.seen();
      this.fitSoon();
    });
    sight.observe(host);
    this.store.defer(() => sight.disconnect());
    this.store.add(letters.measured(() => this.fitSoon()));
    // The grid changes in order with the output, whoever asked for it: what sticks out is known only then.
    const resized = terminal.onResize(() => this.fitSoon());
    this.store.defer(() => resized.dispose());
    const moved = terminal.onCursorMove(() => {
      if (this.clipped) this.fitSoon();
    });
    this.store.defer(() => moved.dispose());
    this.store.defer(() => cancelAnimationFrame(this.frame));
    this.loadFont(font);
  }

  dispose(): void {
    this.waiting = [];
    this.store.dispose();
  }

  attach(): void {
    this.fitSoon();
  }

  /** Runs now or once the emulator is on the page; what is asked for is not waited for to come into sight. */
  whenOpen(run: () => void): void {
    this.openWhenPossible();
    if (this.isOpen) run();
    else this.waiting.push(run);
  }

  fitSoon(): void {
    if (this.frame !== 0 || this.store.disposed) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      if (this.inSight) this.openWhenPossible();
      this.fit();
    });
  }

  /** Another renderer draws now. Not to be told within a frame. */
  rendererChanged(): void {
    this.measureWebgl();
    this.fitSoon();
  }

  setFont(font: TerminalFont): void {
    const { fontFamily, fontSize, lineHeight } = this.font;
    this.font = font;
    if (fontFamily === font.fontFamily && fontSize === font.fontSize) {
      if (lineHeight !== font.lineHeight) this.fitSoon();
      return;
    }
    this.fontLoaded = false;
    this.terminal.options.fontFamily = font.fontFamily;
    this.terminal.options.fontSize = font.fontSize;
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
    // One that is scrolled out of sight keeps its size until it is back, but a process waits for the first.
    if (!this.inSight && this.reported.cols > 0) return;
    if (!this.fontReady || !this.shown) return;
    const font = this.wantedFont;
    const letters = this.letters.of(font) ?? (this.webgl.active ? undefined : this.measure(font));
    if (this.webgl.active && !this.drawnAs(letters)) this.measureSoon();
    if (!letters) return;
    if (!this.webgl.active) this.stretchRows(letters.lineHeight);
    const { cell, webgl } = letters;
    // The same grid whoever draws: a terminal that changes hands must not be resized.
    const grid = gridFor(this.room(), { ...cell, width: Math.max(cell.width, webgl?.width ?? 0) });
    if (!grid) return;
    this.align(letters.cell.height);
    if (grid.cols === this.reported.cols && grid.rows === this.reported.rows) return;
    this.reported = grid;
    this.events.fits(grid.cols, grid.rows);
  }

  private openWhenPossible(): void {
    if (this.isOpen || !this.fontReady || !this.shown) return;
    this.isOpen = true;
    const letters = this.letters.of(this.wantedFont);
    if (letters) this.stretchRows(letters.lineHeight);
    this.terminal.open(this.host);
    this.measureScrollback();
    this.showCursor();
    this.events.opened();
    if (this.inSight) this.events.seen();
    for (const run of this.waiting.splice(0)) run();
  }

  /**
   * xterm.js learns how far its scroll bar reaches from lines that scroll and
   * from resizes. A history that was written before the emulator was on the page
   * is neither, so one row more and back tells it.
   */
  private measureScrollback(): void {
    const { terminal } = this;
    if (terminal.buffer.normal.baseY === 0) return;
    const { cols, rows } = terminal;
    terminal.resize(cols, rows + 1);
    terminal.resize(cols, rows);
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
      // The same at the right, where the emulator's scroll bar lies in it.
      width: this.host.clientWidth - 2 * pixels(style.paddingLeft),
      height: this.host.clientHeight - pixels(style.paddingTop) - pixels(style.paddingBottom),
    };
  }

  private get wantedFont(): Font {
    return { ...this.font, loaded: this.fontLoaded };
  }

  private cell(): { width: number; height: number } | null {
    const box = this.screen?.getBoundingClientRect();
    if (!box || box.width === 0 || box.height === 0) return null;
    return { width: box.width / this.terminal.cols, height: box.height / this.terminal.rows };
  }

  /**
   * Measures what WebGL draws, in a task of its own: it begins with an empty
   * screen whenever its cells change, which within a frame would be painted.
   */
  private measureSoon(): void {
    if (this.measuring.value) return;
    const timer = setTimeout(() => {
      this.measuring.set(undefined);
      this.measureWebgl();
    });
    this.measuring.set(toDisposable(() => clearTimeout(timer)));
  }

  private measureWebgl(): void {
    const font = this.wantedFont;
    if (!this.webgl.active || !this.inSight || !this.fontReady || !this.shown) return;
    if (!this.letters.of(font)) this.webgl.without(() => this.measure(font));
    const letters = this.letters.of(font);
    if (!letters || !this.webgl.active) return;
    this.stretchRows(letters.lineHeight);
    const drawn = letters.webgl ?? this.webglLetters(letters);
    if (!drawn) return;
    this.webgl.space(drawn.spacing);
    if (!letters.webgl) this.letters.learn(font, { ...letters, webgl: drawn });
  }

  private drawnAs(letters: Letters | undefined): boolean {
    const { lineHeight } = this.terminal.options;
    return letters?.webgl?.spacing === this.webgl.spacing && letters.lineHeight === lineHeight;
  }

  /** WebGL cuts the width of a letter to whole pixels; one that would lose half of one or more gets another. */
  private webglLetters({ cell }: Letters): WebglLetters | undefined {
    this.webgl.space(0);
    const narrow = this.cell()?.width;
    if (narrow === undefined) return undefined;
    if ((cell.width - narrow) * window.devicePixelRatio < 0.5) return { spacing: 0, width: narrow };
    this.webgl.space(1);
    return { spacing: 1, width: this.cell()?.width ?? narrow };
  }

  /** Learns how large the letters are, with rows of the design's height; a font is never squeezed. */
  private measure(font: Font): Letters | undefined {
    if (!this.isOpen) return undefined;
    this.stretchRows(1);
    const natural = this.cell()?.height ?? 0;
    if (natural === 0) return undefined;
    const wanted = rowHeight(font.fontSize, font.lineHeight) / natural;
    // The renderer rounds down, hence the grain on top.
    const lineHeight = wanted > 1 ? wanted + 1e-6 : 1;
    this.stretchRows(lineHeight);
    const cell = this.cell();
    if (!cell) return undefined;
    const letters = { lineHeight, cell };
    this.letters.learn(font, letters);
    return letters;
  }

  private stretchRows(lineHeight: number): void {
    const { options } = this.terminal;
    if (options.lineHeight !== lineHeight) options.lineHeight = lineHeight;
  }

  private loadFont({ fontFamily, fontSize }: TerminalFont): void {
    const ready = (loaded: boolean): void => {
      // Another font may be wanted by the time that this one is there.
      const outdated = fontSize !== this.font.fontSize || fontFamily !== this.font.fontFamily;
      if (this.store.disposed || outdated) return;
      this.fontReady = true;
      this.fontLoaded = loaded;
      this.attach();
    };
    // Where the page cannot load fonts there is nothing to wait for.
    const fonts = document.fonts as FontFaceSet | undefined;
    if (!fonts?.load) {
      ready(false);
      return;
    }
    const font = `${fontSize}px ${fontFamily}`;
    if (fonts.check(font) && fonts.check(`bold ${font}`)) {
      ready(true);
      return;
    }
    const patience = setTimeout(() => ready(false), fontPatience);
    this.store.add(toDisposable(() => clearTimeout(patience)));
    Promise.all([fonts.load(font), fonts.load(`bold ${font}`)]).then(
      () => {
        clearTimeout(patience);
        if (this.isOpen) this.measureAgain();
        ready(true);
      },
      () => ready(false),
    );
  }

  /** The emulator measures its font only when the option changes. */
  private measureAgain(): void {
    const { fontFamily } = this.terminal.options;
    if (!fontFamily) return;
    this.terminal.options.fontFamily = `${fontFamily}, monospace`;
    this.terminal.options.fontFamily = fontFamily;
  }
}

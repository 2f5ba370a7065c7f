/**
 * The emulator of one terminal. A view lives as long as its terminal and is
 * moved between containers, never recreated. It knows no React and no socket:
 * bytes come from a TerminalStream, decisions go to TerminalCallbacks.
 */
import "@xterm/xterm/css/xterm.css";
import "./terminal.css";
import { type Disposable, DisposableSlot, DisposableStore, toDisposable } from "../base/disposable";
import type { Event } from "../base/emitter";
import type { StreamStart, TerminalSink } from "../bridge/client";
import { pastesByItself } from "./commands";
import type { FindQuery, FindState, TerminalSettings, TerminalViewOptions } from "./contract";
import { TextEntry } from "./composition";
import { CursorRest } from "./cursorRest";
import { Curtain } from "./curtain";
import { Emulator } from "./emulator";
import { TerminalSearch } from "./find";
import { MatchHighlights } from "./highlights";
import type { Graphics } from "./graphics";
import type { KeyPress } from "./keyboard";
import { LinkTarget } from "./linkTarget";
import { isOpenable } from "./links";
import { cleanPaste, copiedText, pasteBytes, pasteNeedsConsent, quotePath } from "./paste";
import { ScreenFit } from "./screenFit";
import type { TerminalTheme } from "./theme";
import { receiveTransfers } from "./transfers";
import { WebglDrawer } from "./webglDrawer";
import { WebLinkProvider } from "./webLinks";

export type * from "./contract";
export { fixedCommand, type TerminalCommand } from "./commands";
export { bundledFont, defaultSettings } from "./contract";
export { pageGraphics } from "./pageGraphics";
export { MeasuredLetters } from "./letters";
export { EmulatorSheets } from "./sheets";
export type { TerminalTheme } from "./theme";
export { readTheme } from "./theme";

/** The public surface; features program against this, and TerminalView implements it. */
export interface TerminalSurface extends Disposable {
  /** Shows the terminal in another container. The view brings its own padding (8 px, 12 px at the sides). */
  moveTo(container: HTMLElement): void;
  /** Takes the terminal off the page; it keeps reading. */
  remove(): void;
  /** Measures and reports the size, once per frame; also happens by itself when the container changes. */
  fit(): void;
  focus(): void;
  /** Typed and pasted input is ignored while false; output goes on. */
  setInputEnabled(enabled: boolean): void;
  setTheme(theme: TerminalTheme): void;
  /** Applies what the user has chosen, with everything on the screen and above it kept. */
  setSettings(settings: TerminalSettings): void;
  /** Copies the selection; false when nothing is selected. */
  copy(): boolean;
  hasSelection(): boolean;
  /** Pastes the clipboard, files and pictures by their paths; false when the page may not read it. */
  pasteClipboard(): Promise<boolean>;
  /** Pastes a text as if it came from the clipboard, with the same care. */
  paste(text: string): Promise<void>;
  /** Inserts quoted paths at the cursor. */
  insertPaths(paths: readonly string[]): void;
  /** Jumps to the previous (-1) or next (1) prompt. */
  jumpToPrompt(direction: -1 | 1): void;
  /** Shows the oldest lines that are kept, or the newest. */
  scrollTo(end: "top" | "bottom"): void;
  selectAll(): void;
  readonly find: TerminalFind;
}

export interface TerminalFind {
  readonly state: FindState;
  readonly changed: Event<FindState>;
  /** Searches as one types: the match nearest to the current one stays current. Empty text clears. */
  search(query: FindQuery): void;
  next(): void;
  previous(): void;
  /** Removes the highlights and stops following output. */
  close(): void;
}

const encoder = new TextEncoder();

export class TerminalView implements TerminalSurface, TerminalSink {
  private readonly store = new DisposableStore();
  private readonly host = document.createElement("div");
  private readonly emulator: Emulator;
  private readonly screen: ScreenFit;
  private readonly webgl: WebglDrawer;
  private readonly highlights: MatchHighlights;
  private readonly linkTarget: LinkTarget;
  // First, because it must be the last to go: a terminal that is still there would begin to draw by itself.
  private readonly drawing = this.store.add(new DisposableSlot<WebglDrawer>());
  private readonly curtain = this.store.add(new Curtain(this.host));
  readonly find: TerminalSearch;
  /** From the moment on that the emulator has a field. */
  private text: TextEntry | null = null;
  private inputEnabled = true;
  private settings: TerminalSettings;

  constructor(private readonly options: TerminalViewOptions) {
    const { callbacks, stream, settings, theme, platform, version } = options;
    this.settings = settings;
    this.host.className = "terminal-host";
    this.showContrast(theme);
    this.store.defer(() => {
      this.host.remove();
      options.sheets?.forget(this.host);
    });
    this.emulator = this.store.add(
      new Emulator({
        settings,
        theme,
        platform,
        version,
        owned: () => stream.owned,
        events: {
          data: (data) => this.send(encoder.encode(data)),
          binary: (data) => this.send(Uint8Array.from(data, (character) => character.charCodeAt(0))),
          title: (title) => callbacks.titleChanged?.(title),
          directory: (path) => callbacks.cwdChanged?.(path),
          bell: () => callbacks.bell?.(),
          progress: (progress) => callbacks.progressChanged?.(progress),
          clipboard: (text) => this.programCopies(text),
        },
      }),
    );
    const { terminal } = this.emulator;
    this.find = this.store.add(new TerminalSearch(terminal));
    this.highlights = this.store.add(new MatchHighlights(terminal, this.find, theme.find));
    const modifier = platform.keys === "macos" ? "Cmd" : "Ctrl";
    this.linkTarget = new LinkTarget(this.host, modifier, options.opensFiles ?? false);
    this.webgl = this.drawBy(options.graphics);
    this.screen = this.store.add(
      new ScreenFit(terminal, this.host, settings, options.letters, this.webgl, {
        opened: () => this.opened(),
        seen: () => this.seen(),
        hidden: () => this.hidden(),
        fits: (cols, rows) => stream.resize(cols, rows),
      }),
    );
    this.offerLinks();
    terminal.attachCustomKeyEventHandler((event) => this.keyReachesTerminal(event));
    this.store.add(
      receiveTransfers(this.host, {
        ignoresDroppedFiles: options.windowTakesFiles ?? false,
        text: (text) => void this.paste(text),
        files: (files) => void this.insertFiles(files),
        emptyPaste: () => void this.pasteClipboard(),
        takesPointer: (event) => this.programTakes(event),
        selection: () => (terminal.hasSelection() ? copiedText(terminal.getSelection()) : null),
      }),
    );
    this.offerMenu();
    this.store.add(stream.inputDropped(() => callbacks.inputDropped?.()));
    if (options.container) this.moveTo(options.container);
    stream.connect(this);
  }

  dispose(): void {
    this.linkTarget.hide();
    this.store.dispose();
  }

  moveTo(container: HTMLElement): void {
    container.append(this.host);
    this.screen.attach();
  }

  remove(): void {
    this.host.remove();
  }

  fit(): void {
    this.screen.fitSoon();
  }

  focus(): void {
    this.screen.whenOpen(() => this.emulator.terminal.focus());
  }

  setInputEnabled(enabled: boolean): void {
    this.inputEnabled = enabled;
    this.emulator.terminal.options.disableStdin = !enabled;
  }

  setTheme(theme: TerminalTheme): void {
    this.emulator.setTheme(theme);
    this.highlights.setColors(theme.find);
    this.showContrast(theme);
  }

  setSettings(settings: TerminalSettings): void {
    this.settings = settings;
    this.emulator.setSettings(settings);
    this.screen.setFont(settings);
  }

  hasSelection(): boolean {
    return this.emulator.terminal.hasSelection();
  }

  copy(): boolean {
    const { terminal } = this.emulator;
    if (!terminal.hasSelection()) return false;
    void this.write(copiedText(terminal.getSelection()), "user");
    return true;
  }

  async pasteClipboard(): Promise<boolean> {
    try {
      const content = await this.options.clipboard.read();
      if (content?.text) await this.paste(content.text);
      else if (content?.files.length) await this.insertFiles(content.files);
      else if (content) this.insertPaths(content.paths);
      return content !== null;
    } catch (failure) {
      this.options.callbacks.pasteFailed?.(failure);
      return true;
    }
  }

  async paste(text: string): Promise<void> {
    const clean = cleanPaste(text);
    if (clean === "" || !this.inputEnabled) return;
    if (this.settings.asksBeforePaste && pasteNeedsConsent(clean, this.bracketed)) {
      const agreed = await this.options.callbacks.confirmPaste(clean);
      this.focus();
      if (!agreed) return;
    }
    // Asked again: the program may have changed while the user was reading.
    this.send(pasteBytes(clean, this.bracketed));
    this.emulator.terminal.scrollToBottom();
  }

  insertPaths(paths: readonly string[]): void {
    // A window names a dropped address as a file without a path.
    const named = paths.filter((path) => path !== "");
    if (named.length === 0 || !this.inputEnabled) return;
    const words = named.map((path) => quotePath(path, this.options.platform.os)).join(" ");
    this.send(pasteBytes(`${words} `, this.bracketed));
    this.focus();
  }

  jumpToPrompt(direction: -1 | 1): void {
    this.emulator.prompts.jump(direction);
  }

  scrollTo(end: "top" | "bottom"): void {
    const { terminal } = this.emulator;
    if (end === "top") terminal.scrollToTop();
    else terminal.scrollToBottom();
  }

  selectAll(): void {
    this.emulator.terminal.selectAll();
  }

  // The stream's side.

  attached({ reset, cols, rows, prologue, replay }: StreamStart, applied: () => void): void {
    if (reset) {
      this.curtain.drop(replay);
      this.emulator.reset(cols, rows, prologue);
    } else this.resized(cols, rows);
    this.emulator.output.after(applied);
  }

  output(data: Uint8Array, replay: boolean, parsed: () => void): void {
    this.options.graphics?.worked(this.webgl);
    this.emulator.output.write(data, replay, () => {
      parsed();
      if (replay) this.curtain.shown(data.length);
    });
  }

  resized(cols: number, rows: number): void {
    this.emulator.output.after(() => this.emulator.terminal.resize(cols, rows));
  }

  epoch(applied: () => void): void {
    this.emulator.output.after(applied);
  }

  private get bracketed(): boolean {
    return this.emulator.terminal.modes.bracketedPasteMode;
  }

  private send(data: Uint8Array): void {
    if (!this.options.stream.input(data)) this.options.callbacks.inputDropped?.();
  }

  private drawBy(graphics: Graphics | undefined): WebglDrawer {
    const webgl: WebglDrawer = new WebglDrawer(this.emulator.terminal, {
      changed: () => {
        this.host.dataset.renderer = webgl.active ? "webgl" : "dom";
        this.screen.rendererChanged();
        // What it draws by itself with has style sheets, which are new now.
        if (!webgl.active) this.options.sheets?.seen(this.host);
      },
      lost: () => graphics?.lost(webgl),
      exceeded: () => graphics?.cannot(webgl),
    });
    this.host.dataset.renderer = "dom";
    this.drawing.set(webgl);
    this.store.defer(() => graphics?.forget(webgl));
    return webgl;
  }

  private hidden(): void {
    this.emulator.output.watched = false;
    this.options.graphics?.leave(this.webgl);
  }

  private seen(): void {
    this.emulator.output.watched = true;
    this.options.sheets?.seen(this.host);
    this.options.graphics?.enter(this.webgl);
  }

  private opened(): void {
    this.options.sheets?.seen(this.host);
    const { terminal } = this.emulator;
    const { textarea } = terminal;
    if (!textarea) return;
    this.store.add(new CursorRest(terminal, this.emulator.cursor));
    this.text = this.store.add(new TextEntry(terminal, textarea, this.options.platform.keys === "macos"));
    const focused = (): void => {
      this.options.stream.focus();
      this.options.callbacks.focusChanged?.(true);
    };
    const blurred = (): void => this.options.callbacks.focusChanged?.(false);
    // A page that never lost its focus gets no focus event when its user comes
    // back from another machine: using the pane claims it too.
    const used = (): void => {
      if (!this.options.stream.owned) this.options.stream.focus();
    };
    // A press claims it in any case: that another view has taken it may not have been told here yet.
    const pressed = (): void => this.options.stream.focus();
    const { element } = terminal;
    textarea.addEventListener("focus", focused);
    textarea.addEventListener("blur", blurred);
    textarea.addEventListener("keydown", used);
    element?.addEventListener("pointerdown", pressed);
    this.store.defer(() => {
      textarea.removeEventListener("focus", focused);
      textarea.removeEventListener("blur", blurred);
      textarea.removeEventListener("keydown", used);
      element?.removeEventListener("pointerdown", pressed);
    });
  }

  private offerLinks(): void {
    const { terminal } = this.emulator;
    const handler = {
      activate: (event: MouseEvent, uri: string) => this.activateLink(event, uri),
      hover: (event: MouseEvent, uri: string) => this.linkTarget.show(event, uri),
      leave: () => this.linkTarget.hide(),
    };
    // The link of OSC 8: xterm.js finds it, and every row of a wrapped one names the whole target.
    terminal.options.linkHandler = { ...handler, allowNonHttpProtocols: true };
    const links = terminal.registerLinkProvider(new WebLinkProvider(terminal, handler));
    this.store.add(toDisposable(() => links.dispose()));
  }

  /** The style sheet repairs colours only where the emulator changes them. */
  private showContrast(theme: TerminalTheme): void {
    this.host.toggleAttribute("data-contrast", theme.minimumContrastRatio > 1);
  }

  private offerMenu(): void {
    const open = (event: MouseEvent): void => {
      event.preventDefault();
      // The emulator would move its field under the pointer, for a menu of the webview's own.
      event.stopPropagation();
      if (!this.programTakes(event)) this.options.callbacks.menu?.({ x: event.clientX, y: event.clientY });
    };
    this.host.addEventListener("contextmenu", open, { capture: true });
    this.store.defer(() => this.host.removeEventListener("contextmenu", open, { capture: true }));
  }

  private menuAtCursor(): void {
    const box = this.emulator.terminal.textarea?.getBoundingClientRect();
    if (box) this.options.callbacks.menu?.({ x: box.left, y: box.bottom });
  }

  /** A program that follows the mouse gets the click, unless Shift is held. */
  private programTakes(event: MouseEvent): boolean {
    return this.emulator.terminal.modes.mouseTrackingMode !== "none" && !event.shiftKey;
  }

  private activateLink(event: MouseEvent, uri: string): void {
    const held = this.options.platform.keys === "macos" ? event.metaKey : event.ctrlKey;
    if (held && isOpenable(uri)) this.options.callbacks.openLink(uri);
  }

  /** Decides about a key before the emulator: false means that it is taken. */
  private keyReachesTerminal(event: KeyboardEvent): boolean {
    if (event.type !== "keydown") return true;
    if (this.text?.passes(event) === false) return false;
    // A key that goes down during a composition is no command, even where it ends it.
    if (event.isComposing || event.keyCode === 229) return true;
    const { callbacks, platform } = this.options;
    const command = callbacks.commandOf(event);
    if (command === "copy") {
      this.copy();
      return taken(event);
    }
    if (command === "paste") {
      // A page may not read the clipboard on its own, but the browser's paste for this key may.
      if (!this.options.clipboard.readable && pastesByItself(event, platform.keys)) return false;
      void this.pasteClipboard();
      return taken(event);
    }
    if (command === "menu") {
      this.menuAtCursor();
      return taken(event);
    }
    if (command !== null) {
      this.jumpToPrompt(command === "prompt-previous" ? -1 : 1);
      return taken(event);
    }
    const bytes = this.emulator.keyboard.encode(keyPress(event, platform.keys));
    if (bytes === null) return true;
    this.emulator.terminal.input(bytes, true);
    return taken(event);
  }

  private programCopies(text: string): void {
    const { clipboardWrites } = this.settings;
    if (clipboardWrites === "off") return;
    const focused = document.hasFocus() && this.options.callbacks.isFocusedPane();
    if (focused || clipboardWrites === "always") void this.write(text, "program");
  }

  private async write(text: string, by: "user" | "program"): Promise<void> {
    try {
      if (await this.options.clipboard.write(text)) this.options.callbacks.copied?.(by);
    } catch {
      // Without a clipboard there is no "copied" mark, which is all that can be said of it.
    }
  }

  private async insertFiles(files: readonly File[]): Promise<void> {
    if (this.inputEnabled) this.insertPaths(await this.options.callbacks.receiveFiles(files));
  }
}

function taken(event: KeyboardEvent): false {
  event.preventDefault();
  event.stopPropagation();
  return false;
}

function keyPress(event: KeyboardEvent, keys: "macos" | "windows" | "linux"): KeyPress {
  return {
    key: event.key,
    code: event.code,
    shift: event.shiftKey,
    alt: event.altKey,
    ctrl: event.ctrlKey,
    meta: event.metaKey,
    // Windows reports AltGr as Ctrl and Alt held together.
    altGraph: event.getModifierState("AltGraph") || (keys === "windows" && event.ctrlKey && event.altKey),
  };
}

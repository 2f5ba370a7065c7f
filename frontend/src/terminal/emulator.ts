/**
 * The configured xterm.js instance and everything that listens to its parser.
 * It decides which of a program's sequences have an effect beyond the screen:
 * only live ones, and answers and the clipboard only where this view owns the
 * terminal.
 */
import { UnicodeGraphemesAddon } from "@xterm/addon-unicode-graphemes";
import { type IDisposable, Terminal } from "@xterm/xterm";
import { type Disposable, DisposableStore, toDisposable } from "../base/disposable";
import type { Progress, TerminalPlatform, TerminalSettings } from "./contract";
import { Cursor } from "./cursor";
import { KeyboardProtocol } from "./keyboard";
import { OutputQueue } from "./outputQueue";
import { PromptMarks } from "./prompts";
import { ReplyGuard, versionReply } from "./replies";
import { clipboardWrite, progressReport, reportedDirectory } from "./sequences";
import type { TerminalTheme } from "./theme";

/** What a program caused, already judged. */
export interface EmulatorEvents {
  /** Bytes for the program: keys, mouse reports and answers that may be given. */
  data(data: string): void;
  /** The same as bytes of Latin-1, for the mouse protocols that are not text. */
  binary(data: string): void;
  title(title: string): void;
  directory(path: string): void;
  bell(): void;
  progress(progress: Progress | null): void;
  clipboard(text: string): void;
}

export interface EmulatorOptions {
  readonly settings: TerminalSettings;
  readonly theme: TerminalTheme;
  readonly platform: TerminalPlatform;
  readonly version: string;
  readonly owned: () => boolean;
  readonly events: EmulatorEvents;
}

export class Emulator implements Disposable {
  private readonly store = new DisposableStore();
  readonly terminal: Terminal;
  readonly cursor: Cursor;
  readonly keyboard = new KeyboardProtocol();
  readonly prompts: PromptMarks;
  readonly output: OutputQueue;
  private readonly guard: ReplyGuard;
  private theme: TerminalTheme;

  constructor(private readonly options: EmulatorOptions) {
    const { settings, theme, platform } = options;
    this.theme = theme;
    this.terminal = new Terminal({
      allowProposedApi: true,
      cursorBlink: settings.cursorBlink,
      cursorInactiveStyle: "outline",
      cursorStyle: settings.cursor,
      drawBoldTextInBrightColors: false,
      fontFamily: settings.fontFamily,
      fontSize: settings.fontSize,
      macOptionIsMeta: true,
      minimumContrastRatio: theme.minimumContrastRatio,
      scrollback: settings.scrollback,
      scrollOnUserInput: true,
      theme: theme.colors,
      // Sizes and the title stack are harmless to tell; moving and resizing the window is not.
      windowOptions: {
        getWinSizePixels: true,
        getCellSizePixels: true,
        getWinSizeChars: true,
        pushTitle: true,
        popTitle: true,
      },
      ...(platform.os === "windows" ? { windowsPty: { backend: "conpty" as const } } : {}),
    });
    this.store.add(this.terminal);
    this.terminal.loadAddon(new UnicodeGraphemesAddon());
    this.cursor = this.store.add(new Cursor(this.terminal, settings));
    this.prompts = this.store.add(new PromptMarks(this.terminal));
    this.output = new OutputQueue(this.terminal, () => this.guard.unmute());
    this.store.defer(() => this.output.end());
    this.listen();
    // Last, because the handler registered last is asked first.
    this.guard = this.store.add(
      new ReplyGuard(this.terminal.parser, () => this.output.replaying || !options.owned()),
    );
  }

  dispose(): void {
    this.store.dispose();
  }

  setTheme(theme: TerminalTheme): void {
    this.theme = theme;
    this.terminal.options.minimumContrastRatio = theme.minimumContrastRatio;
    this.terminal.options.theme = theme.colors;
  }

  /** What is on the screen and above it stays; a shorter history drops its oldest lines. */
  setSettings(settings: TerminalSettings): void {
    const { scrollback } = settings;
    const { options } = this.terminal;
    this.cursor.choose(settings);
    if (options.scrollback !== scrollback) options.scrollback = scrollback;
  }

  /** Starts over with an empty screen, whatever was half parsed. */
  reset(cols: number, rows: number, prologue: Uint8Array): void {
    this.output.clear();
    // CAN ends a sequence that the lost bytes would have ended; the reset itself does not.
    this.output.write(Uint8Array.of(0x18), true);
    this.output.after(() => {
      this.prompts.clear();
      this.keyboard.reset();
      this.cursor.reset();
      this.terminal.reset();
      // Colours that a program had set are not part of the emulator's reset.
      this.terminal.options.theme = { ...this.theme.colors };
      this.terminal.resize(cols, rows);
    });
    if (prologue.length > 0) this.output.write(prologue, true);
  }

  private get live(): boolean {
    return !this.output.replaying;
  }

  private own(registration: IDisposable): void {
    this.store.add(toDisposable(() => registration.dispose()));
  }

  private listen(): void {
    const { terminal, options } = this;
    const { events } = options;
    this.own(terminal.onData((data) => !this.guard.muted && events.data(data)));
    this.own(terminal.onBinary((data) => events.binary(data)));
    this.own(terminal.onTitleChange((title) => events.title(title)));
    this.own(terminal.onBell(() => this.live && events.bell()));
    this.own(
      terminal.buffer.onBufferChange((buffer) => {
        this.keyboard.screen = buffer.type;
      }),
    );
    this.osc(7, (data) => {
      const path = reportedDirectory(data);
      if (path !== null) events.directory(path);
    });
    this.osc(52, (data) => {
      const text = this.live && options.owned() ? clipboardWrite(data) : null;
      if (text !== null) events.clipboard(text);
    });
    this.osc(133, (data) => this.prompts.handle(data));
    this.own(
      terminal.parser.registerOscHandler(9, (data) => {
        const progress = progressReport(data);
        if (progress === undefined) return false;
        if (this.live) events.progress(progress);
        return true;
      }),
    );
    this.listenForKeyboard();
  }

  private listenForKeyboard(): void {
    const { keyboard } = this;
    this.csi(">", "u", ([flags]) => keyboard.push(flags ?? 0));
    this.csi("<", "u", ([count]) => keyboard.pop(Math.max(1, count ?? 1)));
    this.csi("=", "u", ([flags, mode]) => keyboard.set(flags ?? 0, mode || 1));
    this.csi("?", "u", () => this.answer(`\x1b[?${keyboard.flags}u`));
    this.csi(">", "m", ([resource, level]) => {
      if (resource === undefined || resource === 0 || resource === 4) keyboard.modifyOtherKeys = level ?? 0;
    });
    this.csi(">", "n", ([resource]) => {
      if (resource === 4) keyboard.modifyOtherKeys = 0;
    });
    this.csi(">", "q", () => this.answer(versionReply(this.options.version)));
    this.own(
      this.terminal.parser.registerEscHandler({ final: "c" }, () => {
        keyboard.reset();
        return false;
      }),
    );
  }

  /** Answers a query; the guard stops it where answers are not wanted. */
  private answer(reply: string): void {
    this.terminal.input(reply, false);
  }

  private osc(ident: number, handle: (data: string) => void): void {
    this.own(
      this.terminal.parser.registerOscHandler(ident, (data) => {
        handle(data);
        return true;
      }),
    );
  }

  private csi(prefix: string, final: string, handle: (params: number[]) => void): void {
    this.own(
      this.terminal.parser.registerCsiHandler({ prefix, final }, (params) => {
        handle(params.map((param) => (typeof param === "number" ? param : (param[0] ?? 0))));
        return true;
      }),
    );
  }
}

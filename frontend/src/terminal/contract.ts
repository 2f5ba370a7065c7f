/** What a terminal view is given and what it tells; the view itself is in view.ts. */
import type { ClipboardAccess, TerminalStream } from "../bridge/client";
import type { TerminalCommand } from "./commands";
import type { Graphics } from "./graphics";
import type { MeasuredLetters } from "./letters";
import type { EmulatorSheets } from "./sheets";
import type { TerminalTheme } from "./theme";

export interface TerminalSettings {
  /** CSS pixels; 12 is the default, and rows are a third taller (16). */
  readonly fontSize: number;
  readonly fontFamily: string;
  /** Percent of the height that rows have by themselves, at least 100. */
  readonly lineHeight: number;
  /** Until a program asks for another one. */
  readonly cursor: "block" | "bar" | "underline";
  readonly cursorBlink: boolean;
  /** Lines kept above the screen. */
  readonly scrollback: number;
  /** Whether several lines are asked about that a program would run one by one. */
  readonly asksBeforePaste: boolean;
  /** Which terminals' programs may set the clipboard: none, the focused one in a focused window, or all. */
  readonly clipboardWrites: "off" | "focused" | "always";
}

/** What an emulator may change without losing anything. */
export type TerminalFont = Pick<TerminalSettings, "fontSize" | "fontFamily" | "lineHeight">;

/** Also what stands in for letters that another font lacks. */
export const bundledFont = '"JetBrains Mono", ui-monospace, "SF Mono", "Cascadia Mono", Menlo, monospace';

export const defaultSettings: TerminalSettings = {
  fontSize: 12,
  fontFamily: bundledFont,
  lineHeight: 100,
  cursor: "block",
  cursorBlink: false,
  scrollback: 10_000,
  asksBeforePaste: true,
  clipboardWrites: "focused",
};

/** Where the page runs (which keys a person has) and where the program runs (how a path is quoted). */
export interface TerminalPlatform {
  readonly keys: "macos" | "windows" | "linux";
  readonly os: "macos" | "windows" | "linux";
}

/** What a program reported with OSC 9;4; null when it removed the report. */
export interface Progress {
  readonly state: "set" | "error" | "indeterminate" | "paused";
  /** 0 to 100 */
  readonly percent: number;
}

/** What the view tells its owner. Every one is optional but those that decide something. */
export interface TerminalCallbacks {
  /** What of the terminal's own a key asks for (see commands.ts); every other key is the program's. */
  commandOf(event: KeyboardEvent): TerminalCommand | null;
  /** Whether this is the focused pane of this window: by default only there may a program set the clipboard. */
  isFocusedPane(): boolean;
  /**
   * Asks the user about a paste of several lines into a program that did not
   * ask for pastes as such. `text` is what would be typed, with line feeds.
   */
  confirmPaste(text: string): Promise<boolean>;
  /** Opens a link that the user chose with Ctrl or Cmd held. */
  openLink(uri: string): void;
  /** Turns dropped files and pasted images into paths that the program can open; [] to insert nothing. */
  receiveFiles(files: readonly File[]): Promise<readonly string[]>;
  /** The clipboard could not be pasted. */
  pasteFailed?(failure: unknown): void;
  /** Offers what can be done here, at a point of the page: by a right click or by the key for it. */
  menu?(at: { readonly x: number; readonly y: number }): void;
  /** Keyboard focus entered or left the terminal. */
  focusChanged?(focused: boolean): void;
  titleChanged?(title: string): void;
  cwdChanged?(path: string): void;
  bell?(): void;
  progressChanged?(progress: Progress | null): void;
  /** The clipboard was set, by the user's copy or by the program. */
  copied?(by: "user" | "program"): void;
  /** Typed or pasted input was not delivered: the process it was meant for is gone, or too much waits. */
  inputDropped?(): void;
}

export interface TerminalViewOptions {
  /** Where to show it; may also come later through `moveTo`. */
  readonly container?: HTMLElement;
  readonly stream: TerminalStream;
  readonly clipboard: ClipboardAccess;
  readonly settings: TerminalSettings;
  /** Shared by all views of a page. */
  readonly letters: MeasuredLetters;
  /** Shared as well; without it every view keeps its style sheets in force. */
  readonly sheets?: EmulatorSheets;
  /** Shared as well; without it every view draws by itself. */
  readonly graphics?: Graphics;
  readonly theme: TerminalTheme;
  readonly platform: TerminalPlatform;
  /** The product's version, for programs that ask the terminal's name. */
  readonly version: string;
  /** The desktop's window takes dropped files itself, by their paths; the page must not take them as well. */
  readonly windowTakesFiles?: boolean;
  /** Whether a link to a file can be opened; a browser's tab cannot. */
  readonly opensFiles?: boolean;
  readonly callbacks: TerminalCallbacks;
}

/** What is being searched. */
export interface FindQuery {
  readonly text: string;
  readonly matchCase: boolean;
  readonly wholeWord: boolean;
  readonly regex: boolean;
}

export interface FindState {
  /** All matches known so far. */
  readonly count: number;
  /** 1-based position of the current match; 0 when there is none. */
  readonly current: number;
  /** More matches exist than are counted (100,000). */
  readonly capped: boolean;
  /** The regular expression cannot be used; a sentence for the user. */
  readonly error: string;
}

/**
 * The emulator of one terminal. A view lives as long as its terminal and is
 * moved between containers, never recreated. It knows no React and no socket:
 * bytes come from a TerminalStream, decisions go to TerminalCallbacks.
 */
import type { Disposable } from "../base/disposable";
import type { Event } from "../base/emitter";
import type { FindQuery, FindState, TerminalSettings, TerminalViewOptions } from "./contract";
import type { TerminalTheme } from "./theme";

export type * from "./contract";
export { defaultSettings } from "./contract";
export { readTheme } from "./theme";
export type { TerminalTheme } from "./theme";

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
  setFont(font: Pick<TerminalSettings, "fontSize" | "fontFamily">): void;
  /** Copies the selection; false when nothing is selected. */
  copy(): boolean;
  /** Pastes the clipboard. */
  pasteClipboard(): Promise<void>;
  /** Pastes a text as if it came from the clipboard, with the same care. */
  paste(text: string): Promise<void>;
  /** Inserts quoted paths at the cursor. */
  insertPaths(paths: readonly string[]): void;
  /** Jumps to the previous (-1) or next (1) prompt. */
  jumpToPrompt(direction: -1 | 1): void;
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

export type TerminalViewConstructor = new (options: TerminalViewOptions) => TerminalSurface;

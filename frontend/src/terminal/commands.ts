/**
 * What a key can ask of the terminal itself. Which keys do is the window's to say, because they can be changed;
 * the few that every terminal has are here. Everything else reaches the program. Shift+PageUp and
 * Shift+PageDown scroll and are the emulator's own.
 *
 * Shift+Insert pastes the clipboard, as Ctrl+Shift+V does: no webview lets a page ask for the primary
 * selection, which only a middle click pastes.
 */
export type TerminalCommand = "copy" | "paste" | "menu" | "prompt-previous" | "prompt-next";

export interface CommandKey {
  readonly code: string;
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
}

type Keys = "macos" | "windows" | "linux";

/** What a key means in every terminal, whatever the user's own keys are. */
export function fixedCommand(key: CommandKey, keys: Keys): TerminalCommand | null {
  if (key.altKey || key.metaKey) return null;
  if (isMenuKey(key)) return "menu";
  if (keys === "macos" || key.key !== "Insert" || key.ctrlKey === key.shiftKey) return null;
  return key.ctrlKey ? "copy" : "paste";
}

/** The key of a keyboard for a menu, and the one that stands in for it where there is none. */
function isMenuKey(key: CommandKey): boolean {
  if (key.ctrlKey) return false;
  return key.shiftKey ? key.key === "F10" : key.key === "ContextMenu";
}

/** Whether a browser pastes by itself at this key, which a page that may not read the clipboard needs. */
export function pastesByItself(key: CommandKey, keys: Keys): boolean {
  if (key.altKey) return false;
  if (key.key === "Insert") return key.shiftKey && !key.ctrlKey && !key.metaKey;
  const letter = key.key.toLowerCase();
  const isV = letter === "v" || (key.code === "KeyV" && letter > "\x7f");
  return isV && (keys === "macos" ? key.metaKey && !key.ctrlKey : key.ctrlKey && !key.metaKey);
}

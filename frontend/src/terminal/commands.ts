/**
 * The few keys that the terminal itself takes. Everything else reaches the
 * program. Shift+PageUp and Shift+PageDown scroll and are the emulator's own.
 *
 * Shift+Insert pastes the clipboard, as Ctrl+Shift+V does: no webview lets a page ask for the primary
 * selection, which only a middle click pastes.
 */
export type TerminalCommand = "copy" | "paste" | "menu" | "previous-prompt" | "next-prompt";

export interface CommandKey {
  readonly code: string;
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
}

/**
 * Prompts: Ctrl+Shift+[ and ], by place, which the keyboard map leaves free; on macOS Cmd+Up and
 * Cmd+Down, as in its own terminal, because Cmd+Shift+[ and ] change the workspace there.
 */
export function terminalCommand(
  key: CommandKey,
  keys: "macos" | "windows" | "linux",
): TerminalCommand | null {
  const letter = key.key.toLowerCase();
  if (key.altKey) return null;
  if (isMenuKey(key)) return "menu";
  if (keys === "macos") {
    if (!key.metaKey || key.ctrlKey || key.shiftKey) return null;
    if (letter === "c") return "copy";
    if (letter === "v") return "paste";
    if (key.key === "ArrowUp") return "previous-prompt";
    return key.key === "ArrowDown" ? "next-prompt" : null;
  }
  if (key.metaKey) return null;
  if (key.key === "Insert" && key.ctrlKey !== key.shiftKey) return key.ctrlKey ? "copy" : "paste";
  if (!key.ctrlKey || !key.shiftKey) return null;
  if (letter === "c" || (key.code === "KeyC" && letter > "\x7f")) return "copy";
  if (letter === "v" || (key.code === "KeyV" && letter > "\x7f")) return "paste";
  if (key.code === "BracketLeft") return "previous-prompt";
  return key.code === "BracketRight" ? "next-prompt" : null;
}

/** The key of a keyboard for a menu, and the one that stands in for it where there is none. */
function isMenuKey(key: CommandKey): boolean {
  if (key.ctrlKey || key.metaKey) return false;
  return key.shiftKey ? key.key === "F10" : key.key === "ContextMenu";
}

/** The keys to show for copying and pasting, one string per key. */
export function commandKeys(command: "copy" | "paste", keys: "macos" | "windows" | "linux"): string[] {
  const letter = command === "copy" ? "C" : "V";
  return keys === "macos" ? ["Cmd", letter] : ["Ctrl", "Shift", letter];
}

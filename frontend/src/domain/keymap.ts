/**
 * Which keys belong to the application. Everything that is not listed here reaches the terminal: plain
 * Ctrl+letter, Escape, Tab, function keys and Alt+letter always do. The map is data, per platform and per
 * kind of window, so that the keys shown in the interface are the ones that work.
 */

export type Platform = "macos" | "windows" | "linux";

/** A browser tab gives some keys to the browser; an application window of a browser and the desktop do not. */
export type Surface = "desktop" | "app-window" | "tab";

export type Action =
  | "new-terminal"
  | "close-pane"
  | "rename-pane"
  | "close-workspace"
  | "open-folder"
  | "find"
  | "focus-left"
  | "focus-right"
  | "focus-up"
  | "focus-down"
  | "workspace-next"
  | "workspace-previous"
  | `workspace-${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}`
  | "font-larger"
  | "font-smaller"
  | "font-reset";

export interface Stroke {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
}

export interface Binding {
  readonly ctrl?: boolean;
  readonly shift?: boolean;
  readonly alt?: boolean;
  readonly meta?: boolean;
  /** A capital letter, a digit, a sign of the US layout, or a key name such as "PageDown". */
  readonly key: string;
}

export type Keymap = ReadonlyMap<Action, readonly Binding[]>;

const ctrlShift = (key: string): Binding => ({ ctrl: true, shift: true, key });
const altShift = (key: string): Binding => ({ alt: true, shift: true, key });
const cmd = (key: string): Binding => ({ meta: true, key });
const cmdShift = (key: string): Binding => ({ meta: true, shift: true, key });
const cmdAlt = (key: string): Binding => ({ meta: true, alt: true, key });

const workspaceNumbers = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

// The first binding of an action is the one that is shown.
function linuxAndWindows(): Map<Action, Binding[]> {
  const map = new Map<Action, Binding[]>([
    ["new-terminal", [ctrlShift("T")]],
    ["close-pane", [ctrlShift("W")]],
    // S and X are free of the terminal, of browsers and of input methods; a function key is the program's.
    ["rename-pane", [ctrlShift("S")]],
    ["close-workspace", [ctrlShift("X")]],
    ["open-folder", [ctrlShift("O")]],
    ["find", [ctrlShift("F")]],
    ["focus-left", [ctrlShift("ArrowLeft")]],
    ["focus-right", [ctrlShift("ArrowRight")]],
    ["focus-up", [ctrlShift("ArrowUp")]],
    ["focus-down", [ctrlShift("ArrowDown")]],
    ["workspace-next", [ctrlShift("PageDown")]],
    ["workspace-previous", [ctrlShift("PageUp")]],
    // Ctrl with Shift and = types a plus on the US layout and means the same to the person.
    ["font-larger", [{ ctrl: true, key: "=" }, ctrlShift("="), { ctrl: true, key: "+" }]],
    // Ctrl+Shift+minus is undo in readline, so only the bare key is ours.
    ["font-smaller", [{ ctrl: true, key: "-" }]],
    ["font-reset", [{ ctrl: true, key: "0" }]],
  ]);
  for (const n of workspaceNumbers) map.set(`workspace-${n}`, [{ alt: true, key: String(n) }]);
  return map;
}

function macos(): Map<Action, Binding[]> {
  const map = new Map<Action, Binding[]>([
    ["new-terminal", [cmd("T")]],
    ["close-pane", [cmd("W")]],
    ["rename-pane", [cmdShift("S")]],
    // Not Cmd+Shift+W, with which a browser closes its window.
    ["close-workspace", [cmdShift("X")]],
    ["open-folder", [cmd("O")]],
    ["find", [cmd("F")]],
    ["focus-left", [cmdAlt("ArrowLeft")]],
    ["focus-right", [cmdAlt("ArrowRight")]],
    ["focus-up", [cmdAlt("ArrowUp")]],
    ["focus-down", [cmdAlt("ArrowDown")]],
    ["workspace-next", [cmdShift("]")]],
    ["workspace-previous", [cmdShift("[")]],
    ["font-larger", [cmd("="), cmdShift("="), cmd("+")]],
    ["font-smaller", [cmd("-")]],
    ["font-reset", [cmd("0")]],
  ]);
  for (const n of workspaceNumbers) map.set(`workspace-${n}`, [cmd(String(n))]);
  return map;
}

// What a browser keeps for itself in a tab and never offers to a page. The usual key stays as a second
// choice: some browsers do hand it over.
const takenByTabs: Record<"macos" | "other", readonly (readonly [Action, Binding])[]> = {
  other: [
    ["new-terminal", altShift("T")],
    ["close-pane", altShift("W")],
  ],
  macos: [
    ["new-terminal", altShift("T")],
    ["close-pane", altShift("W")],
    ["workspace-next", altShift("]")],
    ["workspace-previous", altShift("[")],
  ],
};

export function keymapFor(platform: Platform, surface: Surface): Keymap {
  const map = platform === "macos" ? macos() : linuxAndWindows();
  if (surface === "tab") {
    for (const [action, binding] of takenByTabs[platform === "macos" ? "macos" : "other"]) {
      map.set(action, [binding, ...(map.get(action) ?? [])]);
    }
  }
  return map;
}

/** The action that a key stroke asks for, if it is one of ours. */
export function actionOf(keymap: Keymap, stroke: Stroke): Action | undefined {
  for (const [action, bindings] of keymap) {
    if (bindings.some((binding) => matches(binding, stroke))) return action;
  }
  return undefined;
}

export function matches(binding: Binding, stroke: Stroke): boolean {
  return (
    (binding.ctrl ?? false) === stroke.ctrlKey &&
    (binding.shift ?? false) === stroke.shiftKey &&
    (binding.alt ?? false) === stroke.altKey &&
    (binding.meta ?? false) === stroke.metaKey &&
    sameKey(binding.key, stroke)
  );
}

const signCodes: Readonly<Record<string, readonly string[]>> = {
  "=": ["Equal"],
  "+": ["NumpadAdd"],
  "-": ["Minus", "NumpadSubtract"],
  "[": ["BracketLeft"],
  "]": ["BracketRight"],
};

/**
 * A letter is the one that the layout types, so that Ctrl+Shift+W is where the person sees a W. A layout
 * without Latin letters falls back to the place of the key. Digits go by place, because some layouts type
 * them only with Shift. A sign goes by what is typed, and by place where the layout types no ASCII there.
 */
function sameKey(key: string, stroke: Stroke): boolean {
  if (/^[A-Z]$/.test(key)) {
    if (/^[a-z]$/i.test(stroke.key)) return stroke.key.toUpperCase() === key;
    return stroke.code === `Key${key}`;
  }
  if (/^[0-9]$/.test(key)) return stroke.code === `Digit${key}` || stroke.code === `Numpad${key}`;
  const codes = signCodes[key];
  if (!codes) return stroke.key === key;
  if (stroke.key === key) return true;
  // With Shift the layout types the upper sign of the same key, and Option on macOS a letter of its own.
  const typedPlainly = !stroke.shiftKey && !stroke.altKey && /^[!-~]$/.test(stroke.key);
  return !typedPlainly && codes.includes(stroke.code);
}

const keyNames: Readonly<Record<string, string>> = {
  ArrowLeft: "Left",
  ArrowRight: "Right",
  ArrowUp: "Up",
  ArrowDown: "Down",
  PageUp: "Page Up",
  PageDown: "Page Down",
};

/** The keys to show for an action, one string per key; empty when it has none. */
export function keysOf(keymap: Keymap, action: Action): string[] {
  const binding = keymap.get(action)?.[0];
  if (!binding) return [];
  const keys: string[] = [];
  if (binding.ctrl) keys.push("Ctrl");
  if (binding.meta) keys.push("Cmd");
  if (binding.alt) keys.push(binding.meta ? "Option" : "Alt");
  if (binding.shift) keys.push("Shift");
  keys.push(keyNames[binding.key] ?? binding.key);
  return keys;
}

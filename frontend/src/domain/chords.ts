/**
 * Key chords: how they are written in the settings, recognised in a key stroke, and shown to a person. A chord
 * is modifiers and one key, named as on the US layout, so that it means the same on every machine.
 */

export type Platform = "macos" | "windows" | "linux";

/** A browser tab gives some keys to the browser; an application window of a browser and the desktop do not. */
export type Surface = "desktop" | "app-window" | "tab";

export interface Stroke {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
}

export interface Chord {
  readonly ctrl: boolean;
  /** Cmd on macOS, the key with the system's sign elsewhere. */
  readonly meta: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
  /** A capital letter, a digit, a sign, or one of the names below. */
  readonly key: string;
}

// Names of keys, and how a browser reports them. Escape and Backspace alone are no chords (see usable).
const namedKeys: Readonly<Record<string, string>> = {
  Enter: "Enter",
  Tab: "Tab",
  Escape: "Escape",
  Space: " ",
  Backspace: "Backspace",
  Delete: "Delete",
  Insert: "Insert",
  Home: "Home",
  End: "End",
  PageUp: "PageUp",
  PageDown: "PageDown",
  Left: "ArrowLeft",
  Right: "ArrowRight",
  Up: "ArrowUp",
  Down: "ArrowDown",
  ...Object.fromEntries(Array.from({ length: 24 }, (_, n) => [`F${n + 1}`, `F${n + 1}`])),
};
const namesByLower = new Map(Object.keys(namedKeys).map((name) => [name.toLowerCase(), name]));
const namesByReport = new Map(Object.entries(namedKeys).map(([name, report]) => [report, name]));

/** Where the US layout has a sign, or what else types it. */
const signCodes: Readonly<Record<string, readonly string[]>> = {
  "`": ["Backquote"],
  "-": ["Minus", "NumpadSubtract"],
  "=": ["Equal"],
  "[": ["BracketLeft"],
  "]": ["BracketRight"],
  "\\": ["Backslash"],
  ";": ["Semicolon"],
  "'": ["Quote"],
  ",": ["Comma"],
  ".": ["Period"],
  "/": ["Slash", "NumpadDivide"],
  "+": ["NumpadAdd"],
  "*": ["NumpadMultiply"],
};
const signsByCode = new Map(
  Object.entries(signCodes).flatMap(([sign, codes]) => codes.map((code) => [code, sign] as const)),
);

type Modifier = "ctrl" | "meta" | "alt" | "shift";

// The first name of each is the one that is written.
const modifierNames: Readonly<Record<Modifier, readonly string[]>> = {
  ctrl: ["Ctrl", "Control"],
  meta: ["Cmd", "Command", "Meta", "Super", "Win"],
  alt: ["Alt", "Option"],
  shift: ["Shift"],
};
const modifierOrder = ["ctrl", "meta", "alt", "shift"] as const;
const modifiersByLower = new Map(
  modifierOrder.flatMap((modifier) => modifierNames[modifier].map((name) => [name.toLowerCase(), modifier])),
);

const isSign = (key: string) => /^[!-~]$/.test(key) && !/^[A-Za-z0-9]$/.test(key);

/** Reads "Ctrl+Shift+N"; undefined for what is no chord. Case and order of the modifiers do not matter. */
export function parseChord(text: string): Chord | undefined {
  // The plus sign is a key of its own at the end: "Ctrl++".
  const trimmed = text.trim();
  const at = trimmed.endsWith("+") ? trimmed.length - 1 : trimmed.lastIndexOf("+") + 1;
  const head = trimmed.slice(0, at).trim();
  if (head !== "" && !head.endsWith("+")) return undefined;
  const pressed = new Set<Modifier>();
  for (const name of head === "" ? [] : head.slice(0, -1).split("+")) {
    const modifier = modifiersByLower.get(name.trim().toLowerCase());
    if (!modifier || pressed.has(modifier)) return undefined;
    pressed.add(modifier);
  }
  const key = keyNamed(trimmed.slice(at).trim());
  return key === undefined ? undefined : chord(pressed, key);
}

function keyNamed(name: string): string | undefined {
  if (/^[A-Za-z]$/.test(name)) return name.toUpperCase();
  if (/^[0-9]$/.test(name) || isSign(name)) return name;
  return namesByLower.get(name.toLowerCase());
}

function chord(pressed: ReadonlySet<Modifier>, key: string): Chord {
  return {
    ctrl: pressed.has("ctrl"),
    meta: pressed.has("meta"),
    alt: pressed.has("alt"),
    shift: pressed.has("shift"),
    key,
  };
}

/** The one way in which a chord is written. */
export function formatChord(chord: Chord): string {
  const names = modifierOrder.flatMap((modifier) =>
    chord[modifier] ? (modifierNames[modifier][0] ?? []) : [],
  );
  return [...names, chord.key].join("+");
}

export function sameChord(a: Chord, b: Chord): boolean {
  return formatChord(a) === formatChord(b);
}

/** The chord of a key stroke, for recording one; undefined for a modifier alone and for keys without a name. */
export function chordOf(stroke: Stroke): Chord | undefined {
  const key = keyOf(stroke);
  if (key === undefined) return undefined;
  return {
    ctrl: stroke.ctrlKey,
    meta: stroke.metaKey,
    alt: stroke.altKey,
    shift: stroke.shiftKey,
    key,
  };
}

function keyOf(stroke: Stroke): string | undefined {
  if (/^[a-z]$/i.test(stroke.key)) return stroke.key.toUpperCase();
  const digit = digitOf(stroke);
  if (digit !== undefined) return digit;
  const named = namesByReport.get(stroke.key);
  if (named !== undefined) return named;
  // Without Latin letters, with Shift and with Option the place of the key says more than what it types.
  if (typesPlainly(stroke) && isSign(stroke.key)) return stroke.key;
  return /^Key([A-Z])$/.exec(stroke.code)?.[1] ?? signsByCode.get(stroke.code);
}

/** By place; a layout that has a digit where others have a sign, as Hungarian has the zero, types it. */
function digitOf(stroke: Stroke): string | undefined {
  const placed = /^(?:Digit|Numpad)([0-9])$/.exec(stroke.code)?.[1];
  return placed ?? (typesPlainly(stroke) && /^[0-9]$/.test(stroke.key) ? stroke.key : undefined);
}

// With Shift the layout types the upper sign of the same key, and Option on macOS a letter of its own.
function typesPlainly(stroke: Stroke): boolean {
  return !stroke.shiftKey && !stroke.altKey && /^[!-~]$/.test(stroke.key);
}

export function matches(chord: Chord, stroke: Stroke): boolean {
  return (
    chord.ctrl === stroke.ctrlKey &&
    chord.shift === stroke.shiftKey &&
    chord.alt === stroke.altKey &&
    chord.meta === stroke.metaKey &&
    sameKey(chord.key, stroke)
  );
}

/**
 * A letter is the one that the layout types, so that Ctrl+Shift+W is where the person sees a W. A layout
 * without Latin letters falls back to the place of the key. Digits go by place, because some layouts type
 * them only with Shift, and by what is typed where a layout has them elsewhere. A sign goes by what is typed, and by place where the layout types no ASCII there.
 */
function sameKey(key: string, stroke: Stroke): boolean {
  if (/^[A-Z]$/.test(key)) {
    if (/^[a-z]$/i.test(stroke.key)) return stroke.key.toUpperCase() === key;
    return stroke.code === `Key${key}`;
  }
  if (/^[0-9]$/.test(key)) return digitOf(stroke) === key;
  if (!isSign(key)) return stroke.key === namedKeys[key];
  if (stroke.key === key) return true;
  return !typesPlainly(stroke) && (signCodes[key] ?? []).includes(stroke.code);
}

const shownNames: Readonly<Record<string, string>> = {
  PageUp: "Page Up",
  PageDown: "Page Down",
  Escape: "Esc",
};

/** The keys of a chord as the person's keyboard has them, one string per key. */
export function chordKeys(chord: Chord, platform: Platform): string[] {
  const shown: Record<Modifier, string> = {
    ctrl: "Ctrl",
    meta: { macos: "Cmd", windows: "Win", linux: "Super" }[platform],
    alt: platform === "macos" ? "Option" : "Alt",
    shift: "Shift",
  };
  const modifiers = modifierOrder.filter((modifier) => chord[modifier]).map((modifier) => shown[modifier]);
  return [...modifiers, shownNames[chord.key] ?? chord.key];
}

/**
 * Whether a command may have this chord: what types text, or is Enter, Tab, Escape, Backspace or an arrow
 * alone, would leave a terminal that cannot be used.
 */
export function usable(chord: Chord): boolean {
  return chord.ctrl || chord.alt || chord.meta || /^F\d+$/.test(chord.key);
}

// What the letters with Ctrl mean to shells, line editors and the terminal itself.
const controlMeanings: Readonly<Record<string, string>> = {
  A: "start of line",
  B: "back one character",
  C: "interrupt",
  D: "end of input",
  E: "end of line",
  F: "forward one character",
  G: "cancel",
  H: "backspace",
  I: "Tab",
  J: "new line",
  K: "delete to the end of the line",
  L: "clear the screen",
  M: "Enter",
  N: "next line",
  O: "run and fetch the next line",
  P: "previous line",
  Q: "resume output",
  R: "search the history",
  S: "stop output",
  T: "swap characters",
  U: "delete the line",
  V: "insert the next key as it is",
  W: "delete a word",
  X: "a prefix of editors",
  Y: "insert what was deleted",
  Z: "suspend",
  "[": "Escape",
  "\\": "quit",
  "]": "a prefix of programs",
  "/": "undo",
  Space: "set the mark",
  Left: "back one word",
  Right: "forward one word",
  Up: "scrolling in editors",
  Down: "scrolling in editors",
  PageUp: "the previous tab of editors",
  PageDown: "the next tab of editors",
  Tab: "the next tab of editors",
};

/** Names the modifiers, one of which a chord of a command needs, as the person's keyboard has them. */
export function modifiersInWords(platform: Platform): string {
  const named = { macos: "Cmd, Ctrl or Option", windows: "Ctrl, Alt or Win", linux: "Ctrl, Alt or Super" };
  return named[platform];
}

/** What a person gives up with a chord, as one sentence; empty when nothing is lost. */
export function chordWarning(chord: Chord, platform: Platform, surface: Surface): string {
  const keys = chordKeys(chord, platform).join("+");
  const taken = takenElsewhere(chord, platform, surface);
  if (taken !== "") return `${taken} keeps ${keys} for itself, so it may never arrive here.`;
  const lost = lostToTerminals(chord);
  return lost === "" ? "" : `Programs in terminals no longer get ${keys}: ${lost}.`;
}

function lostToTerminals({ ctrl, meta, alt, shift, key }: Chord): string {
  if (meta) return "";
  const letter = /^[A-Z]$/.test(key);
  if (ctrl && !alt && !shift) return controlMeanings[key] ?? "";
  if (ctrl && shift && !alt && ["2", "6", "-"].includes(key)) {
    return { "2": "the NUL character", "6": "Ctrl+^", "-": "undo" }[key] ?? "";
  }
  if (alt && !ctrl && letter) return "a word or editing key of shells and editors";
  if (alt && !ctrl && /^[0-9]$/.test(key)) return "the digit argument of shells";
  if (!ctrl && !alt && /^F\d+$/.test(key)) return "a function key";
  return "";
}

function takenElsewhere(chord: Chord, platform: Platform, surface: Surface): string {
  const text = formatChord(chord);
  if (surface === "tab" && takenByBrowsers(platform).includes(text)) return "The browser";
  if (platform === "macos") return ["Cmd+H", "Cmd+M", "Cmd+Q"].includes(text) ? "macOS" : "";
  if (platform === "windows") {
    return ["Ctrl+Shift+Escape", "Ctrl+Shift+0", "Alt+F4", "Alt+Tab"].includes(text) ? "Windows" : "";
  }
  if (text === "Ctrl+Shift+U") return "The input method";
  return /^Ctrl\+Alt\+(Shift\+)?(Left|Right|Up|Down)$/.test(text) || text === "Alt+Tab" || text === "Alt+F4"
    ? "The desktop"
    : "";
}

function takenByBrowsers(platform: Platform): readonly string[] {
  return platform === "macos"
    ? [
        "Cmd+N",
        "Cmd+T",
        "Cmd+W",
        "Cmd+Shift+N",
        "Cmd+Shift+T",
        "Cmd+Shift+W",
        "Cmd+Alt+Left",
        "Cmd+Alt+Right",
      ]
    : [
        "Ctrl+N",
        "Ctrl+T",
        "Ctrl+W",
        "Ctrl+Shift+N",
        "Ctrl+Shift+T",
        "Ctrl+Shift+W",
        "Ctrl+Tab",
        "Ctrl+PageUp",
        "Ctrl+PageDown",
      ];
}

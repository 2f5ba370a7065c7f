/**
 * Keys that the plain encoding cannot tell apart, above all Shift+Enter. A
 * program asks for them with the kitty keyboard protocol (of which "disambiguate
 * escape codes" is spoken here) or with xterm's modifyOtherKeys; xterm.js 6.0
 * has neither. The state is pure: sequences go in, encodings come out.
 */

/** The flag of the kitty protocol that is spoken; others are masked away, as the answer to a query says. */
const disambiguate = 1;
/** A program that pushes without popping must not grow memory; kitty drops the oldest as well. */
const deepest = 32;

export class KeyboardProtocol {
  private main: number[] = [0];
  private alternate: number[] = [0];
  private onAlternate = false;
  private otherKeys = 0;

  get flags(): number {
    return this.stack.at(-1) ?? 0;
  }

  /** The two screens have a stack each, so that an editor's keys do not outlive it. */
  set screen(screen: "normal" | "alternate") {
    this.onAlternate = screen === "alternate";
  }

  push(flags: number): void {
    this.stack.push(flags & disambiguate);
    if (this.stack.length > deepest) this.stack.shift();
  }

  pop(count: number): void {
    this.stack.splice(Math.max(0, this.stack.length - count));
    if (this.stack.length === 0) this.stack.push(0);
  }

  /** Mode 1 replaces the flags, 2 adds and 3 removes. */
  set(flags: number, mode: number): void {
    const now = this.flags;
    const next = mode === 2 ? now | flags : mode === 3 ? now & ~flags : flags;
    this.stack[this.stack.length - 1] = next & disambiguate;
  }

  set modifyOtherKeys(level: number) {
    this.otherKeys = level;
  }

  reset(): void {
    this.main = [0];
    this.alternate = [0];
    this.onAlternate = false;
    this.otherKeys = 0;
  }

  /** The bytes of a key, or null where the plain encoding says all there is. */
  encode(key: KeyPress): string | null {
    const modifiers = modifierCode(key);
    const special = specialKeys[key.key];
    if (this.flags & disambiguate) {
      if (key.key === "Escape") return csiU(27, modifiers);
      if (special !== undefined) return modifiers > 1 ? csiU(special, modifiers) : null;
      // Shift alone types text; a third-level key (AltGr) types text as well.
      if (modifiers <= 2 || key.altGraph) return null;
      const code = unshifted(key);
      return code === null ? null : csiU(code, modifiers);
    }
    if (key.key !== "Enter" || modifiers === 1) return null;
    if (this.otherKeys > 0) return `\x1b[27;${modifiers};13~`;
    // Without a protocol Shift+Enter is a line feed. The agents' prompts take Ctrl+J as "new
    // line", and every shell and line editor takes it as Enter; Escape with Enter, which other
    // terminals send, would switch a bash prompt to vi editing.
    return modifiers === 2 ? "\n" : null;
  }

  private get stack(): number[] {
    return this.onAlternate ? this.alternate : this.main;
  }
}

export interface KeyPress {
  readonly key: string;
  readonly code: string;
  readonly shift: boolean;
  readonly alt: boolean;
  readonly ctrl: boolean;
  readonly meta: boolean;
  readonly altGraph: boolean;
}

const specialKeys: Readonly<Record<string, number | undefined>> = { Enter: 13, Tab: 9, Backspace: 127 };

const csiU = (code: number, modifiers: number): string =>
  modifiers > 1 ? `\x1b[${code};${modifiers}u` : `\x1b[${code}u`;

function modifierCode(key: KeyPress): number {
  return 1 + (key.shift ? 1 : 0) + (key.alt ? 2 : 0) + (key.ctrl ? 4 : 0) + (key.meta ? 8 : 0);
}

// The unshifted characters of the US layout, by physical key: what a shifted sign is named by.
const usSigns: Readonly<Record<string, string | undefined>> = {
  Backquote: "`",
  Minus: "-",
  Equal: "=",
  BracketLeft: "[",
  BracketRight: "]",
  Backslash: "\\",
  Semicolon: ";",
  Quote: "'",
  Comma: ",",
  Period: ".",
  Slash: "/",
};

/**
 * The code point that names a text key: its character without modifiers. A key of another script, or
 * one changed by Shift or Option, is named by its place, because programs bind Latin letters and
 * unshifted signs. Null for keys that type nothing.
 */
function unshifted(key: KeyPress): number | null {
  if (Array.from(key.key).length !== 1) return null;
  const typed = key.key.toLowerCase();
  const physical = /^(?:Key|Digit)([A-Z0-9])$/.exec(key.code)?.[1]?.toLowerCase() ?? usSigns[key.code];
  const byPlace = physical !== undefined && !/^[a-z]$/.test(typed) && (key.shift || typed > "\x7f");
  return (byPlace ? physical : typed).codePointAt(0) ?? null;
}

import type { ITheme } from "@xterm/xterm";

/** A terminal's colours. Decided by the CSS tokens, so that a theme is defined once. */
export interface TerminalTheme {
  readonly colors: ITheme;
  /**
   * Programs also send 256-colour and true-colour values that were picked for
   * a dark background; in a light theme they are darkened to this ratio.
   */
  readonly minimumContrastRatio: number;
  readonly find: FindColors;
}

export interface FindColors {
  readonly match: string;
  readonly active: string;
}

/** Reads the tokens in force at an element (the root unless told otherwise). */
export function readTheme(element: Element = document.documentElement): TerminalTheme {
  const style = getComputedStyle(element);
  return themeFrom((token) => style.getPropertyValue(token).trim(), style.colorScheme.trim() === "light");
}

export function themeFrom(token: (name: string) => string, light: boolean): TerminalTheme {
  const ansi = (name: string) => token(`--ansi-${name}`);
  const accent = token("--accent");
  return {
    colors: {
      foreground: token("--term-fg"),
      background: token("--bg-term"),
      cursor: accent,
      cursorAccent: token("--bg-term"),
      selectionBackground: token("--term-sel"),
      scrollbarSliderBackground: token("--line-strong"),
      scrollbarSliderHoverBackground: token("--line-control"),
      scrollbarSliderActiveBackground: token("--line-control"),
      black: ansi("black"),
      red: ansi("red"),
      green: ansi("green"),
      yellow: ansi("yellow"),
      blue: ansi("blue"),
      magenta: ansi("magenta"),
      cyan: ansi("cyan"),
      white: ansi("white"),
      brightBlack: ansi("bright-black"),
      brightRed: ansi("bright-red"),
      brightGreen: ansi("bright-green"),
      brightYellow: ansi("bright-yellow"),
      brightBlue: ansi("bright-blue"),
      brightMagenta: ansi("bright-magenta"),
      brightCyan: ansi("bright-cyan"),
      brightWhite: ansi("bright-white"),
    },
    minimumContrastRatio: light ? 4.5 : 1,
    find: { match: token("--needs-mark"), active: accent },
  };
}

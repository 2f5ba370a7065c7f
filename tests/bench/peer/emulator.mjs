// @ts-check
/** The emulator as the product sets it up, so that only what is around it differs. */
import { UnicodeGraphemesAddon } from "./graphemes.mjs";
import { Terminal } from "./xterm.mjs";

/** What the address says: the grid, and everything else that a page was asked for. */
export const query = new URLSearchParams(location.search);
export const grid = { cols: Number(query.get("cols")), rows: Number(query.get("rows")) };

const fontFamily = '"JetBrains Mono", monospace';

/** @param {HTMLElement} container */
export async function openEmulator(container) {
  const fontSize = Number(query.get("font") ?? 12);
  await document.fonts.load(`${fontSize}px ${fontFamily}`);
  const terminal = new Terminal({
    allowProposedApi: true,
    ...grid,
    cursorBlink: false,
    cursorInactiveStyle: "outline",
    drawBoldTextInBrightColors: false,
    fontFamily,
    fontSize,
    // Rows of 16 pixels for letters of 12.
    lineHeight: 1,
    scrollback: 10_000,
    theme: { background: "#111317", foreground: "#d7dae0" },
  });
  terminal.loadAddon(new UnicodeGraphemesAddon());
  terminal.open(container);
  return terminal;
}

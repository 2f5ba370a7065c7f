/** What of a text may be pasted, and how a path is written for the shell that reads it. */

const control = /\p{Cc}/u;
const controlsButBreaks = /(?![\t\n])\p{Cc}/gu;
// A paste that ends its own bracket would type the rest as keys; with the whole sequence gone
// nothing of it is left as text either.
const brackets = ["\x1b[200~", "\x1b[201~", "\x9b200~", "\x9b201~"];

/** Text as a person sees it: line feeds, tabs and printable characters. */
export function cleanPaste(text: string): string {
  let clean = text.replace(/\r\n?/g, "\n");
  for (const bracket of brackets) clean = clean.replaceAll(bracket, "");
  return clean.replace(controlsButBreaks, "");
}

/** Whether a clean text must be confirmed: a line break runs what stands before it. */
export function pasteNeedsConsent(clean: string, bracketed: boolean): boolean {
  return !bracketed && clean.includes("\n");
}

/** The bytes of a clean text as a program expects a paste: Enter sends a carriage return. */
export function pasteBytes(clean: string, bracketed: boolean): Uint8Array {
  const typed = clean.replaceAll("\n", "\r");
  return new TextEncoder().encode(bracketed ? `\x1b[200~${typed}\x1b[201~` : typed);
}

/** A selection as it is copied: blanks that fill up a row are no part of the text. */
export function copiedText(selection: string): string {
  return selection.replace(/[ \t]+(?=\r?\n|$)/g, "");
}

/** A path as one word for the shell: unchanged where that is safe, quoted otherwise. */
export function quotePath(path: string, os: "macos" | "windows" | "linux"): string {
  return os === "windows" ? quoteWindows(path) : quotePosix(path);
}

// The shell behind a terminal is not known, so the text has to hold in every one: a shell that
// cannot name the file may name another, and must run nothing.
function quotePosix(path: string): string {
  if (/^[A-Za-z0-9_/.,:@%+][A-Za-z0-9_/.,:@%+=-]*$/.test(path)) return path;
  // A control character would be stripped from the paste; only this form can name it. Where it is
  // not known the quotes begin a plain string, which neither a quote nor a backslash may end.
  if (control.test(path)) return `$'${path.replace(/[\\']|\p{Cc}/gu, inHex)}'`;
  // fish takes a backslash inside of quotes for an escape, so it stands outside of them.
  return `'${path.replace(/[\\']/g, "'\\$&'")}'`;
}

// The bytes and not the code point: what \u gives depends on the locale of the shell.
function inHex(character: string): string {
  const bytes = Array.from(new TextEncoder().encode(character));
  return bytes.map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join("");
}

// Double quotes serve PowerShell, cmd.exe and programs alike; PowerShell expands $ and ` in
// them, so such a path takes PowerShell's single quotes. A Windows path has no double quote.
function quoteWindows(path: string): string {
  if (/^[A-Za-z0-9_.:\\/+-]+$/.test(path)) return path;
  return /[$`]/.test(path) ? `'${path.replaceAll("'", "''")}'` : `"${path}"`;
}

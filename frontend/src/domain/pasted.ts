/** What a person must see of a text before it is pasted into a program that did not ask for pastes as such. */

export interface PastePreview {
  /** Printable: control characters are shown as their pictures. */
  readonly text: string;
  readonly lines: number;
  /** How many characters the preview leaves out; 0 when it is whole. */
  readonly hidden: number;
}

// A preview longer than this is not read by anybody and would make the dialog slow to lay out.
const longestPreview = 4000;

export function pastePreview(pasted: string): PastePreview {
  const shown = pasted.slice(0, longestPreview);
  return { text: visible(shown), lines: lineCount(pasted), hidden: pasted.length - shown.length };
}

/** Lines as an editor counts them: a final line break does not begin another line. */
export function lineCount(text: string): number {
  if (text === "") return 0;
  let breaks = 0;
  for (const match of text.matchAll(/\r\n|\r|\n/g)) {
    if (match.index + match[0].length < text.length) breaks += 1;
  }
  return breaks + 1;
}

/** Control characters as symbols of the Unicode block "Control Pictures"; tabs and line breaks stay. */
export function visible(text: string): string {
  let out = "";
  for (const character of text.replace(/\r\n?/g, "\n")) {
    const code = character.codePointAt(0) ?? 0;
    if (code === 0x09 || code === 0x0a) out += character;
    else if (code < 0x20) out += String.fromCodePoint(0x2400 + code);
    else if (code === 0x7f) out += "\u2421";
    else if ((code >= 0x80 && code < 0xa0) || isDeceptive(code)) out += "\ufffd";
    else out += character;
  }
  return out;
}

// Characters that reorder or hide their neighbours, so that a command reads as another one than it is.
function isDeceptive(code: number): boolean {
  return (
    (code >= 0x202a && code <= 0x202e) ||
    (code >= 0x2066 && code <= 0x2069) ||
    (code >= 0x200b && code <= 0x200f) ||
    code === 0xfeff
  );
}

/** A logical line: the rows that a long line was wrapped into, as one text. */
import type { IBuffer } from "@xterm/xterm";

/**
 * Rows that are joined at most. Beyond, a line counts as several: one that
 * fills the scrollback must not be copied as a whole for every change.
 */
const mostRows = 512;

export interface JoinedLine {
  readonly text: string;
  readonly rows: number;
  /** Where the character at an index of the text stands; rows count from the first of the line. */
  cellAt(index: number): { row: number; col: number };
  /** How many cells the characters from start to end take, wide ones taking two. */
  cellsBetween(start: number, end: number, cols: number): number;
}

/** The first row of the logical line that a row belongs to. */
export function lineStart(buffer: IBuffer, row: number): number {
  let first = row;
  while (first > 0 && row - first < mostRows && buffer.getLine(first)?.isWrapped) first -= 1;
  return first;
}

/** Joins the rows from `first` on; it should be the start of a logical line. */
export function joinedLine(buffer: IBuffer, first: number): JoinedLine {
  const texts: string[] = [];
  let row = first;
  do {
    // Only the last row is trimmed: blanks at the end of a wrapped row are part of the text.
    const wrapped = buffer.getLine(row + 1)?.isWrapped === true && texts.length + 1 < mostRows;
    texts.push(buffer.getLine(row)?.translateToString(!wrapped) ?? "");
    row += 1;
    if (!wrapped) break;
  } while (row < buffer.length);
  const text = texts.length === 1 ? (texts[0] ?? "") : texts.join("");

  const cellAt = (index: number): { row: number; col: number } => {
    let rest = index;
    let at = 0;
    while (at < texts.length - 1 && rest >= (texts[at]?.length ?? 0)) {
      rest -= texts[at]?.length ?? 0;
      at += 1;
    }
    return { row: at, col: column(buffer, first + at, texts[at] ?? "", rest) };
  };
  return {
    text,
    rows: row - first,
    cellAt,
    cellsBetween(start, end, cols) {
      const from = cellAt(start);
      // Counted from the last character, because the one after it may stand on the next row.
      const last = cellAt(end - 1);
      const width =
        buffer
          .getLine(first + last.row)
          ?.getCell(last.col)
          ?.getWidth() ?? 1;
      return (last.row - from.row) * cols + last.col + Math.max(1, width) - from.col;
    },
  };
}

const plain = /^[\x20-\x7e]*$/;

/** The column of the character at an index of a row's text. */
function column(buffer: IBuffer, row: number, text: string, index: number): number {
  // Index and column are the same as long as every cell holds one narrow character.
  if (plain.test(text)) return index;
  const line = buffer.getLine(row);
  if (!line) return index;
  let cell = buffer.getNullCell();
  let at = 0;
  for (let col = 0; col < line.length; col++) {
    cell = line.getCell(col, cell) ?? cell;
    const width = cell.getWidth();
    if (width === 0) continue;
    const length = Math.max(1, cell.getChars().length);
    if (at + length > index) return col;
    at += length;
  }
  return Math.max(0, line.length - 1);
}

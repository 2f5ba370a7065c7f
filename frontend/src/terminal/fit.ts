/** How many cells have room. */

/** The same bounds as the backend's: below two columns a wide character does not fit. */
export const bounds = { minCols: 2, maxCols: 1000, minRows: 1, maxRows: 500 } as const;

/** The grid that fits, or null when nothing can be measured: a hidden or unattached terminal has no size. */
export function gridFor(
  room: { readonly width: number; readonly height: number },
  cell: { readonly width: number; readonly height: number },
): { cols: number; rows: number } | null {
  if (!(room.width > 0 && room.height > 0 && cell.width > 0 && cell.height > 0)) return null;
  // Sizes are quotients of rounded pixels; a hundredth of a cell is no column.
  const cols = Math.floor(room.width / cell.width + 0.01);
  const rows = Math.floor(room.height / cell.height + 0.01);
  if (cols < 1 || rows < 1) return null;
  return {
    cols: Math.min(Math.max(cols, bounds.minCols), bounds.maxCols),
    rows: Math.min(Math.max(rows, bounds.minRows), bounds.maxRows),
  };
}

/** Rows are a third taller than the font, in whole pixels: 16 for 12; and taller by a line height in percent. */
export function rowHeight(fontSize: number, lineHeight = 100): number {
  return Math.round((fontSize * 4 * lineHeight) / 300);
}

/**
 * How many rows at the top of a grid are hidden when fewer rows than it has are
 * visible: as before, unless the cursor's row (from 0) would be hidden or rows
 * at the end stay empty. A program that moves its cursor about within what is
 * seen moves nothing else.
 */
export function hiddenRows(grid: number, visible: number, cursor: number, before: number): number {
  const around = Math.min(Math.max(before, cursor - visible + 1), cursor);
  return Math.min(Math.max(around, 0), Math.max(grid - visible, 0));
}

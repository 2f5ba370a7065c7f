/**
 * Where each pane of a workspace stands. Panes keep their order; the shape is the squarest grid that holds
 * them and has room, and the panes of a last row that is not full share its whole width, so no hole is ever
 * shown. No pane is smaller than what a program can be read in: where that many do not fit, the grid is as
 * wide as it can be, and the rows that have no room are scrolled to.
 */

export interface Placement {
  readonly row: number;
  /** First track, counted from 0. */
  readonly column: number;
  /** Number of tracks. */
  readonly span: number;
}

export interface GridShape {
  readonly rows: number;
  /** Equal column tracks; a multiple of the panes in a full row and of those in the last row. */
  readonly tracks: number;
  readonly cells: readonly Placement[];
}

/** 20 columns and 5 rows of text, with the header and the padding, in CSS pixels. */
export const smallestPane = { width: 240, height: 120 } as const;
/** Between two panes, and around the grid. */
export const paneGap = 4;

/** How many panes of the smallest size have room beside and below each other. */
export interface GridRoom {
  readonly columns: number;
  readonly rows: number;
}

export const boundless: GridRoom = { columns: Number.POSITIVE_INFINITY, rows: Number.POSITIVE_INFINITY };

/** The room of an area in CSS pixels; one pane is shown however little there is. */
export function gridRoom(width: number, height: number): GridRoom {
  return { columns: fitting(width, smallestPane.width), rows: fitting(height, smallestPane.height) };
}

function fitting(length: number, smallest: number): number {
  return Math.max(1, Math.floor((length - paneGap) / (smallest + paneGap)));
}

export type Direction = "left" | "right" | "up" | "down";

export function gridShape(count: number, room: GridRoom = boundless): GridShape {
  if (count <= 0) return { rows: 0, tracks: 0, cells: [] };
  const widest = Math.min(count, room.columns);
  let perRow = Math.min(Math.ceil(Math.sqrt(count)), widest);
  while (perRow < widest && Math.ceil(count / perRow) > room.rows) perRow += 1;
  const rows = Math.ceil(count / perRow);
  const inLastRow = count - perRow * (rows - 1);
  const tracks = leastCommonMultiple(perRow, inLastRow);
  const cells = Array.from({ length: count }, (_, index) => {
    const row = Math.floor(index / perRow);
    const span = tracks / (row === rows - 1 ? inLastRow : perRow);
    return { row, column: (index - row * perRow) * span, span };
  });
  return { rows, tracks, cells };
}

/**
 * The pane beside another one: of those that share an edge with it, the one with the longest shared edge,
 * the first of equals. At the border of the grid there is none.
 */
export function neighbour(
  count: number,
  index: number,
  direction: Direction,
  room: GridRoom = boundless,
): number | undefined {
  const { cells } = gridShape(count, room);
  const from = cells[index];
  if (!from) return undefined;
  let best: number | undefined;
  let longest = 0;
  for (const [candidate, to] of cells.entries()) {
    const shared = sharedEdge(from, to, direction);
    if (shared > longest) {
      longest = shared;
      best = candidate;
    }
  }
  return best;
}

function sharedEdge(from: Placement, to: Placement, direction: Direction): number {
  switch (direction) {
    case "left":
      return to.row === from.row && to.column + to.span === from.column ? 1 : 0;
    case "right":
      return to.row === from.row && from.column + from.span === to.column ? 1 : 0;
    case "up":
      return to.row === from.row - 1 ? overlap(from, to) : 0;
    case "down":
      return to.row === from.row + 1 ? overlap(from, to) : 0;
  }
}

function overlap(a: Placement, b: Placement): number {
  return Math.max(0, Math.min(a.column + a.span, b.column + b.span) - Math.max(a.column, b.column));
}

function leastCommonMultiple(a: number, b: number): number {
  let [high, low] = [a, b];
  while (low !== 0) [high, low] = [low, high % low];
  return (a / high) * b;
}

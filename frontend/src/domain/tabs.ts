/**
 * The order of the workspaces' tabs, and where a tab that is dragged would go. The backend owns the order; a
 * move that it has not confirmed yet is shown already, so that a tab stays where it was dropped.
 */

export interface Placed {
  readonly id: string;
  /** Counted from 0. */
  readonly position: number;
}

/** Where tabs were put while the backend does not know it yet, in the order in which that was done. */
export type Moves = ReadonlyMap<string, number>;

export const noMoves: Moves = new Map();

/** Tabs from left to right. */
export function inOrder<T extends Placed>(tabs: Iterable<T>, moves: Moves = noMoves): T[] {
  const sorted = [...tabs].sort(
    // Two positions are equal only between two events of one move; then any order does, if it is always the same.
    (one, other) => one.position - other.position || (one.id < other.id ? -1 : 1),
  );
  let result = sorted;
  for (const [id, position] of moves) result = moved(result, id, position);
  return result;
}

/** The same tabs with one of them at another position; beyond the last is the end. */
export function moved<T extends { readonly id: string }>(
  tabs: readonly T[],
  id: string,
  position: number,
): T[] {
  const tab = tabs.find((other) => other.id === id);
  if (!tab) return [...tabs];
  const rest = tabs.filter((other) => other !== tab);
  const at = Math.min(Math.max(0, position), rest.length);
  return [...rest.slice(0, at), tab, ...rest.slice(at)];
}

export interface Extent {
  readonly start: number;
  readonly end: number;
}

export interface Drop {
  /** Where the tab would be, counted from 0. */
  readonly position: number;
  /** The edge at which it would be put, in the unit of the extents. */
  readonly edge: number;
}

/** Where the tab at `from` goes when it is let go at `x`: past every tab whose middle it has passed. */
export function dropAt(tabs: readonly Extent[], from: number, x: number): Drop {
  const others = tabs.filter((_, index) => index !== from);
  const position = others.filter(({ start, end }) => (start + end) / 2 < x).length;
  const there = tabs[position];
  if (!there) return { position, edge: 0 };
  return { position, edge: position > from ? there.end : there.start };
}

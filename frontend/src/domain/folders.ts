/** The decisions of the folder list: what is shown, and which row is current after a key. */

export interface FolderRow {
  readonly name: string;
  readonly path: string;
  readonly hidden: boolean;
  readonly repository: boolean;
}

/**
 * The rows for a filter: names that begin with it first, then names that contain it, in the given order.
 * Hidden folders show when asked for, or when the filter itself begins with a dot.
 */
export function shownFolders(
  entries: readonly FolderRow[],
  filter: string,
  showHidden: boolean,
): readonly FolderRow[] {
  const wanted = filter.trim().toLowerCase();
  const withHidden = showHidden || wanted.startsWith(".");
  const candidates = withHidden ? entries : entries.filter((entry) => !entry.hidden);
  if (wanted === "") return candidates;
  const beginning = candidates.filter((entry) => entry.name.toLowerCase().startsWith(wanted));
  const within = candidates.filter((entry) => entry.name.toLowerCase().indexOf(wanted) > 0);
  return [...beginning, ...within.filter((entry) => !beginning.includes(entry))];
}

/** The current row after a movement key; undefined when the key moves nothing. */
export function movedRow(key: string, current: number, count: number, page: number): number | undefined {
  if (count === 0) return undefined;
  const last = count - 1;
  switch (key) {
    case "ArrowDown":
      return Math.min(current + 1, last);
    case "ArrowUp":
      return Math.max(current - 1, 0);
    case "PageDown":
      return Math.min(current + page, last);
    case "PageUp":
      return Math.max(current - page, 0);
    case "Home":
      return 0;
    case "End":
      return last;
    default:
      return undefined;
  }
}

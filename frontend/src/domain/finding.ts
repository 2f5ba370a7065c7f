/** What the find bar says about its matches. */

export interface Found {
  readonly count: number;
  /** 1-based; 0 when none is current. */
  readonly current: number;
  /** There are more than `count`. */
  readonly capped: boolean;
  readonly error: string;
}

/** What is looked for, and how. */
export interface Sought {
  readonly text: string;
  readonly matchCase: boolean;
  readonly wholeWord: boolean;
  readonly regex: boolean;
}

export const nothingSought: Sought = { text: "", matchCase: false, wholeWord: false, regex: false };

export function findSummary(text: string, found: Found | undefined): string {
  if (text === "" || !found) return "";
  if (found.error) return "Invalid expression";
  if (found.count === 0) return "No matches";
  const all = `${found.count}${found.capped ? "+" : ""}`;
  return `${found.current} of ${all}`;
}

/** Which parts of a line are links. */

export interface FoundLink {
  /** Index of the first character and of the one after the last. */
  readonly start: number;
  readonly end: number;
  readonly uri: string;
}

/** The schemes that may be opened; the backend checks again, and files against the workspace. */
export function isOpenable(uri: string): boolean {
  let url: URL;
  try {
    url = new URL(uri);
  } catch {
    return false;
  }
  switch (url.protocol) {
    case "http:":
    case "https:":
      return url.hostname !== "";
    case "mailto:":
    case "file:":
      return url.pathname !== "";
    default:
      return false;
  }
}

// Characters of a URL, with letters of every script, because people write such addresses;
// box drawing, quotes and brackets of prose end it.
const candidate =
  /(?<![\p{L}\p{N}_])(?:https?:\/\/|file:\/\/|mailto:)[\p{L}\p{N}\p{M}\-._~:/?#[\]@!$&'()*+,;=%]+/giu;

export function findLinks(line: string): FoundLink[] {
  const links: FoundLink[] = [];
  for (const match of line.matchAll(candidate)) {
    const uri = withoutTail(match[0]);
    if (isOpenable(uri)) links.push({ start: match.index, end: match.index + uri.length, uri });
  }
  return links;
}

/** Cuts what belongs to the sentence around a link: punctuation and a bracket that was opened outside. */
function withoutTail(text: string): string {
  let end = text.length;
  while (end > 0) {
    const last = text[end - 1] ?? "";
    const opening = last === ")" ? "(" : last === "]" ? "[" : "";
    const unbalanced = opening !== "" && count(text, last, end) > count(text, opening, end);
    if (!unbalanced && !".,;:!?'*".includes(last)) break;
    end -= 1;
  }
  return text.slice(0, end);
}

function count(text: string, character: string, end: number): number {
  let found = 0;
  for (let i = 0; i < end; i++) if (text[i] === character) found += 1;
  return found;
}

/** A target as a tooltip may show it: nothing that hides or reorders, and not wider than a window. */
export function shownTarget(uri: string): string {
  const safe = uri.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "\ufffd");
  return safe.length > 300 ? `${safe.slice(0, 200)}\u2026${safe.slice(-99)}` : safe;
}

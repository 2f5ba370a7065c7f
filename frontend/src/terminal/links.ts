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
// box drawing, quotes and brackets of prose end it. Browsers take no longer addresses than that
// either, and the bound keeps a hostile line from being scanned over and over.
const candidate =
  /(?<![\p{L}\p{N}_])(?:https?:\/\/|file:\/\/|mailto:)[\p{L}\p{N}\p{M}\-._~:/?#[\]@!$&'()*+,;=%]{1,4096}/giu;

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
  // How many more of each bracket are closed than opened.
  const excess = { ")": 0, "]": 0 };
  for (const character of text) {
    if (character === "(") excess[")"] -= 1;
    else if (character === "[") excess["]"] -= 1;
    else if (character === ")" || character === "]") excess[character] += 1;
  }
  let end = text.length;
  for (; end > 0; end--) {
    const last = text[end - 1] ?? "";
    if (last === ")" || last === "]") {
      if (excess[last] <= 0) break;
      excess[last] -= 1;
    } else if (!".,;:!?'*".includes(last)) break;
  }
  return text.slice(0, end);
}

/**
 * What a tooltip says of a link. The target may be long and is cut at its end, so what comes of a click is
 * said first, and nothing is promised that will be refused.
 */
export function linkHint(uri: string, modifier: string, opensFiles: boolean): string {
  const target = shownTarget(uri);
  if (!isOpenable(uri)) return `This link is not opened: ${target}`;
  if (/^file:/i.test(uri) && !opensFiles) return `Opens in the desktop window only: ${target}`;
  return `${modifier}+click opens ${target}`;
}

/** A target as a tooltip may show it: nothing that hides or reorders, and not wider than a window. */
export function shownTarget(uri: string): string {
  const safe = uri.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "\ufffd");
  return safe.length > 300 ? `${safe.slice(0, 200)}\u2026${safe.slice(-99)}` : safe;
}

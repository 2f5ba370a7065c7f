/** Searching a text: pure, knows no terminal. */
import type { FindQuery } from "./contract";

/** A query made ready, or why it cannot be. */
export type Compiled = { readonly pattern: RegExp; readonly wholeWord: boolean } | { readonly error: string };

export function compileQuery(query: FindQuery): Compiled {
  const flags = query.matchCase ? "g" : "gi";
  const source = query.regex ? query.text : query.text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  try {
    return { pattern: new RegExp(source, `${flags}u`), wholeWord: query.wholeWord };
  } catch {
    // The strict mode refuses harmless escapes such as \- that people write.
  }
  try {
    return { pattern: new RegExp(source, flags), wholeWord: query.wholeWord };
  } catch {
    return { error: "This regular expression is not valid." };
  }
}

/** All matches in a text as [start, end), left to right, none empty. */
export function* matchesIn(
  text: string,
  { pattern, wholeWord }: { readonly pattern: RegExp; readonly wholeWord: boolean },
): Generator<[start: number, end: number]> {
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const end = match.index + match[0].length;
    if (match[0] === "") {
      // An expression that matches nothing would be found here for ever.
      pattern.lastIndex += 1;
      continue;
    }
    if (!wholeWord || (boundary(text, match.index) && boundary(text, end))) yield [match.index, end];
  }
}

const word = /[\p{L}\p{N}\p{M}_]/u;

/** Whether a word begins or ends between the two characters around an index. */
function boundary(text: string, index: number): boolean {
  const before = index > 0 && word.test(text[index - 1] ?? "");
  const after = index < text.length && word.test(text[index] ?? "");
  return !(before && after);
}

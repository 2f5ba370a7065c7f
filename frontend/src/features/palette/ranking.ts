/** What of a list fits what was typed, and in which order it is shown. */
import UFuzzy from "@leeoniya/ufuzzy";

export interface Ranked {
  readonly id: string;
  readonly text: string;
  /** Searched as well, behind the text. */
  readonly detail: string;
}

export interface Ranking<T> {
  readonly shown: readonly T[];
  /** How many more fit. */
  readonly more: number;
}

// More rows than anybody reads; beyond it typing is the way, and the list says so.
const most = 50;
// Words beyond this are searched in the order in which they were typed, because every order is tried.
const wordsInAnyOrder = 4;
// An abbreviation is short; a longer one would be tried in too many ways.
const [longestAbbreviation, abbreviatedWords] = [12, 12];
// A program may give its terminal a title without end, of which a row shows the beginning.
const longest = 300;

const matcher = new UFuzzy({
  unicode: true,
  interSplit: "[^\\p{L}\\d']+",
  intraSplit: "\\p{Ll}\\p{Lu}",
  intraBound: "\\p{L}\\d|\\d\\p{L}|\\p{Ll}\\p{Lu}",
  intraChars: ".",
  intraIns: Number.POSITIVE_INFINITY,
  intraContr: "'\\p{L}{1,2}\\b",
});

/** Entries that fit, those that were chosen lately first, then the best. */
export function ranked<T extends Ranked>(
  entries: readonly T[],
  typed: string,
  recent: readonly string[],
): Ranking<T> {
  const fitting = typed.trim() === "" ? [...entries] : matching(entries, typed);
  const places = new Map(recent.map((id, index) => [id, index]));
  const place = (entry: T) => places.get(entry.id) ?? recent.length;
  // Sorting keeps the order of equals.
  const sorted = fitting.sort((one, other) => place(one) - place(other));
  return { shown: sorted.slice(0, most), more: Math.max(0, sorted.length - most) };
}

function matching<T extends Ranked>(entries: readonly T[], typed: string): T[] {
  // A sign means nothing to the matcher, or something of its own.
  const words = UFuzzy.latinize(typed)
    .replace(/[^\p{L}\d']+/gu, " ")
    .trim();
  const texts = entries.map(({ text, detail }) => `${text.slice(0, longest)} ${detail.slice(0, longest)}`);
  if (words === "") return entries.filter((_, index) => texts[index]?.includes(typed.trim()));
  const order = words.split(" ").length <= wordsInAnyOrder ? 1 : 0;
  const [found, , sorted] = matcher.search(UFuzzy.latinize(texts), words, order, entries.length + 1);
  if (!found) return [];
  const indices = sorted ? sorted.map((index) => found[index]) : found;
  const fitting = indices.flatMap((index) => (index === undefined ? [] : (entries[index] ?? [])));
  // "spr" means split right before it means the letters of "previous prompt".
  const short = words.replaceAll(" ", "").toLowerCase();
  if (short.length > longestAbbreviation) return fitting;
  const abbreviated = fitting.map((entry) =>
    abbreviates(short, wordsOf(UFuzzy.latinize(entry.text.slice(0, longest)))),
  );
  return [
    ...fitting.filter((_, index) => abbreviated[index]),
    ...fitting.filter((_, index) => !abbreviated[index]),
  ];
}

function wordsOf(text: string): readonly string[] {
  return (
    text
      .toLowerCase()
      .match(/[\p{L}\d]+/gu)
      ?.slice(0, abbreviatedWords) ?? []
  );
}

/** Whether letters are the beginnings of words, one after the other; a word may be left out. */
function abbreviates(letters: string, words: readonly string[]): boolean {
  if (letters === "") return true;
  return words.some((word, index) => {
    for (let length = sharedLength(letters, word); length > 0; length -= 1) {
      if (abbreviates(letters.slice(length), words.slice(index + 1))) return true;
    }
    return false;
  });
}

function sharedLength(letters: string, word: string): number {
  let length = 0;
  while (length < letters.length && letters[length] === word[length]) length += 1;
  return length;
}

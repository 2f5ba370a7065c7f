/**
 * What of a list fits what was typed, and in which order it is shown. Words come before letters: what was typed
 * begins or is inside of words of the title, else of what else is said of it, and only then are letters left out.
 */
import UFuzzy from "@leeoniya/ufuzzy";

export interface Ranked {
  readonly id: string;
  readonly text: string;
  /** Searched as well, behind the text. */
  readonly detail: string;
  /** Other words for it, which are not shown. */
  readonly keywords?: string;
}

export interface Ranking<T> {
  readonly shown: readonly T[];
  /** How many more fit. */
  readonly more: number;
}

// More rows than anybody reads; beyond it typing is the way, and the list says so.
const most = 50;
// Whoever types more words than this has long found it; the rest is not looked at.
const mostWords = 12;
// An abbreviation is short; a longer one would be tried in too many ways.
const [longestAbbreviation, abbreviatedWords] = [12, 12];
// A program may give its terminal a title without end, of which a row shows the beginning.
const longest = 300;
// Letters left out between two that were typed; with more of them anything is found in anything.
const lettersLeftOut = 3;

/** Finds a word in which a few letters are left out, from its beginning and not beyond its end. */
const matcher = new UFuzzy({
  unicode: true,
  interSplit: "[^\\p{L}\\d']+",
  intraSplit: "\\p{Ll}\\p{Lu}",
  intraBound: "\\p{L}\\d|\\d\\p{L}|\\p{Ll}\\p{Lu}",
  intraChars: "[\\p{L}\\d]",
  intraIns: lettersLeftOut,
  interLft: 2,
  intraContr: "'\\p{L}{1,2}\\b",
});

/** How an entry fits; less is better. */
const fits = {
  wholeTitle: 0,
  startOfTitle: 1,
  wordsOfTitle: 2,
  insideOfTitle: 3,
  otherWords: 4,
  abbreviation: 5,
  insideOfOthers: 6,
  lettersLeftOut: 7,
} as const;
type Fit = (typeof fits)[keyof typeof fits];

interface Fitting<T> {
  readonly entry: T;
  readonly fit: Fit;
}

/** Entries that fit: by their titles before others, of these what was chosen lately first, then the best. */
export function ranked<T extends Ranked>(
  entries: readonly T[],
  typed: string,
  recent: readonly string[],
): Ranking<T> {
  const fitting =
    typed.trim() === "" ? entries.map((entry): Fitting<T> => ({ entry, fit: 0 })) : matching(entries, typed);
  const places = new Map(recent.map((id, index) => [id, index]));
  const place = ({ entry }: Fitting<T>) => places.get(entry.id) ?? recent.length;
  // Sorting keeps the order of equals.
  const sorted = fitting.sort(
    (one, other) => kindOf(one.fit) - kindOf(other.fit) || place(one) - place(other) || one.fit - other.fit,
  );
  return {
    shown: sorted.slice(0, most).map(({ entry }) => entry),
    more: Math.max(0, sorted.length - most),
  };
}

/** What was chosen lately comes first only among those that fit as well. */
function kindOf(fit: Fit): number {
  if (fit <= fits.insideOfTitle) return 0;
  return fit <= fits.insideOfOthers ? 1 : 2;
}

function matching<T extends Ranked>(entries: readonly T[], typed: string): Fitting<T>[] {
  const words = wordsOf(typed).slice(0, mostWords);
  if (words.length === 0) return entries.flatMap((entry) => signs(entry, typed.trim()));
  const plain = words.join(" ");
  const short = words.join("");
  return entries.flatMap((entry) => {
    const fit = fitOf(entry, words, plain, short);
    return fit === undefined ? [] : [{ entry, fit }];
  });
}

/** Signs alone mean nothing to words. */
function signs<T extends Ranked>(entry: T, typed: string): Fitting<T>[] {
  if (entry.text.slice(0, longest).includes(typed)) return [{ entry, fit: fits.wordsOfTitle }];
  return entry.detail.slice(0, longest).includes(typed) ? [{ entry, fit: fits.otherWords }] : [];
}

function fitOf(entry: Ranked, words: readonly string[], plain: string, short: string): Fit | undefined {
  const title = wordsOf(entry.text.slice(0, longest));
  const whole = title.join(" ");
  if (whole === plain) return fits.wholeTitle;
  if (whole.startsWith(plain)) return fits.startOfTitle;
  const oneBegins = (those: readonly string[], typed: string) => those.some((word) => word.startsWith(typed));
  if (words.every((word) => oneBegins(title, word))) return fits.wordsOfTitle;
  if (words.every((word) => whole.includes(word))) return fits.insideOfTitle;
  const all = [...title, ...wordsOf(entry.keywords ?? ""), ...wordsOf(entry.detail.slice(0, longest))];
  if (words.every((word) => oneBegins(all, word))) return fits.otherWords;
  if (short.length <= longestAbbreviation && abbreviated(short, title.slice(0, abbreviatedWords))) {
    return fits.abbreviation;
  }
  const text = all.join(" ");
  if (words.every((word) => text.includes(word))) return fits.insideOfOthers;
  // One letter is the beginning of a word, or nothing.
  const found = words.every(
    (word) => text.includes(word) || (word.length > 1 && matcher.filter([whole], word)?.length === 1),
  );
  return found ? fits.lettersLeftOut : undefined;
}

function wordsOf(text: string): readonly string[] {
  return (
    UFuzzy.latinize(text)
      .toLowerCase()
      .match(/[\p{L}\d']+/gu) ?? []
  );
}

/** Whether letters are the beginnings of words that follow one another, as "spr" is of "split right". */
function abbreviated(letters: string, words: readonly string[]): boolean {
  return words.some((_, index) => begins(letters, words.slice(index)));
}

function begins(letters: string, [word, ...rest]: readonly string[]): boolean {
  if (letters === "") return true;
  if (word === undefined) return false;
  for (let length = sharedLength(letters, word); length > 0; length -= 1) {
    if (begins(letters.slice(length), rest)) return true;
  }
  return false;
}

function sharedLength(letters: string, word: string): number {
  let length = 0;
  while (length < letters.length && letters[length] === word[length]) length += 1;
  return length;
}

/** What of the toolbar has room. Words go first: on the right, then those of launchers, then the last launchers. */

export interface ToolbarRoom {
  readonly rightWords: boolean;
  readonly launchWords: boolean;
  /** How many launchers are shown; the rest are in a menu. */
  readonly shown: number;
}

// In CSS pixels of an interface at 100 %: what a button takes without its word, and a letter of its word with the
// gap before it. Estimates that are a little too large cost a word, too small ones would cut a button off.
const [launcher, right, more, edges, wordGap, letter] = [56, 36, 56, 40, 8, 7];

/** For a bar of that width, with launchers in order (the terminal's last, which always stays) and what is on the right. */
export function toolbarRoom(
  width: number,
  launchers: readonly string[],
  rights: readonly string[],
): ToolbarRoom {
  const words = (names: readonly string[]) =>
    names.reduce((sum, name) => sum + wordGap + letter * name.length, 0);
  const bare = edges + launchers.length * launcher + rights.length * right;
  const withLaunchWords = bare + words(launchers);
  if (withLaunchWords + words(rights) <= width) {
    return { rightWords: true, launchWords: true, shown: launchers.length };
  }
  if (withLaunchWords <= width) return { rightWords: false, launchWords: true, shown: launchers.length };
  if (bare <= width) return { rightWords: false, launchWords: false, shown: launchers.length };
  const tooMany = Math.ceil((bare + more - width) / launcher);
  return { rightWords: false, launchWords: false, shown: Math.max(1, launchers.length - tooMany) };
}

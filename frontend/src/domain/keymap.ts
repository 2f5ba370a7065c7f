/**
 * Which keys belong to the application. Everything that is not listed here reaches the terminal. The map is
 * data, per platform, kind of window and the user's own choices, so that the keys shown in the interface are
 * the ones that work.
 */
import { type Chord, chordKeys, formatChord, matches, parseChord, sameChord, usable } from "./chords";
import type { Platform, Stroke, Surface } from "./chords";
import { type Command, type CommandID, commandNamed, commands, titleOf } from "./commands";

export type { Chord, Platform, Stroke, Surface } from "./chords";
export type { CommandID } from "./commands";

export interface Keymap {
  readonly platform: Platform;
  readonly surface: Surface;
  /** The first chord of a command is the one that is shown. */
  readonly chords: ReadonlyMap<CommandID, readonly Chord[]>;
  /** What of the user's own keys cannot be followed, one sentence each. */
  readonly problems: readonly KeyProblem[];
}

export interface KeyProblem {
  /** As it stands in the settings; it may be no command at all. */
  readonly command: string;
  readonly message: string;
}

/** Chords by command, as in the settings. */
export type Bindings = Readonly<Record<string, readonly string[]>>;

const palette: CommandID = "palette";

/** The keys in force: the user's own where there are some, the usual ones elsewhere. */
export function keymapFor(platform: Platform, surface: Surface, bindings: Bindings = {}): Keymap {
  const problems: KeyProblem[] = [];
  for (const id of Object.keys(bindings)) {
    if (!commandNamed(id)) problems.push({ command: id, message: `"${id}" is no command and is ignored.` });
  }
  const owners = new Map<string, CommandID>();
  const chords = new Map<CommandID, Chord[]>();
  chords.set(palette, paletteChords(platform, surface, bindings, owners, problems));
  // The user's own keys come first, so that a usual key gives way to them.
  const rest = commands.filter(({ id }) => id !== palette);
  for (const { id } of rest) {
    const own = bindings[id];
    if (own) chords.set(id, ownChords(id, own, owners, problems));
  }
  for (const command of rest) {
    if (chords.has(command.id)) continue;
    const usual = usualChords(command, platform, surface);
    chords.set(
      command.id,
      usual.filter((chord) => claim(chord, command.id, owners)),
    );
  }
  return {
    platform,
    surface,
    chords: new Map(commands.map(({ id }) => [id, chords.get(id) ?? []])),
    problems,
  };
}

/** The palette leads to every command, so it always has a key, and nobody takes it. */
function paletteChords(
  platform: Platform,
  surface: Surface,
  bindings: Bindings,
  owners: Map<string, CommandID>,
  problems: KeyProblem[],
): Chord[] {
  const own = ownChords(palette, bindings[palette] ?? [], owners, problems);
  if (own.length > 0) return own;
  if (bindings[palette]) {
    problems.push({
      command: palette,
      message: "The command palette keeps its usual keys, because every command is reached from it.",
    });
  }
  return usualChords(commandNamed(palette), platform, surface).filter((chord) =>
    claim(chord, palette, owners),
  );
}

function ownChords(
  id: CommandID,
  texts: readonly string[],
  owners: Map<string, CommandID>,
  problems: KeyProblem[],
): Chord[] {
  return texts.flatMap((text) => {
    const chord = parseChord(text);
    if (!chord || !usable(chord)) {
      problems.push({ command: id, message: `"${text}" is no key for "${titleOf(id)}" and is ignored.` });
      return [];
    }
    if (claim(chord, id, owners)) return [chord];
    const owner = owners.get(formatChord(chord));
    if (owner !== undefined && owner !== id) {
      problems.push({
        command: id,
        message: `${formatChord(chord)} belongs to "${titleOf(owner)}" as well, which has it.`,
      });
    }
    return [];
  });
}

function claim(chord: Chord, id: CommandID, owners: Map<string, CommandID>): boolean {
  const text = formatChord(chord);
  if (owners.has(text)) return false;
  owners.set(text, id);
  return true;
}

/** The keys of a command before anybody changes them. */
export function usualChords(command: Command | undefined, platform: Platform, surface: Surface): Chord[] {
  if (!command) return [];
  const { pc, mac, pcTab = [], macTab = [] } = command.keys;
  const [all, first] = platform === "macos" ? [mac, macTab] : [pc, pcTab];
  const texts = surface === "tab" ? [...first, ...all] : all;
  // A wrong chord in the list of commands is an error that a test finds.
  return [...new Set(texts)].flatMap((text) => parseChord(text) ?? []);
}

/** The command that a key stroke asks for, if it is one of ours. */
export function commandOf(keymap: Keymap, stroke: Stroke): CommandID | undefined {
  for (const [id, chords] of keymap.chords) {
    if (chords.some((chord) => matches(chord, stroke))) return id;
  }
  return undefined;
}

/** The keys to show for a command, one string per key; empty when it has none. */
export function keysOf(keymap: Keymap, id: CommandID): string[] {
  const chord = keymap.chords.get(id)?.[0];
  return chord ? chordKeys(chord, keymap.platform) : [];
}

/** The other command that has a chord. */
export function ownerOf(keymap: Keymap, chord: Chord): CommandID | undefined {
  const text = formatChord(chord);
  for (const [id, chords] of keymap.chords) {
    if (chords.some((other) => formatChord(other) === text)) return id;
  }
  return undefined;
}

/** The bindings with a command's chords replaced, taken from whoever had them. */
export function rebound(
  bindings: Bindings,
  keymap: Keymap,
  id: CommandID,
  chords: readonly Chord[],
): Record<string, string[]> {
  const texts = chords.map(formatChord);
  const next: Record<string, string[]> = copied(bindings);
  for (const [other, owned] of keymap.chords) {
    if (other === id || !owned.some((chord) => texts.includes(formatChord(chord)))) continue;
    next[other] = owned.map(formatChord).filter((text) => !texts.includes(text));
  }
  next[id] = texts;
  return next;
}

/** As many as the settings take for one command. */
export const mostChords = 8;

/** The chords of a command with one in place of another, or behind them all; without a new one it is removed. */
export function withChord(chords: readonly Chord[], at: number, chord: Chord | undefined): readonly Chord[] {
  const next = [...chords.slice(0, at), ...(chord ? [chord] : []), ...chords.slice(at + 1)];
  // One that the command had elsewhere moves here.
  return next.filter((each, index) => index === at || !chord || !sameChord(each, chord));
}

/** The bindings with a command's usual keys, or all of them. */
export function unbound(bindings: Bindings, id: CommandID): Record<string, string[]> {
  const next = copied(bindings);
  delete next[id];
  return next;
}

function copied(bindings: Bindings): Record<string, string[]> {
  return Object.fromEntries(Object.entries(bindings).map(([id, chords]) => [id, [...chords]]));
}

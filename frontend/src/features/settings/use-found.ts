import { useEffect, useMemo, useState } from "react";
import { useStore } from "zustand";
import type { Backend, Harness, Info, Location, Settings, ShellChoice } from "../../bridge/client";
import { type Command, commands } from "../../domain/commands";
import { chordKeys, formatChord, parseChord, usable } from "../../domain/chords";
import { type CommandID, type Keymap, ownerOf } from "../../domain/keymap";
import { type GraphicsState, graphicsInWords } from "../../domain/graphics";
import type { Session } from "../../state/session";
import { catalogue, fits, type Setting, valueInWords } from "./catalogue";

/** What there is to show of the settings, or what of it fits a search. */
export interface Found {
  readonly settings: readonly Setting[];
  readonly agents: readonly Harness[];
  readonly commands: readonly Command[];
  readonly locations: readonly Location[];
  readonly facts: readonly Fact[];
}

export interface Fact {
  readonly name: string;
  readonly value: string;
}

export interface Sources {
  readonly session: Session;
  readonly backend: Pick<Backend, "client" | "shell">;
  readonly keymap: Keymap;
  readonly search: string;
}

/** Searches names, descriptions and values of everything. */
export function useFound({ session, backend, keymap, search }: Sources): Found {
  const settings = useStore(session.settings.store);
  const info = useStore(session.info);
  const graphics = useStore(session.graphics);
  const locations = useLocations(backend);
  const agents = useStore(session.harnesses.store, ({ list }) => list);
  return useMemo(() => {
    const linuxDesktop = backend.shell === "desktop" && info?.os === "linux";
    return {
      settings: catalogue.filter(
        (setting) =>
          (setting.only === undefined || linuxDesktop) && fits(search, ...settingTexts(setting, settings)),
      ),
      agents: agents.filter(({ name, id }) => fits(search, name, id, agentWords)),
      commands: commandsFitting(commands, keymap, search),
      locations: locations.filter(({ name, path }) => fits(search, name, path)),
      facts: factsOf(info, graphics, navigator.userAgent).filter(({ name, value }) =>
        fits(search, name, value),
      ),
    };
  }, [settings, info, graphics, locations, agents, keymap, search, backend.shell]);
}

/** What the settings of an agent are about, for the search. */
const agentWords = "coding agents harness flags arguments model models favourites hide show launch install";

function settingTexts(setting: Setting, settings: Settings): string[] {
  const { name, description, keywords = "", id } = setting;
  return [name, description, keywords, valueInWords(setting, settings), id];
}

/** Commands by their words or keys; keys that one of them has mean that one alone. */
export function commandsFitting(all: readonly Command[], keymap: Keymap, typed: string): readonly Command[] {
  const chord = parseChord(typed.trim().replace(/\s+/g, "+"));
  const owner = chord && usable(chord) ? ownerOf(keymap, chord) : undefined;
  if (owner !== undefined) return all.filter(({ id }) => id === owner);
  return all.filter(({ id, title, group, keywords }) =>
    fits(typed, title, group, keywords, ...keyTexts(keymap, id)),
  );
}

/** The chords of a command in each way in which a person may type them. */
function keyTexts(keymap: Keymap, id: CommandID): string[] {
  return (keymap.chords.get(id) ?? []).flatMap((chord) => {
    const keys = chordKeys(chord, keymap.platform);
    return [formatChord(chord), keys.join("+"), keys.join(" ")];
  });
}

/** What runs here, as it is of use in a report. */
export function factsOf(info: Info | null, graphics: GraphicsState, userAgent: string): readonly Fact[] {
  if (!info) return [];
  return [
    { name: "Version", value: info.version },
    { name: "Runs as", value: info.kind === "desktop" ? "desktop application" : "browser application" },
    { name: "System", value: `${info.os} ${info.arch}` },
    { name: "Process", value: String(info.pid) },
    { name: "Terminals drawn by", value: graphicsInWords(graphics) },
    { name: "Page", value: userAgent },
  ];
}

/** The list of shells; empty until it is there. Without it the login shell and the chosen one can still be seen. */
export function useShells({ client }: Pick<Backend, "client">): readonly ShellChoice[] {
  return useAnswer(client.settings.shells);
}

function useLocations({ client }: Pick<Backend, "client">): readonly Location[] {
  return useAnswer(client.settings.locations);
}

function useAnswer<T>(ask: () => Promise<readonly T[]>): readonly T[] {
  const [answer, setAnswer] = useState<readonly T[]>([]);
  useEffect(() => {
    let gone = false;
    ask().then(
      (found) => gone || setAnswer(found),
      () => {},
    );
    return () => {
      gone = true;
    };
  }, [ask]);
  return answer;
}

/** What the palette offers now: commands that can be done, workspaces and panes to go to. */
import type { Harness, ModelList } from "../../bridge/client";
import { activePlace } from "../../domain/focus";
import { type Keymap, keysOf } from "../../domain/keymap";
import { type CommandID, commands } from "../../domain/commands";
import { paneDirectory, paneTitle } from "../../domain/pane";
import type { Actions } from "../../state/actions";
import type { Session } from "../../state/session";
import type { PaletteScope, SettingsSection } from "../../state/view";
import type { IconName } from "../../ui/icon";
import type { Ranked } from "./ranking";
import { choicesFor, offered } from "../../domain/harnesses";

export interface Entry extends Ranked {
  readonly keys: readonly string[];
  readonly icon?: IconName;
  /** In place of an icon, the drawing of a harness. */
  readonly drawing?: string;
  readonly run: () => void;
}

/** A part of the settings, or a single one. */
export interface PalettePlace {
  readonly section: SettingsSection;
  readonly setting?: string;
  readonly text: string;
  readonly keywords: string;
}

/** As they are at this moment; the list does not change under the person's hands. */
export function entriesNow(
  session: Session,
  actions: Actions,
  keymap: Keymap,
  places: readonly PalettePlace[],
): Entry[] {
  return [
    ...launchEntries(session),
    ...commandEntries(actions, keymap),
    ...workspaceEntries(session, keymap),
    ...paneEntries(session),
    ...places.map((place) => placeEntry(session, place)),
  ];
}

function placeEntry({ commands: does }: Session, { section, setting, text, keywords }: PalettePlace): Entry {
  return {
    id: `settings:${setting ?? section}`,
    text,
    detail: "",
    keywords,
    icon: "settings",
    keys: [],
    run: () => does.showSettings(section, setting),
  };
}

function commandEntries(actions: Actions, keymap: Keymap): Entry[] {
  return commands
    .filter(({ id }) => id !== "palette" && !numbered.test(id) && actions.available(id))
    .map(({ id, title, group, keywords }) => ({
      id,
      text: title,
      detail: group,
      keywords,
      keys: keysOf(keymap, id),
      run: () => actions.perform(id),
    }));
}

// Workspaces are listed by their names, with the keys of their numbers.
const numbered = /^workspace-\d$/;

function workspaceEntries({ records, view, commands: does }: Session, keymap: Keymap): Entry[] {
  const { settings, focus } = view.getState();
  return records.workspaces().flatMap(({ id, name, path }, index) => {
    // The one in front is no place to go to.
    if (id === focus.active && settings === undefined) return [];
    return {
      id: `workspace:${id}`,
      text: name,
      detail: path,
      icon: "folder" as const,
      keys: index < 9 ? keysOf(keymap, `workspace-${index + 1}` as CommandID) : [],
      run: () => does.showWorkspace(id),
    };
  });
}

function paneEntries({ records, info, commands: does }: Session): Entry[] {
  const home = info.getState()?.home ?? "";
  return records.workspaces().flatMap((workspace) =>
    workspace.panes.flatMap((pane) => {
      const terminal = records.terminal(pane.terminal);
      if (!terminal) return [];
      return {
        id: `pane:${pane.id}`,
        text: paneTitle(terminal),
        // Six shells of one workspace are told apart by where they are.
        detail: [workspace.name, paneDirectory(terminal, { folder: workspace.path, home })]
          .filter(Boolean)
          .join(", "),
        icon: "terminal" as const,
        keys: [],
        run: () => {
          does.showWorkspace(workspace.id);
          does.focusPane(workspace.id, pane.id);
        },
      };
    }),
  );
}

/** Each coding agent that can be launched here, and its favourite models. */
function launchEntries(session: Session): Entry[] {
  return launchable(session).flatMap((harness) => {
    const { favourites } = choicesFor(session.settings.store.getState().launch.harnesses, harness.id);
    return [
      launchEntry(session, harness),
      ...favourites.map((model) => launchEntry(session, harness, model)),
    ];
  });
}

function launchable({ harnesses, settings, view, records }: Session): readonly Harness[] {
  const { focus, settings: shown } = view.getState();
  if (shown !== undefined || activePlace(focus, records.workspaces()) === undefined) return [];
  return offered(harnesses.store.getState().list, settings.store.getState().launch.harnesses);
}

function launchEntry({ arrangement }: Session, { id, name, icon }: Harness, model?: string): Entry {
  return {
    id: model === undefined ? `launch:${id}` : `launch:${id}:${model}`,
    text: model === undefined ? `Launch ${name}` : `Launch ${name} with ${model}`,
    detail: "Coding agents",
    keywords: `start run agent new ${id}`,
    drawing: icon,
    keys: [],
    run: () =>
      void arrangement.newTerminal({ launch: { harness: id, ...(model !== undefined && { model }) } }),
  };
}

/** What a narrowed palette offers, in its own order. */
export function entriesOf(session: Session, scope: PaletteScope, models?: ModelList): Entry[] {
  if (scope.kind === "launch") {
    const terminal: Entry = {
      id: "launch-terminal",
      text: "Terminal",
      detail: "Your shell",
      icon: "terminal",
      keys: [],
      run: () => void session.arrangement.newTerminal(),
    };
    return [...launchable(session).map((harness) => launchEntry(session, harness)), terminal].map(
      (entry, index) => (index < 9 ? { ...entry, keys: [String(index + 1)] } : entry),
    );
  }
  const harness = session.harnesses.named(scope.harness);
  if (!harness || !models) return [];
  return models.models.map((model) => ({
    ...launchEntry(session, harness, model.id),
    text: model.id,
    detail: [model.name === model.id ? "" : model.name, model.provider].filter(Boolean).join(", "),
  }));
}

/** What the palette offers now: commands that can be done, workspaces and panes to go to. */
import { type Keymap, keysOf } from "../../domain/keymap";
import { type CommandID, commands } from "../../domain/commands";
import { paneTitle } from "../../domain/pane";
import type { Actions } from "../../state/actions";
import type { Session } from "../../state/session";
import type { IconName } from "../../ui/icon";
import type { Ranked } from "./ranking";

export interface Entry extends Ranked {
  readonly keys: readonly string[];
  readonly icon?: IconName;
  readonly run: () => void;
}

/** As they are at this moment; the list does not change under the person's hands. */
export function entriesNow(session: Session, actions: Actions, keymap: Keymap): Entry[] {
  return [...commandEntries(actions, keymap), ...workspaceEntries(session, keymap), ...paneEntries(session)];
}

function commandEntries(actions: Actions, keymap: Keymap): Entry[] {
  return commands
    .filter(({ id }) => id !== "palette" && !numbered.test(id) && actions.available(id))
    .map(({ id, title, group }) => ({
      id,
      text: title,
      detail: group,
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

function paneEntries({ records, commands: does }: Session): Entry[] {
  return records.workspaces().flatMap((workspace) =>
    workspace.panes.flatMap((pane) => {
      const terminal = records.terminal(pane.terminal);
      if (!terminal) return [];
      return {
        id: `pane:${pane.id}`,
        text: paneTitle(terminal),
        detail: workspace.name,
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

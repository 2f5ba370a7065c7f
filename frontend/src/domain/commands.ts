/**
 * Everything that the application can be asked to do: the one list that the keymap, the palette, tooltips,
 * menus, the settings and the documentation read. What a command does is in state/actions.ts.
 */

export type Needs =
  | "nothing"
  /** A workspace in front. */
  | "workspace"
  /** A focused pane in it. */
  | "pane"
  /** At least two panes in it. */
  | "several panes";

export type Group = "Panes" | "Terminal" | "Workspaces" | "Application" | "Appearance";

/** Chords as in chords.ts; the first that works in a kind of window is the one that is shown. */
export interface UsualKeys {
  /** Linux and Windows. */
  readonly pc: readonly string[];
  readonly mac: readonly string[];
  /** What comes first in a browser's tab, which keeps some of the others for itself. */
  readonly pcTab?: readonly string[];
  readonly macTab?: readonly string[];
}

export interface Command {
  readonly id: CommandID;
  /** In sentence case. */
  readonly title: string;
  readonly group: Group;
  readonly needs: Needs;
  readonly keys: UsualKeys;
}

interface Row extends Omit<Command, "id" | "keys"> {
  readonly id: string;
  readonly keys?: UsualKeys;
}

const both = (...chords: string[]): UsualKeys => ({ pc: chords, mac: chords });

/** Linux and Windows, then macOS. */
const keys = (pc: string, mac: string, tabs: Pick<UsualKeys, "pcTab" | "macTab"> = {}): UsualKeys => ({
  pc: [pc],
  mac: [mac],
  ...tabs,
});

/*
 * The principle: plain Ctrl+letter, Escape, Tab, Ctrl+arrows, function keys and Alt+letter always reach the
 * terminal; ours are Ctrl+Shift+letter on Linux and Windows and Cmd on macOS. Not used: Ctrl+Shift+U (input
 * methods), Ctrl+Shift+2, 6 and minus (control characters), Ctrl+Alt+arrows (GNOME), Cmd+H and Cmd+M (macOS).
 */
const rows = [
  {
    id: "new-terminal",
    title: "New terminal",
    group: "Panes",
    needs: "nothing",
    // In the launcher it opens the typed folder, or home, with one terminal. N is the key of launching; until
    // agents can be launched, a terminal is what there is to launch.
    keys: {
      pc: ["Ctrl+Shift+T", "Ctrl+Shift+N"],
      mac: ["Cmd+T", "Cmd+N"],
      pcTab: ["Alt+Shift+T", "Alt+Shift+N"],
      macTab: ["Ctrl+Shift+T", "Ctrl+Shift+N"],
    },
  },
  {
    id: "split-right",
    title: "Split right",
    group: "Panes",
    needs: "pane",
    keys: keys("Ctrl+Shift+D", "Cmd+D"),
  },
  {
    id: "split-down",
    title: "Split down",
    group: "Panes",
    needs: "pane",
    keys: keys("Ctrl+Shift+E", "Cmd+Shift+D"),
  },
  {
    id: "close-pane",
    title: "Close pane",
    group: "Panes",
    needs: "pane",
    keys: keys("Ctrl+Shift+W", "Cmd+W", { pcTab: ["Alt+Shift+W"], macTab: ["Ctrl+Shift+W"] }),
  },
  { id: "reopen-pane", title: "Reopen closed pane", group: "Panes", needs: "workspace" },
  {
    id: "rename-pane",
    title: "Rename pane",
    group: "Panes",
    needs: "pane",
    keys: keys("Ctrl+Shift+S", "Cmd+Shift+S"),
  },
  {
    id: "zoom-pane",
    title: "Zoom pane",
    group: "Panes",
    needs: "several panes",
    keys: keys("Ctrl+Shift+Enter", "Cmd+Shift+Enter"),
  },
  { id: "fit-all", title: "Give all panes the same size", group: "Panes", needs: "several panes" },
  {
    id: "undo-layout",
    title: "Undo layout change",
    group: "Panes",
    needs: "workspace",
    keys: keys("Ctrl+Shift+Z", "Cmd+Z"),
  },
  {
    id: "redo-layout",
    title: "Redo layout change",
    group: "Panes",
    needs: "workspace",
    keys: keys("Ctrl+Shift+Y", "Cmd+Shift+Z"),
  },
  ...(["left", "right", "up", "down"] as const).map((side) => {
    const arrow = capital(side);
    return {
      id: `focus-${side}` as const,
      title: side === "up" || side === "down" ? `Focus pane ${below(side)}` : `Focus pane on the ${side}`,
      group: "Panes" as const,
      needs: "several panes" as const,
      // A browser changes its tabs with Cmd+Option+Left and Right.
      keys: keys(`Ctrl+Shift+${arrow}`, `Cmd+Alt+${arrow}`, { macTab: [`Ctrl+Shift+${arrow}`] }),
    };
  }),
  {
    id: "resize-mode",
    title: "Resize panes with the arrow keys",
    group: "Panes",
    needs: "several panes",
    keys: keys("Ctrl+Shift+R", "Cmd+Shift+R"),
  },
  ...(["left", "right", "up", "down"] as const).map((side) => ({
    id: `move-pane-${side}` as const,
    title: `Move pane ${side}`,
    group: "Panes" as const,
    needs: "several panes" as const,
    keys: keys(`Alt+Shift+${capital(side)}`, `Ctrl+Cmd+${capital(side)}`),
  })),
  ...(["left", "right", "up", "down"] as const).map((side) => ({
    id: `swap-pane-${side}` as const,
    title: `Swap pane with the one ${neighbourly(side)}`,
    group: "Panes" as const,
    needs: "several panes" as const,
  })),
  { id: "send-all-keys", title: "Send all keys to the program", group: "Terminal", needs: "pane" },
  { id: "restart-terminal", title: "Restart terminal", group: "Terminal", needs: "pane" },
  {
    id: "find",
    title: "Find in terminal",
    group: "Terminal",
    needs: "pane",
    keys: keys("Ctrl+Shift+F", "Cmd+F"),
  },
  { id: "copy", title: "Copy", group: "Terminal", needs: "pane", keys: keys("Ctrl+Shift+C", "Cmd+C") },
  { id: "paste", title: "Paste", group: "Terminal", needs: "pane", keys: keys("Ctrl+Shift+V", "Cmd+V") },
  {
    id: "prompt-previous",
    title: "Go to previous prompt",
    group: "Terminal",
    needs: "pane",
    // As in the system's own terminal on macOS, where Cmd+Shift+[ and ] change the workspace.
    keys: keys("Ctrl+Shift+[", "Cmd+Up"),
  },
  {
    id: "prompt-next",
    title: "Go to next prompt",
    group: "Terminal",
    needs: "pane",
    keys: keys("Ctrl+Shift+]", "Cmd+Down"),
  },
  { id: "new-workspace", title: "New workspace", group: "Workspaces", needs: "workspace" },
  {
    id: "open-folder",
    title: "Open folder",
    group: "Workspaces",
    needs: "nothing",
    keys: keys("Ctrl+Shift+O", "Cmd+O"),
  },
  {
    id: "close-workspace",
    title: "Close workspace",
    group: "Workspaces",
    needs: "workspace",
    // Not Cmd+Shift+W, with which a browser closes its window.
    keys: keys("Ctrl+Shift+X", "Cmd+Shift+X"),
  },
  { id: "reopen-workspace", title: "Reopen closed workspace", group: "Workspaces", needs: "nothing" },
  { id: "rename-workspace", title: "Rename workspace", group: "Workspaces", needs: "workspace" },
  {
    id: "move-workspace-left",
    title: "Move workspace tab left",
    group: "Workspaces",
    needs: "workspace",
    keys: keys("Alt+Shift+PageUp", "Cmd+Alt+Shift+["),
  },
  {
    id: "move-workspace-right",
    title: "Move workspace tab right",
    group: "Workspaces",
    needs: "workspace",
    keys: keys("Alt+Shift+PageDown", "Cmd+Alt+Shift+]"),
  },
  {
    id: "workspace-next",
    title: "Next workspace",
    group: "Workspaces",
    needs: "nothing",
    keys: keys("Ctrl+Shift+PageDown", "Cmd+Shift+]", { macTab: ["Ctrl+Shift+]"] }),
  },
  {
    id: "workspace-previous",
    title: "Previous workspace",
    group: "Workspaces",
    needs: "nothing",
    keys: keys("Ctrl+Shift+PageUp", "Cmd+Shift+[", { macTab: ["Ctrl+Shift+["] }),
  },
  ...([1, 2, 3, 4, 5, 6, 7, 8, 9] as const).map((number) => ({
    id: `workspace-${number}` as const,
    title: `Go to workspace ${number}`,
    group: "Workspaces" as const,
    needs: "nothing" as const,
    keys: keys(`Alt+${number}`, `Cmd+${number}`),
  })),
  {
    id: "palette",
    title: "Command palette",
    group: "Application",
    needs: "nothing",
    // In a tab, Firefox opens a private window with Ctrl+Shift+P and Cmd+Shift+P.
    keys: { pc: ["Ctrl+Shift+P", "Alt+Shift+P"], mac: ["Cmd+Shift+P", "Ctrl+Shift+P"] },
  },
  {
    id: "settings",
    title: "Settings",
    group: "Application",
    needs: "nothing",
    keys: keys("Ctrl+Shift+,", "Cmd+,"),
  },
  { id: "quit", title: "Quit Clanker Grid", group: "Application", needs: "nothing" },
  {
    id: "font-larger",
    title: "Larger terminal text",
    group: "Appearance",
    needs: "nothing",
    // Ctrl with Shift and = types a plus on the US layout and means the same to the person.
    keys: { pc: ["Ctrl+=", "Ctrl+Shift+=", "Ctrl++"], mac: ["Cmd+=", "Cmd+Shift+=", "Cmd++"] },
  },
  {
    id: "font-smaller",
    title: "Smaller terminal text",
    group: "Appearance",
    needs: "nothing",
    // Ctrl+Shift+minus is undo in readline, so only the bare key is ours.
    keys: keys("Ctrl+-", "Cmd+-"),
  },
  {
    id: "font-reset",
    title: "Usual terminal text size",
    group: "Appearance",
    needs: "nothing",
    keys: keys("Ctrl+0", "Cmd+0"),
  },
  { id: "theme-dark", title: "Dark theme", group: "Appearance", needs: "nothing" },
  { id: "theme-light", title: "Light theme", group: "Appearance", needs: "nothing" },
  { id: "theme-slate", title: "Slate theme", group: "Appearance", needs: "nothing" },
  { id: "theme-system", title: "Theme of the system", group: "Appearance", needs: "nothing" },
] as const satisfies readonly Row[];

function capital(side: string): string {
  return side.charAt(0).toUpperCase() + side.slice(1);
}

function neighbourly(side: "left" | "right" | "up" | "down"): string {
  return side === "up" || side === "down" ? below(side) : `on the ${side}`;
}

function below(side: "up" | "down"): string {
  return side === "up" ? "above" : "below";
}

export type CommandID = (typeof rows)[number]["id"];

const noKeys: UsualKeys = both();

export const commands: readonly Command[] = rows.map((row) => ({
  ...row,
  keys: "keys" in row ? row.keys : noKeys,
}));

const byID: ReadonlyMap<string, Command> = new Map(commands.map((command) => [command.id, command]));

/** undefined for what is no command, as in a settings file of another version. */
export function commandNamed(id: string): Command | undefined {
  return byID.get(id);
}

export function titleOf(id: CommandID): string {
  return byID.get(id)?.title ?? id;
}

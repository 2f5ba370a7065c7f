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

/** In the order in which they are listed. */
export const groups = ["Panes", "Terminal", "Workspaces", "Application", "Appearance"] as const;
export type Group = (typeof groups)[number];

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
  /** Other words by which it is looked for. */
  readonly keywords: string;
}

interface Row extends Omit<Command, "id" | "keys" | "keywords"> {
  readonly id: string;
  readonly keys?: UsualKeys;
  readonly keywords?: string;
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
    keywords: "shell console add launch open pane",
    // In the launcher it opens the typed folder, or home, with one terminal.
    keys: keys("Ctrl+Shift+T", "Cmd+T", { pcTab: ["Alt+Shift+T"], macTab: ["Ctrl+Shift+T"] }),
  },
  {
    id: "launch",
    title: "Launch a coding agent",
    group: "Panes",
    needs: "workspace",
    keywords: "start run agent harness model new menu",
    // Then a number, or a name.
    keys: keys("Ctrl+Shift+N", "Cmd+N", { pcTab: ["Alt+Shift+N"], macTab: ["Ctrl+Shift+N"] }),
  },
  {
    id: "split-right",
    title: "Split right",
    group: "Panes",
    needs: "pane",
    keywords: "vertical column side by side",
    keys: keys("Ctrl+Shift+D", "Cmd+D"),
  },
  {
    id: "split-down",
    title: "Split down",
    group: "Panes",
    needs: "pane",
    keywords: "horizontal row below stack",
    keys: keys("Ctrl+Shift+E", "Cmd+Shift+D"),
  },
  {
    id: "close-pane",
    title: "Close pane",
    group: "Panes",
    needs: "pane",
    keywords: "kill end remove exit",
    keys: keys("Ctrl+Shift+W", "Cmd+W", { pcTab: ["Alt+Shift+W"], macTab: ["Ctrl+Shift+W"] }),
  },
  {
    id: "reopen-pane",
    title: "Reopen closed pane",
    group: "Panes",
    needs: "workspace",
    keywords: "restore undo close",
  },
  {
    id: "rename-pane",
    title: "Rename pane",
    group: "Panes",
    needs: "pane",
    keywords: "title label name",
    keys: keys("Ctrl+Shift+S", "Cmd+Shift+S"),
  },
  {
    id: "zoom-pane",
    title: "Zoom pane",
    group: "Panes",
    needs: "several panes",
    keywords: "maximize maximise fullscreen expand restore unzoom",
    keys: keys("Ctrl+Shift+Enter", "Cmd+Shift+Enter"),
  },
  {
    id: "fit-all",
    title: "Give all panes the same size",
    group: "Panes",
    needs: "several panes",
    keywords: "equal equalize even balance tile resize distribute",
  },
  {
    id: "undo-layout",
    title: "Undo layout change",
    group: "Panes",
    needs: "workspace",
    keywords: "revert back",
    keys: keys("Ctrl+Shift+Z", "Cmd+Z"),
  },
  {
    id: "redo-layout",
    title: "Redo layout change",
    group: "Panes",
    needs: "workspace",
    keywords: "again forward",
    keys: keys("Ctrl+Shift+Y", "Cmd+Shift+Z"),
  },
  ...(["left", "right", "up", "down"] as const).map((side) => {
    const arrow = capital(side);
    return {
      id: `focus-${side}` as const,
      keywords: "go to switch select neighbour neighbor",
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
    keywords: "size larger smaller wider narrower taller keyb keyboard",
    keys: keys("Ctrl+Shift+R", "Cmd+Shift+R"),
  },
  ...(["left", "right", "up", "down"] as const).map((side) => ({
    id: `move-pane-${side}` as const,
    title: `Move pane ${side}`,
    keywords: "rearrange drag reorder",
    group: "Panes" as const,
    needs: "several panes" as const,
    keys: keys(`Alt+Shift+${capital(side)}`, `Ctrl+Cmd+${capital(side)}`),
  })),
  ...(["left", "right", "up", "down"] as const).map((side) => ({
    id: `swap-pane-${side}` as const,
    title: `Swap pane with the one ${neighbourly(side)}`,
    keywords: `exchange switch ${side}`,
    group: "Panes" as const,
    needs: "several panes" as const,
  })),
  {
    id: "send-all-keys",
    title: "Send all keys to the program",
    group: "Terminal",
    needs: "pane",
    keywords: "passthrough raw keyboard shortcuts program",
  },
  {
    id: "restart-terminal",
    title: "Restart terminal",
    group: "Terminal",
    needs: "pane",
    keywords: "rerun run again respawn relaunch",
  },
  {
    id: "find",
    title: "Find in terminal",
    group: "Terminal",
    needs: "pane",
    keywords: "search look",
    keys: keys("Ctrl+Shift+F", "Cmd+F"),
  },
  {
    id: "copy",
    title: "Copy",
    group: "Terminal",
    needs: "pane",
    keywords: "clipboard selection",
    keys: keys("Ctrl+Shift+C", "Cmd+C"),
  },
  {
    id: "paste",
    title: "Paste",
    group: "Terminal",
    needs: "pane",
    keywords: "clipboard insert",
    keys: keys("Ctrl+Shift+V", "Cmd+V"),
  },
  {
    id: "prompt-previous",
    title: "Go to previous prompt",
    group: "Terminal",
    needs: "pane",
    keywords: "jump command scroll up",
    // As in the system's own terminal on macOS, where Cmd+Shift+[ and ] change the workspace.
    keys: keys("Ctrl+Shift+[", "Cmd+Up"),
  },
  {
    id: "prompt-next",
    title: "Go to next prompt",
    group: "Terminal",
    needs: "pane",
    keywords: "jump command scroll down",
    keys: keys("Ctrl+Shift+]", "Cmd+Down"),
  },
  {
    id: "scroll-to-top",
    title: "Scroll to top",
    group: "Terminal",
    needs: "pane",
    keywords: "beginning start oldest first history scrollback home",
    keys: keys("Ctrl+Shift+Home", "Cmd+Home"),
  },
  {
    id: "scroll-to-bottom",
    title: "Scroll to bottom",
    group: "Terminal",
    needs: "pane",
    keywords: "end newest last latest history scrollback",
    keys: keys("Ctrl+Shift+End", "Cmd+End"),
  },
  {
    id: "select-all",
    title: "Select all",
    group: "Terminal",
    needs: "pane",
    keywords: "mark everything copy text selection",
    // Ctrl+Shift+A is for what waits for an answer, and plain Ctrl+A is the program's.
    keys: { pc: [], mac: ["Cmd+A"] },
  },
  {
    id: "new-workspace",
    title: "New workspace",
    group: "Workspaces",
    needs: "workspace",
    keywords: "project launcher add tab",
  },
  {
    id: "open-folder",
    title: "Open folder",
    group: "Workspaces",
    needs: "nothing",
    keywords: "project directory browse",
    keys: keys("Ctrl+Shift+O", "Cmd+O"),
  },
  {
    id: "close-workspace",
    title: "Close workspace",
    group: "Workspaces",
    needs: "workspace",
    keywords: "project tab",
    // Not Cmd+Shift+W, with which a browser closes its window.
    keys: keys("Ctrl+Shift+X", "Cmd+Shift+X"),
  },
  {
    id: "reopen-workspace",
    title: "Reopen closed workspace",
    group: "Workspaces",
    needs: "nothing",
    keywords: "restore undo close project tab",
  },
  {
    id: "rename-workspace",
    title: "Rename workspace",
    group: "Workspaces",
    needs: "workspace",
    keywords: "title label name project tab",
  },
  {
    id: "move-workspace-left",
    title: "Move workspace tab left",
    group: "Workspaces",
    needs: "workspace",
    keywords: "reorder",
    keys: keys("Alt+Shift+PageUp", "Cmd+Alt+Shift+["),
  },
  {
    id: "move-workspace-right",
    title: "Move workspace tab right",
    group: "Workspaces",
    needs: "workspace",
    keywords: "reorder",
    keys: keys("Alt+Shift+PageDown", "Cmd+Alt+Shift+]"),
  },
  {
    id: "workspace-next",
    title: "Next workspace",
    group: "Workspaces",
    needs: "nothing",
    keywords: "switch tab forward project",
    keys: keys("Ctrl+Shift+PageDown", "Cmd+Shift+]", { macTab: ["Ctrl+Shift+]"] }),
  },
  {
    id: "workspace-previous",
    title: "Previous workspace",
    group: "Workspaces",
    needs: "nothing",
    keywords: "switch tab back project",
    keys: keys("Ctrl+Shift+PageUp", "Cmd+Shift+[", { macTab: ["Ctrl+Shift+["] }),
  },
  ...([1, 2, 3, 4, 5, 6, 7, 8, 9] as const).map((number) => ({
    id: `workspace-${number}` as const,
    title: `Go to workspace ${number}`,
    keywords: "ws tab project switch",
    group: "Workspaces" as const,
    needs: "nothing" as const,
    keys: keys(`Alt+${number}`, `Cmd+${number}`),
  })),
  {
    id: "palette",
    title: "Command palette",
    group: "Application",
    needs: "nothing",
    keywords: "search commands",
    // In a tab, Firefox opens a private window with Ctrl+Shift+P and Cmd+Shift+P.
    keys: { pc: ["Ctrl+Shift+P", "Alt+Shift+P"], mac: ["Cmd+Shift+P", "Ctrl+Shift+P"] },
  },
  {
    id: "settings",
    title: "Settings",
    group: "Application",
    needs: "nothing",
    keywords: "preferences options configuration config customize shortcuts keyboard",
    keys: keys("Ctrl+Shift+,", "Cmd+,"),
  },
  {
    id: "quit",
    title: "Quit Clanker Grid",
    group: "Application",
    needs: "nothing",
    keywords: "exit close end",
  },
  {
    id: "font-larger",
    title: "Larger terminal text",
    group: "Appearance",
    needs: "nothing",
    keywords: "font size bigger increase zoom in grow",
    // Ctrl with Shift and = types a plus on the US layout and means the same to the person.
    keys: { pc: ["Ctrl+=", "Ctrl+Shift+=", "Ctrl++"], mac: ["Cmd+=", "Cmd+Shift+=", "Cmd++"] },
  },
  {
    id: "font-smaller",
    title: "Smaller terminal text",
    group: "Appearance",
    needs: "nothing",
    keywords: "font size decrease zoom out shrink",
    // Ctrl+Shift+minus is undo in readline, so only the bare key is ours.
    keys: keys("Ctrl+-", "Cmd+-"),
  },
  {
    id: "font-reset",
    title: "Usual terminal text size",
    group: "Appearance",
    needs: "nothing",
    keywords: "font default normal reset zoom",
    keys: keys("Ctrl+0", "Cmd+0"),
  },
  {
    id: "theme-dark",
    title: "Dark theme",
    group: "Appearance",
    needs: "nothing",
    keywords: "colour color scheme night mode appearance",
  },
  {
    id: "theme-light",
    title: "Light theme",
    group: "Appearance",
    needs: "nothing",
    keywords: "colour color scheme day bright mode appearance",
  },
  {
    id: "theme-slate",
    title: "Slate theme",
    group: "Appearance",
    needs: "nothing",
    keywords: "colour color scheme grey gray mode appearance",
  },
  {
    id: "theme-system",
    title: "Theme of the system",
    group: "Appearance",
    needs: "nothing",
    keywords: "colour color scheme auto follow mode appearance",
  },
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
  keywords: "keywords" in row ? row.keywords : "",
}));

const byID: ReadonlyMap<string, Command> = new Map(commands.map((command) => [command.id, command]));

/** undefined for what is no command, as in a settings file of another version. */
export function commandNamed(id: string): Command | undefined {
  return byID.get(id);
}

export function titleOf(id: CommandID): string {
  return byID.get(id)?.title ?? id;
}

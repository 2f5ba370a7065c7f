/**
 * What each command does, and whether it can be done now. Keys, the palette, menus and buttons all come here.
 */
import type { Client, Settings, Theme } from "../bridge/client";
import { activePlace } from "../domain/focus";
import { type CommandID, commandNamed, type Needs } from "../domain/commands";
import type { Direction } from "../domain/layout/tree";
import type { Session } from "./session";

/** What the emulator of the focused terminal can be asked; it is made outside of this layer. */
export interface FocusedTerminal {
  hasSelection(): boolean;
  copy(): boolean;
  /** False when the page may not read the clipboard. */
  pasteClipboard(): Promise<boolean>;
  jumpToPrompt(direction: -1 | 1): void;
  scrollTo(end: "top" | "bottom"): void;
  selectAll(): void;
}

interface Doing {
  readonly run: () => void;
  /** Beyond what the list of commands says it needs. */
  readonly when?: () => boolean;
}

// Below 6 no letter can be told from another; beyond 72 a pane holds a word.
const [smallestFont, largestFont] = [6, 72];

export class Actions {
  private readonly table: Readonly<Record<CommandID, Doing>>;

  constructor(
    private readonly session: Session,
    private readonly client: Pick<Client, "app" | "terminals">,
    private readonly terminal: () => FocusedTerminal | undefined,
  ) {
    this.table = {
      ...this.panes(),
      ...this.terminals(),
      ...this.workspaces(),
      ...this.application(),
      ...this.appearance(),
    };
  }

  /** Whether performing it now would do something. */
  available(id: CommandID): boolean {
    return this.has(commandNamed(id)?.needs ?? "nothing") && (this.table[id].when?.() ?? true);
  }

  /** Does it, or nothing when it is not available. */
  perform(id: CommandID): void {
    if (this.available(id)) this.table[id].run();
  }

  private has(needs: Needs): boolean {
    if (needs === "nothing") return true;
    const { focus, settings } = this.session.view.getState();
    // What the settings cover is not worked on.
    if (settings !== undefined) return false;
    const workspace = activePlace(focus, this.session.records.workspaces());
    if (!workspace || needs === "workspace") return workspace !== undefined;
    return workspace.panes.length >= (needs === "several panes" ? 2 : 1);
  }

  private panes() {
    const { arrangement, commands, launching, records, view } = this.session;
    const front = () => activePlace(view.getState().focus, records.workspaces());
    const each = <const Prefix extends string>(prefix: Prefix, run: (direction: Direction) => void) =>
      ({
        [`${prefix}-left`]: { run: () => run("left") },
        [`${prefix}-right`]: { run: () => run("right") },
        [`${prefix}-up`]: { run: () => run("up") },
        [`${prefix}-down`]: { run: () => run("down") },
      }) as Record<`${Prefix}-${Direction}`, Doing>;
    return {
      "new-terminal": {
        run: () => void (front() ? arrangement.newTerminal() : launching.openPlain()),
        when: () => view.getState().settings === undefined,
      },
      launch: { run: () => commands.showPalette(true, { kind: "launch" }) },
      "split-right": { run: () => void arrangement.split("right") },
      "split-down": { run: () => void arrangement.split("below") },
      "close-pane": { run: () => void commands.closeFocused() },
      "reopen-pane": {
        run: () => void arrangement.reopenPane(),
        when: () => (front()?.reopenable ?? 0) > 0,
      },
      "rename-pane": { run: () => commands.startRenaming() },
      "zoom-pane": { run: () => arrangement.zoom() },
      "fit-all": { run: () => arrangement.fitAll() },
      "undo-layout": { run: () => arrangement.undo(), when: () => arrangement.canUndo() },
      "redo-layout": { run: () => arrangement.redo(), when: () => arrangement.canRedo() },
      "resize-mode": { run: () => arrangement.resizeMode() },
      ...each("focus", (direction) => arrangement.focus(direction)),
      ...each("move-pane", (direction) => arrangement.move(direction)),
      ...each("swap-pane", (direction) => arrangement.swap(direction)),
    };
  }

  private terminals() {
    const { commands, notices } = this.session;
    const over = () => {
      const state = commands.focusedTerminal()?.state;
      return state === "exited" || state === "failed";
    };
    return {
      "send-all-keys": { run: () => void this.toggleSendAllKeys() },
      "restart-terminal": {
        run: () => {
          const terminal = commands.focusedTerminal();
          if (terminal) void commands.restart(terminal.id);
        },
        when: over,
      },
      find: { run: () => commands.find(true) },
      copy: {
        run: () => void this.terminal()?.copy(),
        when: () => this.terminal()?.hasSelection() ?? false,
      },
      paste: {
        run: () => {
          void this.terminal()
            ?.pasteClipboard()
            .then((read) => read || notices.add(unreadableClipboard));
        },
      },
      "prompt-previous": { run: () => this.terminal()?.jumpToPrompt(-1) },
      "prompt-next": { run: () => this.terminal()?.jumpToPrompt(1) },
      "scroll-to-top": { run: () => this.terminal()?.scrollTo("top") },
      "scroll-to-bottom": { run: () => this.terminal()?.scrollTo("bottom") },
      "select-all": { run: () => this.terminal()?.selectAll() },
    };
  }

  private workspaces() {
    const { commands, records, tabs } = this.session;
    const several = () => records.workspaces().length > 1;
    const numbered = (number: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9): Doing => ({
      run: () => commands.showNumbered(number),
      when: () => records.workspaces().length >= number,
    });
    return {
      "new-workspace": { run: () => commands.showLauncher() },
      "open-folder": { run: () => commands.openFolderByKey() },
      "close-workspace": { run: () => void commands.closeActiveWorkspace() },
      "reopen-workspace": { run: () => void tabs.reopenLast() },
      "rename-workspace": { run: () => tabs.startRenaming() },
      "move-workspace-left": { run: () => tabs.moveBy(-1), when: several },
      "move-workspace-right": { run: () => tabs.moveBy(1), when: several },
      "workspace-next": { run: () => commands.showNext(1), when: () => records.workspaces().length > 0 },
      "workspace-previous": { run: () => commands.showNext(-1), when: () => records.workspaces().length > 0 },
      "workspace-1": numbered(1),
      "workspace-2": numbered(2),
      "workspace-3": numbered(3),
      "workspace-4": numbered(4),
      "workspace-5": numbered(5),
      "workspace-6": numbered(6),
      "workspace-7": numbered(7),
      "workspace-8": numbered(8),
      "workspace-9": numbered(9),
    };
  }

  private application() {
    const { commands } = this.session;
    return {
      palette: { run: () => commands.showPalette(true) },
      settings: { run: () => commands.showSettings() },
      quit: { run: () => void this.quit() },
    };
  }

  private appearance() {
    const { settings } = this.session;
    const size = (next: (now: number) => number): Doing => ({
      run: () =>
        this.change((now) => withAppearance(now, { fontSize: bounded(next(now.appearance.fontSize)) })),
    });
    const theme = (name: Theme): Doing => ({
      run: () => this.change((now) => withAppearance(now, { theme: name })),
      when: () => settings.store.getState().appearance.theme !== name,
    });
    return {
      "font-larger": size((now) => now + 1),
      "font-smaller": size((now) => now - 1),
      "font-reset": size(() => settings.defaults.getState().appearance.fontSize),
      "theme-dark": theme("dark"),
      "theme-light": theme("light"),
      "theme-slate": theme("slate"),
      "theme-system": theme("system"),
    };
  }

  private change(make: (settings: Settings) => Settings): void {
    const { settings, notices } = this.session;
    settings.change(make).catch((failure: unknown) => notices.report(failure, "Changing the settings"));
  }

  private async toggleSendAllKeys(): Promise<void> {
    const { arrangement, commands, records } = this.session;
    const terminal = commands.focusedTerminal();
    const pane = records.workspace(terminal?.workspace ?? "")?.panes.find(({ id }) => id === terminal?.pane);
    if (terminal && pane) await arrangement.sendAllKeys(terminal.workspace, pane.id, !pane.sendAllKeys);
  }

  /** Asks where something runs, as closing the window does. */
  private async quit(): Promise<void> {
    const { commands, notices } = this.session;
    try {
      const plan = await this.client.app.quitPlan();
      if (plan.running.length > 0) commands.ask({ kind: "quit", plan });
      else await this.client.app.quit();
    } catch (failure) {
      notices.report(failure, "Quitting");
    }
  }
}

const unreadableClipboard = {
  id: "page:clipboard",
  level: "info",
  message: "This page may not read the clipboard.",
  hint: "Paste with the key, or allow the clipboard in the browser.",
};

function bounded(size: number): number {
  return Math.min(largestFont, Math.max(smallestFont, Math.round(size)));
}

function withAppearance(settings: Settings, change: Partial<Settings["appearance"]>): Settings {
  return { ...settings, appearance: { ...settings.appearance, ...change } };
}

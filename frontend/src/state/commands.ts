/**
 * What the user can do. A command asks the backend and lets events tell the outcome; what fails becomes a
 * notice, except where the caller shows the failure itself.
 */
import type {
  Client,
  LaunchChoice,
  OpenResult,
  Terminal,
  TerminalID,
  Workspace,
  WorkspaceID,
} from "../bridge/client";
import type { Sought } from "../domain/finding";
import { activePlace, cycled, focusedPane, withActive, withFocusedPane } from "../domain/focus";
import { paneTitle } from "../domain/pane";
import { zoomFollowing } from "../domain/zoom";
import type { Notices } from "./notices";
import type { Records } from "./records";
import type { PaletteScope, Question, SettingsSection, ViewStore } from "./view";

export interface CommandTargets {
  readonly harnesses: { recheck(): Promise<void> };
  readonly records: Records;
  readonly notices: Notices;
  readonly view: ViewStore;
}

export class Commands {
  constructor(
    private readonly client: Client,
    private readonly on: CommandTargets,
  ) {}

  /** Opens a folder and brings it to the front. Rejects with the backend's error, for the field to show. */
  async openFolder(path: string, terminals: number, launch?: LaunchChoice): Promise<OpenResult> {
    const result = await this.client.workspaces.open(path, terminals, launch ?? null);
    this.on.records.learnWorkspace(result.workspace);
    this.showWorkspace(result.workspace.id);
    return result;
  }

  showWorkspace(id: WorkspaceID): void {
    this.on.view.setState(({ focus }) => ({
      focus: withActive(focus, id),
      browsing: false,
      settings: undefined,
    }));
  }

  showLauncher(): void {
    this.on.view.setState(({ focus }) => ({
      focus: withActive(focus, undefined),
      browsing: false,
      settings: undefined,
      cameFrom: focus.active,
    }));
  }

  /** Back from the launcher to the workspace it was opened from, or another one; false when there is none. */
  leaveLauncher(): boolean {
    const workspaces = this.on.records.workspaces();
    if (this.activeWorkspace()) return false;
    const { cameFrom } = this.on.view.getState();
    const target = workspaces.find(({ id }) => id === cameFrom) ?? workspaces[0];
    if (target) this.showWorkspace(target.id);
    return target !== undefined;
  }

  /** The launcher; when it is in front already, its folder list. */
  openFolderByKey(): void {
    if (this.activeWorkspace()) this.showLauncher();
    else this.browse(true);
  }

  browse(open: boolean): void {
    this.on.view.setState({ browsing: open });
  }

  showNumbered(number: number): void {
    const workspace = this.on.records.workspaces()[number - 1];
    if (workspace) this.showWorkspace(workspace.id);
  }

  showNext(step: 1 | -1): void {
    const next = cycled(this.on.view.getState().focus, this.on.records.workspaces(), step);
    if (next !== undefined) this.showWorkspace(next);
  }

  focusPane(workspace: WorkspaceID, pane: string): void {
    const place = this.on.records.workspace(workspace);
    this.on.view.setState(({ focus, zoomed }) => ({
      focus: withFocusedPane(focus, workspace, pane),
      zoomed: place ? zoomFollowing(zoomed, place, pane) : zoomed,
    }));
  }

  async closeFocused(): Promise<void> {
    const terminal = this.focusedTerminal();
    if (terminal) await this.closeTerminal(terminal.id);
  }

  /** Closes a terminal, or asks first when something runs in it. */
  async closeTerminal(terminal: TerminalID, confirmed = false): Promise<void> {
    const known = this.on.records.terminal(terminal);
    const title = known ? paneTitle(known) : "this terminal";
    try {
      const { closed, running } = await this.client.terminals.close(terminal, confirmed);
      if (!closed && running.length > 0) this.ask({ kind: "close-terminal", terminal, title, running });
    } catch (failure) {
      this.on.notices.report(failure, "Closing the terminal");
    }
  }

  /** Closes a workspace, or asks first when something runs in it. */
  async closeWorkspace(workspace: WorkspaceID, confirmed = false): Promise<void> {
    const title = this.on.records.workspace(workspace)?.name ?? "this workspace";
    try {
      const { closed, running } = await this.client.workspaces.close(workspace, confirmed);
      if (!closed && running.length > 0) this.ask({ kind: "close-workspace", workspace, title, running });
    } catch (failure) {
      this.on.notices.report(failure, "Closing the workspace");
    }
  }

  async closeActiveWorkspace(): Promise<void> {
    const workspace = this.activeWorkspace();
    if (workspace) await this.closeWorkspace(workspace.id);
  }

  /** Lets the user type a name for a terminal, the focused one unless told otherwise. */
  startRenaming(terminal = this.focusedTerminal()?.id): void {
    this.on.view.setState({ renaming: terminal });
  }

  endRenaming(): void {
    this.on.view.setState({ renaming: undefined });
  }

  async rename(terminal: TerminalID, name: string): Promise<void> {
    try {
      await this.client.terminals.rename(terminal, name.trim());
    } catch (failure) {
      this.on.notices.report(failure, "Renaming");
    }
  }

  async restart(terminal: TerminalID): Promise<void> {
    try {
      await this.client.terminals.restart(terminal);
    } catch (failure) {
      this.on.notices.report(failure, "Restarting");
    }
  }

  /** Puts a question to the user. While another one stands, a paste is answered with no. */
  ask(question: Question): void {
    const standing = this.on.view.getState().question;
    if (standing && question.kind === "paste") {
      question.answer(false);
      return;
    }
    if (standing?.kind === "paste") standing.answer(false);
    this.on.view.setState({ question });
  }

  /** Answers the question that stands. Escape and Cancel are no. */
  answer(yes: boolean): void {
    const { question } = this.on.view.getState();
    if (!question) return;
    this.on.view.setState({ question: undefined });
    if (question.kind === "paste") question.answer(yes);
    if (!yes) return;
    if (question.kind === "close-terminal") void this.closeTerminal(question.terminal, true);
    if (question.kind === "close-workspace") void this.closeWorkspace(question.workspace, true);
    if (question.kind === "reset-keys") question.reset();
    if (question.kind === "quit") {
      this.client.app.quit().catch((failure: unknown) => this.on.notices.report(failure, "Quitting"));
    }
  }

  /** Looks for every coding agent anew. */
  recheckAgents(): void {
    this.on.harnesses
      .recheck()
      .catch((failure: unknown) => this.on.notices.report(failure, "Looking for coding agents"));
  }

  showPalette(open: boolean, scope?: PaletteScope): void {
    this.on.view.setState({ palette: open, scope });
  }

  /** Shows a part of the settings, over whatever is in front; at one of them, by its name in the file. */
  showSettings(section: SettingsSection = "general", setting?: string): void {
    const soughtSetting = setting === undefined ? undefined : { id: setting };
    this.on.view.setState({ settings: section, soughtSetting, palette: false, browsing: false });
  }

  /** Back to where one was before the settings. */
  leaveSettings(): void {
    this.on.view.setState({ settings: undefined, soughtSetting: undefined });
  }

  find(open: boolean): void {
    this.on.view.setState({ finding: open ? this.focusedTerminal()?.id : undefined });
  }

  openMenu(terminal: TerminalID, at: { readonly x: number; readonly y: number }): void {
    this.on.view.setState({ menu: { terminal, x: at.x, y: at.y } });
  }

  closeMenu(): void {
    this.on.view.setState({ menu: undefined });
  }

  seek(sought: Sought): void {
    this.on.view.setState({ sought });
  }

  focusedTerminal(): Terminal | undefined {
    const workspace = this.activeWorkspace();
    const pane = workspace && focusedPane(this.on.view.getState().focus, workspace);
    return pane && this.on.records.terminal(pane.terminal);
  }

  private activeWorkspace(): Workspace | undefined {
    return activePlace(this.on.view.getState().focus, this.on.records.workspaces());
  }
}

/**
 * What the user can do. A command asks the backend and lets events tell the outcome; what fails becomes a
 * notice, except where the caller shows the failure itself.
 */
import type { Client, OpenResult, Terminal, TerminalID, Workspace, WorkspaceID } from "../bridge/client";
import type { Sought } from "../domain/finding";
import { activePlace, cycled, focusedPane, withActive, withFocusedPane } from "../domain/focus";
import { type Direction, gridRoom, neighbour } from "../domain/grid";
import { paneTitle } from "../domain/pane";
import type { Notices } from "./notices";
import type { Records } from "./records";
import { boundedFontSize, defaultFontSize, type Question, type ViewStore } from "./view";

export interface CommandTargets {
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
  async openFolder(path: string, terminals: number): Promise<OpenResult> {
    const result = await this.client.workspaces.open(path, terminals);
    this.on.records.learnWorkspace(result.workspace);
    this.showWorkspace(result.workspace.id);
    return result;
  }

  showWorkspace(id: WorkspaceID): void {
    this.on.view.setState(({ focus }) => ({ focus: withActive(focus, id), browsing: false }));
  }

  showLauncher(): void {
    this.on.view.setState(({ focus }) => ({
      focus: withActive(focus, undefined),
      browsing: false,
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
    this.on.view.setState(({ focus }) => ({ focus: withFocusedPane(focus, workspace, pane) }));
  }

  focusDirection(direction: Direction): void {
    const workspace = this.activeWorkspace();
    if (!workspace) return;
    const { focus, room } = this.on.view.getState();
    const current = focusedPane(focus, workspace);
    const index = workspace.panes.findIndex((pane) => pane.id === current?.id);
    const target = neighbour(workspace.panes.length, index, direction, room);
    const pane = target === undefined ? undefined : workspace.panes[target];
    if (pane) this.focusPane(workspace.id, pane.id);
  }

  /** The area of the grids has this size in CSS pixels; one that is not shown has none. */
  measured(width: number, height: number): void {
    if (width === 0 || height === 0) return;
    const room = gridRoom(width, height);
    const before = this.on.view.getState().room;
    if (room.columns !== before.columns || room.rows !== before.rows) this.on.view.setState({ room });
  }

  async newTerminal(): Promise<void> {
    const workspace = this.activeWorkspace();
    if (!workspace) return;
    try {
      const pane = await this.client.terminals.new(workspace.id, {});
      this.focusPane(workspace.id, pane.id);
    } catch (failure) {
      this.on.notices.report(failure, "Starting a terminal");
    }
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
    if (question.kind === "quit") {
      this.client.app.quit().catch((failure: unknown) => this.on.notices.report(failure, "Quitting"));
    }
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

  changeFont(change: "larger" | "smaller" | "reset"): void {
    const step = { larger: 1, smaller: -1, reset: 0 }[change];
    this.on.view.setState(({ fontSize }) => ({
      fontSize: step === 0 ? defaultFontSize : boundedFontSize(fontSize + step),
    }));
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

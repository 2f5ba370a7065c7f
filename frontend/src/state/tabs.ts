/**
 * What the user can do with the tabs of workspaces: put them into another order, name them, and bring back
 * what was closed. Calls are not ordered on their way, so each tab has one move under way at a time.
 */
import type { Client, OpenResult, Recent, WorkspaceID } from "../bridge/client";
import { CallError } from "../bridge/client";
import type { Notices } from "./notices";
import type { Records } from "./records";
import type { ViewStore } from "./view";

export interface TabTargets {
  readonly records: Records;
  readonly notices: Notices;
  readonly view: ViewStore;
  readonly commands: {
    showWorkspace(id: WorkspaceID): void;
    closeWorkspace(id: WorkspaceID): Promise<void>;
  };
}

export class Tabs {
  private readonly wanted = new Map<WorkspaceID, number>();
  private readonly moving = new Set<WorkspaceID>();

  constructor(
    private readonly client: Pick<Client, "workspaces">,
    private readonly on: TabTargets,
  ) {}

  /** Puts a tab at a position, counted from 0; beyond an end is that end. */
  move(id: WorkspaceID, position: number): void {
    const order = this.on.records.workspaces();
    const from = order.findIndex((workspace) => workspace.id === id);
    const to = Math.min(Math.max(0, position), order.length - 1);
    if (from < 0 || to === from) return;
    this.wanted.set(id, to);
    this.on.records.expectMove(id, to);
    if (!this.moving.has(id)) void this.send(id);
  }

  /** Moves a tab, the one in front unless told otherwise, by one place. */
  moveBy(step: 1 | -1, id: WorkspaceID | undefined = this.active()): void {
    const from = this.on.records.workspaces().findIndex((workspace) => workspace.id === id);
    if (id !== undefined && from >= 0) this.move(id, from + step);
  }

  /** Lets the user type a name for a workspace, the one in front unless told otherwise. */
  startRenaming(id: WorkspaceID | undefined = this.active()): void {
    this.on.view.setState({ renamingWorkspace: id });
  }

  endRenaming(): void {
    this.on.view.setState({ renamingWorkspace: undefined });
  }

  /** An empty name gives a workspace the name of its folder. */
  async rename(id: WorkspaceID, name: string): Promise<void> {
    try {
      await this.client.workspaces.rename(id, name.trim());
    } catch (failure) {
      this.on.notices.report(failure, "Renaming the workspace");
    }
  }

  /** Closes every workspace but one. Where something runs it is asked, about one workspace after the other. */
  async closeOthers(id: WorkspaceID): Promise<void> {
    for (const other of this.on.records.workspaces()) {
      if (other.id === id) continue;
      await this.on.commands.closeWorkspace(other.id);
      await this.answered();
    }
  }

  /** Brings back the workspace that was closed last, with its panes. */
  async reopenLast(): Promise<void> {
    try {
      this.show(await this.client.workspaces.reopenLast());
    } catch (failure) {
      if (failure instanceof CallError && failure.kind === "not-found") {
        const { message, hint } = failure;
        this.on.notices.add({ id: "page:reopen", level: "info", message, hint });
      } else this.on.notices.report(failure, "Reopening the workspace");
    }
  }

  /** Opens a folder as it was left. Rejects with the backend's error, for the field to show. */
  async restore({ environment, path }: Pick<Recent, "environment" | "path">): Promise<void> {
    this.show(await this.client.workspaces.restore(environment, path));
  }

  private show({ workspace }: OpenResult): void {
    this.on.records.learnWorkspace(workspace);
    this.on.commands.showWorkspace(workspace.id);
  }

  /** Resolves once no question stands. */
  private answered(): Promise<void> {
    const { view } = this.on;
    if (view.getState().question === undefined) return Promise.resolve();
    return new Promise((resolve) => {
      const unsubscribe = view.subscribe(({ question }) => {
        if (question !== undefined) return;
        unsubscribe();
        resolve();
      });
    });
  }

  private active(): WorkspaceID | undefined {
    return this.on.view.getState().focus.active;
  }

  private async send(id: WorkspaceID): Promise<void> {
    this.moving.add(id);
    for (let to = this.wanted.get(id); to !== undefined; to = this.wanted.get(id)) {
      this.wanted.delete(id);
      try {
        await this.client.workspaces.move(id, to);
      } catch (failure) {
        this.wanted.delete(id);
        this.on.notices.report(failure, "Moving the workspace");
      }
    }
    this.moving.delete(id);
    this.on.records.expectMove(id, undefined);
  }
}

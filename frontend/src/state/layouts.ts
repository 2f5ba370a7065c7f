/**
 * The layouts of the workspaces, as the backend keeps them and as this view has changed them. A change shows
 * at once. It is kept as what the user did and not as its result, so that it can be made again on the layout
 * that another view made meanwhile. One request per workspace is under way at a time; what the backend refuses
 * is taken back.
 */
import { createStore, type StoreApi } from "zustand/vanilla";
import { type Disposable, DisposableStore } from "../base/disposable";
import { CallError, type Client, type Workspace, type WorkspaceID } from "../bridge/client";
import { documentOf, parseLayout } from "../domain/layout/document";
import {
  type History,
  noHistory,
  type Placing,
  reconciled,
  recorded,
  redone,
  undone,
} from "../domain/layout/history";
import { type LayoutTree, sameTree } from "../domain/layout/tree";
import type { Notices } from "./notices";
import type { Records } from "./records";

/** What the user did, to whatever layout there is; it gives the layout back where it makes no sense. */
export type Change = (tree: LayoutTree) => LayoutTree;

export type LayoutTrees = ReadonlyMap<WorkspaceID, LayoutTree>;

export interface LayoutTargets {
  readonly records: Records;
  readonly notices: Notices;
}

interface Pending {
  readonly change: Change;
  /** What could be undone before it: what can be when the backend refuses it. */
  readonly before: History;
}

interface Desk {
  history: History;
  readonly pending: Pending[];
  /** What is under way: the layout, and how many of the pending changes are in it. */
  flight: { readonly tree: LayoutTree; readonly changes: number } | undefined;
  sending: boolean;
}

interface Sketch {
  readonly workspace: WorkspaceID;
  readonly change: Change;
}

// Each conflict means that another view was quicker; more in a row than this means that something is wrong.
const attempts = 8;

export class Layouts implements Disposable {
  /** As this view shows them: every known workspace has one. */
  readonly store: StoreApi<LayoutTrees> = createStore<LayoutTrees>(() => new Map());
  private readonly owned = new DisposableStore();
  private readonly desks = new Map<WorkspaceID, Desk>();
  private readonly parsed = new WeakMap<Workspace, LayoutTree>();
  private sketched: Sketch | undefined;

  constructor(
    private readonly client: Pick<Client, "workspaces">,
    private readonly on: LayoutTargets,
  ) {
    this.owned.defer(
      on.records.store.subscribe(({ workspaces }, before) => {
        if (workspaces.records !== before.workspaces.records) this.show();
      }),
    );
    this.show();
  }

  tree(workspace: WorkspaceID): LayoutTree {
    return this.store.getState().get(workspace);
  }

  /** Makes a change, here at once and soon in every view. */
  change(workspace: WorkspaceID, change: Change): void {
    this.keepSketch();
    const desk = this.desk(workspace);
    this.perform(workspace, change, recorded(desk.history, this.tree(workspace)));
  }

  /** Shows a change that is still being made. It replaces the one shown before; nothing is sent of it. */
  sketch(workspace: WorkspaceID, change: Change): void {
    if (this.sketched && this.sketched.workspace !== workspace) this.keepSketch();
    this.sketched = { workspace, change };
    this.show();
  }

  /** The same, on top of what is shown already. */
  extendSketch(workspace: WorkspaceID, change: Change): void {
    const so = this.sketched?.workspace === workspace ? this.sketched.change : undefined;
    this.sketch(workspace, so ? (tree) => change(so(tree)) : change);
  }

  /** Makes the change that was being made. */
  keepSketch(): void {
    const { sketched } = this;
    if (!sketched) return;
    this.dropSketch();
    this.change(sketched.workspace, sketched.change);
  }

  dropSketch(): void {
    if (!this.sketched) return;
    this.sketched = undefined;
    this.show();
  }

  /** Goes back to the layout before the last change of this view; false when there is none. */
  undo(workspace: WorkspaceID, place?: Placing): boolean {
    return this.step(workspace, undone, place);
  }

  redo(workspace: WorkspaceID, place?: Placing): boolean {
    return this.step(workspace, redone, place);
  }

  canUndo(workspace: WorkspaceID): boolean {
    return undone(this.desk(workspace).history, this.tree(workspace)) !== undefined;
  }

  canRedo(workspace: WorkspaceID): boolean {
    return redone(this.desk(workspace).history, this.tree(workspace)) !== undefined;
  }

  dispose(): void {
    this.owned.dispose();
  }

  private step(workspace: WorkspaceID, take: typeof undone, place?: Placing): boolean {
    this.keepSketch();
    const step = take(this.desk(workspace).history, this.tree(workspace), place);
    if (!step) return false;
    this.perform(workspace, (tree) => reconciled(step.tree, tree, place), step.history);
    return true;
  }

  private perform(workspace: WorkspaceID, change: Change, history: History): void {
    const tree = this.tree(workspace);
    if (sameTree(tree, change(tree))) return;
    const desk = this.desk(workspace);
    desk.pending.push({ change, before: desk.history });
    desk.history = history;
    this.show();
    if (!desk.sending) void this.send(workspace, desk);
  }

  private desk(workspace: WorkspaceID): Desk {
    const known = this.desks.get(workspace);
    if (known) return known;
    const desk: Desk = { history: noHistory, pending: [], flight: undefined, sending: false };
    this.desks.set(workspace, desk);
    return desk;
  }

  private async send(id: WorkspaceID, desk: Desk): Promise<void> {
    desk.sending = true;
    try {
      let conflicts = 0;
      while (desk.pending.length > 0) {
        const workspace = this.on.records.workspace(id);
        if (!workspace) return;
        try {
          await this.sendOnce(workspace, desk);
          conflicts = 0;
        } catch (failure) {
          conflicts += 1;
          const conflict = failure instanceof CallError && failure.kind === "conflict";
          if (!conflict || conflicts === attempts) throw failure;
          await this.catchUp(workspace);
        }
      }
    } catch (failure) {
      desk.history = desk.pending[0]?.before ?? desk.history;
      desk.pending.length = 0;
      this.on.notices.report(failure, "Changing the layout");
    } finally {
      desk.flight = undefined;
      desk.sending = false;
      this.show();
    }
  }

  private async sendOnce(workspace: Workspace, desk: Desk): Promise<void> {
    const { id, layout } = workspace;
    const base = this.confirmed(workspace);
    const changes = desk.pending.length;
    const tree = made(base, desk.pending);
    if (sameTree(tree, base)) {
      // Another view did the same, or what was changed is gone.
      desk.pending.splice(0, changes);
      return;
    }
    desk.flight = { tree, changes };
    try {
      const answer = await this.client.workspaces.arrange(id, layout.revision, documentOf(tree));
      desk.pending.splice(0, changes);
      desk.flight = undefined;
      this.on.records.learnWorkspace(answer);
    } finally {
      desk.flight = undefined;
    }
  }

  /** Waits for nothing: the event of what the other view did may still be on its way. */
  private async catchUp({ id, layout }: Workspace): Promise<void> {
    if (this.on.records.workspace(id)?.layout.revision !== layout.revision) return;
    const list = await this.client.workspaces.list();
    const newer = list.find((workspace) => workspace.id === id);
    if (newer) this.on.records.learnWorkspace(newer);
  }

  private confirmed(workspace: Workspace): LayoutTree {
    if (this.parsed.has(workspace)) return this.parsed.get(workspace);
    const { id, name, layout, panes } = workspace;
    const ids = panes.map((pane) => pane.id);
    const { tree, repaired } = parseLayout(layout.root, ids);
    this.parsed.set(workspace, tree);
    if (repaired) {
      this.on.notices.add({
        id: `page:layout:${id}`,
        level: "warning",
        message: `The layout of ${name} could not be read in full.`,
        hint: "Every pane is shown; arrange them anew where they are out of place.",
      });
    }
    return tree;
  }

  private shown(workspace: Workspace): LayoutTree {
    const base = this.confirmed(workspace);
    const { pending = [], flight } = this.desks.get(workspace.id) ?? {};
    // The event of a change may come before the answer to it, and no change is made twice.
    const arrived = flight && sameTree(base, flight.tree) ? flight.changes : 0;
    const tree = made(base, pending.slice(arrived));
    return this.sketched?.workspace === workspace.id ? this.sketched.change(tree) : tree;
  }

  private show(): void {
    const before = this.store.getState();
    const trees = new Map<WorkspaceID, LayoutTree>();
    for (const workspace of this.on.records.workspaces()) {
      const [old, tree] = [before.get(workspace.id), this.shown(workspace)];
      trees.set(workspace.id, sameTree(old, tree) ? old : tree);
    }
    for (const id of this.desks.keys()) if (!trees.has(id)) this.desks.delete(id);
    this.store.setState(trees, true);
  }
}

function made(tree: LayoutTree, pending: readonly Pending[]): LayoutTree {
  return pending.reduce((result, { change }) => change(result), tree);
}

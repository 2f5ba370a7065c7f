/**
 * What the user can do with the panes of the workspace in front: add, place, size and zoom them, and move the
 * focus between them. It knows how large the panes' area is; which change a command is, the domain decides.
 */
import { createStore, type StoreApi } from "zustand/vanilla";
import type {
  Client,
  LaunchChoice,
  NewPane,
  Pane,
  PaneID,
  Settings,
  Workspace,
  WorkspaceID,
} from "../bridge/client";
import { activePlace, focusedPane } from "../domain/focus";
import { type Destination, moved } from "../domain/layout/changes";
import { dragged, type Geometry, geometryOf, layoutMetrics, type Metrics } from "../domain/layout/geometry";
import type { Placing } from "../domain/layout/history";
import { bestPlace, hasEdge, neighbour, sideOf, splitterFor } from "../domain/layout/places";
import { equalised, resized } from "../domain/layout/sizes";
import { movedWords, type NameOf } from "../domain/layout/wording";
import { paneTitle } from "../domain/pane";
import type { Direction, LayoutTree, Side } from "../domain/layout/tree";
import { withZoom, zoomedPane } from "../domain/zoom";
import type { Layouts } from "./layouts";
import type { Notices } from "./notices";
import type { Records } from "./records";
import type { ViewStore } from "./view";

export interface ArrangementTargets {
  readonly records: Records;
  readonly notices: Notices;
  readonly view: ViewStore;
  readonly layouts: Layouts;
  readonly settings: { readonly store: { getState(): Settings } };
  readonly commands: { focusPane(workspace: WorkspaceID, pane: PaneID): void };
}

/** What is wanted of a new pane; without a side it goes to the best place. */
export interface NewTerminal {
  readonly side?: Side;
  readonly shell?: string;
  readonly launch?: LaunchChoice;
}

// What an arrow key moves a splitter by, in CSS pixels of the interface: about two columns or one row, and with
// Shift four times that.
const [smallStep, largeStep] = [16, 64];

export class Arrangement {
  /** What was done last that only eyes would notice, for a live region. */
  readonly told: StoreApi<string> = createStore<string>(() => "");
  /** The panes of each workspace by their last focus, the latest first. */
  private readonly recent = new Map<WorkspaceID, readonly PaneID[]>();

  constructor(
    private readonly client: Pick<Client, "terminals">,
    private readonly on: ArrangementTargets,
  ) {}

  /** Follows the focus; returns how to stop. */
  follow(): () => void {
    return this.on.view.subscribe(({ focus, resizing }, before) => {
      if (resizing !== undefined && focus.active !== resizing) this.endResizing(true);
      if (focus.panes === before.focus.panes) return;
      for (const [workspace, pane] of focus.panes) {
        const others = (this.recent.get(workspace) ?? []).filter((other) => other !== pane);
        this.recent.set(workspace, [pane, ...others]);
      }
      for (const workspace of this.recent.keys()) {
        if (!focus.panes.has(workspace)) this.recent.delete(workspace);
      }
    });
  }

  /** The area of the grids has this size in CSS pixels; one that is not shown has none. */
  measured(width: number, height: number): void {
    const { area } = this.on.view.getState();
    const same = area.width === width && area.height === height;
    if (width > 0 && height > 0 && !same) this.on.view.setState({ area: { width, height } });
  }

  get metrics(): Metrics {
    return layoutMetrics(this.on.settings.store.getState().appearance.uiScale / 100);
  }

  /** Adds a terminal at the best place, or at a side of the focused pane. */
  async newTerminal({ side, shell, launch }: NewTerminal = {}): Promise<void> {
    const workspace = this.front();
    if (!workspace) return;
    const focused = this.focused(workspace)?.id;
    const place = side && focused !== undefined ? { beside: focused, side } : this.bestPlace(workspace);
    const wish = { ...place, ...(shell !== undefined && { shell }), ...(launch && { launch }) };
    await this.add(workspace.id, launch ? "Launching the agent" : "Starting a terminal", () =>
      this.client.terminals.new(workspace.id, wish),
    );
  }

  /** Halves a pane, the focused one unless told otherwise, for a terminal in the same directory. */
  async split(side: Side, pane?: PaneID): Promise<void> {
    const workspace = this.front();
    const beside = pane ?? (workspace && this.focused(workspace)?.id);
    if (!workspace || beside === undefined) return;
    const wish: NewPane = { beside, side, sameFolder: true };
    await this.add(workspace.id, "Splitting the pane", () => this.client.terminals.new(workspace.id, wish));
  }

  /** Brings back the pane of the workspace that was closed last. */
  async reopenPane(): Promise<void> {
    const workspace = this.front();
    if (!workspace || workspace.reopenable === 0) return;
    await this.add(workspace.id, "Reopening the pane", () => this.client.terminals.reopen(workspace.id));
  }

  focus(direction: Direction): void {
    const workspace = this.front();
    const pane = workspace && this.focused(workspace);
    if (!workspace || !pane) return;
    const next = neighbour(this.geometry(workspace.id), pane.id, direction, this.recent.get(workspace.id));
    if (next !== undefined) this.on.commands.focusPane(workspace.id, next);
  }

  /** Moves the focused pane past its neighbour, or to the edge of the workspace where there is none. */
  move(direction: Direction): void {
    const workspace = this.front();
    const pane = workspace && this.focused(workspace)?.id;
    if (!workspace || pane === undefined) return;
    this.unzoom(workspace.id);
    const geometry = this.geometry(workspace.id);
    if (hasEdge(geometry, pane, direction)) return;
    const side = sideOf[direction];
    const beside = neighbour(geometry, pane, direction, this.recent.get(workspace.id));
    this.place(
      workspace.id,
      pane,
      beside === undefined ? { kind: "edge", side } : { kind: "side", pane: beside, side },
    );
  }

  /** Exchanges the focused pane with its neighbour. */
  swap(direction: Direction): void {
    const workspace = this.front();
    const pane = workspace && this.focused(workspace)?.id;
    if (!workspace || pane === undefined) return;
    this.unzoom(workspace.id);
    const other = neighbour(this.geometry(workspace.id), pane, direction, this.recent.get(workspace.id));
    if (other !== undefined) this.place(workspace.id, pane, { kind: "swap", pane: other });
  }

  /** Moves a pane and says so. */
  place(workspace: WorkspaceID, pane: PaneID, to: Destination): void {
    this.on.layouts.change(workspace, (tree) => moved(tree, pane, to));
    this.tell(movedWords(pane, to, this.namesIn(workspace)));
  }

  /** Says something to those who do not see it; the same words again are said again. */
  tell(words: string): void {
    const last = this.told.getState();
    this.told.setState(last === words ? `${words}\u00a0` : words, true);
  }

  /** What the panes of a workspace are called. */
  namesIn(workspace: WorkspaceID): NameOf {
    return (id) => {
      const pane = this.on.records.workspace(workspace)?.panes.find((each) => each.id === id);
      const terminal = pane && this.on.records.terminal(pane.terminal);
      return terminal ? paneTitle(terminal) : "Terminal";
    };
  }

  /** Leaves every key to the program of a pane, or no longer. */
  async sendAllKeys(workspace: WorkspaceID, pane: PaneID, all: boolean): Promise<void> {
    const known = this.on.records.workspace(workspace)?.panes.find(({ id }) => id === pane);
    if (!known) return;
    try {
      await this.client.terminals.sendAllKeys(known.terminal, all);
    } catch (failure) {
      this.on.notices.report(failure, "Sending all keys");
    }
  }

  fitAll(): void {
    const workspace = this.front();
    if (!workspace) return;
    this.unzoom(workspace.id);
    this.on.layouts.change(workspace.id, equalised);
  }

  undo(): void {
    const workspace = this.front();
    if (!workspace) return;
    this.unzoom(workspace.id);
    this.on.layouts.undo(workspace.id, this.placing(workspace));
  }

  redo(): void {
    const workspace = this.front();
    if (!workspace) return;
    this.unzoom(workspace.id);
    this.on.layouts.redo(workspace.id, this.placing(workspace));
  }

  canUndo(): boolean {
    const workspace = this.front();
    return workspace !== undefined && this.on.layouts.canUndo(workspace.id);
  }

  canRedo(): boolean {
    const workspace = this.front();
    return workspace !== undefined && this.on.layouts.canRedo(workspace.id);
  }

  /** Lets a pane, the focused one unless told otherwise, fill the area, or ends that. */
  zoom(pane?: PaneID): void {
    const workspace = this.front();
    if (!workspace) return;
    const wanted = pane ?? this.focused(workspace)?.id;
    const { zoomed } = this.on.view.getState();
    if (wanted === undefined || workspace.panes.length < 2) return;
    const ends = zoomedPane(zoomed, workspace) !== undefined;
    this.endResizing(true);
    this.on.commands.focusPane(workspace.id, wanted);
    this.on.view.setState({ zoomed: withZoom(zoomed, workspace.id, ends ? undefined : wanted) });
  }

  /** From here on arrow keys size the focused pane; once more ends it. */
  resizeMode(): void {
    const workspace = this.front();
    if (this.on.view.getState().resizing !== undefined) this.endResizing(true);
    else if (workspace && workspace.panes.length > 1) {
      this.unzoom(workspace.id);
      this.on.view.setState({ resizing: workspace.id });
    }
  }

  /** Moves the edge of the focused pane that lies in this direction, as seen while resizing. */
  resize(direction: Direction, large: boolean): void {
    const { resizing } = this.on.view.getState();
    const workspace = resizing === undefined ? undefined : this.on.records.workspace(resizing);
    const pane = workspace && this.focused(workspace)?.id;
    if (!workspace || pane === undefined) return;
    const placed = splitterFor(this.geometry(workspace.id), pane, direction);
    if (!placed) return;
    const step = this.step(large) * (direction === "right" || direction === "down" ? 1 : -1);
    const sizes = dragged(placed, step);
    this.on.layouts.extendSketch(workspace.id, (tree) => resized(tree, placed.splitter, sizes));
  }

  /** What an arrow key moves by, in CSS pixels. */
  step(large: boolean): number {
    const { uiScale } = this.on.settings.store.getState().appearance;
    return Math.max(1, Math.round(((large ? largeStep : smallStep) * uiScale) / 100));
  }

  endResizing(keep: boolean): void {
    if (this.on.view.getState().resizing === undefined) return;
    this.on.view.setState({ resizing: undefined });
    if (keep) this.on.layouts.keepSketch();
    else this.on.layouts.dropSketch();
  }

  private async add(workspace: WorkspaceID, doing: string, call: () => Promise<Pane>): Promise<void> {
    // What was sized so far is kept while its splitters are what they were.
    this.endResizing(true);
    try {
      const pane = await call();
      // A new pane that cannot be seen would be no answer.
      this.unzoom(workspace);
      this.on.commands.focusPane(workspace, pane.id);
    } catch (failure) {
      this.on.notices.report(failure, doing);
    }
  }

  private unzoom(workspace: WorkspaceID): void {
    this.on.view.setState(({ zoomed }) => ({ zoomed: withZoom(zoomed, workspace, undefined) }));
  }

  private front(): Workspace | undefined {
    return activePlace(this.on.view.getState().focus, this.on.records.workspaces());
  }

  private focused(workspace: Workspace): Pane | undefined {
    return focusedPane(this.on.view.getState().focus, workspace);
  }

  private geometry(workspace: WorkspaceID): Geometry {
    return this.geometryOf(this.on.layouts.tree(workspace));
  }

  private geometryOf(tree: LayoutTree): Geometry {
    return geometryOf(tree, this.on.view.getState().area, this.metrics);
  }

  private bestPlace(workspace: Workspace, tree = this.on.layouts.tree(workspace.id)) {
    const focused = this.focused(workspace)?.id;
    return bestPlace(this.geometryOf(tree), this.cell(), this.metrics.gap, focused);
  }

  private placing(workspace: Workspace): Placing {
    return (tree) => this.bestPlace(workspace, tree);
  }

  /** A cell of the bundled font: letters are 0.6 of its size wide, and rows a third taller than it. */
  private cell(): { readonly width: number; readonly height: number } {
    const { fontSize, lineHeight } = this.on.settings.store.getState().appearance;
    return { width: fontSize * 0.6, height: (((fontSize * 4) / 3) * lineHeight) / 100 };
  }
}

/**
 * Everything that this page knows, tied to one backend. It decides when to ask for lists and what a removal
 * means for the focus; what the user does is in commands.ts.
 */
import { createStore, type StoreApi } from "zustand/vanilla";
import { type Disposable, DisposableStore } from "../base/disposable";
import type { Backend, ConnectionState, Info, Workspace } from "../bridge/client";
import { followed, noFocus, withActive } from "../domain/focus";
import { type GraphicsState, undecided } from "../domain/graphics";
import { inOrder } from "../domain/tabs";
import { Arrangement } from "./arrangement";
import { Commands } from "./commands";
import { Harnesses } from "./harnesses";
import { Launching } from "./launching";
import { Layouts } from "./layouts";
import { Marks } from "./marks";
import { Notices } from "./notices";
import { Records } from "./records";
import { SettingsStore } from "./settings";
import { PlaceKeeper, type Presence } from "./place";
import { Tabs } from "./tabs";
import { createViewStore, remembers, type ViewMemory, type ViewStore } from "./view";

/** What the session needs of its backend; terminals' bytes never pass through here. */
export type SessionBackend = Pick<Backend, "client" | "events" | "connection" | "window">;

export class Session implements Disposable {
  readonly connection: StoreApi<ConnectionState>;
  readonly info: StoreApi<Info | null> = createStore<Info | null>(() => null);
  /** What draws the terminals. */
  readonly graphics: StoreApi<GraphicsState> = createStore<GraphicsState>(() => undecided);
  readonly records: Records;
  readonly notices: Notices;
  readonly settings: SettingsStore;
  readonly harnesses: Harnesses;
  readonly marks = new Marks();
  readonly view: ViewStore;
  readonly commands: Commands;
  readonly tabs: Tabs;
  readonly layouts: Layouts;
  readonly arrangement: Arrangement;
  readonly launching: Launching;
  private readonly owned = new DisposableStore();
  private readonly place: PlaceKeeper | undefined;
  /** Where the view was is known, from its own memory or the last window's. */
  private placed: boolean;

  constructor(
    private readonly backend: SessionBackend,
    memory?: ViewMemory,
    presence?: Presence,
  ) {
    const { connection, events } = backend;
    this.connection = createStore<ConnectionState>(() => connection.state);
    this.records = this.owned.add(new Records(backend));
    this.notices = this.owned.add(new Notices(backend));
    this.settings = this.owned.add(new SettingsStore(backend));
    this.harnesses = this.owned.add(new Harnesses(backend));
    this.owned.add(this.marks);
    this.placed = remembers(memory);
    this.view = createViewStore(memory);
    this.place = presence && this.owned.add(new PlaceKeeper(backend.client, this.view, presence));
    this.commands = new Commands(backend.client, this);
    this.tabs = new Tabs(backend.client, this);
    this.layouts = this.owned.add(new Layouts(backend.client, this));
    this.arrangement = new Arrangement(backend.client, this);
    this.owned.defer(this.arrangement.follow());
    this.launching = new Launching(this);

    this.owned.defer(this.records.store.subscribe((state, before) => this.follow(state, before)));
    this.owned.add(events.on("focus-workspace", ({ id }) => this.commands.showWorkspace(id)));
    this.owned.add(events.on("quit-requested", (plan) => this.commands.ask({ kind: "quit", plan })));
    this.owned.add(connection.ownerChanged(() => this.startOver()));
    this.owned.add(connection.changed((state) => this.connected(state)));
    this.connected(connection.state);
  }

  /** The question about quitting is on the screen. */
  quitIsAsked(): void {
    this.backend.window?.asksToQuit();
  }

  dispose(): void {
    this.owned.dispose();
  }

  private connected(state: ConnectionState): void {
    this.connection.setState(state, true);
    if (state.phase === "open") void this.hydrate();
  }

  private startOver(): void {
    this.records.forget();
    this.settings.forget();
    this.placed = false;
    this.view.setState({ focus: noFocus, zoomed: new Map(), question: undefined, finding: undefined });
    if (this.connection.getState().phase === "open") void this.hydrate();
  }

  private async hydrate(): Promise<void> {
    try {
      // Before the lists, so that no other workspace is in front for a moment.
      if (!this.placed) this.placed = (await this.place?.recall()) ?? false;
      const [info] = await Promise.all([
        this.backend.client.app.info(),
        this.records.hydrate(),
        this.notices.hydrate(),
        // Terminals are shown with them from the start.
        this.settings.hydrate().catch((failure: unknown) => {
          if (this.connection.getState().phase === "open")
            this.notices.report(failure, "Loading the settings");
        }),
        // Nothing waits for a CLI: what is not known yet is told later.
        this.harnesses.hydrate().catch((failure: unknown) => {
          if (this.connection.getState().phase === "open")
            this.notices.report(failure, "Loading the coding agents");
        }),
      ]);
      this.info.setState(info, true);
    } catch (failure) {
      // A lost connection shows itself, and everything is asked for again when it opens.
      if (this.connection.getState().phase === "open") this.notices.report(failure, "Loading");
    }
  }

  private follow(
    state: ReturnType<Records["store"]["getState"]>,
    before: ReturnType<Records["store"]["getState"]>,
  ): void {
    for (const [id, terminal] of before.terminals.records) {
      if (state.terminals === before.terminals) break;
      const now = state.terminals.records.get(id);
      if (!now) this.marks.forget(id);
      // The report was of a process that is gone.
      else if (now.epoch !== terminal.epoch || now.state === "exited") this.marks.progressed(id, null);
    }
    if (state.workspaces.records === before.workspaces.records && state.hydrated === before.hydrated) return;
    const places: Workspace[] = inOrder(state.workspaces.records.values());
    let focus = followed(this.view.getState().focus, inOrder(before.workspaces.records.values()), places);
    const firstList = state.hydrated && !before.hydrated;
    // A view that was at the launcher stays there.
    const atLauncher = this.placed && focus.active === undefined;
    if (firstList && !atLauncher && !places.some((place) => place.id === focus.active)) {
      focus = withActive(focus, places[0]?.id);
    }
    if (focus !== this.view.getState().focus) this.view.setState({ focus });
  }
}

/**
 * The workspaces and terminals of the backend, as this page knows them. Events are subscribed to before any
 * list is asked for, and every time the connection opens the lists are asked for again.
 */
import { createStore, type StoreApi } from "zustand/vanilla";
import type { Disposable } from "../base/disposable";
import { DisposableStore } from "../base/disposable";
import type { Client, Events, Terminal, TerminalID, Workspace, WorkspaceID } from "../bridge/client";
import {
  awaitingList,
  emptyLedger,
  type Ledger,
  withList,
  withRemoval,
  withSnapshot,
} from "../domain/ledger";
import { inOrder, type Moves, noMoves } from "../domain/tabs";

export interface RecordsState {
  readonly workspaces: Ledger<Workspace>;
  readonly terminals: Ledger<Terminal>;
  /** Tabs that this page has moved and the backend has not answered for. */
  readonly moves: Moves;
  /** Whether the lists have arrived at least once since the start or the last change of owner. */
  readonly hydrated: boolean;
}

const nothing: RecordsState = {
  workspaces: emptyLedger(),
  terminals: emptyLedger(),
  moves: noMoves,
  hydrated: false,
};

export interface RecordsBackend {
  readonly client: Pick<Client, "workspaces" | "terminals">;
  readonly events: Events;
}

export class Records implements Disposable {
  readonly store: StoreApi<RecordsState> = createStore<RecordsState>(() => nothing);
  private readonly owned = new DisposableStore();
  private request = 0;

  constructor(private readonly backend: RecordsBackend) {
    const { events } = backend;
    this.owned.add(events.on("workspace", (workspace) => this.learnWorkspace(workspace)));
    this.owned.add(events.on("terminal", (terminal) => this.change("terminals", withSnapshot, terminal)));
    this.owned.add(events.on("workspace-removed", ({ id }) => this.change("workspaces", withRemoval, id)));
    this.owned.add(events.on("terminal-removed", ({ id }) => this.change("terminals", withRemoval, id)));
  }

  /** A snapshot that came as the answer of a call, ahead of its event or behind it. */
  learnWorkspace(workspace: Workspace): void {
    this.change("workspaces", withSnapshot, workspace);
  }

  /** Asks for both lists. Only the answer to the latest request counts. */
  async hydrate(): Promise<void> {
    this.request += 1;
    const request = this.request;
    this.store.setState((state) => ({
      workspaces: awaitingList(state.workspaces),
      terminals: awaitingList(state.terminals),
    }));
    const [workspaces, terminals] = await Promise.all([
      this.backend.client.workspaces.list(),
      this.backend.client.terminals.list(),
    ]);
    if (request !== this.request) return;
    this.store.setState((state) => ({
      workspaces: withList(state.workspaces, workspaces),
      terminals: withList(state.terminals, terminals),
      hydrated: true,
    }));
  }

  /** Another owner answers: nothing known so far exists any more. */
  forget(): void {
    this.request += 1;
    this.store.setState(nothing);
  }

  /** In the order of their tabs. */
  workspaces(): Workspace[] {
    const { workspaces, moves } = this.store.getState();
    return inOrder(workspaces.records.values(), moves);
  }

  /** A tab was put somewhere; undefined when the backend has answered. */
  expectMove(id: WorkspaceID, position: number | undefined): void {
    this.store.setState(({ moves }) => {
      const next = new Map(moves);
      next.delete(id);
      if (position !== undefined) next.set(id, position);
      return { moves: next };
    });
  }

  workspace(id: WorkspaceID): Workspace | undefined {
    return this.store.getState().workspaces.records.get(id);
  }

  terminal(id: TerminalID): Terminal | undefined {
    return this.store.getState().terminals.records.get(id);
  }

  dispose(): void {
    this.request += 1;
    this.owned.dispose();
  }

  private change<K extends "workspaces" | "terminals", A>(
    key: K,
    step: (ledger: RecordsState[K], argument: A) => RecordsState[K],
    argument: A,
  ): void {
    this.store.setState((state) => {
      const next = step(state[key], argument);
      return next === state[key] ? state : { ...state, [key]: next };
    });
  }
}

/**
 * What the launcher is about to open. It is kept beside the launcher, so that what was typed is there when it
 * comes back, and so that a key can open it from anywhere.
 */
import { createStore, type StoreApi } from "zustand/vanilla";
import { CallError, type Info, type Recent } from "../bridge/client";

export interface LaunchFailure {
  readonly message: string;
  readonly hint: string;
}

export interface LaunchingState {
  readonly path: string;
  readonly terminals: number;
  /** Why the last folder could not be opened. */
  readonly failure: LaunchFailure | undefined;
  readonly busy: boolean;
}

export interface LaunchingTargets {
  readonly info: StoreApi<Info | null>;
  readonly commands: { openFolder(path: string, terminals: number): Promise<unknown> };
  readonly tabs: { restore(recent: Recent): Promise<void> };
}

export class Launching {
  readonly store: StoreApi<LaunchingState> = createStore<LaunchingState>(() => ({
    path: "",
    terminals: 4,
    failure: undefined,
    busy: false,
  }));

  constructor(private readonly on: LaunchingTargets) {}

  choosePath(path: string): void {
    this.store.setState({ path, failure: undefined });
  }

  chooseTerminals(terminals: number): void {
    this.store.setState({ terminals });
  }

  /** Opens the typed folder with as many terminals as were chosen. */
  async open(): Promise<void> {
    const { path, terminals } = this.store.getState();
    if (path.trim() !== "") await this.attempt(path, () => this.on.commands.openFolder(path, terminals));
  }

  /** Opens the typed folder, else the home folder, with one terminal. */
  async openPlain(): Promise<void> {
    const path = this.store.getState().path.trim() || (this.on.info.getState()?.home ?? "");
    await this.attempt(path, () => this.on.commands.openFolder(path, 1));
  }

  /** Opens a folder as it was left. */
  async restore(recent: Recent): Promise<void> {
    await this.attempt(recent.path, () => this.on.tabs.restore(recent));
  }

  private async attempt(path: string, open: () => Promise<unknown>): Promise<void> {
    if (this.store.getState().busy) return;
    this.store.setState({ busy: true, failure: undefined });
    try {
      await open();
      this.store.setState({ path: "", busy: false });
    } catch (failure) {
      this.store.setState({ path, failure: described(failure), busy: false });
    }
  }
}

function described(failure: unknown): LaunchFailure {
  if (failure instanceof CallError) return { message: failure.message, hint: failure.hint };
  return { message: "The folder could not be opened.", hint: "Try again; the log names the cause." };
}

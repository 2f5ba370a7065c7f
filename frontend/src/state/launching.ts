/**
 * What the launcher is about to open. It is kept beside the launcher, so that what was typed is there when it
 * comes back, and so that a key can open it from anywhere.
 */
import { createStore, type StoreApi } from "zustand/vanilla";
import { CallError, type Info, type LaunchChoice, type Recent, type Settings } from "../bridge/client";
import { type HarnessFacts, pickedOf } from "../domain/harnesses";

export interface LaunchFailure {
  readonly message: string;
  readonly hint: string;
}

export interface LaunchingState {
  readonly path: string;
  readonly terminals: number;
  /** What each terminal runs; empty for the user's shell. */
  readonly harness: string;
  /** By harness; absent for its default. */
  readonly models: Readonly<Record<string, string>>;
  /** Why the last folder could not be opened. */
  readonly failure: LaunchFailure | undefined;
  readonly busy: boolean;
}

export interface LaunchingTargets {
  readonly info: StoreApi<Info | null>;
  readonly commands: { openFolder(path: string, terminals: number, launch?: LaunchChoice): Promise<unknown> };
  readonly harnesses: { readonly store: { getState(): { readonly list: readonly HarnessFacts[] } } };
  readonly settings: { readonly store: { getState(): Pick<Settings, "launch"> } };
  readonly tabs: { restore(recent: Recent): Promise<void> };
}

export class Launching {
  readonly store: StoreApi<LaunchingState> = createStore<LaunchingState>(() => ({
    path: "",
    terminals: 4,
    harness: "",
    models: {},
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

  /** Chooses what the terminals run; its model is one of those that are offered, or empty for its default. */
  chooseHarness(harness: string, model?: string): void {
    this.store.setState(({ models }) => ({
      harness,
      failure: undefined,
      ...(model !== undefined && { models: { ...models, [harness]: model } }),
    }));
  }

  /** Opens the typed folder with as many terminals as were chosen, each with what was chosen. */
  async open(): Promise<void> {
    const { path, terminals } = this.store.getState();
    const launch = this.launch();
    if (path.trim() !== "") {
      await this.attempt(path, () => this.on.commands.openFolder(path, terminals, launch));
    }
  }

  /** What was chosen, as long as it can be launched. */
  private launch(): LaunchChoice | undefined {
    const { harness: picked, models } = this.store.getState();
    const { list } = this.on.harnesses.store.getState();
    const harness = pickedOf(list, this.on.settings.store.getState().launch.harnesses, picked)?.id;
    return harness === undefined
      ? undefined
      : { harness, ...(models[harness] && { model: models[harness] }) };
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

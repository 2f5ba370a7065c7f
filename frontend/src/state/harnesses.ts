/**
 * Which coding agents there are on the machine and which models they list, as the backend knows it. Lists of
 * models are asked for when somebody is about to look at them, because a CLI may take seconds to answer.
 */
import { createStore, type StoreApi } from "zustand/vanilla";
import { type Disposable, DisposableStore } from "../base/disposable";
import { CallError, type Client, type Events, type Harness, type ModelList } from "../bridge/client";

export interface HarnessesBackend {
  readonly client: Pick<Client, "harnesses">;
  readonly events: Events;
}

export interface HarnessesState {
  readonly list: readonly Harness[];
  /** By harness; absent for one that was not asked. */
  readonly models: Readonly<Record<string, ModelList>>;
  /** The harnesses whose models are being asked for. */
  readonly asking: ReadonlySet<string>;
  /** Whether all of them are being looked for because the user wants it. */
  readonly rechecking: boolean;
}

const noModels: ModelList = { models: [], standIn: false, failed: "", hint: "", incomplete: false };

export class Harnesses implements Disposable {
  readonly store: StoreApi<HarnessesState> = createStore<HarnessesState>(() => ({
    list: [],
    models: {},
    asking: new Set(),
    rechecking: false,
  }));
  private readonly owned = new DisposableStore();
  /** Counts what was told, so that an answer that was overtaken by an event is not believed. */
  private told = 0;

  constructor(private readonly backend: HarnessesBackend) {
    this.owned.add(
      backend.events.on("harnesses", (list) => {
        this.told += 1;
        this.store.setState({ list });
      }),
    );
  }

  /** Asks for what is known; on a connection that opens again, too. */
  async hydrate(): Promise<void> {
    const before = this.told;
    const list = await this.backend.client.harnesses.list();
    if (this.told === before) this.store.setState({ list });
  }

  named(id: string): Harness | undefined {
    return this.store.getState().list.find((harness) => harness.id === id);
  }

  /** Looks for every CLI anew. */
  async recheck(): Promise<void> {
    if (this.store.getState().rechecking) return;
    this.store.setState({ rechecking: true });
    try {
      this.store.setState({ list: await this.backend.client.harnesses.recheck() });
    } finally {
      this.store.setState({ rechecking: false });
    }
  }

  /** Asks for the models of one that lists them. What fails is said by the list itself. */
  async askModels(id: string, refresh = false): Promise<void> {
    if (this.named(id)?.listsModels !== true) return;
    if (!refresh && this.store.getState().asking.has(id)) return;
    this.store.setState(({ asking }) => ({ asking: new Set([...asking, id]) }));
    const answer = await this.backend.client.harnesses.models(id, refresh).catch(
      (failure: unknown): ModelList => ({
        ...(this.store.getState().models[id] ?? noModels),
        failed: failure instanceof CallError ? failure.message : "The models could not be listed.",
        hint: failure instanceof CallError ? failure.hint : "Try again.",
      }),
    );
    this.store.setState(({ asking, models }) => ({
      asking: new Set([...asking].filter((each) => each !== id)),
      models: { ...models, [id]: answer },
    }));
  }

  dispose(): void {
    this.owned.dispose();
  }
}

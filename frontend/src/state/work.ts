/**
 * Whether something runs that a person may not want to leave behind. A page that is about to close cannot wait
 * for an answer, so this asks the backend from time to time, while somebody looks at the page. What it knows
 * may be a few seconds old; closing a page ends nothing, so that costs at most a question too many or too few.
 */
import type { StoreApi } from "zustand/vanilla";
import { type Disposable, DisposableStore } from "../base/disposable";
import type { Client, ConnectionState } from "../bridge/client";
import type { Records } from "./records";

export interface WorkSurroundings {
  readonly page: { readonly visible: boolean; onChange(listener: () => void): Disposable };
  after(milliseconds: number, run: () => void): Disposable;
}

// One question costs the backend a look at the foreground process of each terminal.
const interval = 5000;

export class Work implements Disposable {
  private readonly owned = new DisposableStore();
  private waiting: Disposable | undefined;
  private asking = false;
  private running = false;

  constructor(
    private readonly client: Pick<Client, "app">,
    private readonly on: { readonly records: Records; readonly connection: StoreApi<ConnectionState> },
    private readonly around: WorkSurroundings,
  ) {
    this.owned.add(around.page.onChange(() => void this.look()));
    this.owned.defer(() => this.waiting?.dispose());
    this.owned.defer(
      on.records.store.subscribe((state, before) => {
        if (state.hydrated && !before.hydrated) void this.look();
      }),
    );
    this.next();
  }

  /** As of the last look. A page without its connection has nothing to leave behind. */
  get runs(): boolean {
    return this.running && this.on.connection.getState().phase === "open";
  }

  /** Asks now, if somebody looks at the page and there is a terminal at all. */
  async look(): Promise<void> {
    if (this.asking) return;
    this.asking = true;
    this.waiting?.dispose();
    const { terminals } = this.on.records.store.getState();
    if (terminals.records.size === 0) this.running = false;
    else if (this.around.page.visible && this.on.connection.getState().phase === "open") {
      try {
        this.running = (await this.client.app.quitPlan()).running.length > 0;
      } catch {
        this.running = false; // nothing is asked of whom nothing can be said
      }
    }
    this.asking = false;
    this.next();
  }

  dispose(): void {
    this.asking = true; // an answer that is still on its way starts nothing anew
    this.owned.dispose();
  }

  private next(): void {
    if (!this.owned.disposed) this.waiting = this.around.after(interval, () => void this.look());
  }
}

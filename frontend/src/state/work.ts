/**
 * Whether something runs that a person may not want to leave behind. A page that is about to close cannot wait
 * for an answer, so this asks the backend after something was done, while somebody looks at the page. What it
 * knows may be old; closing a page ends nothing, so that costs at most a question too many or too few. Where
 * nothing is done and nothing runs, nothing is asked.
 */
import type { StoreApi } from "zustand/vanilla";
import { type Disposable, DisposableStore } from "../base/disposable";
import type { Event } from "../base/emitter";
import type { Client, ConnectionState } from "../bridge/client";
import type { Records } from "./records";

export interface WorkSurroundings {
  readonly page: { readonly visible: boolean; onChange(listener: () => void): Disposable };
  /** Somebody pressed a key or a button: whatever runs by itself later, it was begun by that. */
  readonly used: Event<void>;
  after(milliseconds: number, run: () => void): Disposable;
}

// One question costs the backend a look at every process of the machine.
const shortest = 5_000;
/** What runs may end without a sign, so it is asked about again, ever more rarely. */
const longest = 60_000;

export class Work implements Disposable {
  private readonly owned = new DisposableStore();
  private waiting: Disposable | undefined;
  private asking = false;
  private running = false;
  /** Something happened since the last look, and another is due within the shortest pause. */
  private stirred = false;
  private pause = shortest;

  constructor(
    private readonly client: Pick<Client, "app">,
    private readonly on: { readonly records: Records; readonly connection: StoreApi<ConnectionState> },
    private readonly around: WorkSurroundings,
  ) {
    this.owned.add(around.page.onChange(() => void this.look()));
    this.owned.add(around.used(() => this.stir()));
    this.owned.defer(() => this.waiting?.dispose());
    this.owned.defer(
      on.records.store.subscribe((state, before) => {
        if (state.hydrated && !before.hydrated) void this.look();
        else if (state.terminals !== before.terminals) this.stir();
      }),
    );
    this.stir();
  }

  /** As of the last look. A page without its connection has nothing to leave behind. */
  get runs(): boolean {
    return this.running && this.on.connection.getState().phase === "open";
  }

  /** Asks now, if somebody looks at the page and there is a terminal at all. */
  async look(): Promise<void> {
    if (this.asking) return;
    this.asking = true;
    this.stirred = false;
    this.waiting?.dispose();
    const { terminals } = this.on.records.store.getState();
    const asks = terminals.records.size > 0 && this.around.page.visible;
    if (terminals.records.size === 0) this.running = false;
    else if (asks && this.on.connection.getState().phase === "open") {
      try {
        this.running = (await this.client.app.quitPlan()).running.length > 0;
      } catch {
        this.running = false; // nothing is asked of whom nothing can be said
      }
    }
    this.asking = false;
    // A page that comes back into sight looks by itself.
    if (this.stirred) this.lookIn(shortest);
    else if (this.running && asks) this.lookIn(Math.min(2 * this.pause, longest));
  }

  dispose(): void {
    this.asking = true; // an answer that is still on its way starts nothing anew
    this.owned.dispose();
  }

  private stir(): void {
    if (this.stirred) return;
    this.stirred = true;
    if (!this.asking) this.lookIn(shortest);
  }

  private lookIn(pause: number): void {
    if (this.owned.disposed) return;
    this.pause = pause;
    this.waiting?.dispose();
    this.waiting = this.around.after(pause, () => void this.look());
  }
}

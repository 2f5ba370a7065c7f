/**
 * What the user should see and may dismiss: the backend's notices, what this page itself has to report, and
 * the process trees that an earlier owner left behind.
 */
import { createStore, type StoreApi } from "zustand/vanilla";
import { type Disposable, DisposableStore } from "../base/disposable";
import { CallError, type Client, type Events, type Notice, type Survivor } from "../bridge/client";
import { counted } from "../domain/wording";

/** A notice that is no longer shown over the page. */
export interface PastNotice {
  readonly notice: Notice;
  /** When it came. */
  readonly at: Date;
}

export interface NoticesState {
  readonly backend: readonly Notice[];
  readonly local: readonly Notice[];
  readonly survivors: readonly Survivor[];
  /** What was dismissed, or went by itself, last; until it is said again. */
  readonly last: PastNotice | undefined;
}

export interface NoticesBackend {
  readonly client: Pick<Client, "app">;
  readonly events: Events;
}

// More than this many failures in a row are one failure seen again and again; the oldest make room.
const localKept = 5;

export class Notices implements Disposable {
  readonly store: StoreApi<NoticesState> = createStore<NoticesState>(() => ({
    backend: [],
    local: [],
    survivors: [],
    last: undefined,
  }));
  private readonly owned = new DisposableStore();
  /** When each notice that is shown came. */
  private came = new Map<string, Date>();
  private request = 0;
  private heardNotices = 0;
  private heardSurvivors = 0;

  constructor(private readonly backend: NoticesBackend) {
    this.owned.add(
      backend.events.on("notices", (notices) => {
        this.heardNotices += 1;
        this.tell(notices);
      }),
    );
    this.owned.add(
      backend.events.on("survivors", (survivors) => {
        this.heardSurvivors += 1;
        this.store.setState({ survivors });
      }),
    );
  }

  /** Both are sent whole, so an event that came after the question is newer than the answer. */
  async hydrate(): Promise<void> {
    this.request += 1;
    const [request, notices, survivors] = [this.request, this.heardNotices, this.heardSurvivors];
    const [listed, left] = await Promise.all([
      this.backend.client.app.notices(),
      this.backend.client.app.survivors(),
    ]);
    if (request !== this.request) return;
    if (notices === this.heardNotices) this.tell(listed);
    if (survivors === this.heardSurvivors) this.store.setState({ survivors: left });
  }

  /** Reports something that this page could not do. The same failure replaces itself. */
  report(failure: unknown, what: string): void {
    const known = failure instanceof CallError ? failure : undefined;
    this.add({
      id: `page:${what}`,
      level: "error",
      message: known ? known.message : `${what} failed.`,
      hint: known ? known.hint : "Try again; the log names the cause.",
    });
  }

  add(notice: Notice): void {
    this.came.set(notice.id, new Date());
    this.store.setState(({ local, last }) => ({
      local: [...local.filter((other) => other.id !== notice.id), notice].slice(-localKept),
      last: last?.notice.id === notice.id ? undefined : last,
    }));
  }

  dismiss(id: string): void {
    const { local, backend } = this.store.getState();
    const notice = [...local, ...backend].find((other) => other.id === id);
    if (notice) this.store.setState({ last: { notice, at: this.came.get(id) ?? new Date() } });
    this.came.delete(id);
    if (local.some((notice) => notice.id === id)) {
      this.store.setState({ local: local.filter((notice) => notice.id !== id) });
      return;
    }
    this.store.setState(({ backend }) => ({ backend: backend.filter((notice) => notice.id !== id) }));
    this.backend.client.app.dismissNotice(id).catch((failure: unknown) => this.report(failure, "Dismissing"));
  }

  async endSurvivors(): Promise<void> {
    const { survivors } = this.store.getState();
    this.leaveSurvivors();
    try {
      const { left } = await this.backend.client.app.endSurvivors(survivors.map((tree) => tree.terminal));
      if (left.length > 0) {
        this.add({
          id: "page:survivors",
          level: "warning",
          message: `${counted(left.length, "process", "processes")} could not be ended.`,
          hint: `End ${left.map((process) => `${process.name} (${process.pid})`).join(", ")} yourself.`,
        });
      }
    } catch (failure) {
      this.store.setState({ survivors });
      this.report(failure, "Ending the processes");
    }
  }

  /** Takes the question away in this view; the processes go on. */
  leaveSurvivors(): void {
    this.store.setState({ survivors: [] });
  }

  private tell(notices: readonly Notice[]): void {
    const now = new Date();
    const { local } = this.store.getState();
    // Those that are gone meanwhile went in another view.
    this.came = new Map([...local, ...notices].map(({ id }) => [id, this.came.get(id) ?? now]));
    this.store.setState({ backend: notices });
  }

  dispose(): void {
    this.request += 1;
    this.owned.dispose();
  }
}

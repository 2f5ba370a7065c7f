/**
 * What the user has chosen, as the backend keeps it, and what this page has changed and the backend has not
 * confirmed yet. A change shows at once; when another view was quicker, it is made again on what that one made.
 */
import { createStore, type StoreApi } from "zustand/vanilla";
import { type Disposable, DisposableStore } from "../base/disposable";
import { CallError, type Client, type Events, type Settings } from "../bridge/client";

export interface SettingsBackend {
  readonly client: Pick<Client, "settings">;
  readonly events: Events;
}

export type Change = (settings: Settings) => Settings;

/** In force until the backend has answered; the backend's own defaults are the same. */
export const usualSettings: Settings = {
  general: { restoreWorkspaces: true, restoreScreens: true },
  appearance: {
    theme: "system",
    uiScale: 100,
    uiFont: "",
    terminalFont: "",
    fontSize: 12,
    lineHeight: 100,
    cursor: "block",
    cursorBlink: false,
    systemTitleBar: false,
    graphics: "auto",
  },
  terminal: {
    scrollback: 10_000,
    pasteWarning: "lines",
    clipboardWrites: "focused",
    shell: "",
    shellIntegration: true,
    renderer: "auto",
  },
  keyboard: { bindings: {} },
  launch: { harnesses: {} },
  revision: 0,
};

// Two views that change something at the same moment meet once; more often than this, something else is wrong.
const attempts = 8;

export class SettingsStore implements Disposable {
  /** As this page shows them. */
  readonly store: StoreApi<Settings> = createStore<Settings>(() => usualSettings);
  readonly defaults: StoreApi<Settings> = createStore<Settings>(() => usualSettings);
  private readonly owned = new DisposableStore();
  private confirmed: Settings = usualSettings;
  private readonly waiting: Change[] = [];
  private queue: Promise<void> = Promise.resolve();

  constructor(private readonly backend: SettingsBackend) {
    this.owned.add(backend.events.on("settings", (settings) => this.learn(settings)));
  }

  /** Asks for them; on a connection that opens again, too. */
  async hydrate(): Promise<void> {
    const [settings, defaults] = await Promise.all([
      this.backend.client.settings.get(),
      this.backend.client.settings.defaults(),
    ]);
    this.defaults.setState(defaults, true);
    this.learn(settings);
  }

  /** Another owner answers, which counts its revisions anew. */
  forget(): void {
    this.confirmed = { ...this.confirmed, revision: 0 };
  }

  /**
   * Makes a change, at once here and soon in every view. Rejects with the backend's error: the change is taken
   * back then, unless its kind is "storage".
   */
  change(make: Change): Promise<void> {
    this.waiting.push(make);
    this.show();
    // Calls are not ordered on their way, so one is under way at a time.
    const sent = this.queue.then(() => this.send(make));
    this.queue = sent.catch(() => {});
    return sent;
  }

  dispose(): void {
    this.owned.dispose();
  }

  private async send(make: Change): Promise<void> {
    try {
      await this.agreed(make);
    } finally {
      this.waiting.splice(this.waiting.indexOf(make), 1);
      this.show();
    }
  }

  private async agreed(make: Change): Promise<void> {
    const { settings } = this.backend.client;
    for (let attempt = 1; ; attempt += 1) {
      try {
        this.learn(await settings.set(make(this.confirmed)));
        return;
      } catch (failure) {
        const kind = failure instanceof CallError ? failure.kind : undefined;
        // What could not be kept is in force nevertheless.
        if (kind === "storage" || kind === "conflict") this.learn(await settings.get());
        if (kind !== "conflict" || attempt === attempts) throw failure;
      }
    }
  }

  private learn(settings: Settings): void {
    if (settings.revision < this.confirmed.revision) return;
    this.confirmed = settings;
    this.show();
  }

  private show(): void {
    this.store.setState(
      this.waiting.reduce((settings, make) => make(settings), this.confirmed),
      true,
    );
  }
}

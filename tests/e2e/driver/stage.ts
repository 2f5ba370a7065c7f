// A scenario: one world, one application, tabs as needed, and what must hold
// when it is over.

import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { BrowserContext, BrowserContextOptions } from "playwright-core";
import { afterAll, test } from "vitest";
import { App, type StartOptions, type Status } from "./app.ts";
import { closeBrowser, newProfile } from "./browser.ts";
import * as processes from "./processes.ts";
import { Tab } from "./tab.ts";
import { until } from "./wait.ts";
import { World } from "./world.ts";

export const artifacts = resolve(import.meta.dirname, "../artifacts");

export interface ScenarioOptions extends StartOptions {
  readonly browser?: BrowserContextOptions;
  /** Runs before the application starts. */
  readonly prepare?: (world: World) => void | Promise<void>;
  /** The scenario starts the application itself. */
  readonly manual?: boolean;
  readonly timeout?: number;
  /** Console errors that the scenario brings about on purpose. */
  readonly expectedComplaints?: RegExp;
}

export class Stage {
  readonly world = new World();
  readonly #options: ScenarioOptions;
  readonly #profiles: BrowserContext[] = [];
  readonly #apps: App[] = [];
  readonly #tabs: Tab[] = [];
  #baseline: Status["process"] | undefined;

  constructor(options: ScenarioOptions) {
    this.#options = options;
  }

  /** Brings about what the scenario begins with. */
  async raise(): Promise<void> {
    await this.#options.prepare?.(this.world);
    if (this.#options.manual !== true) {
      await this.start();
    }
  }

  get app(): App {
    const app = this.#apps.at(-1);
    if (app === undefined) {
      throw new Error("the scenario has not started the application");
    }
    return app;
  }

  /** Starts the application (again, after it ended). */
  async start(options: StartOptions = this.#options): Promise<App> {
    const app = await App.start(this.world, options);
    this.#apps.push(app);
    this.#baseline = undefined;
    return app;
  }

  /** A new tab in a profile of its own, connected. */
  async tab(options: BrowserContextOptions = this.#options.browser ?? {}): Promise<Tab> {
    const profile = await newProfile(options);
    this.#profiles.push(profile);
    const tab = await Tab.connected(profile, this.app);
    this.#tabs.push(tab);
    return tab;
  }

  /** A new tab whose socket can be cut and mended. */
  async cuttableTab(): ReturnType<typeof Tab.cuttable> {
    const profile = await newProfile(this.#options.browser ?? {});
    this.#profiles.push(profile);
    const cuttable = await Tab.cuttable(profile, this.app);
    this.#tabs.push(cuttable.tab);
    return cuttable;
  }

  /** A new tab at an address of the scenario's choice, connected or not. */
  async tabAt(url: string): Promise<Tab> {
    const profile = await newProfile(this.#options.browser ?? {});
    this.#profiles.push(profile);
    const tab = await Tab.open(profile, url);
    this.#tabs.push(tab);
    return tab;
  }

  /** A tab with one workspace, whose first shell is ready. */
  async workspace(terminals: 1 | 2 | 4 = 1, path = this.world.project()): Promise<Tab> {
    const tab = await this.tab();
    await this.warm(tab);
    await tab.openFolder(path, terminals);
    for (let i = 0; i < terminals; i++) {
      await tab.pane(i).ready();
    }
    return tab;
  }

  /**
   * Uses everything that the application starts on first use, then takes the
   * figures that it has to come back to.
   */
  async warm(tab: Tab): Promise<void> {
    if (this.#baseline !== undefined) {
      return;
    }
    await tab.openFolder(this.world.folder("home", "warm"));
    await tab.pane().ready();
    await tab.closeWorkspaces();
    await until("the first terminal to be gone", async () => (await this.app.status()).process.children === 0);
    this.#baseline = await this.#settled();
  }

  /** The figures once two readings in a row agree. */
  async #settled(): Promise<Status["process"]> {
    let last = "";
    return until("steady figures", async () => {
      const now = (await this.app.status()).process;
      const text = JSON.stringify(now);
      const steady = text === last;
      last = text;
      return steady ? now : undefined;
    });
  }

  /** Closes what is open and compares with the figures taken before. */
  async expectNoLeaks(): Promise<void> {
    const complaints = this.#tabs.flatMap((tab) => tab.complaints).filter((text) => this.#options.expectedComplaints?.test(text) !== true);
    if (complaints.length > 0) {
      throw new Error(`the page complained:\n${complaints.join("\n")}`);
    }
    const baseline = this.#baseline;
    const front = this.#tabs.find((tab) => !tab.page.isClosed());
    if (baseline === undefined || front === undefined || this.app.ended) {
      return;
    }
    for (const tab of this.#tabs) {
      if (tab !== front && !tab.page.isClosed()) {
        await tab.page.close();
      }
    }
    await front.closeWorkspaces();
    let now = baseline;
    await until(
      "goroutines, files and children to come back",
      async () => {
        now = (await this.app.status()).process;
        return now.goroutines <= baseline.goroutines && now.openFiles <= baseline.openFiles && now.children <= baseline.children;
      },
      { seen: () => ({ baseline, now }) },
    );
  }

  /** Keeps what helps to understand a failure. */
  async keepEvidence(name: string): Promise<void> {
    const folder = join(artifacts, "failures", name.replaceAll(/[^a-zA-Z0-9]+/g, "-").slice(0, 80));
    mkdirSync(folder, { recursive: true });
    for (const [i, tab] of this.#tabs.entries()) {
      if (!tab.page.isClosed()) {
        await tab.page.screenshot({ path: join(folder, `tab-${i}.png`) }).catch(() => undefined);
        writeFileSync(join(folder, `tab-${i}.txt`), await tab.describe());
      }
    }
    for (const [i, app] of this.#apps.entries()) {
      writeFileSync(join(folder, `serve-${i}.txt`), `${app.stderr}\n`);
    }
  }

  /** Ends everything; what is left running afterwards fails the scenario. */
  async close(): Promise<void> {
    for (const profile of this.#profiles) {
      await profile.close().catch(() => undefined);
    }
    for (const app of this.#apps) {
      await app.stop().catch(() => app.signal("SIGKILL"));
    }
    try {
      await until("every process to end", () => processes.of(this.world).length === 0, { deadline: 5000, seen: () => processes.of(this.world) });
    } finally {
      for (const left of processes.of(this.world)) {
        process.kill(left.pid, "SIGKILL");
      }
      this.world.dispose();
    }
  }
}

type Body = (stage: Stage) => Promise<void>;

/** Declares a test that runs on a stage of its own. */
export function scenario(name: string, body: Body, options: ScenarioOptions = {}): void {
  test(name, { timeout: options.timeout ?? 90_000 }, () => perform(name, body, options));
}

/** Declares a test that is only counted as skipped here. */
scenario.skip = (name: string, _body: Body, _options?: ScenarioOptions): void => {
  test.skip(name);
};

async function perform(name: string, body: Body, options: ScenarioOptions): Promise<void> {
  const stage = new Stage(options);
  try {
    await stage.raise();
    await body(stage);
    await stage.expectNoLeaks();
  } catch (error) {
    await stage.keepEvidence(name);
    throw error;
  } finally {
    await stage.close();
  }
}

afterAll(closeBrowser);

// A scenario: one world, one application, tabs as needed, and what must hold
// when it is over.

import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, test } from "vitest";
import type { App, StartOptions, Status } from "./app.ts";
import { BrowserPlace, closeBrowser, type Cuttable } from "./browser.ts";
import { performed } from "./inTheWindow.ts";
import type { Look, Place } from "./place.ts";
import * as processes from "./processes.ts";
import type { Tab, Terminals } from "./tab.ts";
import { until } from "./wait.ts";
import { WindowPlace } from "./window.ts";
import { World } from "./world.ts";

const inTheWindow = process.env["CLANKER_E2E_PLACE"] === "window";
const full = process.env["CLANKER_E2E_FULL"] === "1";

export const artifacts = resolve(import.meta.dirname, "../artifacts", inTheWindow ? "window" : "");

export interface ScenarioOptions extends StartOptions {
  /** What it is looked at with. */
  readonly look?: Look;
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
  readonly #place: Place = inTheWindow ? new WindowPlace() : new BrowserPlace();
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

  /** How the application calls the place that it is shown in. */
  get kind(): Place["kind"] {
    return this.#place.kind;
  }

  /** Starts the application (again, after it ended). */
  async start(options: StartOptions = this.#options): Promise<App> {
    const app = await this.#place.start(this.world, options, this.#options.look ?? {});
    this.#apps.push(app);
    this.#baseline = undefined;
    return app;
  }

  /** A new tab in a profile of its own, or the window's page; connected. */
  async tab(look: Look = this.#options.look ?? {}): Promise<Tab> {
    if (this.#place.single && this.#tabs.some((tab) => !tab.page.isClosed())) {
      throw new Error("the window has one page: name the scenario in driver/inTheWindow.ts");
    }
    await this.#warm();
    const tab = await this.#place.show(this.app, look);
    this.#tabs.push(tab);
    return tab;
  }

  /** A new tab whose socket can be cut and mended. */
  async cuttableTab(): Promise<Cuttable> {
    await this.#warm();
    const cuttable = await this.#browser.cuttable(this.app, this.#options.look ?? {});
    this.#tabs.push(cuttable.tab);
    return cuttable;
  }

  /** A new tab at an address of the scenario's choice, connected or not. */
  async tabAt(url: string): Promise<Tab> {
    const tab = await this.#browser.open(url, this.#options.look ?? {});
    this.#tabs.push(tab);
    return tab;
  }

  get #browser(): BrowserPlace {
    if (this.#place instanceof BrowserPlace) {
      return this.#place;
    }
    throw new Error("this is for a browser: name the scenario in driver/inTheWindow.ts");
  }

  /** A tab with one workspace, whose shells are ready. */
  async workspace(terminals: Terminals = 1, path = this.world.project()): Promise<Tab> {
    const tab = await this.tab();
    await tab.openFolder(path, terminals);
    for (let i = 0; i < terminals; i++) {
      await tab.pane(i).ready();
    }
    return tab;
  }

  /**
   * Uses everything that the application starts on first use, from a tab that
   * is gone afterwards, and takes the figures that it has to come back to. An
   * application that the scenario starts itself may be meant not to work, and
   * one that is started again has something of its own to bring back.
   */
  async #warm(): Promise<void> {
    if (this.#baseline !== undefined || this.#options.manual === true || this.#apps.length > 1) {
      return;
    }
    const tab = await this.#place.show(this.app, {});
    // The window's own processes are there all the time.
    const { children } = await this.#place.footprint(this.app);
    await tab.openFolder(this.world.folder("home", "warm"));
    await tab.pane().ready();
    await tab.closeWorkspaces();
    await this.#place.leave(tab);
    // It is copied beside the start, and its lock is a file that stays open.
    await until("the copy of clanker", async () => (await this.app.status()).clanker !== undefined);
    this.#baseline = await this.#settled(children);
  }

  /** The figures once two readings in a row agree. */
  async #settled(children: number): Promise<Status["process"]> {
    let last = "";
    return until("steady figures", async () => {
      const now = await this.#place.footprint(this.app);
      if (now.children > children) {
        return undefined;
      }
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
    // The tabs of an application that has ended are of no use any more.
    const front = this.#tabs.findLast((tab) => !tab.page.isClosed());
    if (baseline === undefined || front === undefined || this.app.ended) {
      return;
    }
    await front.closeWorkspaces();
    await this.#place.leaveAll();
    let now = baseline;
    await until(
      "goroutines, files and children to come back",
      async () => {
        now = await this.#place.footprint(this.app);
        return now.goroutines <= baseline.goroutines && now.openFiles <= baseline.openFiles && now.children <= baseline.children;
      },
      { seen: () => ({ baseline, now, files: processes.openFiles(this.app.pid) }) },
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
    await this.#place.picture(folder).catch(() => undefined);
    for (const [i, app] of this.#apps.entries()) {
      writeFileSync(join(folder, `serve-${i}.txt`), `${app.stderr}\n`);
    }
  }

  /** Ends everything; what is left running afterwards fails the scenario. */
  async close(): Promise<void> {
    await this.#place.leaveAll();
    for (const app of this.#apps) {
      await app.stop().catch(() => app.signal("SIGKILL"));
    }
    try {
      await until("every process to end", () => processes.of(this.world).length === 0, { deadline: 10_000, seen: () => processes.of(this.world) });
    } finally {
      for (const left of processes.of(this.world)) {
        process.kill(left.pid, "SIGKILL");
      }
      await this.#place.close();
      this.world.dispose();
    }
  }
}

type Body = (stage: Stage) => Promise<void>;

/** Declares a test that runs on a stage of its own. */
export function scenario(name: string, body: Body, options: ScenarioOptions = {}): void {
  if (inTheWindow && !performed(name, full)) {
    return;
  }
  test(name, { timeout: options.timeout ?? 120_000 }, () => perform(name, body, options));
}

/** Declares a test that is only counted as skipped here. */
scenario.skip = (name: string, _body: Body, _options?: ScenarioOptions): void => {
  test.skip(name);
};

async function perform(name: string, body: Body, options: ScenarioOptions): Promise<void> {
  const stage = new Stage(options);
  const errors: unknown[] = [];
  try {
    await stage.raise();
    await body(stage);
    await stage.expectNoLeaks();
  } catch (error) {
    errors.push(error);
    await stage.keepEvidence(name);
  }
  // What is left running after a failure is often its consequence: the failure
  // itself comes first.
  await stage.close().catch((error: unknown) => errors.push(error));
  if (errors.length > 0) {
    throw errors[0];
  }
}

afterAll(closeBrowser);

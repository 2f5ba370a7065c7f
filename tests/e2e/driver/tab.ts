// A page that shows the application: a browser's tab, or the window's only one.

import type { Page as BrowserPage } from "playwright-core";
import type { Clipboard, Locator, Page } from "./page.ts";
import { Pane } from "./pane.ts";
import { until } from "./wait.ts";

/** How many terminals the launcher offers to start with. */
export type Terminals = 1 | 2 | 4 | 6;

/** Keys that a browser keeps for itself in a tab, where the application has others. */
export interface Keys {
  readonly newTerminal: string;
  readonly launch: string;
  readonly closePane: string;
}

export interface Surroundings {
  readonly keys: Keys;
  readonly clipboard: Clipboard;
  /** What the page complained about so far. */
  readonly complaints: () => readonly string[];
  /** The same page with all that a browser alone can do. */
  readonly browser?: BrowserPage;
}

export class Tab {
  readonly page: Page;
  readonly clipboard: Clipboard;
  readonly keys: Keys;
  /** How often the browser asked whether to leave the page; the answer is always yes. */
  leavingAsked = 0;
  readonly #surroundings: Surroundings;

  constructor(page: Page, surroundings: Surroundings) {
    this.page = page;
    this.clipboard = surroundings.clipboard;
    this.keys = surroundings.keys;
    this.#surroundings = surroundings;
  }

  /** What the page complained about; a scenario that passes has nothing here. */
  get complaints(): readonly string[] {
    return this.#surroundings.complaints();
  }

  /** What a browser alone can do with a page. */
  get browser(): BrowserPage {
    const { browser } = this.#surroundings;
    if (browser === undefined) {
      throw new Error("this is for a browser: name the scenario in driver/inTheWindow.ts");
    }
    return browser;
  }

  async waitForConnection(state: "open" | "connecting" | "closed"): Promise<void> {
    await until(`the connection to be ${state}`, async () => (await this.page.locator("html").getAttribute("data-connection")) === state, {
      seen: () => this.complaints.join("\n"),
    });
  }

  async reload(): Promise<void> {
    await this.page.reload();
    await this.waitForConnection("open");
    await this.#waitForRecords();
  }

  /** A page that is connected shows nothing until it knows what is open. */
  async #waitForRecords(): Promise<void> {
    await until("the launcher or a grid", async () => (await this.surface("launcher").isVisible()) || (await this.surface("workspace").first().isVisible()));
  }

  control(name: string): Locator {
    return this.page.locator(`[data-control="${name}"]`);
  }

  surface(name: string): Locator {
    return this.page.locator(`[data-surface="${name}"]`);
  }

  dialog(): Locator {
    return this.surface("dialog");
  }

  /** Opens a folder from the launcher and returns when its grid is shown. */
  async openFolder(path: string, terminals: Terminals = 1): Promise<void> {
    await this.showLauncher();
    await this.control("folder-path").fill(path);
    await this.control(`terminals-${terminals}`).click();
    await this.control("open-workspace").click();
    await this.surface("workspace").first().waitFor({ state: "visible" });
    await until("the panes of the grid", async () => (await this.panes()) >= terminals, { seen: () => this.describe() });
  }

  async showLauncher(): Promise<void> {
    await this.#waitForRecords();
    if (!(await this.surface("launcher").isVisible())) {
      await this.control("new-workspace").first().click();
    }
    await this.surface("launcher").waitFor({ state: "visible" });
  }

  /** How many panes the grid in front has. */
  panes(): Promise<number> {
    return this.#visiblePanes().count();
  }

  /** A pane of the grid in front, counted from 0. */
  pane(index = 0): Pane {
    return new Pane(this, this.#visiblePanes().nth(index));
  }

  paneOf(terminal: string): Pane {
    return new Pane(this, this.page.locator(`[data-pane][data-terminal="${terminal}"]`));
  }

  #visiblePanes(): Locator {
    return this.page.locator("[data-pane]:visible");
  }

  /** The tabs of the workspaces, from left to right. */
  workspaceTabs(): Locator {
    return this.page.locator("[data-workspace-tab]");
  }

  /** The tab of the workspace with this name. */
  workspaceTab(name: string): Locator {
    return this.workspaceTabs().filter({ hasText: new RegExp(`^\\s*${name.replaceAll(/[^\w\s]/gu, "\\$&")}\\s*$`) });
  }

  /** The names of the workspaces as their tabs stand. */
  workspaceNames(): Promise<string[]> {
    return this.workspaceTabs().evaluateAll((tabs) => tabs.map((tab) => (tab as HTMLElement).innerText.trim()));
  }

  async waitForWorkspaces(...names: string[]): Promise<void> {
    await until(`the workspaces ${names.join(", ")}`, async () => JSON.stringify(await this.workspaceNames()) === JSON.stringify(names), {
      seen: () => this.workspaceNames(),
    });
  }

  /** Does what the command palette calls by this name. */
  async command(title: string): Promise<void> {
    await this.page.keyboard.press("Control+Shift+P");
    const palette = this.surface("palette");
    await palette.waitFor({ state: "visible" });
    await this.page.keyboard.type(title);
    await palette.getByRole("option").first().filter({ hasText: title }).waitFor({ state: "visible" });
    await this.page.keyboard.press("Enter");
    await palette.waitFor({ state: "hidden" });
  }

  /** Drags with the mouse from the middle of one thing to a place in the page, in steps as a hand does. */
  async drag(from: Locator, to: { x: number; y: number }, options: { drop?: boolean } = {}): Promise<void> {
    const { x, y } = await middle(from);
    const { mouse } = this.page;
    await mouse.move(x, y);
    await mouse.down();
    for (let step = 1; step <= 8; step++) {
      await mouse.move(x + ((to.x - x) * step) / 8, y + ((to.y - y) * step) / 8);
    }
    if (options.drop !== false) {
      await mouse.up();
    }
  }

  /** Closes every workspace, confirming where work would be ended. */
  async closeWorkspaces(): Promise<void> {
    await this.#waitForRecords();
    const tabs = this.workspaceTabs();
    for (let open = await tabs.count(); open > 0; open = await tabs.count()) {
      await tabs.first().hover();
      await tabs.first().locator('[data-control="close-workspace"]').click();
      const confirm = this.control("confirm");
      await until("the workspace to close or to ask", async () => (await tabs.count()) < open || (await confirm.isVisible()));
      if (await confirm.isVisible()) {
        await confirm.click();
      }
      await until("the workspace to close", async () => (await tabs.count()) < open);
    }
  }

  /** What can be seen, for the text of a failure. */
  async describe(): Promise<string> {
    const text = await this.page.locator("body").innerText().catch(String);
    return [text.slice(0, 2000), ...this.complaints].join("\n");
  }
}

/** The middle of what a locator finds, in CSS pixels of the page. */
export async function middle(locator: Locator): Promise<{ x: number; y: number }> {
  const box = await locator.boundingBox();
  if (box === null) {
    throw new Error(`${String(locator)} is not in the page`);
  }
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

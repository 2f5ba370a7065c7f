// One Chromium for all scenarios of a file; each scenario has a profile of its own.

import { type Browser, type BrowserContext, chromium, type Page, type WebSocketRoute } from "playwright-core";
import { App, type StartOptions, type Status } from "./app.ts";
import { firstLook, type Look, type Place } from "./place.ts";
import { Tab } from "./tab.ts";
import { patience } from "./wait.ts";
import type { World } from "./world.ts";

const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";

let browser: Promise<Browser> | undefined;

function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath,
    headless: true,
    args: [
      "--no-sandbox", // tests run as root in containers
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      // A page that is not in front must behave as one that is: visibility is
      // tested on purpose, never by accident.
      "--disable-renderer-backgrounding",
      "--disable-backgrounding-occluded-windows",
    ],
  });
}

async function newProfile(look: Look): Promise<BrowserContext> {
  browser ??= launch();
  const context = await (await browser).newContext({ ...firstLook, ...look });
  context.setDefaultTimeout(patience);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  return context;
}

export async function closeBrowser(): Promise<void> {
  const open = browser;
  browser = undefined;
  await (await open)?.close();
}

export interface Cuttable {
  readonly tab: Tab;
  readonly cut: () => Promise<void>;
  readonly mend: () => void;
}

/** `clanker serve`, and a profile of its own for each tab. */
export class BrowserPlace implements Place {
  readonly kind = "browser";
  readonly single = false;
  readonly #profiles: BrowserContext[] = [];

  start(world: World, options: StartOptions): Promise<App> {
    return App.start(world, options);
  }

  async show(app: App, look: Look): Promise<Tab> {
    const tab = await this.open(app.url, look);
    await tab.waitForConnection("open");
    return tab;
  }

  /** A tab at an address of the caller's choice, connected or not. */
  async open(url: string, look: Look): Promise<Tab> {
    const page = await this.#newPage(look);
    const tab = watched(page);
    await page.goto(url);
    return tab;
  }

  /**
   * A tab whose socket can be cut. Its frames make a detour through the test,
   * so only scenarios that need it pay for it.
   */
  async cuttable(app: App, look: Look): Promise<Cuttable> {
    const page = await this.#newPage(look);
    const tab = watched(page);
    let open: WebSocketRoute | undefined;
    let whole = true;
    await page.routeWebSocket(/\/socket$/, (route) => {
      if (!whole) {
        void route.close({ code: 1011 });
        return;
      }
      open = route;
      route.connectToServer();
    });
    await page.goto(app.url);
    await tab.waitForConnection("open");
    return {
      tab,
      cut: async () => {
        whole = false;
        await open?.close({ code: 1011 });
      },
      mend: () => {
        whole = true;
      },
    };
  }

  async #newPage(look: Look): Promise<Page> {
    const profile = await newProfile(look);
    this.#profiles.push(profile);
    return profile.newPage();
  }

  async footprint(app: App): Promise<Status["process"]> {
    return (await app.status()).process;
  }

  leave(tab: Tab): Promise<void> {
    return tab.browser.context().close();
  }

  picture(): Promise<void> {
    return Promise.resolve(); // there is nothing outside of the tabs
  }

  async leaveAll(): Promise<void> {
    for (const profile of this.#profiles.splice(0)) {
      await profile.close().catch(() => undefined); // the browser may be gone
    }
  }

  close(): Promise<void> {
    return Promise.resolve(); // the browser is there for other scenarios
  }
}

const keys = { newTerminal: "Alt+Shift+T", launch: "Alt+Shift+N", closePane: "Alt+Shift+W" } as const;

/** A tab that keeps what its page complains about. */
function watched(page: Page): Tab {
  const complaints: string[] = [];
  const clipboard = {
    read: () => page.evaluate(() => navigator.clipboard.readText()),
    write: (text: string) => page.evaluate((value) => navigator.clipboard.writeText(value), text),
  };
  const tab = new Tab(page, { keys, clipboard, complaints: () => complaints, browser: page });
  page.on("dialog", (dialog) => {
    if (dialog.type() === "beforeunload") {
      tab.leavingAsked += 1;
    }
    void dialog.accept().catch(() => undefined); // the page may be gone
  });
  page.on("pageerror", (error) => complaints.push(String(error.stack ?? error)));
  page.on("console", (message) => {
    if (message.type() === "error") {
      complaints.push(message.text());
    }
  });
  return tab;
}

// The window on a screen of its own, driven by WebKit's driver.

import { join } from "node:path";
import { App, type StartOptions, type Status } from "./app.ts";
import { firstLook, type Look, type Place } from "./place.ts";
import * as processes from "./processes.ts";
import { Screen, type ScreenClipboard } from "./screen.ts";
import { Tab } from "./tab.ts";
import { until } from "./wait.ts";
import { Driver, freePort, Session } from "./webdriver.ts";
import { WindowPage } from "./webdriverPage.ts";
import type { World } from "./world.ts";

/** What controls an application. */
interface Controlled {
  readonly driver: Driver;
  readonly page: WindowPage;
}

/** A line that the webview prints for what a page writes to its console as an error. */
const complaint = /^.*\bCONSOLE (?:\S+ )?ERROR .*$/gm;

/**
 * What a page is answered that has left meanwhile: Wails calls its runtime in
 * the page that follows, which has none yet. Such a script has no source that
 * could be named, as everything of the page's own has.
 */
const answeredTooLate = "CONSOLE JS ERROR TypeError: undefined is not an object";

const keys = { newTerminal: "Control+Shift+T", launch: "Control+Shift+N", closePane: "Control+Shift+W" } as const;

/** What the webview opens and closes as it likes: shared memory, and what tells how much memory is left. */
const webviewsOwn = /^\/(?:memfd:|proc\/|sys\/)/;

export class WindowPlace implements Place {
  readonly kind = "desktop";
  readonly single = true;
  #screen: Screen | undefined;
  #clipboard: ScreenClipboard | undefined;
  readonly #controlled = new Map<App, Controlled>();

  async start(world: World, options: StartOptions, look: Look): Promise<App> {
    this.#screen ??= await Screen.start(world.folder("screen"));
    this.#clipboard ??= this.#screen.clipboard();
    const target = await freePort();
    const scheme = look.colorScheme ?? firstLook.colorScheme;
    const env = {
      ...this.#screen.env,
      GTK_THEME: scheme === "dark" ? "Adwaita:dark" : "Adwaita",
      // The webview listens here for its driver; an ordinary program would not answer.
      WEBKIT_INSPECTOR_SERVER: `127.0.0.1:${target}`,
      ...options.env,
    };
    const app = App.open(world, { ...options, env });
    const driver = await Driver.start({ target, env: { PATH: process.env["PATH"] ?? "/usr/bin:/bin" } });
    try {
      this.#controlled.set(app, { driver, page: await control(app, driver, this.#screen) });
    } catch (error) {
      await driver.stop();
      app.signal("SIGKILL");
      throw error;
    }
    return app;
  }

  async show(app: App, look: Look): Promise<Tab> {
    const page = this.#controlled.get(app)?.page;
    if (page === undefined || this.#clipboard === undefined) {
      throw new Error("the window has not been opened");
    }
    await page.setViewportSize(look.viewport ?? firstLook.viewport);
    const tab = new Tab(page, { keys, clipboard: this.#clipboard, complaints: () => complaintsIn(app.stderr) });
    await tab.waitForConnection("open");
    return tab;
  }

  async footprint(app: App): Promise<Status["process"]> {
    const { process } = await app.status();
    return { ...process, openFiles: processes.openFiles(app.pid).filter((file) => !webviewsOwn.test(file)).length };
  }

  leave(): Promise<void> {
    return Promise.resolve(); // the window stays as long as its application
  }

  async picture(folder: string): Promise<void> {
    await this.#screen?.picture(join(folder, "screen.png"));
  }

  async leaveAll(): Promise<void> {
    for (const { driver } of this.#controlled.values()) {
      await driver.stop();
    }
    this.#controlled.clear();
    await this.#clipboard?.release();
  }

  async close(): Promise<void> {
    await this.#screen?.stop();
  }
}

function complaintsIn(printed: string): readonly string[] {
  return (printed.match(complaint) ?? []).filter((line) => line !== answeredTooLate);
}

/** Takes control of a window that is being opened. */
async function control(app: App, driver: Driver, screen: Screen): Promise<WindowPage> {
  const session = await until("control of the window", async () => app.ended || (await Session.open(driver)), { seen: () => app.stderr });
  if (session === true) {
    throw new Error(`the window ended: ${app.stderr}`);
  }
  const window = await screen.windowOf(app.pid);
  return new WindowPage(session, {
    gone: () => app.ended || driver.ended,
    picture: (path) => screen.picture(path, window),
    click: (button, x, y) => screen.click(window, button, { x, y }),
  });
}

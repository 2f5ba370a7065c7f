// One Chromium for all scenarios of a file; each scenario has a profile of its own.

import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from "playwright-core";
import { patience } from "./wait.ts";

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

export async function newProfile(options: BrowserContextOptions = {}): Promise<BrowserContext> {
  browser ??= launch();
  const context = await (await browser).newContext({ viewport: { width: 1440, height: 900 }, colorScheme: "dark", ...options });
  context.setDefaultTimeout(patience);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  return context;
}

export async function closeBrowser(): Promise<void> {
  const open = browser;
  browser = undefined;
  await (await open)?.close();
}

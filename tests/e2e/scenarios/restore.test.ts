// Everything comes back: after a quit, and after the application was killed.

import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { layout, waitForPanes } from "../driver/grid.ts";
import { scenario, type Stage } from "../driver/stage.ts";
import type { Tab } from "../driver/tab.ts";
import { until } from "../driver/wait.ts";

const expected = { expectedComplaints: /WebSocket|ERR_CONNECTION/ } as const;
const screens = (stage: Stage): string[] => {
  try {
    return readdirSync(join(stage.world.stateDir, "screens")).map((name) => join(stage.world.stateDir, "screens", name));
  } catch {
    return [];
  }
};
const keptText = (stage: Stage): string => screens(stage).map((file) => readFileSync(file, "latin1")).join("\n");

/** A day's work: two workspaces, an own layout, names, directories, a zoomed pane, another theme. */
async function livedIn(stage: Stage): Promise<{ tab: Tab; arranged: string }> {
  const folder = stage.world.project("main");
  stage.world.folder("home", "projects", "main", "deep");
  const tab = await stage.workspace(4, folder);
  await tab.pane(1).runToEnd("cd deep");
  await until("the directory", async () => (await stage.app.terminals()).some(({ cwd }) => cwd === join(folder, "deep")));
  const named = await tab.pane(2).pinned();
  await named.focus();
  await tab.page.keyboard.press("Control+Shift+S");
  await tab.control("rename-input").fill("build server");
  await tab.page.keyboard.press("Enter");
  await named.runToEnd(`printf '\\033[31mold te''xt in red\\033[0m\\n'`);
  const before = await layout(tab);
  await tab.page.keyboard.press("Alt+Shift+ArrowUp");
  await until("another layout", async () => (await layout(tab)) !== before);
  const arranged = await layout(tab);
  await tab.openFolder(stage.world.project("second"), 2);
  await tab.pane(1).ready();
  await tab.pane(1).focus();
  await tab.page.keyboard.press("Control+Shift+Enter");
  await waitForPanes(tab, 1);
  await tab.command("Slate theme");
  await until("the theme", async () => (await tab.page.locator("html").getAttribute("data-theme")) === "slate");
  // What one sees is kept a moment later; a screen within ten seconds.
  await until("the kept screen", () => keptText(stage).includes("text in red"));
  await until("the place of the window", () => tab.page.evaluate(() => document.hasFocus()));
  return { tab, arranged };
}

async function isAllBack(stage: Stage, arranged: string): Promise<void> {
  const tab = await stage.tab();
  await tab.waitForWorkspaces("main", "second");
  // What was in front, with what was zoomed, in the same theme.
  await waitForPanes(tab, 1);
  expect(await tab.workspaceTab("second").getAttribute("data-active")).toBe("true");
  expect(await tab.page.locator("html").getAttribute("data-theme")).toBe("slate");
  await tab.pane().ready();
  await tab.page.keyboard.press("Control+Shift+Enter");
  await waitForPanes(tab, 2);
  await tab.page.keyboard.press("Alt+1");
  await waitForPanes(tab, 4);
  expect(await layout(tab)).toBe(arranged);
  const named = tab.page.locator("[data-pane]:visible", { hasText: "build server" });
  const pane = tab.paneOf((await named.getAttribute("data-terminal")) ?? "");
  const text = await pane.waitForText(/restored[^]*ready>/);
  expect(text.indexOf("old text in red")).toBeGreaterThanOrEqual(0);
  expect(text.indexOf("old text in red")).toBeLessThan(text.indexOf("restored"));
  expect(text.lastIndexOf("ready>")).toBeGreaterThan(text.indexOf("restored"));
  // Dimmed: neither as bright as what is new nor in its old colour.
  const colours = await pane.locator.locator(".xterm-rows").evaluate((rows) => {
    const of = (needle: string) =>
      [...rows.querySelectorAll("span")].filter((span) => span.textContent?.includes(needle)).map((span) => getComputedStyle(span).color + getComputedStyle(span).opacity);
    return { old: of("old").at(0), fresh: of("ready").at(-1) };
  });
  expect(colours.old).toBeDefined();
  expect(colours.old).not.toBe(colours.fresh);
  await until("every shell", async () => (await stage.app.terminals()).every(({ state }) => state === "running"));
  const directories = (await stage.app.terminals()).map(({ cwd }) => cwd);
  expect(directories.filter((cwd) => cwd.endsWith("/main/deep"))).toHaveLength(1);
  await pane.runToEnd("echo al''ive");
  // A kept screen is the user's alone, and goes with its pane.
  for (const file of screens(stage)) {
    expect(statSync(file).mode & 0o077).toBe(0);
  }
  await tab.closeWorkspaces();
}

scenario("everything comes back after a quit", async (stage) => {
  const { arranged } = await livedIn(stage);
  await stage.app.stop();
  await stage.start();
  await isAllBack(stage, arranged);
}, { ...expected, timeout: 180_000 });

scenario("everything comes back after the application was killed", async (stage) => {
  const { tab, arranged } = await livedIn(stage);
  // The window's place is told half a second after the last move.
  await tab.page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2000 })));
  await until("the place to be kept", async () => {
    const other = await stage.tab();
    const front = await until("a grid", async () => (await other.panes()) > 0 && (await other.workspaceTab("second").getAttribute("data-active")));
    const alone = (await other.panes()) === 1;
    await other.page.close();
    return front === "true" && alone;
  });
  stage.app.signal("SIGKILL");
  await stage.app.finished();
  await stage.start();
  await isAllBack(stage, arranged);
}, { ...expected, timeout: 180_000 });

scenario("kept screens go with their panes, and all of them when they are switched off", async (stage) => {
  const tab = await stage.workspace(2);
  await tab.pane(0).runToEnd("echo sec''ret-one");
  await tab.pane(1).runToEnd("echo sec''ret-two");
  await until("both screens", () => keptText(stage).includes("secret-one") && keptText(stage).includes("secret-two"));
  await tab.pane(1).focus();
  await tab.page.keyboard.press(tab.keys.closePane);
  await waitForPanes(tab, 1);
  await until("one to go", () => !keptText(stage).includes("secret-two"));
  expect(keptText(stage)).toContain("secret-one");
  await tab.command("Settings");
  await tab.surface("settings").waitFor({ state: "visible" });
  await tab.page.locator('[data-setting="general.restoreScreens"] [data-control="setting"]').click();
  await until("all to go", () => screens(stage).length === 0, { seen: () => screens(stage) });
  await tab.page.keyboard.press("Escape");
}, { timeout: 120_000 });

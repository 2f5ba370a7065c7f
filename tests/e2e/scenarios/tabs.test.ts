// The tabs of workspaces: their order, their names, closing and bringing back.

import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import * as processes from "../driver/processes.ts";
import { scenario, type Stage } from "../driver/stage.ts";
import { middle, type Tab } from "../driver/tab.ts";
import { until } from "../driver/wait.ts";

/** A tab with one workspace for each name, the last one in front. */
async function withWorkspaces(stage: Stage, ...names: string[]): Promise<Tab> {
  const tab = await stage.tab();
  for (const name of names) {
    await tab.openFolder(stage.world.project(name));
  }
  await tab.waitForWorkspaces(...names);
  await tab.pane().ready();
  return tab;
}

const show = (tab: Tab, name: string) => tab.workspaceTab(name).getByRole("button", { name, exact: true });
const active = (tab: Tab, name: string) =>
  until(`${name} in front`, async () => (await tab.workspaceTab(name).getAttribute("data-active")) === "true");

scenario("a tab is dragged to another place, in every window", async (stage) => {
  const tab = await withWorkspaces(stage, "one", "two", "three");
  const other = await stage.tab();
  await other.waitForWorkspaces("one", "two", "three");
  const target = await middle(tab.workspaceTab("three"));
  await tab.drag(show(tab, "one"), { x: target.x + 20, y: target.y }, { drop: false });
  // Nothing moves before it is let go; a line shows where it would go.
  await tab.page.locator('[data-drop="2"]').waitFor({ state: "attached" });
  expect(await tab.workspaceNames()).toEqual(["one", "two", "three"]);
  await tab.page.mouse.up();
  await tab.waitForWorkspaces("two", "three", "one");
  await other.waitForWorkspaces("two", "three", "one");
  // A drag is no click: what was in front stays there.
  await active(tab, "three");
});

scenario("a drag is given up with Escape", async (stage) => {
  const tab = await withWorkspaces(stage, "one", "two");
  const target = await middle(tab.workspaceTab("two"));
  await tab.drag(show(tab, "one"), { x: target.x + 20, y: target.y }, { drop: false });
  await tab.page.locator("[data-drop]").waitFor({ state: "attached" });
  await tab.page.keyboard.press("Escape");
  await tab.page.locator("[data-drop]").waitFor({ state: "detached" });
  await tab.page.mouse.up();
  expect(await tab.workspaceNames()).toEqual(["one", "two"]);
  // The program in the terminal got none of it.
  await tab.page.keyboard.type("echo from-$((40+2))\n");
  await tab.pane().waitForText("from-42");
});

scenario("tabs are put into order by keys: with the commands, and on a focused tab", async (stage) => {
  const tab = await withWorkspaces(stage, "one", "two", "three");
  const { keyboard } = tab.page;
  await keyboard.press("Alt+Shift+PageUp");
  await tab.waitForWorkspaces("one", "three", "two");
  await keyboard.press("Alt+Shift+PageUp");
  await keyboard.press("Alt+Shift+PageUp");
  await tab.waitForWorkspaces("three", "one", "two");
  // Out of the terminal, over the pane's header and the toolbar, to the tab.
  await keyboard.press("Control+F6");
  for (let i = 0; i < 6 && !(await show(tab, "three").evaluate((button) => button === document.activeElement)); i++) {
    await keyboard.press("F6");
  }
  await keyboard.press("Control+ArrowRight");
  await tab.waitForWorkspaces("one", "three", "two");
  await keyboard.press("Control+ArrowRight");
  await tab.waitForWorkspaces("one", "two", "three");
  expect(await show(tab, "three").evaluate((button) => button === document.activeElement)).toBe(true);
  // Arrow keys alone go along the row, and Enter shows a workspace.
  await keyboard.press("ArrowLeft");
  await keyboard.press("Enter");
  await active(tab, "two");
  // Numbers follow the order that one sees.
  await tab.pane().focus();
  await keyboard.press("Alt+3");
  await active(tab, "three");
});

scenario("a workspace is renamed in its tab, and gets its folder's name back", async (stage) => {
  const tab = await withWorkspaces(stage, "one", "two");
  const { keyboard } = tab.page;
  await show(tab, "one").dblclick();
  await tab.control("rename-workspace").fill("releases");
  await keyboard.press("Enter");
  await tab.waitForWorkspaces("releases", "two");
  // The keyboard is in the terminal again.
  await tab.pane().ready();
  await keyboard.type("echo back-$((1+1))\n");
  await tab.pane().waitForText("back-2");
  await keyboard.press("Control+F6");
  for (let i = 0; i < 6 && !(await show(tab, "releases").evaluate((button) => button === document.activeElement)); i++) {
    await keyboard.press("F6");
  }
  await keyboard.press("F2");
  await keyboard.press("Delete");
  await keyboard.press("Enter");
  await tab.waitForWorkspaces("one", "two");
  expect((await stage.app.status()).workspaces.map(({ name }) => name).sort()).toEqual(["one", "two"]);
});

scenario("closing a workspace asks when something runs, by its button, the middle button and the key", async (stage) => {
  const tab = await withWorkspaces(stage, "busy", "idle");
  await show(tab, "busy").click();
  await tab.pane().run("sleep 4711");
  await until("the program", () => processes.of(stage.world).some(({ command }) => command === "sleep 4711"));
  const refuse = async () => {
    await tab.dialog().waitFor({ state: "visible" });
    expect(await tab.dialog().innerText()).toContain("sleep");
    await tab.page.keyboard.press("Escape");
    await tab.dialog().waitFor({ state: "hidden" });
    expect(await tab.workspaceNames()).toEqual(["busy", "idle"]);
  };
  await tab.workspaceTab("busy").hover();
  await tab.workspaceTab("busy").locator('[data-control="close-workspace"]').click();
  await refuse();
  await show(tab, "busy").click({ button: "middle" });
  await refuse();
  await tab.page.keyboard.press("Control+Shift+X");
  await refuse();
  await show(tab, "idle").click({ button: "middle" });
  await tab.waitForWorkspaces("busy");
  await tab.pane().press("Control+C");
  await tab.pane().ready();
});

scenario("a closed workspace comes back with its panes, its name and its directories", async (stage) => {
  const folder = stage.world.project("kept");
  stage.world.folder("home", "projects", "kept", "deep");
  const tab = await stage.workspace(2, folder);
  await tab.pane(1).runToEnd("cd deep");
  await until("the directory", async () => (await stage.app.terminals()).some(({ cwd }) => cwd === join(folder, "deep")));
  await show(tab, "kept").dblclick();
  await tab.control("rename-workspace").fill("my work");
  await tab.page.keyboard.press("Enter");
  await tab.waitForWorkspaces("my work");
  await tab.page.keyboard.press("Control+Shift+X");
  await tab.surface("launcher").waitFor({ state: "visible" });
  // In the launcher it is offered with what it had.
  const recent = tab.page.locator(`[data-control="recent"][data-path="${folder}"]`);
  await recent.waitFor({ state: "visible" });
  expect(await recent.innerText()).toContain("2 panes");
  await recent.click();
  await tab.waitForWorkspaces("my work");
  await tab.pane(1).ready();
  expect(await tab.panes()).toBe(2);
  await tab.pane(1).waitForText("restored");
  await tab.pane(1).runToEnd("pwd");
  expect(await tab.pane(1).text()).toContain(join(folder, "deep"));
  await tab.page.keyboard.press("Control+Shift+X");
  await tab.surface("launcher").waitFor({ state: "visible" });
  await tab.command("Reopen closed workspace");
  await tab.waitForWorkspaces("my work");
  await tab.pane(1).ready();
});

scenario("a folder that is renamed or deleted while it is open is said to be missing, and found again", async (stage) => {
  const folder = stage.world.project("fleeting");
  const tab = await stage.workspace(1, folder);
  const missing = () => tab.workspaceTab("fleeting").getByRole("img", { name: "Folder not found" });
  // Folders are looked at when somebody turns to the window.
  const comesBack = () => tab.page.evaluate(() => window.dispatchEvent(new Event("focus")));
  renameSync(folder, `${folder}-elsewhere`);
  await comesBack();
  await missing().waitFor({ state: "visible" });
  // The terminal is not touched by that.
  await tab.pane().runToEnd("echo still-$((1+1))");
  await tab.workspaceTab("fleeting").hover();
  await tab.page.getByText(`Folder not found: ${folder}`).first().waitFor({ state: "visible" });
  renameSync(`${folder}-elsewhere`, folder);
  await comesBack();
  await missing().waitFor({ state: "detached" });
  rmSync(folder, { recursive: true });
  await comesBack();
  await missing().waitFor({ state: "visible" });
  // A new terminal there fails or starts elsewhere, and says so; nothing hangs.
  await tab.page.keyboard.press(tab.keys.newTerminal);
  await until("two panes", async () => (await tab.panes()) === 2);
  await until("the new pane to start or fail", async () => ["running", "failed"].includes(await tab.pane(1).state()));
  mkdirSync(folder);
  await comesBack();
  await missing().waitFor({ state: "detached" });
});

scenario("sixty workspaces have tabs that scroll, a list of all, and cost no start that nobody sees", async (stage) => {
  const tab = await stage.tab();
  const names = Array.from({ length: 60 }, (_, i) => `workspace-${String(i + 1).padStart(2, "0")}`);
  for (const name of names) {
    await tab.openFolder(stage.world.project(name));
  }
  await tab.waitForWorkspaces(...names);
  const inView = async (name: string): Promise<boolean> => {
    const row = await tab.page.locator('[data-region="tabs"]').boundingBox();
    const box = await tab.workspaceTab(name).boundingBox();
    return row !== null && box !== null && box.x >= row.x - 1 && box.x + box.width <= row.x + row.width + 1;
  };
  await until("the last tab in view", () => inView("workspace-60"));
  expect(await inView("workspace-01")).toBe(false);
  for (const name of names) {
    expect((await tab.workspaceTab(name).boundingBox())?.width ?? 0).toBeGreaterThanOrEqual(96);
  }
  await tab.control("all-workspaces").click();
  const menu = tab.surface("menu");
  await menu.waitFor({ state: "visible" });
  expect(await menu.getByRole("menuitem").count()).toBe(60);
  await menu.getByRole("menuitem", { name: "workspace-03" }).click();
  await active(tab, "workspace-03");
  await until("its tab in view", () => inView("workspace-03"));
  // The keyboard went back to the terminal.
  await tab.pane().ready();
  await tab.page.keyboard.type("echo typed-$((1+1))\n");
  await tab.pane().waitForText("typed-2");
  // Held near the end, a tab scrolls the row.
  const row = await tab.page.locator('[data-region="tabs"]').boundingBox();
  await tab.drag(show(tab, "workspace-03"), { x: (row?.x ?? 0) + (row?.width ?? 0) - 4, y: 18 }, { drop: false });
  await until("the row to scroll to its end", () => inView("workspace-60"));
  await tab.page.mouse.up();
  await until("the tab at the end", async () => (await tab.workspaceNames()).at(-1) === "workspace-03");
  // After the next start all are there, and only what is in front has started.
  await stage.app.stop();
  await stage.start();
  const later = await stage.tab();
  await until("sixty tabs", async () => (await later.workspaceTabs().count()) === 60);
  await later.pane().ready();
  const shells = processes.of(stage.world).filter(({ command }) => /bash/.test(command));
  expect(shells.length).toBeLessThan(5);
  expect(existsSync(stage.world.stateDir)).toBe(true);
}, { timeout: 240_000, expectedComplaints: /WebSocket|ERR_CONNECTION/ });

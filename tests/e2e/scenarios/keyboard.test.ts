// Without a pointer: everything that a person does in a day, by keys alone.

import { expect } from "vitest";
import { focused, overlaps, picture, waitForPanes, waitForPicture } from "../driver/grid.ts";
import { scenario } from "../driver/stage.ts";
import { until } from "../driver/wait.ts";

scenario("open, split, arrange, find, settings and close, with no pointer at all", async (stage) => {
  const folder = stage.world.project("by-keys");
  const tab = await stage.tab();
  const { keyboard } = tab.page;
  // Nothing in this scenario may use it.
  await tab.page.evaluate(() => {
    for (const name of ["pointerdown", "mousedown", "wheel"]) {
      window.addEventListener(name, () => console.error("a pointer was used"), { capture: true });
    }
  });
  // Open: the field has the keyboard.
  await until("the folder field's focus", () => tab.control("folder-path").evaluate((field) => field === document.activeElement));
  await keyboard.type(folder);
  await keyboard.press(tab.keys.newTerminal);
  await waitForPanes(tab, 1);
  await tab.pane().ready();
  await keyboard.type("echo first-$((1+1))\n");
  await tab.pane().waitForText("first-2");
  const first = await focused(tab);
  // Split.
  await keyboard.press("Control+Shift+D");
  await waitForPanes(tab, 2);
  await keyboard.press("Control+Shift+E");
  await waitForPanes(tab, 3);
  const third = await until("the newest pane's focus", async () => {
    const now = await focused(tab);
    return now !== first && now;
  });
  await tab.paneOf(third).ready();
  await keyboard.type("echo third-$((1+2))\n");
  await tab.paneOf(third).waitForText("third-3");
  // Arrange: move, size, zoom, undo.
  const before = await picture(tab);
  await keyboard.press("Alt+Shift+ArrowLeft");
  await until("the pane to move", async () => (await picture(tab)) !== before);
  await keyboard.press("Control+Shift+Z");
  await waitForPicture(tab, before);
  await keyboard.press("Control+Shift+R");
  await tab.surface("resize").waitFor({ state: "visible" });
  await keyboard.press("ArrowUp");
  await keyboard.press("ArrowUp");
  await keyboard.press("Enter");
  await tab.surface("resize").waitFor({ state: "detached" });
  await until("the pane to grow", async () => (await picture(tab)) !== before);
  expect(await overlaps(tab)).toEqual([]);
  await keyboard.press("Control+Shift+Enter");
  await waitForPanes(tab, 1);
  await keyboard.press("Control+Shift+Enter");
  await waitForPanes(tab, 3);
  // Focus by direction, back to the first.
  await keyboard.press("Control+Shift+ArrowLeft");
  await until("the first pane's focus", async () => (await focused(tab)) === first);
  // Find.
  await keyboard.press("Control+Shift+F");
  await tab.surface("find").waitFor({ state: "visible" });
  await keyboard.type("first-2");
  await until("a count", async () => (await tab.control("find-count").innerText()) !== "");
  await keyboard.press("Escape");
  await tab.surface("find").waitFor({ state: "hidden" });
  await keyboard.type("echo back-$((2+2))\n");
  await tab.paneOf(first).waitForText("back-4");
  // The palette does what has no key of its own.
  await tab.command("Give all panes the same size");
  // Settings: the theme changes at once, and Escape leads back to the terminal.
  await keyboard.press("Control+Shift+,");
  await tab.surface("settings").waitFor({ state: "visible" });
  await keyboard.press("Escape");
  await tab.surface("settings").waitFor({ state: "hidden" });
  await tab.command("Light theme");
  await until("the light theme", async () => (await tab.page.locator("html").getAttribute("data-theme")) === "light");
  await keyboard.type("echo again-$((3+3))\n");
  await tab.paneOf(first).waitForText("again-6");
  // A second workspace and back.
  await keyboard.press("Control+Shift+O");
  await tab.surface("launcher").waitFor({ state: "visible" });
  await keyboard.press("Escape");
  await tab.surface("launcher").waitFor({ state: "hidden" });
  // Close pane by pane, bring one back, and close the workspace.
  await keyboard.press(tab.keys.closePane);
  await waitForPanes(tab, 2);
  await tab.command("Reopen closed pane");
  await waitForPanes(tab, 3);
  await keyboard.press("Control+Shift+X");
  await tab.surface("launcher").waitFor({ state: "visible" });
  await until("the folder field's focus", () => tab.control("folder-path").evaluate((field) => field === document.activeElement));
}, { timeout: 180_000 });

scenario("a plain terminal is one key away from an empty launcher", async (stage) => {
  const tab = await stage.tab();
  await tab.showLauncher();
  await tab.page.keyboard.press(tab.keys.newTerminal);
  await tab.pane().ready();
  expect((await stage.app.status()).workspaces.map(({ path }) => path)).toEqual([stage.world.home]);
});

scenario("a reload is asked about only while something runs", async (stage) => {
  const tab = await stage.workspace();
  // The browser asks only where somebody has done something.
  await tab.pane().runToEnd("echo id''le");
  await tab.reload();
  expect(tab.leavingAsked).toBe(0);
  await tab.pane().run("sleep 4711");
  await until("the question", async () => {
    await tab.pane().focus();
    await tab.reload();
    await tab.pane().waitForText("sleep 4711");
    return tab.leavingAsked > 0;
  });
  await tab.pane().press("Control+C");
  await tab.pane().ready();
});

scenario("what an application window is good for is said in a plain tab until it is dismissed, for good", async (stage) => {
  const tab = await stage.tab();
  const hint = tab.page.locator('[data-hint="app"]');
  await hint.waitFor({ state: "visible" });
  expect(await hint.innerText()).toContain("clanker serve --app");
  await tab.control("dismiss-hint").click();
  await hint.waitFor({ state: "detached" });
  await tab.reload();
  await tab.showLauncher();
  expect(await hint.count()).toBe(0);
});

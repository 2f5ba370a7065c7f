// Panes by mouse: splitting, dragging, sizing, zooming, and two windows at once.

import { expect } from "vitest";
import { focused, handle, overlaps, picture, places, type Rect, waitForPanes, waitForPicture } from "../driver/grid.ts";
import { scenario } from "../driver/stage.ts";
import { middle, type Tab } from "../driver/tab.ts";
import { until } from "../driver/wait.ts";

async function place(tab: Tab, terminal: string): Promise<Rect> {
  const rect = (await places(tab)).get(terminal);
  if (rect === undefined) {
    throw new Error(`${terminal} is not in the grid`);
  }
  return rect;
}

const changed = (tab: Tab, before: string) => until("another arrangement", async () => (await picture(tab)) !== before);

scenario("a pane is split to the right and down, and the new shell is where the old one is", async (stage) => {
  stage.world.folder("home", "projects", "app", "deep");
  const tab = await stage.workspace();
  const first = await tab.pane().terminal();
  await tab.paneOf(first).runToEnd("cd deep");
  await until("the directory", async () => (await stage.app.terminals())[0]?.cwd.endsWith("/deep"));
  await tab.paneOf(first).locator.hover();
  await tab.paneOf(first).control("split-right").click();
  await waitForPanes(tab, 2);
  const right = await until("the new pane's focus", async () => {
    const now = await focused(tab);
    return now !== first && now;
  });
  await tab.paneOf(right).runToEnd("pwd");
  expect(await tab.paneOf(right).text()).toContain("/deep");
  expect((await place(tab, right)).x).toBeGreaterThan((await place(tab, first)).x);
  await tab.paneOf(right).control("split-down").click();
  await waitForPanes(tab, 3);
  const below = await until("the new pane's focus", async () => {
    const now = await focused(tab);
    return now !== first && now !== right && now;
  });
  const [upper, lower] = [await place(tab, right), await place(tab, below)];
  expect(lower.x).toBe(upper.x);
  expect(lower.y).toBeGreaterThan(upper.y);
  expect(await overlaps(tab)).toEqual([]);
});

scenario("a pane is dragged to an edge, to a side and onto another, with a preview, and Escape gives it up", async (stage) => {
  const tab = await stage.workspace(4);
  const [a, b, c, d] = [...(await places(tab)).keys()] as [string, string, string, string];
  const preview = (kind: string) => tab.page.locator(`[data-drop-preview="${kind}"]`);
  // Onto the centre: the two change places.
  const [placeA, placeD] = [await place(tab, a), await place(tab, d)];
  await tab.drag(handle(tab, a), await middle(tab.paneOf(d).locator), { drop: false });
  await preview("swap").waitFor({ state: "visible" });
  await tab.page.mouse.up();
  await until("the two to have changed places", async () => JSON.stringify(await place(tab, a)) === JSON.stringify(placeD));
  expect(await place(tab, d)).toEqual(placeA);
  // To a side of another pane.
  const target = await place(tab, b);
  await tab.drag(handle(tab, c), { x: target.x + target.width - 12, y: target.y + target.height / 2 }, { drop: false });
  const side = tab.page.locator("[data-drop-preview]");
  await side.waitFor({ state: "visible" });
  const before = await picture(tab);
  await tab.page.keyboard.press("Escape");
  await side.waitFor({ state: "detached" });
  await tab.page.mouse.up();
  expect(await picture(tab)).toBe(before);
  await tab.drag(handle(tab, c), { x: target.x + target.width / 2, y: target.y + target.height - 12 });
  await changed(tab, before);
  expect(await overlaps(tab)).toEqual([]);
  // To the edge of the workspace: it gets 30 % of it, over the whole height.
  const area = await tab.surface("workspace").boundingBox();
  await tab.drag(handle(tab, a), { x: (area?.x ?? 0) + 3, y: (area?.y ?? 0) + (area?.height ?? 0) / 2 }, { drop: false });
  await preview("edge").waitFor({ state: "visible" });
  await tab.page.mouse.up();
  await until("a pane along the edge", async () => (await place(tab, a)).height > (area?.height ?? 0) - 20);
  expect((await place(tab, a)).width / (area?.width ?? 1)).toBeCloseTo(0.3, 1);
  expect(await tab.panes()).toBe(4);
  expect(await overlaps(tab)).toEqual([]);
});

scenario("a splitter sizes panes, and a double click makes them equal again", async (stage) => {
  const tab = await stage.workspace(2);
  const before = await picture(tab);
  const [left] = [...(await places(tab)).keys()] as [string];
  const splitter = tab.page.locator("[data-splitter]:visible").first();
  const { x, y } = await middle(splitter);
  await tab.drag(splitter, { x: x - 200, y });
  await changed(tab, before);
  const narrow = (await place(tab, left)).width;
  await until("the terminal to follow", async () => {
    const size = (await stage.app.terminals()).find(({ id }) => id === left)?.size;
    return size !== undefined && size.cols < narrow / 7;
  });
  await splitter.dblclick();
  await waitForPicture(tab, before);
});

scenario("a zoomed pane fills the grid, survives a reload, and gives back what was there", async (stage) => {
  const tab = await stage.workspace(4);
  const before = await picture(tab);
  const pane = await tab.pane(2).pinned();
  await pane.focus();
  await pane.control("zoom-pane").click();
  await waitForPanes(tab, 1);
  await pane.mark("zoomed").waitFor({ state: "visible" });
  await pane.runToEnd("echo zo''omed");
  await tab.reload();
  await waitForPanes(tab, 1);
  await pane.waitForText("zoomed");
  await tab.page.keyboard.press("Control+Shift+Enter");
  await waitForPicture(tab, before);
});

scenario("a change of the layout is undone and done again", async (stage) => {
  const tab = await stage.workspace(4);
  const before = await picture(tab);
  await tab.pane(0).focus();
  await tab.page.keyboard.press("Alt+Shift+ArrowRight");
  await changed(tab, before);
  const after = await picture(tab);
  await tab.page.keyboard.press("Control+Shift+Z");
  await waitForPicture(tab, before);
  await tab.page.keyboard.press("Control+Shift+Y");
  await waitForPicture(tab, after);
});

scenario("two windows rearrange at once and end with the same layout, with every pane", async (stage) => {
  const first = await stage.workspace(6);
  const second = await stage.tab();
  await waitForPanes(second, 6);
  await second.pane(5).ready();
  const terminals = [...(await places(first)).keys()].sort();
  const keys = ["Alt+Shift+ArrowRight", "Alt+Shift+ArrowDown", "Alt+Shift+ArrowLeft", "Alt+Shift+ArrowUp"];
  const storm = async (tab: Tab, seed: number) => {
    await tab.pane(seed).focus();
    for (let i = 0; i < 12; i++) {
      await tab.page.keyboard.press(keys[(i * seed + i) % keys.length] ?? "");
      await tab.page.keyboard.press(i % 2 === 0 ? "Control+Shift+ArrowRight" : "Control+Shift+ArrowDown");
    }
  };
  await Promise.all([storm(first, 1), storm(second, 3)]);
  await until("the same layout in both", async () => (await picture(first)) === (await picture(second)), {
    seen: async () => `${await picture(first)}\n\n${await picture(second)}`,
  });
  expect([...(await places(first)).keys()].sort()).toEqual(terminals);
  expect(await overlaps(first)).toEqual([]);
  // A third one that comes now sees the same.
  const third = await stage.tab();
  await waitForPicture(third, await picture(first));
  await first.pane(2).runToEnd("echo al''ive");
});

scenario("a new terminal goes to the best place, and a closed one comes back to its own", async (stage) => {
  const tab = await stage.workspace(1);
  await tab.control("new-terminal").click();
  await waitForPanes(tab, 2);
  // 1440 pixels are wide enough for two: along the longer side.
  const [one, two] = [...(await places(tab)).values()] as [Rect, Rect];
  expect(one.y).toBe(two.y);
  const before = await picture(tab);
  const pane = await tab.pane(1).pinned();
  await pane.ready();
  const titles = await pane.locator.innerText();
  expect(titles).toContain("bash");
  await pane.control("close-pane").click();
  await waitForPanes(tab, 1);
  await tab.command("Reopen closed pane");
  await waitForPanes(tab, 2);
  const shapes = (text: string) => text.replaceAll(/^\S+ /gm, "").split("\n").sort();
  await until("the place it had", async () => JSON.stringify(shapes(await picture(tab))) === JSON.stringify(shapes(before)));
  // A shell of one's choice, from the caret.
  await tab.control("launch-terminal").click();
  await tab.control("launch-shell").filter({ hasText: /^sh/ }).first().click();
  await waitForPanes(tab, 3);
  await until("the other shell", async () => (await stage.app.terminals()).some(({ program }) => program === "sh"));
});

// What stays still while panes are arranged: sizes that need not change, and the place in a history.

import { expect } from "vitest";
import type { Pane } from "../driver/pane.ts";
import { scenario } from "../driver/stage.ts";
import { middle, type Tab } from "../driver/tab.ts";
import { until } from "../driver/wait.ts";

interface Resize {
  readonly terminal: string;
  readonly cols: number;
  readonly rows: number;
}

/** What the page asks the backend to resize, from its next connection on. */
function watched(tab: Tab): Resize[] {
  const resizes: Resize[] = [];
  tab.browser.on("websocket", (socket) => {
    socket.on("framesent", ({ payload }) => {
      if (typeof payload !== "string" || !payload.includes('"resize"')) {
        return;
      }
      const message = JSON.parse(payload) as { t: string } & Resize;
      if (message.t === "resize") {
        resizes.push(message);
      }
    });
  });
  return resizes;
}

/** Frames enough for whatever was to be measured and told. */
async function drawn(tab: Tab): Promise<void> {
  await tab.page.evaluate(async () => {
    for (let frame = 0; frame < 4; frame++) {
      await new Promise(requestAnimationFrame);
    }
  });
}

/** The last row that is seen of a history of numbers. */
async function lastNumber(pane: Pane): Promise<string> {
  return (await pane.text()).split("\n").at(-1) ?? "";
}

scenario("no terminal is resized or loses its place in the history when its pane is moved or zoomed", async (stage) => {
  const tab = await stage.workspace(4);
  const resizes = watched(tab);
  await tab.reload();
  const [first, second, , fourth] = await Promise.all([0, 1, 2, 3].map((index) => tab.pane(index).pinned()));
  if (first === undefined || second === undefined || fourth === undefined) {
    throw new Error("four panes were asked for");
  }
  await first.ready();
  await first.runToEnd("seq 1 3000");
  await first.locator.hover();
  await until("a place above the end", async () => {
    await tab.page.mouse.wheel(0, -300);
    return /^2[0-9]{3}$/.test(await lastNumber(first));
  });
  await drawn(tab);
  const place = await lastNumber(first);
  const step = async (what: string, act: () => Promise<void>, wanted: readonly Pane[]) => {
    resizes.length = 0;
    await act();
    await drawn(tab);
    const terminals = await Promise.all(wanted.map((pane) => pane.terminal()));
    await until(`${what}: the sizes`, async () => resizes.length >= wanted.length, { seen: () => resizes });
    await drawn(tab);
    expect(resizes.map(({ terminal }) => terminal).toSorted(), what).toEqual(terminals.toSorted());
    await until(`${what}: the place in the history`, async () => (await lastNumber(first)) === place, {
      seen: () => first.text(),
    });
  };
  const press = (keys: string) => () => tab.page.keyboard.press(keys);

  await step("moved right", press("Alt+Shift+ArrowRight"), []);
  await step("undone", press("Control+Shift+Z"), []);
  await step(
    "exchanged",
    async () => tab.drag(first.locator.locator('[data-region="pane-title"]'), await middle(fourth.locator)),
    [],
  );
  await step("undone again", press("Control+Shift+Z"), []);
  await step("zoomed", press("Control+Shift+Enter"), [first]);
  await step(
    "looked at its neighbour and came back",
    async () => {
      await tab.page.keyboard.press("Control+Shift+ArrowRight");
      await until("the neighbour", async () => (await second.attribute("data-zoomed")) === "true");
      await drawn(tab);
      await tab.page.keyboard.press("Control+Shift+ArrowLeft");
    },
    [second],
  );
  await step("all shown again", press("Control+Shift+Enter"), [first, second]);
});

scenario("a workspace that is not in front is neither measured nor resized", async (stage) => {
  const tab = await stage.workspace(2);
  await tab.openFolder(stage.world.project("other"), 1);
  await tab.pane().ready();
  const resizes = watched(tab);
  await tab.reload();
  const front = await (await tab.pane().pinned()).terminal();
  await tab.pane().ready();
  await drawn(tab);
  resizes.length = 0;
  await tab.page.setViewportSize({ width: 1000, height: 700 });
  await until("the new size of the pane in front", async () => resizes.length > 0);
  await drawn(tab);
  expect(new Set(resizes.map(({ terminal }) => terminal))).toEqual(new Set([front]));
});

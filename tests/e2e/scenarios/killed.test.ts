// The application is killed again and again while panes move.

import { expect } from "vitest";
import * as processes from "../driver/processes.ts";
import { layout, overlaps, waitForPanes } from "../driver/grid.ts";
import { scenario } from "../driver/stage.ts";
import { until } from "../driver/wait.ts";

/** The same numbers each time, so that a failure can be looked at again. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

// The soak tries fifty; a few are enough to see on every run that the way there works.
const rounds = process.env["CLANKER_E2E_SOAK"] === "1" ? 50 : 8;

scenario(`killed at ${rounds} moments of a layout change, every pane is there with a whole layout`, async (stage) => {
  const random = numbers(20_260_101);
  const first = await stage.workspace(4);
  const panes = (await layout(first)).split("\n").map((line) => line.split(" ")[0]);
  const keys = ["Alt+Shift+ArrowRight", "Alt+Shift+ArrowDown", "Alt+Shift+ArrowLeft", "Alt+Shift+ArrowUp", "Control+Shift+ArrowRight", "Control+Shift+ArrowDown"];
  let tab = first;
  for (let round = 0; round < rounds; round++) {
    const { keyboard } = tab.page;
    const storm = (async () => {
      for (let i = 0; i < 12 && !stage.app.ended; i++) {
        await keyboard.press(keys[Math.floor(random() * keys.length)] ?? "");
      }
    })();
    const moment = 200 * random();
    const begun = performance.now();
    await until("the moment", () => performance.now() - begun > moment);
    stage.app.signal("SIGKILL");
    await storm;
    await stage.app.finished();
    if (!tab.page.isClosed()) {
      await tab.page.close();
    }
    await stage.start();
    tab = await stage.tab();
    await waitForPanes(tab, 4);
    const now = await layout(tab);
    expect(now.split("\n").map((line) => line.split(" ")[0]), `round ${round}`).toEqual(panes);
    expect(await overlaps(tab), `round ${round}`).toEqual([]);
    const notices = await tab.page.getByRole("region", { name: "Notices" }).innerText();
    expect(notices, `round ${round}`).not.toMatch(/layout|damaged|could not be read/i);
    await tab.pane(0).focus();
  }
  expect(processes.of(stage.world).filter(({ command }) => command === stage.app.command).map(({ pid }) => pid)).toEqual([stage.app.pid]);
}, { expectedComplaints: /WebSocket|ERR_CONNECTION/, timeout: 900_000 });

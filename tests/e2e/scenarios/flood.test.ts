// Twelve panes, and one of them that floods.

import { expect } from "vitest";
import { overlaps, waitForPanes } from "../driver/grid.ts";
import { scenario } from "../driver/stage.ts";

scenario("twelve panes with a flood in one stay usable, and nothing is lost", async (stage) => {
  const tab = await stage.workspace(6);
  for (let count = 7; count <= 12; count++) {
    await tab.page.keyboard.press(tab.keys.newTerminal);
    await waitForPanes(tab, count);
  }
  expect(await overlaps(tab)).toEqual([]);
  const [flood, quiet] = [await tab.pane(0).pinned(), await tab.pane(11).pinned()];
  await quiet.ready();
  let round = 0;
  const echo = async (): Promise<number> => {
    const times: number[] = [];
    for (let i = 0; i < 5; i++, round++) {
      const started = Date.now();
      await quiet.run(`echo ro''und-${round}-`);
      await quiet.waitForText(`round-${round}-`);
      times.push(Date.now() - started);
    }
    return times.sort((a, b) => a - b)[2] ?? 0;
  };
  const calm = await echo();
  await flood.run("seq -f 'line %g of the flood' 2000000; echo flood-en''ded");
  await flood.waitForText("of the flood");
  // The page, the shells and this test share the processor; a starved pane would take for ever.
  expect(await echo()).toBeLessThan(5 * calm + 1000);
  await flood.waitForText("flood-ended", { deadline: 150_000 });
  expect(await flood.text()).toContain("line 2e+06 of the flood");
  // Every pane still answers.
  for (let i = 0; i < 12; i++) {
    await tab.pane(i).runToEnd("echo us''able");
  }
}, { timeout: 300_000 });

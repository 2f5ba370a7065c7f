// Long and large: run by the soak tier alone.

import { expect } from "vitest";
import * as processes from "../driver/processes.ts";
import { scenario } from "../driver/stage.ts";
import { until } from "../driver/wait.ts";

const soak = process.env["CLANKER_E2E_SOAK"] === "1" ? scenario : scenario.skip;

soak("two hundred terminals start, work and end; one more is refused", async (stage) => {
  const tab = await stage.tab();
  for (let i = 0; i < 50; i++) {
    await tab.openFolder(stage.world.project(`p${i}`), 4);
  }
  await until("two hundred shells", async () => (await stage.app.terminals()).filter((terminal) => terminal.state === "running").length === 200, { deadline: 120_000 });
  await tab.pane(0).runToEnd("echo us''able", { deadline: 60_000 });
  await tab.control("new-terminal").first().click();
  await until("the limit to be told", async () => (await tab.page.locator("body").innerText()).includes("200"));
  expect(await stage.app.terminals()).toHaveLength(200);
  await tab.closeWorkspaces();
}, { timeout: 900_000 });

soak("twelve panes that print for two minutes leave memory and echo as they were", async (stage) => {
  const tab = await stage.tab();
  await tab.openFolder(stage.world.project(), 4);
  for (let i = 4; i < 13; i++) {
    await tab.control("new-terminal").first().click();
    await until("the pane", async () => (await tab.panes()) === i + 1);
  }
  for (let i = 0; i < 12; i++) {
    await tab.pane(i).run("while :; do seq 1000; done");
  }
  const quiet = tab.pane(12);
  const echo = async (round: number): Promise<number> => {
    const started = Date.now();
    await quiet.run(`echo ro''und-${round}-`);
    await quiet.waitForText(`round-${round}-`);
    return Date.now() - started;
  };
  const end = Date.now() + 120_000;
  const times: number[] = [];
  const memory: number[] = [];
  for (let round = 0; Date.now() < end; round++) {
    times.push(await echo(round));
    memory.push(processes.residentBytes(stage.app.pid));
  }
  // Twelve floods take what the processor has; what may not happen is that the
  // thirteenth pane waits longer and longer, or that memory grows.
  const part = Math.ceil(times.length / 4);
  expect(median(times.slice(-part))).toBeLessThan(2 * median(times.slice(0, part)) + 2000);
  expect(median(memory.slice(-part)) - median(memory.slice(part, 2 * part))).toBeLessThan(64 << 20);
  for (let i = 0; i < 12; i++) {
    await tab.pane(i).press("Control+C");
  }
}, { timeout: 400_000 });

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

// Several tabs at one application, and panes that do not disturb each other.

import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { attachAndNeverRead } from "../driver/raw.ts";
import * as processes from "../driver/processes.ts";
import { scenario } from "../driver/stage.ts";
import { until } from "../driver/wait.ts";

scenario("two tabs watch and type in the same terminal", async (stage) => {
  const first = await stage.workspace();
  const id = await first.pane().terminal();
  const second = await stage.tab();
  const [here, there] = [first.paneOf(id), second.paneOf(id)];
  await there.ready();
  await here.run("echo from-fi''rst");
  await there.waitForText("from-first");
  await there.run("echo from-sec''ond");
  await here.waitForText("from-second");
  // A workspace that one tab opens is there in the other.
  await second.openFolder(stage.world.project("other"));
  await until("the second workspace's tab", async () => (await first.page.locator("[data-workspace-tab]").count()) === 2);
});

scenario("the tab that was last used decides the size; the other shows the same grid", async (stage) => {
  const first = await stage.workspace();
  const id = await first.pane().terminal();
  const second = await stage.tab({ viewport: { width: 900, height: 600 } });
  const [here, there] = [first.paneOf(id), second.paneOf(id)];
  // A tab that has just been opened takes the terminal for itself.
  await there.ready();
  const columns = async () => (await stage.app.terminals())[0]?.size.cols ?? 0;
  await here.focus();
  // 1440 pixels hold more than 150 columns, 900 fewer.
  await until("the larger size", async () => (await columns()) > 150);
  const wide = await columns();
  await there.focus();
  await until("the smaller size", async () => (await columns()) < wide);
  await here.focus();
  await until("the larger size", async () => (await columns()) === wide);
});

scenario("a tab that never reads does not slow the others", async (stage) => {
  const tab = await stage.workspace();
  const pane = tab.pane();
  const flood = async () => {
    const started = Date.now();
    await pane.runToEnd("seq 300000", { deadline: 60_000 });
    return Date.now() - started;
  };
  const alone = await flood();
  await attachAndNeverRead(tab.page, stage.app.token, await pane.terminal());
  const together = await flood();
  // It may cost the work of serving it, not the time of waiting for it.
  expect(together).toBeLessThan(3 * alone + 2000);
  await pane.run("echo al''ive");
  await pane.waitForText("alive", { deadline: 2000 });
  await tab.reload(); // ends the socket that never reads
}, { timeout: 150_000 });

scenario("a tab closed in the middle of a flood disturbs nobody", async (stage) => {
  const first = await stage.workspace(2);
  const id = await first.pane(0).terminal();
  const second = await stage.tab();
  await second.paneOf(id).ready();
  await first.paneOf(id).run("yes flood");
  await second.paneOf(id).waitForText("flood");
  await second.page.close();
  await first.pane(1).runToEnd("echo us''able");
  await first.paneOf(id).press("Control+C");
  await first.paneOf(id).runToEnd("echo sto''pped");
});

scenario("a program that prints for ever costs neither memory nor the next pane", async (stage) => {
  const tab = await stage.workspace(2);
  const [flood, quiet] = [await tab.pane(0).pinned(), await tab.pane(1).pinned()];
  let round = 0;
  /** The median time of an answer in the quiet pane. */
  const echo = async (): Promise<number> => {
    const times: number[] = [];
    for (let i = 0; i < 9; i++, round++) {
      const started = Date.now();
      await quiet.run(`echo ro''und-${round}-`);
      await quiet.waitForText(`round-${round}-`);
      times.push(Date.now() - started);
    }
    return times.sort((a, b) => a - b)[4] ?? 0;
  };
  const calm = await echo();
  await flood.run("yes 'printing for ever and ever'");
  await flood.waitForText("for ever");
  const before = processes.residentBytes(stage.app.pid);
  // The page parses and draws the flood on the same processor that the test
  // itself runs on, so the bound is wide; a starved pane would take for ever. In
  // the window each question to the page waits behind the flood as well, and one
  // answer takes some ten of them.
  expect(await echo()).toBeLessThan((stage.kind === "desktop" ? 10 : 5) * calm + 1000);
  expect(processes.residentBytes(stage.app.pid) - before).toBeLessThan(64 << 20);
  await flood.press("Control+C");
  await flood.runToEnd("echo calm");
});

scenario("a storm of sizes ends at the last one", async (stage) => {
  const tab = await stage.workspace();
  const file = join(stage.world.home, "size");
  await tab.pane().focus();
  for (let i = 0; i < 60; i++) {
    await tab.page.setViewportSize({ width: 820 + ((i * 53) % 700), height: 520 + ((i * 31) % 400) });
  }
  await tab.page.setViewportSize({ width: 1000, height: 700 });
  await until("the emulator and the terminal to agree", async () => {
    const size = (await stage.app.terminals())[0]?.size;
    const rows = await tab.pane().locator.locator(".xterm-rows > div").count();
    return size?.rows === rows;
  });
  const size = (await stage.app.terminals())[0]?.size;
  await tab.pane().runToEnd(`stty size > ${file}`);
  expect(readFileSync(file, "utf8").trim()).toBe(`${size?.rows} ${size?.cols}`);
});

scenario("panes of a workspace in the background are read and never resized", async (stage) => {
  const tab = await stage.workspace();
  const id = await tab.pane().terminal();
  const size = JSON.stringify((await stage.app.terminals()).find((terminal) => terminal.id === id)?.size);
  await tab.pane().run("read -t 1 x; seq 50000; echo background-$((1+2))");
  await tab.openFolder(stage.world.project("front"));
  await tab.page.setViewportSize({ width: 900, height: 600 });
  await tab.pane().ready();
  expect(JSON.stringify((await stage.app.terminals()).find((terminal) => terminal.id === id)?.size)).toBe(size);
  await tab.page.locator("[data-workspace-tab]").first().click();
  await tab.paneOf(id).waitForText("background-3");
});

scenario("text typed while a process is replaced never reaches the next one", async (stage) => {
  const tab = await stage.workspace();
  const pane = tab.pane();
  await pane.run("exit");
  await pane.waitForState("exited");
  await pane.locator.locator("textarea").first().focus({ timeout: 5000 }).catch(() => undefined);
  await tab.page.keyboard.type("touch ~/typed-too-late\n");
  if ((await pane.attribute("data-epoch")) === "1") {
    await pane.control("restart-terminal").first().click();
  }
  await pane.waitForState("running");
  await pane.waitForText(/ready>\s*$/);
  await pane.runToEnd("ls -a ~");
  expect(await pane.text()).not.toContain("typed-too-late");
});

scenario("a huge paste into a program that does not read leaves the other panes usable", async (stage) => {
  const tab = await stage.workspace(2);
  const [stuck, other] = [await tab.pane(0).pinned(), await tab.pane(1).pinned()];
  await stuck.run("printf '\\033[?2004l'; sleep 600");
  await stuck.paste(`${"y".repeat(79)}\n`.repeat(100_000));
  await tab.control("confirm").click();
  for (let i = 0; i < 5; i++) {
    await other.run(`echo us''able-${i}`);
    await other.waitForText(`usable-${i}`, { deadline: 5000 });
  }
  await stuck.press("Control+C");
}, { timeout: 120_000 });

scenario("a lost connection is told, keeps the text, and comes back without losing or repeating a key", async (stage) => {
  const { tab, cut, mend } = await stage.cuttableTab();
  await tab.openFolder(stage.world.project());
  const pane = tab.pane();
  await pane.ready();
  await pane.runToEnd("echo ke''pt");
  const file = join(stage.world.home, "typed");
  await pane.run(`stty -echo; echo sta""rted; head -n 1 > ${file}; stty echo`);
  await pane.waitForText("started");
  await pane.type("abc");
  await cut();
  await tab.waitForConnection("connecting");
  expect(await pane.text()).toContain("kept");
  await pane.mark("link-lost").waitFor({ state: "visible" });
  mend();
  await tab.waitForConnection("open");
  await pane.run("def");
  await until("the line", () => existsSync(file) && statSync(file).size > 0);
  expect(readFileSync(file, "utf8")).toBe("abcdef\n");
}, { expectedComplaints: /WebSocket/ });

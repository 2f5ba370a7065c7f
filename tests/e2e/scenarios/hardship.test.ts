// What stops for a while, the application or the page, and what goes on meanwhile.

import { expect } from "vitest";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scenario } from "../driver/stage.ts";
import { stays, until } from "../driver/wait.ts";

scenario("keys that are typed while the application is stopped arrive once and in order", async (stage) => {
  const tab = await stage.workspace(1);
  const pane = tab.pane();
  const received = join(stage.world.project(), "received");
  await pane.run("cat > received");
  const lines = () => readFileSync(received, "utf8");
  await until("the program that receives", () => lines() === "");
  let typed = "";
  for (let round = 0; round < 3; round++) {
    stage.app.signal("SIGSTOP");
    const line = `round ${round}: the quick brown fox jumps over the lazy dog`;
    // Not through the pane, which looks at what only a running application answers.
    await tab.page.keyboard.type(line);
    await tab.page.keyboard.press("Enter");
    await stays("stopped", () => lines() === typed, 1_000);
    typed += `${line}\n`;
    stage.app.signal("SIGCONT");
    await until("what was typed", () => lines().length >= typed.length, { seen: lines });
    expect(lines()).toBe(typed);
  }
  await pane.press("Control+d");
});

scenario("a page that stands still while a program prints shows all of it when it goes on", async (stage) => {
  const tab = await stage.workspace(1);
  const pane = tab.pane();
  const go = join(stage.world.project(), "go");
  await pane.run("while ! [ -e go ]; do sleep 0.05; done; seq 1 5000; touch done");
  const debug = await tab.browser.context().newCDPSession(tab.browser);
  await debug.send("Debugger.enable");
  // The page stops at what it would do first with the output, and runs nothing until it is let go.
  const stopped = new Promise((settle) => debug.once("Debugger.paused", settle));
  await debug.send("Debugger.pause");
  writeFileSync(go, "");
  await stopped;
  await until("the program to have printed", () => readFileSync(join(stage.world.project(), "done"), "utf8") === "");
  await debug.send("Debugger.resume");
  await debug.detach();
  const screen = await pane.waitForText(/^5000$/m);
  const numbers = screen.split("\n").filter((line) => /^\d+$/.test(line)).map(Number);
  expect(numbers).toEqual(numbers.map((_, index) => 5001 - numbers.length + index));
  await pane.runToEnd("echo us''able");
});

scenario("a theme that changes during a flood is the theme of everything that is drawn after", async (stage) => {
  const tab = await stage.workspace(1);
  const pane = tab.pane();
  const choose = (theme: string) => {
    mkdirSync(stage.world.configDir, { recursive: true });
    writeFileSync(join(stage.world.configDir, "settings.json"), JSON.stringify({ version: 1, appearance: { theme }, terminal: { renderer: "dom" } }));
  };
  const colours = () =>
    pane.locator.locator(".xterm-rows").evaluate((rows) => {
      const first = rows.querySelector("span");
      return [first === null ? "" : getComputedStyle(first).color, getComputedStyle(rows.closest(".terminal-host") ?? rows).backgroundColor].join(" on ");
    });
  const dark = await colours();
  await pane.run("while ! [ -e enough ]; do seq -f 'line %g of the flood' 1000; done; echo flood-en''ded");
  await pane.waitForText("of the flood");
  for (const theme of ["light", "slate", "light", "dark"]) {
    const before = await colours();
    choose(theme);
    await until(`the theme ${theme}`, async () => (await colours()) !== before, { seen: colours });
  }
  writeFileSync(join(stage.world.project(), "enough"), "");
  await pane.waitForText("flood-ended");
  expect(await colours()).toBe(dark);
});

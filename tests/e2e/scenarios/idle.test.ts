// What a page does while nobody does anything: nothing.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { waitForPanes } from "../driver/grid.ts";
import type { Pane } from "../driver/pane.ts";
import * as processes from "../driver/processes.ts";
import { scenario } from "../driver/stage.ts";
import type { Tab } from "../driver/tab.ts";
import { stays, until } from "../driver/wait.ts";

/** What the browser notes of a page that calls a script, draws or hands a frame on. */
const activities = new Set(["TimerFire", "FireAnimationFrame", "FunctionCall", "UpdateLayoutTree", "Layout", "Paint", "Commit"]);

interface TraceEvent {
  readonly name: string;
  readonly args?: { readonly data?: Record<string, unknown> };
}

/** What the page did in a while in which nobody asked it for anything, unless something is done meanwhile. */
async function activity(tab: Tab, milliseconds: number, meanwhile: () => Promise<void> = async () => {}): Promise<string[]> {
  const browser = tab.browser.context().browser();
  if (browser === null) {
    throw new Error("the page has no browser");
  }
  await browser.startTracing(tab.browser, { categories: ["devtools.timeline", "disabled-by-default-devtools.timeline"] });
  await meanwhile();
  await stays("nothing", () => true, milliseconds);
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  return trace.traceEvents.filter(({ name }) => activities.has(name)).map(({ name, args }) => `${name} ${JSON.stringify(args?.data ?? {})}`);
}

/** Silence says something only where a key is heard. */
async function hearsAKey(tab: Tab, pane: Pane): Promise<void> {
  const heard = (await activity(tab, 1_000, () => pane.press("x"))).map((each) => each.split(" ", 1)[0]);
  expect(heard).toEqual(expect.arrayContaining(["FireAnimationFrame", "FunctionCall", "Paint", "TimerFire"]));
}

/** What goes over the sockets that the page opens from now on; a ping is none of it. */
function messages(tab: Tab): string[] {
  const seen: string[] = [];
  tab.browser.on("websocket", (socket) => {
    socket.on("framesent", ({ payload }) => seen.push(`sent ${String(payload).slice(0, 200)}`));
    socket.on("framereceived", ({ payload }) => seen.push(`received ${String(payload).slice(0, 200)}`));
  });
  return seen;
}

/**
 * In five seconds. A ping of the page wakes some threads a few times each, and so does the watchman of Go's
 * runtime once more before he lies down; a timer of ten a second would be above it. Mostly it is none.
 */
const wakingsAtMost = 40;

/** How often the application went to sleep, and was therefore awake, while nobody asked it for anything. */
async function wakings(pid: number, milliseconds: number): Promise<number> {
  const before = processes.voluntarySwitches(pid);
  expect(before, "the system's count").toBeGreaterThan(0);
  await stays("nothing", () => true, milliseconds);
  return processes.voluntarySwitches(pid) - before;
}

scenario(
  "twelve terminals that nobody uses send nothing, draw nothing and wake nobody up, whatever is open over them",
  async (stage) => {
    const tab = await stage.workspace(6);
    for (let count = 7; count <= 12; count++) {
      await tab.page.keyboard.press(tab.keys.newTerminal);
      await waitForPanes(tab, count);
    }
    const sent = messages(tab);
    await tab.reload();
    for (let i = 0; i < 12; i++) {
      await tab.pane(i).ready();
    }
    sent.length = 0;
    await hearsAKey(tab, tab.pane(0));
    expect(sent.filter((each) => each.startsWith("sent")), "the key, and what was received is acknowledged").not.toEqual([]);
    expect(sent.filter((each) => each.startsWith("received")), "the echo").not.toEqual([]);
    const rests = async (what: string, counts: (name: string) => boolean = () => true) => {
      // A terminal's cursor comes to rest ten seconds after the last key, by a timer.
      await stays("nothing", () => true, 11_000);
      sent.length = 0;
      expect((await activity(tab, 5_000)).filter(counts), what).toEqual([]);
      expect(sent, what).toEqual([]);
    };
    // The caret of a field that has the focus is the browser's, and is painted without a script.
    const scripts = (name: string) => /^(TimerFire|FireAnimationFrame|FunctionCall)/.test(name);
    await rests("the grid");
    expect(await wakings(stage.app.pid, 5_000), "wakings of the application").toBeLessThan(wakingsAtMost);
    expect(sent).toEqual([]);
    await tab.page.keyboard.press("Control+Shift+P");
    await tab.surface("palette").waitFor({ state: "visible" });
    await rests("the palette", scripts);
    await tab.page.keyboard.press("Escape");
    await tab.control("open-settings").first().click();
    await tab.control("settings-back").waitFor({ state: "visible" });
    await rests("the settings");
    await tab.control("settings-back").click();
  },
  { timeout: 240_000 },
);

scenario("a page that nobody uses runs no script and draws nothing, not even a cursor that a program lets blink", async (stage) => {
  const tab = await stage.workspace(4);
  const pane = tab.pane(1);
  await pane.runToEnd("printf '\\e[1 q'");
  await hearsAKey(tab, pane);
  const blinks = () => pane.locator.locator(".xterm-cursor").evaluate((cursor) => getComputedStyle(cursor).animationName !== "none");
  await until("the cursor to blink", blinks);
  await until("the cursor to rest", async () => !(await blinks()));
  expect(await activity(tab, 6_000)).toEqual([]);
  await pane.press("x");
  await until("the cursor to blink again", blinks);
});

scenario(
  "a cursor that WebGL draws rests as well",
  async (stage) => {
    const tab = await stage.workspace(2);
    mkdirSync(stage.world.configDir, { recursive: true });
    writeFileSync(join(stage.world.configDir, "settings.json"), JSON.stringify({ version: 1, appearance: { cursorBlink: true }, terminal: { renderer: "webgl" } }));
    const hosts = tab.page.locator("[data-pane] .terminal-host");
    await until("WebGL to draw", () => hosts.evaluateAll((all) => all.every((host) => host.dataset["renderer"] === "webgl")), { deadline: 60_000 });
    const pane = tab.pane(1);
    // Heard by WebGL, too, which draws in frames and paints nothing of the page.
    await pane.press("x");
    const picture = () =>
      pane.locator.evaluate((element) => element.querySelector<HTMLCanvasElement>("canvas:not([class])")?.toDataURL() ?? "");
    const blinks = async () => {
      const before = await picture();
      await until("another picture", async () => (await picture()) !== before, { deadline: 2_000 });
    };
    await blinks();
    await stays("nothing", () => true, 12_000);
    expect(await activity(tab, 6_000)).toEqual([]);
    const lit = await picture();
    await pane.press("x");
    await until("the next letter", async () => (await picture()) !== lit);
    await blinks();
    await blinks();
  },
  { timeout: 180_000 },
);

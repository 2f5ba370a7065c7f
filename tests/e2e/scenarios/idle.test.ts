// What a page does while nobody does anything: nothing.

import { expect } from "vitest";
import { waitForPanes } from "../driver/grid.ts";
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

/** What the page did in a while in which nobody asked it for anything. */
async function activity(tab: Tab, milliseconds: number): Promise<string[]> {
  const browser = tab.browser.context().browser();
  if (browser === null) {
    throw new Error("the page has no browser");
  }
  await browser.startTracing(tab.browser, { categories: ["devtools.timeline", "disabled-by-default-devtools.timeline"] });
  await stays("nothing", () => true, milliseconds);
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  return trace.traceEvents.filter(({ name }) => activities.has(name)).map(({ name, args }) => `${name} ${JSON.stringify(args?.data ?? {})}`);
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
  const blinks = () => pane.locator.locator(".xterm-cursor").evaluate((cursor) => getComputedStyle(cursor).animationName !== "none");
  await until("the cursor to blink", blinks);
  await until("the cursor to rest", async () => !(await blinks()));
  expect(await activity(tab, 6_000)).toEqual([]);
  await pane.press("x");
  await until("the cursor to blink again", blinks);
});

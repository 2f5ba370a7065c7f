// What a page does while nobody does anything: nothing.

import { expect } from "vitest";
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

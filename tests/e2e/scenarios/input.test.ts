// Input methods: what is composed reaches the program once, when it is done, and nothing of it before.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { Pane } from "../driver/pane.ts";
import { type Stage, scenario } from "../driver/stage.ts";
import type { Tab } from "../driver/tab.ts";
import { until } from "../driver/wait.ts";

/** An input method, as the browser is told of one by the system. */
class InputMethod {
  readonly #tab: Tab;
  readonly #session: ReturnType<ReturnType<Tab["browser"]["context"]>["newCDPSession"]>;

  constructor(tab: Tab) {
    this.#tab = tab;
    this.#session = tab.browser.context().newCDPSession(tab.browser);
  }

  /** Shows an unfinished text at the cursor; an empty one gives it up. */
  async compose(text: string): Promise<void> {
    // While a method composes, every key is its own: 229.
    await (await this.#session).send("Input.dispatchKeyEvent", { type: "rawKeyDown", key: "Process", windowsVirtualKeyCode: 229 });
    await (await this.#session).send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });
  }

  async commit(text: string): Promise<void> {
    await (await this.#session).send("Input.insertText", { text });
  }

  /** What the terminal shows of it, and where. */
  async shown(pane: Pane): Promise<string> {
    const view = pane.locator.locator(".composition-view.active");
    return (await view.count()) === 0 ? "" : view.innerText();
  }

  async waitFor(pane: Pane, text: string): Promise<void> {
    await until(`${text} to be shown as unfinished`, async () => (await this.shown(pane)) === text, { seen: () => this.shown(pane) });
  }

  press(keys: string): Promise<void> {
    return this.#tab.page.keyboard.press(keys);
  }
}

/** A pane whose program keeps what it is given, and how to compare that. */
async function receiver(stage: Stage, tab: Tab, index: number): Promise<{ pane: Pane; gets: (want: string) => Promise<void> }> {
  const pane = await tab.pane(index).pinned();
  await pane.run(`cat > received-${index}`);
  const path = join(stage.world.project(), `received-${index}`);
  const read = () => readFileSync(path, "utf8");
  await until("the program that receives", () => read() === "");
  return {
    pane,
    gets: async (want) => {
      await until("a line", () => read().split("\n").length >= want.split("\n").length, { seen: read });
      expect(read()).toBe(want);
    },
  };
}

scenario("a composed text reaches the program once and whole, and what is given up never", async (stage) => {
  const tab = await stage.workspace(1);
  const { pane, gets } = await receiver(stage, tab, 0);
  const method = new InputMethod(tab);
  await pane.type("a");

  await method.compose("に");
  await method.compose("にほ");
  await method.waitFor(pane, "にほ");
  await method.compose("に"); // a key back, in what is composed alone
  await method.waitFor(pane, "に");
  await method.compose("にほん");
  await method.commit("日本");
  await until("nothing unfinished", async () => (await method.shown(pane)) === "");
  await method.press("Enter");
  await gets("a日本\n");

  await method.compose("ㅎ");
  await method.compose("");
  await until("nothing unfinished", async () => (await method.shown(pane)) === "");
  await pane.type("x");
  await method.compose("한");
  await method.commit("한");
  await method.press("Control+u"); // the program's own key erases the line, and the syllable with it
  await method.compose("글");
  await method.commit("글");
  await method.press("Enter");
  await gets("a日本\n글\n");
});

scenario("text that no key has sent reaches the program once, also the same again and between keys", async (stage) => {
  const tab = await stage.workspace(1);
  const { pane, gets } = await receiver(stage, tab, 0);
  const method = new InputMethod(tab);
  await pane.type("A1");
  await method.commit("😀");
  await method.commit("😀");
  await pane.type("b");
  await method.commit("é");
  await method.compose("👩");
  await method.commit("👩");
  await pane.type("Cé");
  await method.press("Backspace");
  await method.press("Enter");
  await gets("A1😀😀bé👩C\n");

  // A key of the program's ends what is shown, and does not overtake it.
  await method.compose("글");
  await method.waitFor(pane, "글");
  await method.press("Enter");
  await until("nothing unfinished", async () => (await method.shown(pane)) === "");
  await method.commit("나");
  await method.press("Enter");
  await gets("A1😀😀bé👩C\n글\n나\n");
});

scenario("what is composed stays in its pane when the focus goes, and is shown at the cursor", async (stage) => {
  const tab = await stage.workspace(2);
  const first = await receiver(stage, tab, 0);
  const second = await receiver(stage, tab, 1);
  const method = new InputMethod(tab);
  await first.pane.type("cursor: ");
  await until("the echo", async () => (await first.pane.text()).includes("cursor:"));
  await method.compose("ねこ");
  await method.waitFor(first.pane, "ねこ");
  const box = (selector: string) => first.pane.locator.locator(selector).first().boundingBox();
  const [shown, cursor] = [await box(".composition-view.active"), await box(".xterm-cursor")];
  expect(Math.abs((shown?.x ?? 0) - (cursor?.x ?? -99))).toBeLessThan(2);
  expect(Math.abs((shown?.y ?? 0) - (cursor?.y ?? -99))).toBeLessThan(2);

  await second.pane.focus();
  await second.pane.type("other");
  await method.press("Enter");
  await second.gets("other\n");
  await first.pane.focus();
  await method.press("Enter");
  await first.gets("cursor: ねこ\n");
});

scenario("a key of the application belongs to the input method while it composes", async (stage) => {
  const tab = await stage.workspace(1);
  const { pane, gets } = await receiver(stage, tab, 0);
  const method = new InputMethod(tab);
  await pane.focus();
  await method.compose("か");
  await method.waitFor(pane, "か");
  const session = await tab.browser.context().newCDPSession(tab.browser);
  // Control, Shift and T, as the page sees them in a composition.
  await session.send("Input.dispatchKeyEvent", { type: "rawKeyDown", key: "T", code: "KeyT", windowsVirtualKeyCode: 229, modifiers: 2 | 8 });
  await method.waitFor(pane, "か");
  await method.commit("課");
  await method.press("Enter");
  await gets("課\n");
  expect(await tab.page.locator("[data-pane]").count()).toBe(1);
});

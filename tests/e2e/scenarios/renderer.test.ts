// What draws terminals. WebGL is chosen here, because it is drawn in software where tests run, and software loses the
// trial. Its pixels are read from its canvas, which keeps them.

import { expect } from "vitest";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Pane } from "../driver/pane.ts";
import { scenario, type Stage } from "../driver/stage.ts";
import type { Tab, Terminals } from "../driver/tab.ts";
import { until } from "../driver/wait.ts";
import type { World } from "../driver/world.ts";

interface Chosen {
  readonly renderer: "auto" | "dom" | "webgl";
  readonly theme?: "dark" | "light" | "slate";
  readonly fontSize?: number;
}

/** Writes the settings, as a person does with an editor. */
function choose(world: World, { renderer, theme = "dark", fontSize = 12 }: Chosen): void {
  mkdirSync(world.configDir, { recursive: true });
  writeFileSync(
    join(world.configDir, "settings.json"),
    JSON.stringify({ version: 1, appearance: { theme, fontSize }, terminal: { renderer } }),
  );
}

const hosts = ".terminal-host";

function renderers(tab: Tab): Promise<string[]> {
  return tab.page.locator(`[data-pane] ${hosts}`).evaluateAll((all) => all.map((host) => host.dataset["renderer"] ?? ""));
}

async function waitForRenderers(tab: Tab, wanted: readonly string[]): Promise<void> {
  await until(`terminals drawn by ${wanted.join(", ")}`, async () => (await renderers(tab)).toSorted().join() === wanted.toSorted().join(), {
    seen: () => renderers(tab),
    deadline: 60_000,
  });
}

/** A workspace whose shells are ready and whose terminals are drawn by WebGL then. */
async function webglWorkspace(stage: Stage, terminals: Terminals): Promise<Tab> {
  const tab = await stage.workspace(terminals);
  choose(stage.world, { renderer: "webgl" });
  await waitForRenderers(tab, Array<string>(terminals).fill("webgl"));
  return tab;
}

/** What WebGL has drawn of a pane. */
function picture(pane: Pane): Promise<string> {
  return pane.locator.locator(hosts).evaluate((host) => host.querySelector<HTMLCanvasElement>("canvas:not([class])")?.toDataURL() ?? "");
}

/** A page that has much to do may draw nothing for so long. */
const stillFor = 1000;

/** The picture once it stays the same. */
async function still(pane: Pane): Promise<string> {
  let last = "";
  let since = 0;
  return until(
    "a picture that stays the same",
    async () => {
      const now = await picture(pane);
      if (now === "" || now !== last) since = Date.now();
      last = now;
      return Date.now() - since >= stillFor ? now : undefined;
    },
    { deadline: 60_000 },
  );
}

/** Where a canvas over the picture is painted at all: left, right, top and bottom; nothing when it is not. */
function painted(pane: Pane, canvas: string): Promise<number[]> {
  return pane.locator.locator(canvas).evaluate((element) => {
    const { width, height } = element as unknown as HTMLCanvasElement;
    const data = (element as unknown as HTMLCanvasElement).getContext("2d")?.getImageData(0, 0, width, height).data ?? [];
    let [left, right, top, bottom] = [width, 0, height, 0];
    for (let at = 0; at < width * height; at++) {
      if ((data[4 * at + 3] ?? 0) === 0) {
        continue;
      }
      const [x, y] = [at % width, Math.floor(at / width)];
      [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x + 1), Math.min(top, y), Math.max(bottom, y + 1)];
    }
    return right === 0 ? [] : [left, right, top, bottom];
  });
}

function lose(pane: Pane): Promise<boolean> {
  return pane.locator.locator(hosts).evaluate((host) => {
    const gl = host.querySelector<HTMLCanvasElement>("canvas:not([class])")?.getContext("webgl2");
    gl?.getExtension("WEBGL_lose_context")?.loseContext();
    return gl !== undefined;
  });
}

scenario("where WebGL is drawn in software, the page draws terminals and says why", async (stage) => {
  const tab = await stage.workspace(1);
  await tab.control("open-settings").first().click();
  await tab.page.locator('[data-section="about"]').click();
  const fact = () => tab.page.locator('[data-setting="about.terminals-drawn by"]').evaluate((row) => row.textContent ?? "");
  await until("the trial's verdict", async () => /the page, because (WebGL takes|there is no WebGL)/.test(await fact()), { seen: fact, deadline: 60_000 });
  await tab.control("settings-back").click();
  expect(await renderers(tab)).toEqual(["dom"]);
});

scenario(
  "a terminal that changes hands keeps its size and its text",
  async (stage) => {
    const tab = await webglWorkspace(stage, 1);
    const pane = tab.pane();
    const proof = join(stage.world.home, "proof");
    await pane.type(`trap 'echo resized >> ${proof}' WINCH; stty size > ${proof}; printf 'on the \\x73creen\\n'`);
    await pane.press("Enter");
    const drawn = await still(pane);
    choose(stage.world, { renderer: "dom" });
    await waitForRenderers(tab, ["dom"]);
    await pane.waitForText("on the screen");
    choose(stage.world, { renderer: "webgl" });
    await waitForRenderers(tab, ["webgl"]);
    expect((await still(pane)) === drawn, "the picture is the same").toBe(true);
    await pane.type(`cat ${proof}; echo ${"x".repeat(3)}`);
    await pane.press("Enter");
    choose(stage.world, { renderer: "dom" });
    await pane.waitForText(/^xxx$/m);
    expect(await pane.text()).not.toContain("\nresized");
  },
);

scenario("a terminal that changes hands keeps the focus, and every key that is typed meanwhile", async (stage) => {
  const tab = await stage.workspace(1);
  const pane = tab.pane();
  const proof = join(stage.world.home, "proof");
  await pane.run(`cat > ${proof}`);
  const field = pane.locator.locator("textarea");
  await field.evaluate((element) => {
    element.addEventListener("blur", () => {
      element.dataset["blurred"] = "";
    });
  });
  const word = "clear the first of many keys ";
  let typed = "";
  for (const renderer of ["webgl", "dom", "webgl", "dom"] as const) {
    choose(stage.world, { renderer });
    // Typed before the change, in the middle of it and after it.
    while ((await renderers(tab)).join() !== renderer) {
      await tab.page.keyboard.type(word);
      typed += word;
    }
    await tab.page.keyboard.type(word);
    await tab.page.keyboard.press("Enter");
    typed += `${word}\n`;
  }
  await tab.page.keyboard.press("Control+D");
  await until("all keys", () => readFileSync(proof, "utf8") === typed, { seen: () => readFileSync(proof, "utf8") });
  expect(await field.evaluate((element) => element.dataset["blurred"] === undefined)).toBe(true);
});

scenario("what is pointed at, selected and found is shown where WebGL has drawn it", async (stage) => {
  const tab = await webglWorkspace(stage, 1);
  const pane = tab.pane();
  await pane.run("clear; echo; echo needle https://example.com/");
  const { mouse } = tab.page;
  const box = await pane.locator.locator(".xterm-screen").evaluate((screen) => {
    const { x, y, width, height } = screen.getBoundingClientRect();
    return { x, y, width, height };
  });
  const cell = { width: 7, height: 16 };
  const over = (column: number, row: number) => mouse.move(box.x + (column + 0.5) * cell.width, box.y + (row + 0.5) * cell.height);
  const changes = (what: string, from: string) => until(what, async () => (await picture(pane)) !== from);
  const returns = (what: string, to: string) => until(what, async () => (await picture(pane)) === to);
  await over(40, 8);
  const plain = await still(pane);
  await over(12, 1);
  // Under the twenty cells of the address.
  const underlined = () => painted(pane, ".xterm-link-layer");
  await until("the line under a link", async () => /^49,189,(2|3)\d,3\d$/.test((await underlined()).join()), { seen: underlined });
  await over(40, 8);
  await until("no line under the link", async () => (await underlined()).length === 0, { seen: underlined });
  await mouse.click(box.x + 2.5 * cell.width, box.y + 1.5 * cell.height, { clickCount: 2 });
  await over(40, 8);
  await changes("the selected word", plain);
  await mouse.click(box.x + 40 * cell.width, box.y + 8 * cell.height);
  await returns("nothing selected", plain);
  await tab.page.keyboard.press("Control+Shift+F");
  await tab.page.keyboard.type("needle");
  const marked = () => painted(pane, ".terminal-matches");
  // Six cells of the second row.
  await until("the match", async () => (await marked()).join() === "0,42,16,32", { seen: marked });
  await tab.page.keyboard.press("Escape");
});

scenario(
  "a theme, a font and a flood of glyphs leave nothing of what was drawn before",
  async (stage) => {
    const tab = await webglWorkspace(stage, 2);
    const panes = [await tab.pane(0).pinned(), await tab.pane(1).pinned()] as const;
    // More different glyphs than one texture holds, in two terminals whose textures the emulator would share.
    const glyphs = "for i in $(seq 1 9000); do printf '\\e[38;2;%d;%d;%dm%s' $((i%256)) $((i/256*7)) $((i%61*4)) x; done; clear; seq 30; : >~/ended-$$";
    for (const pane of panes) {
      await pane.type(glyphs);
      await pane.press("Enter");
    }
    choose(stage.world, { renderer: "webgl", theme: "light", fontSize: 15 });
    await still(panes[0]);
    choose(stage.world, { renderer: "webgl", theme: "slate", fontSize: 13 });
    const ended = () => readdirSync(stage.world.home).filter((name) => name.startsWith("ended-")).length;
    await until("both floods to end", () => ended() === 2, { deadline: 60_000 });
    const drawn = [await still(panes[0]), await still(panes[1])];
    choose(stage.world, { renderer: "dom", theme: "slate", fontSize: 13 });
    await waitForRenderers(tab, ["dom", "dom"]);
    for (const pane of panes) {
      await pane.waitForText(/^30$/m);
    }
    choose(stage.world, { renderer: "webgl", theme: "slate", fontSize: 13 });
    await waitForRenderers(tab, ["webgl", "webgl"]);
    const fresh = [await still(panes[0]), await still(panes[1])];
    expect(drawn.map((each, i) => each === fresh[i])).toEqual([true, true]);
  },
  { timeout: 240_000 },
);

scenario(
  "a lost context is drawn by the page at once, once more by WebGL, and then by the page for good",
  async (stage) => {
    const tab = await webglWorkspace(stage, 1);
    const pane = tab.pane();
    await pane.type("echo still-$((6*7))");
    await pane.press("Enter");
    await still(pane);
    expect(await lose(pane)).toBe(true);
    await waitForRenderers(tab, ["dom"]);
    await pane.waitForText("still-42");
    await waitForRenderers(tab, ["webgl"]);
    expect((await still(pane)).length).toBeGreaterThan(1000);
    expect(await lose(pane)).toBe(true);
    await waitForRenderers(tab, ["dom"]);
    await pane.type("echo on-$((6*7))");
    await pane.press("Enter");
    await pane.waitForText("on-42");
    expect(await renderers(tab)).toEqual(["dom"]);
  },
);

scenario(
  "of twelve terminals eight are drawn by WebGL, and forty that come and go evict none",
  async (stage) => {
    const tab = await webglWorkspace(stage, 6);
    const complaints: string[] = [];
    tab.browser.on("console", (message) => {
      if (/webgl/i.test(message.text())) {
        complaints.push(message.text());
      }
    });
    // The oldest context is the first that a browser takes away, so one stays for as long as all others change.
    const kept = await tab.pane(0).terminal();
    const canvas = tab.paneOf(kept).locator.locator(".xterm-screen canvas:not([class])");
    await canvas.evaluate((element) => {
      element.dataset["kept"] = "";
    });
    for (let count = 7; count <= 12; count++) {
      await tab.control("new-terminal").first().click();
      await until(`${count} panes`, async () => (await tab.panes()) === count);
    }
    await waitForRenderers(tab, [...Array<string>(8).fill("webgl"), ...Array<string>(4).fill("dom")]);
    for (let round = 0; round < 40; round++) {
      // Its context goes with it, and one that had none wants one.
      const drawn = await tab.page
        .locator("[data-pane]")
        .evaluateAll((all) => all.filter((pane) => pane.querySelector('[data-renderer="webgl"]')).map((pane) => pane.dataset["terminal"] ?? ""));
      await tab.paneOf(drawn.find((id) => id !== kept) ?? "").focus();
      await tab.page.keyboard.press("Alt+Shift+W");
      await until("eleven panes", async () => (await tab.panes()) === 11, { seen: () => tab.describe() });
      await tab.control("new-terminal").first().click();
      await until("twelve panes", async () => (await tab.panes()) === 12);
      expect(complaints, `round ${round}`).toEqual([]);
    }
    await waitForRenderers(tab, [...Array<string>(8).fill("webgl"), ...Array<string>(4).fill("dom")]);
    expect(await canvas.evaluate((element) => element.dataset["kept"]), "the oldest terminal's first canvas").toBe("");
    const lost = await tab.page.locator(`[data-pane] ${hosts}`).evaluateAll(
      (all) => all.filter((host) => host.querySelector<HTMLCanvasElement>("canvas:not([class])")?.getContext("webgl2")?.isContextLost()).length,
    );
    expect(lost).toBe(0);
  },
  { timeout: 480_000 },
);

// What draws terminals. WebGL is chosen here, because it is drawn in software where tests run, and software loses the
// trial. Its pixels are read from its canvas, which keeps them.

import { expect } from "vitest";
import { mkdirSync, writeFileSync } from "node:fs";
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

/** The picture once it stays the same. */
async function still(pane: Pane): Promise<string> {
  let last = "";
  return until(
    "a picture that stays the same",
    async () => {
      const now = await picture(pane);
      const same = now !== "" && now === last;
      last = now;
      return same ? now : undefined;
    },
    { deadline: 60_000 },
  );
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

scenario(
  "a theme, a font and a flood of glyphs leave nothing of what was drawn before",
  async (stage) => {
    const tab = await webglWorkspace(stage, 2);
    const panes = [await tab.pane(0).pinned(), await tab.pane(1).pinned()] as const;
    // More different glyphs than one texture holds, in two terminals whose textures the emulator would share.
    const glyphs = "for i in $(seq 1 9000); do printf '\\e[38;2;%d;%d;%dm%s' $((i%256)) $((i/256*7)) $((i%61*4)) x; done; clear; seq 30";
    for (const pane of panes) {
      await pane.type(glyphs);
      await pane.press("Enter");
    }
    choose(stage.world, { renderer: "webgl", theme: "light", fontSize: 15 });
    await still(panes[0]);
    choose(stage.world, { renderer: "webgl", theme: "slate", fontSize: 13 });
    await until("both floods to end", async () => (await stage.app.status()).process.children <= 2, { deadline: 60_000 });
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
    for (let count = 7; count <= 12; count++) {
      await tab.control("new-terminal").first().click();
      await until(`${count} panes`, async () => (await tab.panes()) === count);
    }
    await waitForRenderers(tab, [...Array<string>(8).fill("webgl"), ...Array<string>(4).fill("dom")]);
    for (let round = 0; round < 40; round++) {
      // The first one has a context; closing it makes the next one want one.
      await tab.pane(0).focus();
      await tab.page.keyboard.press("Alt+Shift+W");
      await until("eleven panes", async () => (await tab.panes()) === 11, { seen: () => tab.describe() });
      await tab.control("new-terminal").first().click();
      await until("twelve panes", async () => (await tab.panes()) === 12);
    }
    await waitForRenderers(tab, [...Array<string>(8).fill("webgl"), ...Array<string>(4).fill("dom")]);
    const lost = await tab.page.locator(`[data-pane] ${hosts}`).evaluateAll(
      (all) => all.filter((host) => host.querySelector<HTMLCanvasElement>("canvas:not([class])")?.getContext("webgl2")?.isContextLost()).length,
    );
    expect(lost).toBe(0);
  },
  { timeout: 480_000 },
);

// Names, scales and fonts that nobody would choose, and that somebody has.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { overlaps, waitForPanes } from "../driver/grid.ts";
import { scenario } from "../driver/stage.ts";
import type { Tab } from "../driver/tab.ts";
import { until } from "../driver/wait.ts";
import type { World } from "../driver/world.ts";

const titles: [string, string][] = [
  ["10,000 characters", "long ".repeat(2000)],
  ["a word of 10,000 letters", "x".repeat(10_000)],
  ["right to left", "مرحبا بالعالم שלום עולם"],
  ["emoji", "🦀👩‍👩‍👧‍👦🏳️‍🌈 crab"],
  ["control characters", "a\u0001b\u007fc\u202ed\u200be"],
  ["markup", "<b>bold</b> &amp; {{x}}"],
];

/** The page keeps its shape: nothing beside the window, and the bars are as high as ever. */
async function keepsItsShape(tab: Tab, scale = 1): Promise<void> {
  const measured = await tab.page.evaluate(() => {
    const height = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().height ?? 0;
    return {
      beside: document.documentElement.scrollWidth - window.innerWidth,
      below: document.documentElement.scrollHeight - window.innerHeight,
      title: height("header"),
      toolbar: height('[data-region="toolbar"]'),
      header: height("[data-pane] header"),
      status: height("footer"),
    };
  });
  expect(measured.beside).toBeLessThanOrEqual(0);
  expect(measured.below).toBeLessThanOrEqual(0);
  for (const [part, size] of [["title", 36], ["toolbar", 40], ["header", 28], ["status", 24]] as const) {
    expect(Math.abs(measured[part] - size * scale), part).toBeLessThan(2);
  }
}

for (const [what, title] of titles) {
  scenario(`a name of ${what} fits its tab and its pane, and names nothing else`, async (stage) => {
    const tab = await stage.workspace(2);
    const clean = (text: string) => text.replaceAll(/[\p{Cc}\p{Cf}\s]/gu, "");
    // A program's title, as it comes.
    const file = join(stage.world.home, "title");
    writeFileSync(file, `\u001b]0;${title.replaceAll(/[\u0007\u001b]/g, "\u0001")}\u0007`);
    await tab.pane(1).run(`cat ${file}; read wait`);
    const shown = tab.pane(1).locator.locator('[data-region="pane-title"]');
    await until("the title", async () => !(await shown.innerText()).includes("bash") && clean(title).startsWith(clean(await shown.innerText()).slice(0, 2)), { seen: () => shown.innerText() });
    await keepsItsShape(tab);
    // The user's name for the workspace: through the call, which a field would bound.
    await tab.workspaceTabs().first().getByRole("button").first().dblclick();
    await tab.control("rename-workspace").evaluate((field, value) => {
      const input = field as HTMLInputElement;
      input.removeAttribute("maxlength");
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, value);
      input.dispatchEvent(new Event("input", { bubbles: true }));
    }, title);
    await tab.control("rename-workspace").press("Enter");
    const name = () => tab.workspaceTabs().first().getByRole("button").first();
    await until("the new name, or a refusal", async () => {
      const now = await name().innerText();
      return (now !== "app" && clean(title).startsWith(clean(now).slice(0, 2))) || (await tab.surface("notices").count()) > 0;
    }, { seen: () => tab.describe() });
    await keepsItsShape(tab);
    expect((await tab.workspaceTabs().first().boundingBox())?.width ?? 0).toBeLessThanOrEqual(240);
    expect([...((await stage.app.status()).workspaces[0]?.name ?? "")].length).toBeLessThanOrEqual(256);
    await tab.pane(1).press("Enter");
    await tab.pane(0).runToEnd("echo us''able");
  });
}

/** Settings as somebody may write them by hand. */
function chosen(parts: object): { prepare: (world: World) => void } {
  return {
    prepare: (world) => {
      mkdirSync(world.configDir, { recursive: true, mode: 0o700 });
      writeFileSync(join(world.configDir, "settings.json"), JSON.stringify({ version: 1, ...parts }));
    },
  };
}

for (const scale of [50, 300]) {
  scenario(`at a scale of ${scale} % everything can be reached, in a window of 800 by 500 too`, async (stage) => {
    const tab = await stage.workspace(2);
    await keepsItsShape(tab, scale / 100);
    expect(await overlaps(tab)).toEqual([]);
    await tab.page.setViewportSize({ width: 800, height: 500 });
    await keepsItsShape(tab, scale / 100);
    await tab.pane(0).runToEnd("echo us''able");
    // The launcher, the settings and a question can be worked.
    await tab.command("Settings");
    await tab.surface("settings").waitFor({ state: "visible" });
    expect(await tab.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    await tab.page.keyboard.press("Escape");
    await tab.pane(0).run("sleep 4711");
    await until("the program", async () => (await stage.app.terminals()).length > 0);
    await tab.page.keyboard.press("Control+Shift+X");
    await tab.dialog().waitFor({ state: "visible" });
    for (const control of ["cancel", "confirm"]) {
      const box = await tab.control(control).boundingBox();
      expect(box !== null && box.x >= 0 && box.y >= 0 && box.x + box.width <= 800 && box.y + box.height <= 500, control).toBe(true);
    }
    await tab.control("cancel").click();
    await tab.pane(0).press("Control+C");
    await tab.showLauncher();
    await tab.control("folder-path").fill(stage.world.project("other"));
    await tab.control("open-workspace").scrollIntoViewIfNeeded();
    await tab.control("open-workspace").click();
    await tab.pane(0).ready();
  }, chosen({ appearance: { uiScale: scale } }));
}

scenario("fonts that do not exist leave everything readable", async (stage) => {
  const tab = await stage.workspace(1);
  await keepsItsShape(tab);
  await tab.pane(0).runToEnd("echo us''able");
  const cells = (await stage.app.terminals())[0]?.size.cols ?? 0;
  expect(cells).toBeGreaterThan(100);
}, chosen({ appearance: { uiFont: "No Such Font", terminalFont: "Nor This One" } }));

scenario("settings with every value wrong still start the application, and are named", async (stage) => {
  const tab = await stage.tab();
  await until("the notice", async () => /settings/i.test(await tab.surface("notices").innerText()));
  await tab.openFolder(stage.world.project());
  await tab.pane().ready();
  await keepsItsShape(tab);
}, chosen({ appearance: { theme: 7, uiScale: "big", fontSize: -1 }, terminal: "none", keyboard: { bindings: [] } }));

scenario("twelve panes in a window of 800 by 500 can be worked, one after the other", async (stage) => {
  const tab = await stage.tab({ viewport: { width: 800, height: 500 } });
  await tab.openFolder(stage.world.project(), 6);
  for (let count = 7; count <= 12; count++) {
    await tab.page.keyboard.press(tab.keys.newTerminal);
    await waitForPanes(tab, count);
  }
  expect(await overlaps(tab)).toEqual([]);
  await keepsItsShape(tab);
  // The pane with the focus is in sight, wherever it goes.
  const area = await tab.surface("workspace").boundingBox();
  for (let i = 0; i < 12; i++) {
    await tab.page.keyboard.press(i % 4 === 3 ? "Control+Shift+ArrowUp" : "Control+Shift+ArrowLeft");
    const pane = tab.page.locator('[data-pane][data-focused="true"]:visible');
    await until("the focused pane in sight", async () => {
      const box = await pane.boundingBox();
      return box !== null && area !== null && box.y >= area.y - 2 && box.y + 28 <= area.y + area.height + 2 && box.x >= area.x - 2 && box.x + 60 <= area.x + area.width + 2;
    });
  }
  const pane = tab.paneOf((await tab.page.locator('[data-pane][data-focused="true"]:visible').getAttribute("data-terminal")) ?? "");
  await pane.ready();
  await tab.page.keyboard.type("echo us''able\n");
  await pane.waitForText("usable");
});

// Every surface, in the three themes: nothing for axe to find, and a picture.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect } from "vitest";
import { artifacts, scenario, type ScenarioOptions, type Stage } from "../driver/stage.ts";
import type { Tab } from "../driver/tab.ts";
import { until } from "../driver/wait.ts";
import type { World } from "../driver/world.ts";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Axe {
  run(context: Document, options: unknown): Promise<{ violations: { id: string; help: string; nodes: { html: string; failureSummary: string }[] }[] }>;
}

const themes = ["dark", "light", "slate"] as const;
type Theme = (typeof themes)[number];

/** Takes a picture, and lets axe look for what somebody could not read or reach. */
async function inspect(tab: Tab, name: string, theme: Theme): Promise<void> {
  mkdirSync(artifacts, { recursive: true });
  await until(`the theme ${theme}`, async () => (await tab.page.locator("html").getAttribute("data-theme")) === theme);
  await tab.page.screenshot({ path: join(artifacts, `${name}-${theme}.png`) });
  // Evaluated through the protocol: the page's own policy lets no script in.
  await tab.page.evaluate(axeSource);
  const found = await tab.page.evaluate(async () => {
    const { axe } = window as unknown as { axe: Axe };
    // What a program prints in a terminal, and in which colours, is its own affair.
    const context = { exclude: [[".xterm-screen"]] } as unknown as Document;
    const result = await axe.run(context, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] });
    // An open menu has the keyboard and is announced by itself: it is no part of the page that a landmark leads to.
    const beside = (html: string) => /^<div[^>]* role="menu"/.test(html);
    const violations = result.violations
      .map((violation) => (violation.id === "region" ? { ...violation, nodes: violation.nodes.filter(({ html }) => !beside(html)) } : violation))
      .filter((violation) => violation.nodes.length > 0);
    return violations.map((violation) => `${violation.id}: ${violation.help}\n${violation.nodes.map((node) => `  ${node.html}\n  ${node.failureSummary}`).join("\n")}`);
  });
  expect(found, `${name} in ${theme}`).toEqual([]);
}

/** The theme as somebody has chosen it, and the system's own the other way round. */
function inTheme(theme: Theme, prepare: (world: World) => void = () => undefined): ScenarioOptions {
  return {
    look: { colorScheme: theme === "light" ? "dark" : "light" },
    timeout: 240_000,
    prepare: (world) => {
      mkdirSync(world.configDir, { recursive: true, mode: 0o700 });
      writeFileSync(join(world.configDir, "settings.json"), JSON.stringify({ version: 1, appearance: { theme } }));
      prepare(world);
    },
  };
}

async function launcher(stage: Stage, theme: Theme): Promise<void> {
  const tab = await stage.tab();
  await tab.showLauncher();
  await inspect(tab, "launcher", theme);

  await tab.openFolder(stage.world.project("first"), 2);
  await tab.pane(1).ready();
  await tab.closeWorkspaces();
  await tab.openFolder(stage.world.project("second"));
  await tab.closeWorkspaces();
  await tab.showLauncher();
  await tab.control("recent").first().waitFor({ state: "visible" });
  rmSync(stage.world.project("second"), { recursive: true });
  await tab.reload();
  await tab.page.getByText("Folder not found").waitFor({ state: "visible" });
  await inspect(tab, "launcher-recents", theme);

  await tab.control("browse").click();
  await tab.dialog().waitFor({ state: "visible" });
  await tab.control("folder-entry").first().waitFor({ state: "visible" });
  await inspect(tab, "folders", theme);
  await tab.page.keyboard.press("Escape");

  await tab.control("folder-path").fill("/no/such/folder");
  await tab.control("open-workspace").click();
  await tab.surface("launcher").getByRole("alert").waitFor({ state: "visible" });
  await inspect(tab, "launcher-error", theme);
}

async function workspace(stage: Stage, theme: Theme): Promise<void> {
  const tab = await stage.workspace(1);
  await inspect(tab, "workspace-1", theme);

  await tab.openFolder(stage.world.project("tidepool"), 4);
  for (let i = 0; i < 4; i++) {
    await tab.pane(i).ready();
  }
  await tab.pane(0).runToEnd("ls -la --color /usr | head -8");
  await tab.pane(1).runToEnd("git --version; seq 5");
  await tab.pane(3).run("exit 3");
  await tab.pane(3).waitForState("exited");
  await tab.pane(0).focus();
  await inspect(tab, "workspace-4", theme);

  await tab.pane(1).press("Control+Shift+F");
  await tab.control("find-input").fill("git");
  await until("a count", async () => (await tab.control("find-count").innerText()) !== "");
  await inspect(tab, "find", theme);
  await tab.control("find-input").press("Escape");

  await tab.pane(1).locator.locator(".xterm-screen").click({ button: "right" });
  await tab.surface("menu").waitFor({ state: "visible" });
  await inspect(tab, "menu-terminal", theme);
  await tab.page.keyboard.press("Escape");
  await tab.surface("menu").waitFor({ state: "hidden" });

  await tab.control("launch-terminal").click();
  await tab.surface("menu").waitFor({ state: "visible" });
  await tab.control("launch-shell").first().waitFor({ state: "visible" });
  await inspect(tab, "menu-launch", theme);
  await tab.page.keyboard.press("Escape");
  await tab.surface("menu").waitFor({ state: "hidden" });

  await tab.pane(1).focus();
  await tab.page.getByRole("tooltip").waitFor({ state: "detached" });
  await tab.page.keyboard.press("Control+Shift+R");
  await tab.surface("resize").waitFor({ state: "visible" });
  await inspect(tab, "resizing", theme);
  await tab.page.keyboard.press("Escape");

  await tab.page.keyboard.press("Control+Shift+Enter");
  await until("one pane", async () => (await tab.panes()) === 1);
  await inspect(tab, "zoomed", theme);
  await tab.page.keyboard.press("Control+Shift+Enter");
  await until("all panes", async () => (await tab.panes()) === 4);

  await tab.workspaceTab("tidepool").getByRole("button").first().dblclick();
  await tab.control("rename-workspace").waitFor({ state: "visible" });
  await inspect(tab, "renaming", theme);
  await tab.page.keyboard.press("Escape");

  await tab.pane(2).run("vim -u NONE");
  await tab.pane(2).waitForText("VIM");
  await tab.pane(2).control("close-pane").click();
  await tab.dialog().waitFor({ state: "visible" });
  await inspect(tab, "close", theme);
  await tab.control("cancel").click();
  await tab.dialog().waitFor({ state: "hidden" });
  await tab.pane(2).type(":q!\n");

  for (let count = 5; count <= 12; count++) {
    await tab.page.keyboard.press(tab.keys.newTerminal);
    await until(`${count} panes`, async () => (await tab.panes()) === count);
  }
  await tab.pane(11).ready();
  await inspect(tab, "workspace-12", theme);

  await tab.page.setViewportSize({ width: 800, height: 500 });
  await inspect(tab, "narrow-12", theme);
  await tab.page.keyboard.press("Alt+1");
  await until("the first workspace", async () => (await tab.panes()) === 1);
  await inspect(tab, "narrow", theme);
  await tab.showLauncher();
  await inspect(tab, "narrow-launcher", theme);
  const overflow = await tab.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
}

async function chosen(stage: Stage, theme: Theme): Promise<void> {
  const tab = await stage.workspace(2);
  await tab.page.keyboard.press("Control+Shift+P");
  await tab.surface("palette").waitFor({ state: "visible" });
  await inspect(tab, "palette", theme);
  await tab.page.keyboard.type("zz no such command");
  await inspect(tab, "palette-empty", theme);
  await tab.page.keyboard.press("Escape");
  await tab.surface("palette").waitFor({ state: "hidden" });

  await tab.control("open-settings").click();
  await tab.surface("settings").waitFor({ state: "visible" });
  const sections = tab.control("settings-section");
  for (let i = 0; i < (await sections.count()); i++) {
    await sections.nth(i).click();
    await inspect(tab, `settings-${await sections.nth(i).getAttribute("data-section")}`, theme);
  }
  await tab.control("settings-search").fill("font");
  await inspect(tab, "settings-search", theme);
  await tab.page.setViewportSize({ width: 800, height: 500 });
  await inspect(tab, "narrow-settings", theme);
  await tab.control("settings-search").fill("");
  await tab.page.keyboard.press("Escape");
}

for (const theme of themes) {
  scenario(`the launcher can be read and operated by everyone, in ${theme}`, (stage) => launcher(stage, theme), inTheme(theme));
  scenario(`workspaces can be read and operated by everyone, in ${theme}`, (stage) => workspace(stage, theme), inTheme(theme));
  scenario(`palette and settings can be read and operated by everyone, in ${theme}`, (stage) => chosen(stage, theme), inTheme(theme));

  scenario(`notices can be read by everyone, in ${theme}`, async (stage) => {
    const tab = await stage.tab();
    await until("the notice", async () => (await tab.surface("notices").innerText()) !== "");
    await inspect(tab, "notices", theme);
    await tab.control("dismiss-notice").first().click();
    await until("no notice", async () => (await tab.control("dismiss-notice").count()) === 0);
    await inspect(tab, "notices-last", theme);
  }, inTheme(theme, (world) => writeFileSync(join(world.configDir, "state.db"), "damaged".repeat(1000))));
}

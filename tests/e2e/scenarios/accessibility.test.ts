// Every surface, in dark and light: nothing for axe to find, and a picture.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect } from "vitest";
import { artifacts, scenario, type Stage } from "../driver/stage.ts";
import type { Tab } from "../driver/tab.ts";
import { until } from "../driver/wait.ts";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Axe {
  run(context: Document, options: unknown): Promise<{ violations: { id: string; help: string; nodes: { html: string; failureSummary: string }[] }[] }>;
}

async function inspect(tab: Tab, name: string, scheme: string): Promise<void> {
  mkdirSync(artifacts, { recursive: true });
  await tab.page.screenshot({ path: join(artifacts, `${name}-${scheme}.png`) });
  // Evaluated through the protocol: the page's own policy lets no script in.
  await tab.page.evaluate(axeSource);
  const found = await tab.page.evaluate(async () => {
    const { axe } = window as unknown as { axe: Axe };
    // What a program prints in a terminal, and in which colours, is its own affair.
    const context = { exclude: [[".xterm-screen"]] } as unknown as Document;
    const result = await axe.run(context, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] });
    return result.violations.map((violation) => `${violation.id}: ${violation.help}\n${violation.nodes.map((node) => `  ${node.html}\n  ${node.failureSummary}`).join("\n")}`);
  });
  expect(found, `${name} in ${scheme}`).toEqual([]);
}

async function surfaces(stage: Stage, scheme: "dark" | "light"): Promise<void> {
  const tab = await stage.tab({ colorScheme: scheme });
  await tab.showLauncher();
  await inspect(tab, "launcher", scheme);

  await tab.control("browse").click();
  await tab.dialog().waitFor({ state: "visible" });
  await tab.control("folder-entry").first().waitFor({ state: "visible" });
  await inspect(tab, "folders", scheme);
  await tab.page.keyboard.press("Escape");

  await tab.control("folder-path").fill("/no/such/folder");
  await tab.control("open-workspace").click();
  await tab.surface("launcher").getByRole("alert").waitFor({ state: "visible" });
  await inspect(tab, "launcher-error", scheme);

  await tab.openFolder(stage.world.project(), 4);
  for (let i = 0; i < 4; i++) {
    await tab.pane(i).ready();
  }
  await tab.pane(0).runToEnd("ls -la --color /usr | head -8");
  await tab.pane(1).runToEnd("git --version; seq 5");
  await tab.pane(3).run("exit 3");
  await tab.pane(3).waitForState("exited");
  await tab.pane(0).focus();
  await inspect(tab, "workspace", scheme);

  await tab.pane(1).press("Control+Shift+F");
  await tab.control("find-input").fill("git");
  await until("a count", async () => (await tab.control("find-count").innerText()) !== "");
  await inspect(tab, "find", scheme);
  await tab.control("find-input").press("Escape");

  await tab.pane(2).run("vim -u NONE");
  await tab.pane(2).waitForText("VIM");
  await tab.pane(2).control("close-pane").click();
  await tab.dialog().waitFor({ state: "visible" });
  await inspect(tab, "close", scheme);
  await tab.control("cancel").click();
  await tab.dialog().waitFor({ state: "hidden" });
  await tab.pane(2).type(":q!\n");

  const narrow = { width: 800, height: 500 };
  await tab.page.setViewportSize(narrow);
  await inspect(tab, "narrow", scheme);
  const overflow = await tab.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
}

for (const scheme of ["dark", "light"] as const) {
  scenario(`every surface can be read and operated by everyone, in ${scheme}`, (stage) => surfaces(stage, scheme), { timeout: 180_000 });

  scenario(`notices can be read by everyone, in ${scheme}`, async (stage) => {
    const tab = await stage.tab({ colorScheme: scheme });
    await until("the notice", async () => (await tab.surface("notices").innerText()) !== "");
    await inspect(tab, "notices", scheme);
    await tab.control("dismiss-notice").first().click();
    await until("no notice", async () => (await tab.control("dismiss-notice").count()) === 0);
  }, {
    prepare: (world) => {
      mkdirSync(world.configDir, { recursive: true, mode: 0o700 });
      writeFileSync(join(world.configDir, "state.db"), "damaged".repeat(1000));
    },
  });
}

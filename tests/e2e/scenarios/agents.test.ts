// What a person does with coding agents: launch, choose a model, leave, install one, keep flags.

import { expect } from "vitest";
import { install, prepareAgents } from "../driver/agents.ts";
import { scenario } from "../driver/stage.ts";
import { until } from "../driver/wait.ts";
import { prompt, type World } from "../driver/world.ts";

const withCodex = { prepare: (world: World) => prepareAgents(world, "codex") };
const withNone = { prepare: (world: World) => prepareAgents(world) };

scenario("an agent is launched by its button, and the shell follows it in its place", async (stage) => {
  const folder = stage.world.project();
  const tab = await stage.workspace(1, folder);
  await tab.page.locator('[data-harness="codex"] [data-control="launch-agent"]').click();
  await until("a second pane", async () => (await tab.panes()) === 2);
  const pane = await tab.pane(1).pinned();
  await pane.waitForText(`I am codex: in ${folder}`);
  expect(await pane.locator.locator('[data-region="pane-agent"]').getAttribute("aria-label")).toBe("Codex");
  await pane.run("hello");
  await pane.waitForText("heard hello");

  await pane.locator.hover();
  await pane.control("close-pane").click();
  await tab.dialog().waitFor({ state: "visible" });
  expect(await tab.dialog().innerText()).toContain("Codex");
  await tab.page.keyboard.press("Escape");
  await tab.dialog().waitFor({ state: "hidden" });

  await pane.run("exit 3");
  await pane.waitForText("codex ended with code 3");
  await until("the shell", async () => (await pane.attribute("data-epoch")) === "2");
  await pane.waitForText(prompt);
  await pane.runToEnd('echo "shell-$((40+2)) in $PWD"');
  await pane.waitForText(`shell-42 in ${folder}`);
  expect(await pane.locator.locator("header").innerText()).toContain("exit 3");
  expect(await pane.locator.locator('[data-region="pane-agent"]').count()).toBe(0);
}, withCodex);

scenario("an agent is launched by keys alone, and with a model from its menu", async (stage) => {
  const tab = await stage.workspace();
  await tab.page.keyboard.press(tab.keys.launch);
  await tab.surface("palette").waitFor({ state: "visible" });
  await tab.page.keyboard.press("1");
  await until("a second pane", async () => (await tab.panes()) === 2);
  await tab.pane(1).waitForText("I am codex:");

  await tab.control("launch-agent-menu").click();
  await tab.page.locator('[data-choice="model:large"]').click();
  await until("a third pane", async () => (await tab.panes()) === 3);
  await until("the model", async () => {
    const texts = await Promise.all([0, 1, 2].map((index) => tab.pane(index).text()));
    return texts.some((text) => text.includes("I am codex: [-m] [large]"));
  });
}, withCodex);

scenario("a CLI that is installed meanwhile appears, and its flags are kept and passed", async (stage) => {
  const tab = await stage.workspace();
  expect(await tab.control("launch-agent").count()).toBe(0);
  install(stage.world, "codex");
  await tab.control("open-settings").first().click();
  await tab.page.locator('[data-section="agents"]').click();
  await tab.control("recheck-agents").click();
  const codex = tab.page.locator('[data-setting="launch.harnesses.codex"]');
  await until("its version", async () => (await codex.innerText()).includes("1.2.3"));

  const flags = codex.locator('[data-setting="launch.harnesses.codex.flags"] input');
  await flags.fill(`--a "b`);
  await tab.page.keyboard.press("Enter");
  await until("what is wrong", async () => (await codex.innerText()).includes("is not closed"));
  await flags.fill(`--a 'b c'  --d=1`);
  await tab.page.keyboard.press("Enter");
  await until("no complaint", async () => !(await codex.innerText()).includes("is not closed"));
  await tab.page.keyboard.press("Escape");
  await tab.control("launch-agent").click();
  await until("a second pane", async () => (await tab.panes()) === 2);
  await tab.pane(1).waitForText("I am codex: [--a] [b c] [--d=1]");
}, withNone);

scenario("a workspace opens with agents, and what is missing says how it is installed", async (stage) => {
  const folder = stage.world.project();
  const tab = await stage.tab();
  await tab.showLauncher();
  const codex = tab.page.locator('[data-agent="codex"] [data-control="agent-choice"]');
  await until("the agent", async () => (await codex.count()) === 1);
  await tab.control("agents-missing").click();
  expect(await tab.page.locator('[data-agent="claude"]').innerText()).toContain("Not installed");
  await codex.click();
  await tab.openFolder(folder, 2);
  for (const index of [0, 1]) {
    await tab.pane(index).waitForText(`I am codex: in ${folder}`);
  }
}, withCodex);

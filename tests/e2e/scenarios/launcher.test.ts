// From an empty window to a grid of shells.

import { chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { run } from "../driver/app.ts";
import { scenario } from "../driver/stage.ts";
import type { Tab } from "../driver/tab.ts";
import { until } from "../driver/wait.ts";

for (const count of [1, 2, 4, 6] as const) {
  scenario(`a folder opens with ${count} ${count === 1 ? "shell" : "shells"} in it`, async (stage) => {
    const folder = stage.world.project();
    const tab = await stage.workspace(count, folder);
    expect(await tab.panes()).toBe(count);
    const terminals = await stage.app.terminals();
    expect(terminals.map((terminal) => terminal.state)).toEqual(Array.from({ length: count }, () => "running"));
    for (let i = 0; i < count; i++) {
      await tab.pane(i).run("pwd");
      await tab.pane(i).waitForText(folder);
    }
  });
}

scenario("a folder is chosen with the mouse", async (stage) => {
  const folder = stage.world.project("by-mouse");
  const tab = await stage.tab();
  await tab.showLauncher();
  await tab.control("browse").click();
  const entry = (path: string) => tab.page.locator(`[data-control="folder-entry"][data-path="${path}"]`);
  await entry(stage.world.projects).dblclick();
  await entry(folder).dblclick();
  await tab.control("folder-choose").click();
  await until("the chosen path in the field", async () => (await tab.control("folder-path").inputValue()).endsWith("by-mouse"));
  await tab.control("terminals-2").click();
  await tab.control("open-workspace").click();
  await tab.pane(1).ready();
  expect((await stage.app.status()).workspaces.map((workspace) => workspace.path)).toEqual([folder]);
});

scenario("a folder is opened, used and closed by keyboard alone", async (stage) => {
  const folder = stage.world.project("by-keys");
  const tab = await stage.tab();
  const { keyboard } = tab.page;
  await until("the folder field's focus", () => tab.control("folder-path").evaluate((field) => field === document.activeElement));
  await keyboard.press("Control+A");
  await keyboard.type(folder);
  await keyboard.press("Enter");
  await tab.pane().ready();
  const panes = await tab.panes();
  // The first terminal has the focus without a click.
  await keyboard.type("echo from-$((40+2))");
  await keyboard.press("Enter");
  await tab.pane().waitForText("from-42");
  // Ctrl+Shift+T is the browser's own in a tab.
  await keyboard.press(tab.keys.newTerminal);
  await until("one more pane", async () => (await tab.panes()) === panes + 1);
  await tab.pane(panes).ready();
  await keyboard.type("echo second-$((1+1))");
  await keyboard.press("Enter");
  await tab.pane(panes).waitForText("second-2");
  await keyboard.press("Control+Shift+ArrowLeft");
  await until("the focus to move", async () => (await tab.pane(panes).attribute("data-focused")) === "false");
  await keyboard.press(tab.keys.closePane);
  await until("one pane less", async () => (await tab.panes()) === panes);
});

scenario("folders that were open before are offered again and can be forgotten", async (stage) => {
  const folder = stage.world.project("remembered");
  const tab = await stage.tab();
  await tab.openFolder(folder);
  await tab.closeWorkspaces();
  await tab.showLauncher();
  const recent = tab.page.locator(`[data-control="recent"][data-path="${folder}"]`);
  await recent.click();
  await tab.pane().ready();
  await tab.closeWorkspaces();
  await tab.showLauncher();
  await recent.hover();
  await tab.page.locator(`[data-control="forget-recent"][data-path="${folder}"]`).click();
  await until("the folder to be forgotten", async () => (await recent.count()) === 0);
});

scenario("recent folders outlive the application", async (stage) => {
  const folder = stage.world.project("kept");
  const tab = await stage.tab();
  await tab.openFolder(folder);
  await tab.pane().ready();
  await tab.closeWorkspaces();
  await stage.app.stop();
  await stage.start();
  const later = await stage.tab();
  await later.page.locator(`[data-control="recent"][data-path="${folder}"]`).waitFor({ state: "visible" });
}, { expectedComplaints: /WebSocket|ERR_CONNECTION/ });

scenario("the same folder is one workspace", async (stage) => {
  const folder = stage.world.project();
  const tab = await stage.workspace(2, folder);
  await tab.openFolder(`${folder}/../${folder.split("/").at(-1)}/`, 1);
  await until("the open workspace in front", async () => (await tab.panes()) === 2);
  expect((await stage.app.status()).workspaces).toHaveLength(1);
});

/** Tries a path and returns the sentence under the field. */
async function refusal(tab: Tab, path: string): Promise<string> {
  await tab.showLauncher();
  await tab.control("folder-path").fill(path);
  await tab.control("open-workspace").click();
  const alert = tab.surface("launcher").getByRole("alert");
  return until("a sentence", async () => (await alert.innerText()) || undefined);
}

scenario("a path that cannot be opened is refused with what is wrong with it", async (stage) => {
  const { world } = stage;
  writeFileSync(join(world.home, "file.txt"), "not a folder");
  symlinkSync(join(world.home, "loop-b"), join(world.home, "loop-a"));
  symlinkSync(join(world.home, "loop-a"), join(world.home, "loop-b"));
  const tab = await stage.tab();
  const sentences = new Set<string>();
  for (const path of ["file.txt", "missing", "loop-a"]) {
    const sentence = await refusal(tab, join(world.home, path));
    expect(sentence).toContain(path);
    expect(sentence).not.toMatch(/errno|ENOENT|lstat|!/);
    sentences.add(sentence.replaceAll(path, ""));
  }
  expect(sentences.size).toBeGreaterThanOrEqual(2);
  await refusal(tab, "x".repeat(5000));
  // The field still works.
  await tab.openFolder(world.project());
  await tab.pane().ready();
});

scenario("a folder without permission is refused and names the folder", async (stage) => {
  // Root may enter any folder, so the application runs as nobody here.
  const nobody = process.getuid?.() === 0 ? 65534 : undefined;
  const closed = join(stage.world.home, "closed");
  mkdirSync(closed);
  if (nobody !== undefined) {
    stage.world.giveTo(nobody);
  }
  chmodSync(closed, 0o000);
  await stage.start(nobody === undefined ? {} : { uid: nobody });
  const tab = await stage.tab();
  expect(await refusal(tab, closed)).toContain("closed");
  chmodSync(closed, 0o700);
}, { manual: true });

const names = ["with spaces", "it's \"quoted\"", "emoji 🦀 folder", "new\nline", "$(touch pwned)", "-rf", "très-ünïcode"];

for (const name of names) {
  scenario(`a folder called ${JSON.stringify(name)} opens like any other`, async (stage) => {
    const folder = join(stage.world.projects, name);
    mkdirSync(folder);
    const tab = await stage.tab();
      if (name.includes("\n")) {
      // A text field drops line breaks, so such a folder is chosen in the list.
      await tab.showLauncher();
      await tab.control("browse").click();
      const path = (value: string) => tab.page.locator(`[data-control="folder-entry"][data-path=${JSON.stringify(value).replaceAll("\\n", "\\a ")}]`);
      await path(stage.world.projects).dblclick();
      await path(folder).dblclick();
      await tab.control("folder-choose").click();
      await tab.control("open-workspace").click();
    } else {
      await tab.openFolder(folder);
    }
    await tab.pane().ready();
    await tab.pane().run("touch here-$((1+1))");
    await until("a file in the folder", () => existsSync(join(folder, "here-2")));
  });
}

scenario("a second serve prints the address of the first and ends", async (stage) => {
  const second = await run(stage.world, ["serve"]);
  expect(second.code).toBe(0);
  expect(second.stdout.split("\n")[0]).toContain(stage.app.origin);
});

// What a person does to a pane: new, close, rename, restart, marks, titles.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import * as processes from "../driver/processes.ts";
import { scenario } from "../driver/stage.ts";
import { stays, until } from "../driver/wait.ts";

scenario("a new terminal joins the grid and starts in the workspace's folder", async (stage) => {
  const folder = stage.world.project();
  const tab = await stage.workspace(1, folder);
  await tab.control("new-terminal").first().click();
  await until("a second pane", async () => (await tab.panes()) === 2);
  await tab.pane(1).ready();
  await tab.pane(1).run("pwd");
  await tab.pane(1).waitForText(folder);
});

scenario("a shell that is only waiting closes without a question", async (stage) => {
  const tab = await stage.workspace(2);
  await tab.pane(0).locator.hover();
  await tab.pane(0).control("close-pane").click();
  await until("one pane", async () => (await tab.panes()) === 1);
  expect(await tab.dialog().count()).toBe(0);
});

scenario("closing asks when something runs, names it, and ends it once confirmed", async (stage) => {
  const tab = await stage.workspace(2);
  const pane = await tab.pane(0).pinned();
  await pane.run("sleep 4711");
  await until("the program in front", async () => processes.of(stage.world).some((p) => p.command === "sleep 4711"));
  await pane.locator.hover();
  await pane.control("close-pane").click();
  await tab.dialog().waitFor({ state: "visible" });
  expect(await tab.dialog().innerText()).toContain("sleep");
  await tab.page.keyboard.press("Escape");
  await tab.dialog().waitFor({ state: "hidden" });
  expect(await tab.panes()).toBe(2);
  expect(processes.of(stage.world).some((p) => p.command === "sleep 4711")).toBe(true);
  await pane.control("close-pane").click();
  await tab.control("confirm").click();
  await until("one pane", async () => (await tab.panes()) === 1);
  await until("the program to end", () => !processes.of(stage.world).some((p) => p.command === "sleep 4711"));
});

scenario("after exit the code is shown, nothing closes, and a restart brings a new process", async (stage) => {
  const tab = await stage.workspace();
  const pane = tab.pane();
  await pane.runToEnd("echo before-$((1+1))");
  await pane.run("exit 3");
  await pane.waitForState("exited");
  expect(await pane.attribute("data-exit-code")).toBe("3");
  expect(await pane.locator.innerText()).toMatch(/bash.*3/);
  expect(await pane.text()).toContain("before-2");
  await stays("the pane", async () => (await tab.panes()) === 1, 500);
  await pane.control("restart-terminal").first().click();
  await pane.waitForState("running");
  expect(await pane.attribute("data-epoch")).toBe("2");
  await pane.runToEnd("echo after-$((2+2))");
  expect(await pane.text()).toContain("after-4");
});

scenario("a pane is renamed in place and keeps its name when the program sets a title", async (stage) => {
  const tab = await stage.workspace();
  const pane = tab.pane();
  await pane.locator.locator('[data-region="pane-title"]').dblclick();
  await pane.control("rename-input").fill("build server");
  await tab.page.keyboard.press("Enter");
  await until("the name", async () => (await pane.locator.innerText()).includes("build server"));
  await pane.runToEnd(`printf '\\033]2;from the program\\007'`);
  expect(await pane.locator.innerText()).toContain("build server");
});

scenario("a program's title is shown, and what it cannot print is left out", async (stage) => {
  const tab = await stage.workspace();
  const pane = tab.pane();
  await pane.run(`printf '\\033]0;my \\001title\\007'; read wait`);
  await until("the title", async () => (await pane.locator.innerText()).includes("my title"));
  await pane.press("Enter");
});

scenario("the shell's folder is known and shown", async (stage) => {
  const folder = stage.world.project();
  stage.world.folder("home", "projects", "app", "deep");
  const tab = await stage.workspace(1, folder);
  await tab.pane().run("cd deep");
  await until("the new folder", async () => (await stage.app.terminals())[0]?.cwd === join(folder, "deep"));
  await until("the folder in the status bar", async () => (await tab.page.locator("body").innerText()).includes("deep"));
});

scenario("a bell, progress and a copy leave a quiet mark", async (stage) => {
  const tab = await stage.workspace(2);
  const [first, second] = [await tab.pane(0).pinned(), await tab.pane(1).pinned()];
  await first.run("sleep 0.3; printf '\\a'");
  await second.focus();
  await first.mark("bell").waitFor({ state: "visible" });
  await second.run("printf '\\033]9;4;1;42\\007'; read wait");
  await second.mark("progress").waitFor({ state: "visible" });
  await second.press("Enter");
  await second.run(`printf '\\033]52;c;${Buffer.from("copied text").toString("base64")}\\007'`);
  await second.mark("copied").waitFor({ state: "visible" });
  expect(await tab.clipboard.read()).toBe("copied text");
});

scenario("a program copies only from the focused pane, never erases, never reads", async (stage) => {
  const tab = await stage.workspace(2);
  const [first, second] = [await tab.pane(0).pinned(), await tab.pane(1).pinned()];
  const clipboard = () => tab.clipboard.read();
  const osc52 = (payload: string, selector = "c") => `printf '\\033]52;${selector};${payload}\\007'`;
  await second.runToEnd(osc52(Buffer.from("kept").toString("base64"), ""));
  await until("a copy with an empty selector", async () => (await clipboard()) === "kept");
  await first.run(`sleep 0.5; ${osc52(Buffer.from("stolen").toString("base64"))}; echo tr''ied`);
  await second.focus();
  await first.waitForText("tried");
  expect(await clipboard()).toBe("kept");
  for (const payload of ["", "!", "not base64 *"]) {
    await second.runToEnd(osc52(payload));
    expect(await clipboard()).toBe("kept");
  }
  // A reply would be typed into `read` and appear in the file.
  const answer = join(stage.world.home, "answer");
  await second.runToEnd(`printf '\\033]52;c;?\\007'; IFS= read -rs -t 1 -n 200 reply; printf '%s' "$reply" > ${answer}`);
  expect(readFileSync(answer, "utf8")).toBe("");
});

scenario("a shell that is missing fails in its pane and names the program", async (stage) => {
  await stage.start({ env: { SHELL: "/no/such/shell" } });
  const tab = await stage.tab();
  await tab.openFolder(stage.world.project());
  const pane = tab.pane();
  await until("the pane to start or fail", async () => ["running", "failed"].includes(await pane.state()));
  // Either the account's own shell is used instead, or the failure is told.
  if ((await pane.state()) === "failed") {
    expect(await pane.locator.innerText()).toContain("/no/such/shell");
  } else {
    await pane.runToEnd("echo usable");
  }
}, { manual: true });

scenario("a shell that crashes at once shows how it ended", async (stage) => {
  const shell = join(stage.world.home, "crash");
  writeFileSync(shell, "#!/bin/sh\nkill -SEGV $$\n", { mode: 0o755 });
  await stage.start({ env: { SHELL: shell } });
  const tab = await stage.tab();
  await tab.openFolder(stage.world.project());
  await tab.pane().waitForState("exited");
  expect(await tab.pane().locator.innerText()).toMatch(/crash/);
  expect(await tab.panes()).toBe(1);
}, { manual: true });

for (const [name, path] of [["zsh", "/usr/bin/zsh"], ["fish", "/usr/bin/fish"]] as const) {
  scenario(`${name} starts with its working directory reported`, async (stage) => {
    const folder = stage.world.project();
    stage.world.folder("home", "projects", "app", "inner");
    await stage.start({ env: { SHELL: path } });
    const tab = await stage.tab();
    await tab.openFolder(folder);
    const pane = tab.pane();
    await pane.waitForState("running");
    await until("the shell to ask for input", async () => (await pane.text()) !== "");
    await pane.runToEnd("cd inner");
    await until("the folder to be known", async () => (await stage.app.terminals())[0]?.cwd === join(folder, "inner"));
    expect((await stage.app.terminals())[0]?.program).toBe(name);
  }, { manual: true });
}

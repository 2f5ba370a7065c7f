// How things end: panes, the application, and the application by force.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { run } from "../driver/app.ts";
import * as processes from "../driver/processes.ts";
import { scenario } from "../driver/stage.ts";
import { stays, until } from "../driver/wait.ts";

const lost = { expectedComplaints: /WebSocket|ERR_CONNECTION/ };

/** The number that a program writes about itself once it runs. */
function pidIn(file: string): Promise<number> {
  return until("the program", () => existsSync(file) && Number(readFileSync(file, "utf8")) > 1 && Number(readFileSync(file, "utf8")));
}

scenario("the shell's history survives the end of the application", async (stage) => {
  const tab = await stage.workspace();
  await tab.pane().runToEnd("echo remem''bered");
  await stage.app.stop();
  expect(readFileSync(join(stage.world.home, ".bash_history"), "utf8")).toContain("remem''bered");
}, lost);

scenario("a program that ignores HUP and TERM is gone soon after its pane is closed", async (stage) => {
  const tab = await stage.workspace();
  const program = join(stage.world.home, "stubborn");
  writeFileSync(program, "#!/bin/bash\ntrap '' HUP TERM INT\necho $$ > ~/stubborn.pid\nwhile :; do read -t 1 x; done\n", { mode: 0o755 });
  await tab.pane().run(program);
  const pid = await pidIn(join(stage.world.home, "stubborn.pid"));
  await tab.control("new-terminal").first().click();
  await tab.pane(1).ready();
  await tab.pane(0).locator.hover();
  await tab.pane(0).control("close-pane").click();
  await tab.control("confirm").click();
  const started = Date.now();
  await until("its end", () => !processes.alive(pid), { deadline: 8000 });
  expect(Date.now() - started).toBeLessThan(6000);
});

scenario("a tmux server that was started in a pane is named as kept and left alone", async (stage) => {
  const tab = await stage.workspace();
  const socket = join(stage.world.root, "tmux");
  await tab.pane().runToEnd(`tmux -S ${socket} new-session -d 'sleep 5000'`);
  const servers = () => processes.of(stage.world).filter((process) => process.command.includes("new-session"));
  await until("the server", () => servers().length > 0);
  await tab.closeWorkspaces();
  await stays("the server", () => servers().length > 0, 1500);
  await stage.app.stop();
  expect(servers().length).toBeGreaterThan(0);
  await run(stage.world, ["-S", socket, "kill-server"], { binary: "tmux" });
  await until("the server's end", () => servers().length === 0);
}, lost);

scenario("a program that stops itself is continued, with one line that says so", async (stage) => {
  await stage.start({ env: { SHELL: join(stage.world.home, "stops") } });
  const tab = await stage.tab();
  await tab.openFolder(stage.world.project());
  await tab.pane().waitForText("went on");
  expect((await tab.pane().text()).match(/.*stopped itself.*/g)).toHaveLength(1);
}, {
  manual: true,
  prepare: (world) => writeFileSync(join(world.home, "stops"), "#!/bin/bash\nkill -STOP $$\necho went on\nread x\n", { mode: 0o755 }),
});

scenario("TERM ends the application and everything in it at once", async (stage) => {
  const tab = await stage.workspace(2);
  await tab.pane(0).run("sleep 4712");
  await until("the program", () => processes.of(stage.world).some((process) => process.command === "sleep 4712"));
  const finished = await stage.app.stop();
  expect(finished.signal).toBeNull();
  await until("everything to end", () => processes.of(stage.world).length === 0, { deadline: 1000 });
}, lost);

scenario("the first interrupt names what runs, the second ends it", async (stage) => {
  const tab = await stage.workspace();
  await tab.pane().run("sleep 4713");
  await until("the program", () => processes.of(stage.world).some((process) => process.command === "sleep 4713"));
  stage.app.signal("SIGINT");
  await until("the list", () => stage.app.stderr.includes("sleep"), { seen: () => stage.app.stderr });
  await stays("the application", () => !stage.app.ended, 500);
  expect(processes.of(stage.world).some((process) => process.command === "sleep 4713")).toBe(true);
  stage.app.signal("SIGINT");
  await stage.app.finished();
  expect(processes.of(stage.world)).toEqual([]);
}, lost);

scenario("an interrupt long after the first asks again", async (stage) => {
  const tab = await stage.workspace();
  await tab.pane().run("sleep 4714");
  await until("the program", () => processes.of(stage.world).some((process) => process.command === "sleep 4714"));
  stage.app.signal("SIGINT");
  await until("the list", () => stage.app.stderr.includes("sleep"));
  await stays("the application", () => !stage.app.ended, 5500);
  stage.app.signal("SIGINT");
  await stays("the application", () => !stage.app.ended, 500);
});

scenario("with nothing running the first interrupt ends it", async (stage) => {
  await stage.workspace();
  stage.app.signal("SIGINT");
  expect((await stage.app.finished()).signal).toBeNull();
}, lost);

scenario("a hangup is ignored and logged", async (stage) => {
  const tab = await stage.workspace();
  stage.app.signal("SIGHUP");
  await tab.pane().runToEnd("echo still-$((1+1))");
  expect(stage.app.ended).toBe(false);
  await until("a line in the log", () => /hang|HUP/i.test(readLogs(stage.world.root)));
});

function readLogs(root: string): string {
  return processes.filesBelow(root, ".log").map((file) => readFileSync(file, "utf8")).join("\n");
}

scenario("output that nobody reads any more stops nothing", async (stage) => {
  const tab = await stage.workspace();
  stage.app.closeOutput();
  await tab.pane().run("sleep 4715");
  await until("the program", () => processes.of(stage.world).some((process) => process.command === "sleep 4715"));
  stage.app.signal("SIGINT");
  stage.app.signal("SIGHUP");
  await stays("the application", () => !stage.app.ended, 1000);
  await tab.pane().press("Control+C");
  await tab.pane().runToEnd("echo al''ive");
});

scenario("what a killed application left is listed at the next start and can be ended", async (stage) => {
  const tab = await stage.workspace();
  const program = join(stage.world.home, "survivor");
  writeFileSync(program, "#!/bin/bash\ntrap '' HUP\necho $$ > ~/survivor.pid\nwhile :; do read -t 1 x || [ $? -gt 128 ] || sleep 1; done\n", { mode: 0o755 });
  await tab.pane().run(`exec ${program}`);
  const pid = await pidIn(join(stage.world.home, "survivor.pid"));
  stage.app.signal("SIGKILL");
  await stage.app.finished();
  expect(processes.alive(pid)).toBe(true);
  await stage.start();
  const later = await stage.tab();
  const notices = later.surface("notices");
  await until("the survivor in the notices", async () => (await notices.innerText()).includes(String(pid)), { seen: () => later.describe() });
  await later.control("end-survivors").click();
  await until("the survivor's end", () => !processes.alive(pid), { deadline: 8000 });
}, lost);

scenario("a page whose application ended says so", async (stage) => {
  const tab = await stage.workspace();
  await stage.app.stop();
  await until("the connection to be given up or tried again", async () => (await tab.page.locator("html").getAttribute("data-connection")) !== "open");
  await stage.start({ args: ["--port", "0"] });
}, lost);

// The command line beside a running application.

import { expect } from "vitest";
import { run } from "../driver/app.ts";
import { scenario } from "../driver/stage.ts";
import { until } from "../driver/wait.ts";

scenario("status shows workspaces and terminals as they are", async (stage) => {
  const folder = stage.world.project();
  const tab = await stage.workspace(2, folder);
  await tab.pane(1).run("exit 7");
  await tab.pane(1).waitForState("exited");
  const status = await stage.app.status();
  expect(status.kind).toBe(stage.kind);
  expect(status.pid).toBe(stage.app.pid);
  expect(status.version).not.toBe("");
  expect(Number.isNaN(Date.parse(status.started))).toBe(false);
  expect(status.workspaces).toHaveLength(1);
  const [workspace] = status.workspaces;
  expect(workspace?.path).toBe(folder);
  expect(workspace?.terminals.map((terminal) => terminal.state).sort()).toEqual(["exited", "running"]);
  const running = workspace?.terminals.find((terminal) => terminal.state === "running");
  expect(running?.pid).toBeGreaterThan(1);
  expect(running?.cwd).toBe(folder);
  expect(running?.size.cols).toBeGreaterThan(20);
  expect(workspace?.terminals.find((terminal) => terminal.state === "exited")?.exit).toMatchObject({ code: 7 });
  const table = await run(stage.world, ["status"]);
  expect(table.code).toBe(0);
  expect(table.stdout).toContain("bash");
});

scenario("without an owner status says so with a code of its own", async (stage) => {
  const finished = await run(stage.world, ["status", "--json"]);
  expect(finished.code).toBe(3);
  expect(finished.stderr).toMatch(/^clanker: [^!]+\.\n/);
}, { manual: true });

scenario("a terminal's environment names the product and holds nothing of ours", async (stage) => {
  await stage.start({ env: { TERM_PROGRAM: "outer", TMUX: "/tmp/outer,1,0", TERM_SESSION_ID: "outer", VSCODE_PID: "1", CLANKER_TEST: "1" } });
  const tab = await stage.tab();
  await tab.openFolder(stage.world.project());
  const pane = tab.pane();
  await pane.ready();
  await pane.runToEnd('clear; echo "[$TERM][$COLORTERM][$TERM_PROGRAM][${TMUX-none}][${VSCODE_PID-none}][$(env | grep -c ^CLANKER_)]"');
  await pane.waitForText("[xterm-256color][truecolor][clanker-grid][none][none][0]");
}, { manual: true });

scenario("a chosen port is used", async (stage) => {
  const app = await stage.start({ args: ["--port", "47391"] });
  expect(new URL(app.url).port).toBe("47391");
  const tab = await stage.tab();
  await until("the launcher", () => tab.surface("launcher").isVisible());
}, { manual: true });

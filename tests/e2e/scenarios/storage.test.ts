// A state file that is damaged, newer, busy or cannot be written.

import { spawn } from "node:child_process";
import { chmodSync, closeSync, mkdirSync, openSync, readdirSync, truncateSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { run } from "../driver/app.ts";
import { scenario, type Stage } from "../driver/stage.ts";
import { until } from "../driver/wait.ts";

const database = (stage: Stage): string => join(stage.world.configDir, "state.db");

/** Runs the application once, so that there is a state file with something in it. */
async function usedBefore(stage: Stage): Promise<void> {
  const app = await stage.start();
  const tab = await stage.tab();
  await tab.openFolder(stage.world.project("remembered"));
  await tab.pane().ready();
  await app.stop();
}

/** The application is usable, and a notice names what happened. */
async function worksAndSays(stage: Stage, sentence: RegExp): Promise<void> {
  const tab = await stage.tab();
  await until("the notice", async () => sentence.test(await tab.surface("notices").innerText()), { seen: () => tab.describe() });
  await tab.openFolder(stage.world.project("after"));
  await tab.pane().ready();
  await tab.pane().runToEnd("echo us''able");
}

const manual = { manual: true, expectedComplaints: /WebSocket|ERR_CONNECTION/ } as const;

const damages: [string, (path: string) => void][] = [
  ["overwritten", (path) => writeFileSync(path, "this is not a database, and never was one".repeat(200))],
  ["truncated", (path) => truncateSync(path, 5000)],
  ["damaged in the middle", (path) => {
    const file = openSync(path, "r+");
    writeSync(file, Buffer.alloc(8192, 0xa5), 0, 8192, 0);
    closeSync(file);
  }],
];

for (const [what, damage] of damages) {
  scenario(`a state file that was ${what} is kept aside, and the application starts afresh`, async (stage) => {
    await usedBefore(stage);
    damage(database(stage));
    await stage.start();
    await worksAndSays(stage, /state/i);
    expect(readdirSync(stage.world.configDir).filter((name) => name.startsWith("state.db") && /\d{4}/.test(name)).length).toBeGreaterThan(0);
  }, manual);
}

scenario("an empty state file is a new one", async (stage) => {
  mkdirSync(stage.world.configDir, { recursive: true, mode: 0o700 });
  writeFileSync(database(stage), "");
  await stage.start();
  const tab = await stage.tab();
  await tab.openFolder(stage.world.project());
  await tab.pane().ready();
}, manual);

scenario("a state file of a newer version is refused with both versions named", async (stage) => {
  await usedBefore(stage);
  // user_version is a big-endian number at offset 60 of a database's header.
  const file = openSync(database(stage), "r+");
  writeSync(file, Buffer.from([0, 0, 0x27, 0x0f]), 0, 4, 60);
  closeSync(file);
  const finished = await run(stage.world, ["serve"]);
  expect(finished.code).toBe(8);
  expect(finished.stdout).toBe("");
  expect(finished.stderr).toContain("9999");
  expect(finished.stderr).toMatch(/\b[1-9]\d?\b/);
}, manual);

scenario("a state file that another program holds does not keep the application from starting", async (stage) => {
  await usedBefore(stage);
  const holder = spawn("python3", ["-c", `import sqlite3,sys
c=sqlite3.connect(${JSON.stringify(database(stage))},isolation_level=None)
c.execute("PRAGMA locking_mode=EXCLUSIVE")
c.execute("BEGIN EXCLUSIVE")
print("held",flush=True)
sys.stdin.read()`], { stdio: ["pipe", "pipe", "inherit"] });
  try {
    let output = "";
    holder.stdout.on("data", (data) => (output += String(data)));
    await until("the lock", () => output.includes("held"));
    await stage.start();
    await worksAndSays(stage, /state|kept|remember/i);
  } finally {
    holder.stdin.end();
    await until("the holder's end", () => holder.exitCode !== null);
  }
}, manual);

scenario("a home that cannot be written works, and says what cannot be kept", async (stage) => {
  // Root may write anywhere, so the application runs as nobody here.
  const nobody = process.getuid?.() === 0 ? 65534 : undefined;
  if (nobody !== undefined) {
    stage.world.giveTo(nobody);
  }
  const closed = ["config", "data", "state", "cache"].map((name) => join(stage.world.root, name));
  for (const folder of closed) {
    chmodSync(folder, 0o500);
  }
  await stage.start(nobody === undefined ? {} : { uid: nobody });
  const tab = await stage.tab();
  await until("the notice", async () => (await tab.surface("notices").innerText()) !== "", { seen: () => tab.describe() });
  await tab.openFolder(stage.world.projects);
  await tab.pane().ready();
  await tab.pane().runToEnd("echo us''able");
  for (const folder of closed) {
    chmodSync(folder, 0o700);
  }
}, manual);

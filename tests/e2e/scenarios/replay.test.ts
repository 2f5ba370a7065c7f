// What comes back after a reload, and what must not.

import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { scenario } from "../driver/stage.ts";
import { stays, until } from "../driver/wait.ts";
import { prompt } from "../driver/world.ts";

scenario("a reload brings back the grid, the screens and what was scrolled away", async (stage) => {
  const tab = await stage.workspace(2);
  await tab.pane(0).runToEnd("for i in $(seq 200); do echo left $i; done");
  await tab.pane(1).runToEnd("echo ri''ght");
  const before = await tab.pane(0).text();
  await tab.reload();
  await tab.pane(0).waitForText("left 200");
  expect(await tab.pane(0).text()).toBe(before);
  await tab.pane(1).waitForText("right");
  await tab.pane(0).locator.hover();
  await until("the first line", async () => {
    // Three lines a notch, whatever its size.
    for (let notch = 0; notch < 20; notch++) await tab.page.mouse.wheel(0, -120);
    return (await tab.pane(0).text()).includes("left 1\n");
  });
});

scenario("a reload keeps the modes that a program has set", async (stage) => {
  const tab = await stage.workspace();
  const file = join(stage.world.home, "keys");
  // Application cursor keys and bracketed paste, set long before the ring's start.
  await tab.pane().run(`printf '\\033[?1h\\033[?2004h'; yes filler-filler-filler | head -c 3000000; echo; stty raw -echo; echo sta""rted; head -c 17 > ${file}; stty sane`);
  await tab.pane().waitForText("started", { deadline: 30_000 });
  await tab.reload();
  await tab.pane().waitForText("started");
  await tab.pane().press("ArrowUp");
  await tab.pane().paste("ok");
  await until("the bytes", () => existsSync(file) && statSync(file).size === 17);
  expect(readFileSync(file, "latin1")).toBe("\x1bOA\x1b[200~ok\x1b[201~");
});

scenario("fifty megabytes written while nobody looks do not stop, and the screen is right later", async (stage) => {
  const tab = await stage.workspace();
  const done = join(stage.world.home, "done");
  const { terminals } = (await stage.app.status()).workspaces[0] ?? { terminals: [] };
  await tab.pane().run(`while [ ! -e ~/go ]; do read -t 0.1 x; done; head -c 50000000 /dev/zero | tr '\\0' x | fold -w 79; echo; echo last-$((6*7)); touch ${done}`);
  await tab.page.close();
  writeFileSync(join(stage.world.home, "go"), "");
  await until("the end of the output", () => existsSync(done), { deadline: 60_000 });
  const later = await stage.tab();
  await later.paneOf(terminals[0]?.id ?? "").waitForText(/x{70}\n.*last-42\n.*ready>$/s);
}, { timeout: 120_000 });

scenario("the bytes that a view sees are the bytes that were written", async (stage) => {
  const tab = await stage.workspace();
  // A million lines of known contents, of which the emulator keeps the last.
  await tab.pane().runToEnd("clear; seq 300000", { deadline: 60_000 });
  await tab.pane().waitForText(/299998\n299999\n300000\n/);
});

scenario("replayed queries are answered by nobody", async (stage) => {
  const tab = await stage.workspace(2);
  const pane = tab.pane();
  const file = join(stage.world.home, "typed");
  // Whatever the terminal would answer is typed into cat, and so into the file.
  const queries = ["[c", "[>c", "[=c", "[5n", "[6n", "[?6n", "[>q", "[?25$p", "]10;?\\007", "]11;?\\007", "]4;1;?\\007", "P$qm\\033\\\\", "P+q544e\\033\\\\", "[18t", "[?u"];
  await pane.run(`stty -echo; printf '${queries.map((query) => `\\033${query}`).join("")}'; printf '\\033]52;c;${Buffer.from("stolen").toString("base64")}\\007\\a\\033]9;4;1;30\\007'; read -t 1 -n 500 first; echo sta""rted; cat > ${file}`);
  await pane.waitForText("started");
  await tab.pane(1).focus();
  await tab.clipboard.write("mine");
  await tab.reload();
  await pane.waitForText("started");
  expect(await tab.pane(0).mark("bell").count()).toBe(0);
  await stays("the program's input", () => !existsSync(file) || statSync(file).size === 0, 1000);
  expect(await tab.clipboard.read()).toBe("mine");
  // The same queries, live again, are answered: the guard is not a mute.
  await pane.press("Control+D");
  await pane.run(`printf '\\033[5n'; IFS= read -rs -n 4 reply; stty echo; echo "answered $\{#reply}"`);
  await pane.waitForText("answered 4");
});

for (const [name, start, leave] of [
  ["vim", "vim -c 'set number' text", ":q!"],
  ["htop", "htop -d 2", "q"],
] as const) {
  scenario(`${name} is whole after a reload, when the ring holds no beginning any more`, async (stage) => {
    const folder = stage.world.project();
    writeFileSync(join(folder, "text"), Array.from({ length: 100 }, (_, i) => `text line ${i + 1}\n`).join(""));
    const tab = await stage.workspace(1, folder);
    const pane = tab.pane();
    await pane.runToEnd("yes filler | head -c 2500000", { deadline: 30_000 });
    await pane.run(start);
    await pane.waitForText(name === "vim" ? "text line 20" : /PID/);
    const before = await pane.text();
    await tab.reload();
    await pane.waitForText(name === "vim" ? "text line 20" : /PID/);
    if (name === "vim") {
      // The last row was a message, which vim itself drops when it draws anew.
      const rows = (text: string) => text.split("\n").slice(0, 40).join("\n");
      await until("the same screen", async () => rows(await pane.text()) === rows(before), { seen: async () => `${before}\n---\n${await pane.text()}` });
    } else {
      await pane.waitForText(/Load average|Tasks/);
    }
    await pane.press("Escape");
    await pane.type(leave);
    if (name === "vim") {
      await tab.page.keyboard.press("Enter");
    }
    await pane.waitForText(prompt);
  }, { timeout: 120_000 });
}

scenario("a full-screen program that filled the ring is asked to draw itself again", async (stage) => {
  const folder = stage.world.project();
  // Redraws only its last line by itself, and everything when told of a size.
  const program = join(folder, "draws");
  writeFileSync(
    program,
    `#!/bin/bash
draw() { printf '\\033[H\\033[2J'; printf 'frame line %s\\n' 1 2 3 4 5; }
trap draw WINCH
printf '\\033[?1049h'; draw
seq -f $'\\033[8;1Hcounter %06.0f' 120000 | tr -d '\\n'
while :; do read -t 0.2 x; [ "$x" = q ] && break; done
printf '\\033[?1049l'
`,
    { mode: 0o755 },
  );
  const tab = await stage.workspace(1, folder);
  const pane = tab.pane();
  await pane.run("./draws");
  await pane.waitForText("counter 120000", { deadline: 30_000 });
  await tab.reload();
  await pane.waitForText(/frame line 1\n.*frame line 5/s);
  await pane.run("q");
  await pane.ready();
}, { timeout: 120_000 });

scenario("a terminal that ended while nobody looked shows its last words", async (stage) => {
  const tab = await stage.workspace();
  const { terminals } = (await stage.app.status()).workspaces[0] ?? { terminals: [] };
  await tab.pane().run("while [ ! -e ~/go ]; do read -t 0.1 x; done; seq 1000; echo last words; exit 5");
  await tab.page.close();
  writeFileSync(join(stage.world.home, "go"), "");
  await until("the end", async () => (await stage.app.terminals())[0]?.state === "exited");
  expect((await stage.app.terminals())[0]?.exit?.code).toBe(5);
  const later = await stage.tab();
  const pane = later.paneOf(terminals[0]?.id ?? "");
  await pane.waitForText("last words");
  expect(await pane.attribute("data-exit-code")).toBe("5");
});

scenario("what a program wrote just before it ended is not lost", async (stage) => {
  const tab = await stage.workspace();
  const file = join(stage.world.home, "burst");
  const text = Array.from({ length: 1300 }, (_, i) => `burst line ${i} ${createHash("sha256").update(String(i)).digest("hex")}\n`).join("");
  writeFileSync(file, text); // about 100 KB
  await tab.pane().run(`clear; exec cat ${file}`);
  await tab.pane().waitForState("exited");
  await tab.pane().waitForText(`burst line 1299 ${createHash("sha256").update("1299").digest("hex")}`);
});

// What programs print and what a person types: widths, keys, pastes, links, find.

import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { scenario } from "../driver/stage.ts";
import { until } from "../driver/wait.ts";

scenario("graphemes take the columns that programs expect", async (stage) => {
  const tab = await stage.workspace();
  const widths: [string, number][] = [["a", 1], ["é", 1], ["漢", 2], ["😀", 2], ["👩‍👩‍👧", 2], ["🇩🇪", 2]];
  for (const [text, width] of widths) {
    // The cursor's column after the text is the emulator's own answer.
    const file = join(stage.world.home, "column");
    await tab.pane().runToEnd(`clear; printf '\\r${text}\\033[6n'; IFS= read -rs -d R reply; echo; echo "\${reply#*;}" > ${file}`);
    expect([text, Number(readFileSync(file, "utf8"))]).toEqual([text, width + 1]);
  }
});

scenario("keys reach the program as it expects them", async (stage) => {
  const tab = await stage.workspace();
  const pane = tab.pane();
  const file = join(stage.world.home, "keys");
  await pane.run(`stty raw -echo; echo sta""rted; dd bs=1 count=9 of=${file} 2>/dev/null; stty sane`);
  await pane.waitForText("started");
  await pane.press("Control+A", "Escape", "Alt+b", "ArrowUp", "Tab", "Control+W");
  await until("nine bytes", () => existsSync(file) && statSync(file).size === 9);
  expect(readFileSync(file, "latin1")).toBe("\x01\x1b\x1bb\x1b[A\t\x17");
});

scenario("Shift+Enter is a key of its own", async (stage) => {
  const tab = await stage.workspace();
  const pane = tab.pane();
  const file = join(stage.world.home, "keys");
  await pane.run(`stty raw -echo; echo sta""rted; head -c 3 > ${file}; stty sane`);
  await pane.waitForText("started");
  await pane.press("Shift+Enter", "Enter", "Enter", "Enter");
  await until("three bytes", () => existsSync(file) && statSync(file).size === 3);
  expect(readFileSync(file, "latin1")).not.toBe("\r\r\r");
});

scenario("a paste of several lines is asked about unless the program asked for pastes", async (stage) => {
  const tab = await stage.workspace();
  const pane = tab.pane();
  const file = join(stage.world.home, "pasted");
  await pane.run(`printf '\\033[?2004l'; cat > ${file}`);
  await pane.paste("one\ntwo\n");
  await tab.dialog().waitFor({ state: "visible" });
  expect(await tab.dialog().innerText()).toContain("one");
  await tab.control("cancel").click();
  await pane.paste("three\nfour\n");
  await tab.control("confirm").click();
  await pane.waitForText("four");
  await pane.press("Control+D");
  await until("the text without what was cancelled", () => readFileSync(file, "utf8") === "three\nfour\n");
  // Bash itself asks for bracketed pastes at its prompt.
  await pane.ready();
  await pane.runToEnd("true");
  await pane.paste("echo pas\\\nted-$((3+4))");
  await pane.press("Enter");
  await pane.waitForText("pasted-7");
  expect(await tab.dialog().count()).toBe(0);
});

scenario("a paste cannot end its own brackets or press keys", async (stage) => {
  const tab = await stage.workspace();
  const pane = tab.pane();
  const file = join(stage.world.home, "pasted");
  await pane.run(`printf '\\033[?2004h'; stty -echo; echo sta""rted; head -n 1 > ${file}; stty echo`);
  await pane.waitForText("started");
  await pane.paste("safe\x1b[201~\x03rm");
  await pane.press("Enter");
  await until("the line", () => existsSync(file) && statSync(file).size > 0);
  const got = readFileSync(file, "latin1");
  expect(got.match(/\x1b\[201~/g)).toHaveLength(1);
  expect(got.indexOf("\x1b[201~")).toBeGreaterThan(got.indexOf("rm"));
});

scenario("eight megabytes pasted arrive whole and in order", async (stage) => {
  const tab = await stage.workspace();
  const pane = tab.pane();
  const file = join(stage.world.home, "pasted");
  const lines = Array.from({ length: 100_000 }, (_, i) => `line ${String(i).padStart(8, "0")} ${"x".repeat(65)}`);
  const text = `${lines.join("\n")}\n`;
  await pane.run(`printf '\\033[?2004l'; stty -echo; echo sta""rted; cat > ${file}`);
  await pane.waitForText("started");
  await pane.paste(text);
  await tab.control("confirm").click();
  await until("everything to arrive", () => existsSync(file) && statSync(file).size >= text.length, { deadline: 60_000, seen: () => statSync(file).size });
  await pane.press("Control+C");
  expect(readFileSync(file, "utf8") === text).toBe(true);
}, { timeout: 120_000 });

scenario("find counts, moves and keeps its marks while output goes on", async (stage) => {
  const tab = await stage.workspace();
  const pane = tab.pane();
  await pane.runToEnd("clear; for i in $(seq 60); do echo needle $i; done");
  await pane.press("Control+Shift+F");
  await tab.surface("find").waitFor({ state: "visible" });
  await tab.control("find-input").fill("needle");
  const count = () => tab.control("find-count").innerText();
  await until("a count of sixty", async () => /\b6[01]\b/.test(await count()), { seen: count });
  const first = await count();
  await tab.control("find-next").click();
  await until("the next match", async () => (await count()) !== first);
  await tab.control("find-previous").click();
  await until("the match before", async () => (await count()) === first);
  await tab.control("find-input").press("Escape");
  await tab.surface("find").waitFor({ state: "hidden" });
  // The keys are back in the terminal.
  await tab.page.keyboard.type("echo ty''ped");
  await tab.page.keyboard.press("Enter");
  await pane.waitForText("typed");
});

scenario("find stays responsive with twenty thousand matches", async (stage) => {
  const tab = await stage.workspace();
  const pane = tab.pane();
  await pane.runToEnd("clear; for i in $(seq 7000); do echo needle needle needle; done", { deadline: 30_000 });
  await pane.press("Control+Shift+F");
  await tab.control("find-input").fill("needle");
  const count = () => tab.control("find-count").innerText();
  await until("the count", async () => /2[01][ ,.]?\d{3}/.test(await count()), { seen: count });
  const before = await count();
  const started = Date.now();
  await tab.control("find-next").click();
  await until("the next match", async () => (await count()) !== before);
  // Tens of milliseconds on a machine at rest; a search that starts anew for
  // every step takes several seconds anywhere.
  expect(Date.now() - started).toBeLessThan(3000);
}, { timeout: 120_000 });

scenario("links open on Ctrl+click only, with their true address", async (stage) => {
  const tab = await stage.workspace();
  const pane = tab.pane();
  const opened: string[] = [];
  tab.browser.context().on("page", (page) => {
    opened.push(page.url());
    void page.close();
  });
  await tab.browser.context().route("**/*", (route) =>
    route.request().url().startsWith(stage.app.origin) ? route.continue() : (opened.push(route.request().url()), route.abort()),
  );
  await pane.runToEnd(`clear; printf '\\033]8;;http://127.0.0.1:9/hidden\\033\\\\label\\033]8;;\\033\\\\\\n'; echo see http://127.0.0.1:9/plain.`);
  const at = async (text: string) => {
    const row = pane.locator.locator(".xterm-rows > div", { hasText: text }).last();
    const box = await row.boundingBox();
    const column = (await row.innerText()).indexOf(text) + 1;
    if (box === null) {
      throw new Error(`${text} is not on the screen`);
    }
    const cell = (await pane.locator.locator(".xterm-screen").boundingBox())?.width ?? 0;
    const columns = (await stage.app.terminals())[0]?.size.cols ?? 80;
    return { x: box.x + (column + 0.5) * (cell / columns), y: box.y + box.height / 2 };
  };
  const plain = await at("http://127.0.0.1:9/plain");
  await tab.page.mouse.move(plain.x, plain.y);
  await tab.page.mouse.click(plain.x, plain.y);
  expect(opened).toEqual([]);
  await tab.page.keyboard.down("Control");
  await tab.page.mouse.move(plain.x + 1, plain.y);
  await tab.page.mouse.click(plain.x + 1, plain.y);
  await tab.page.keyboard.up("Control");
  await until("the plain link to open", () => opened.some((url) => url === "http://127.0.0.1:9/plain"), { seen: () => opened });
  const label = await at("label");
  await tab.page.keyboard.down("Control");
  await tab.page.mouse.move(label.x, label.y);
  await tab.page.mouse.click(label.x, label.y);
  await tab.page.keyboard.up("Control");
  await until("the labelled link to open", () => opened.some((url) => url.endsWith("/hidden")), { seen: () => opened });
}, { expectedComplaints: /ERR_|Failed to load/ });

scenario("a dropped file is uploaded to a private folder and its quoted path typed", async (stage) => {
  const tab = await stage.workspace();
  const pane = tab.pane();
  await pane.run("echo got: ".trimEnd());
  await pane.type("cat ");
  await pane.locator.locator(".xterm-screen").evaluate((screen) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(["dropped contents\n"], "it's a file.txt", { type: "text/plain" }));
    for (const name of ["dragenter", "dragover", "drop"]) {
      screen.dispatchEvent(new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true, composed: true }));
    }
  });
  await pane.waitForText(/cat .*file\.txt/s);
  await tab.page.keyboard.press("Enter");
  await pane.waitForText("dropped contents");
});

scenario("a pasted image is uploaded and its path typed", async (stage) => {
  const tab = await stage.workspace();
  const pane = tab.pane();
  await pane.type("wc -c ");
  await pane.locator.locator("textarea").first().evaluate((field) => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array(1234)], "image.png", { type: "image/png" }));
    field.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  });
  await pane.waitForText(/wc -c .*\.png/s);
  await tab.page.keyboard.press("Enter");
  await pane.waitForText(/^1234 .*png/m);
});

scenario("a picture on the clipboard is pasted with the paste key, which brings the page text alone", async (stage) => {
  const tab = await stage.workspace();
  const pane = tab.pane();
  await pane.type("head -c 4 ");
  await tab.page.evaluate(async () => {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 40;
    const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
    if (picture) await navigator.clipboard.write([new ClipboardItem({ "image/png": picture })]);
  });
  await pane.press("Control+Shift+V");
  await pane.waitForText(/head -c 4 .*\.png/s);
  await tab.page.keyboard.press("Enter");
  await pane.waitForText(/^.?PNG/m);
});

scenario("prompts can be jumped between", async (stage) => {
  const tab = await stage.workspace();
  const pane = tab.pane();
  await pane.runToEnd("seq 101 300");
  await pane.runToEnd("seq 401 600");
  await pane.waitForText("600");
  await pane.press("Control+Shift+BracketLeft");
  await pane.waitForText(/seq 401 600/);
  await pane.press("Control+Shift+BracketLeft");
  await pane.waitForText(/seq 101 300/);
  await pane.press("Control+Shift+BracketRight");
  await pane.waitForText(/seq 401 600/);
});

scenario("copying a selection takes what was printed, joined across wraps", async (stage) => {
  const tab = await stage.workspace();
  const pane = tab.pane();
  const long = "w".repeat(300);
  await pane.runToEnd(`clear; echo ${long}`);
  const box = await pane.locator.locator(".xterm-screen").boundingBox();
  if (box === null) {
    throw new Error("no screen");
  }
  // Three clicks select the whole line, however often it wraps.
  await tab.page.mouse.click(box.x + 60, box.y + 24, { clickCount: 3 });
  await tab.page.keyboard.press("Control+Shift+C");
  await until("the whole line", async () => (await tab.clipboard.read()).trim() === long, {
    seen: () => tab.clipboard.read(),
  });
});

scenario("10,000 lines can be scrolled back", async (stage) => {
  const tab = await stage.workspace();
  const pane = tab.pane();
  writeFileSync(join(stage.world.home, "lines"), Array.from({ length: 9_900 }, (_, i) => `row-${i}\n`).join(""));
  await pane.runToEnd("clear; cat ~/lines");
  await pane.focus();
  await until("the first row", async () => {
    for (let page = 0; page < 20; page++) {
      await tab.page.keyboard.press("Shift+PageUp");
    }
    return (await pane.text()).includes("row-0\n");
  });
});

import { Terminal } from "@xterm/xterm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type LeakTracker, trackDisposables } from "../base/leaks";
import { Cursor } from "./cursor";

let tracker: LeakTracker;
let terminal: Terminal;
let cursor: Cursor;

beforeEach(() => {
  tracker = trackDisposables();
  terminal = new Terminal({ cursorStyle: "bar" });
  cursor = new Cursor(terminal, { cursor: "bar", cursorBlink: false });
});

afterEach(() => {
  cursor.dispose();
  terminal.dispose();
  expect(tracker.leaks()).toEqual([]);
  tracker.stop();
});

const write = (text: string): Promise<void> => new Promise((resolve) => terminal.write(text, resolve));
const look = (): string =>
  `${terminal.options.cursorBlink ? "blinking" : "steady"} ${terminal.options.cursorStyle}`;

test.each([
  ["1", "blinking block"],
  ["2", "steady block"],
  ["3", "blinking underline"],
  ["4", "steady underline"],
  ["5", "blinking bar"],
  ["6", "steady bar"],
  ["7", "steady bar"],
  ["0", "steady bar"],
  ["", "steady bar"],
])("a program that asks for %s sees a %s", async (shape, seen) => {
  await write(`\x1b[${shape} q`);
  expect(look()).toBe(seen);
});

test.each(["\x1b[0 q", "\x1bc", "\x1b[!p"])("%j brings back what the user has chosen", async (reset) => {
  await write("\x1b[?12h");
  expect(look()).toBe("blinking bar");
  await write("\x1b[3 q");
  cursor.choose({ cursor: "block", cursorBlink: false });
  expect(look()).toBe("blinking underline");
  await write(reset);
  expect(look()).toBe("steady block");
});

test("a program is told of the cursor that it asked for", async () => {
  let reply = "";
  const data = terminal.onData((text) => {
    reply += text;
  });
  await write("\x1b[3 q\x1bP$q q\x1b\\");
  data.dispose();
  expect(reply).toBe("\x1bP1$r3 q\x1b\\");
});

test("what is asked for while it rests shows when it is used again", async () => {
  cursor.choose({ cursor: "block", cursorBlink: true });
  cursor.rest(true);
  expect(look()).toBe("steady block");
  await write("\x1b[5 q");
  expect(look()).toBe("steady bar");
  cursor.rest(false);
  expect(look()).toBe("blinking bar");
  cursor.rest(true);
  await write("\x1b[?12l");
  cursor.rest(false);
  expect(look()).toBe("steady bar");
});

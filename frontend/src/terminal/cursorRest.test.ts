import { Terminal } from "@xterm/xterm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type LeakTracker, trackDisposables } from "../base/leaks";
import { Cursor } from "./cursor";
import { blinksFor, CursorRest } from "./cursorRest";

let tracker: LeakTracker;
let host: HTMLElement;
let terminal: Terminal;
let cursor: Cursor;
let rest: CursorRest;

beforeEach(() => {
  vi.useFakeTimers();
  tracker = trackDisposables();
  host = document.createElement("div");
  document.body.append(host);
  terminal = new Terminal();
  terminal.open(host);
  cursor = new Cursor(terminal, { cursor: "block", cursorBlink: true });
  cursor.choose({ cursor: "block", cursorBlink: true });
  rest = new CursorRest(terminal, cursor);
});

afterEach(() => {
  rest.dispose();
  cursor.dispose();
  terminal.dispose();
  host.remove();
  expect(tracker.leaks()).toEqual([]);
  tracker.stop();
  vi.useRealTimers();
});

const rests = () => !terminal.options.cursorBlink;
const write = (text: string) => {
  terminal.write(text);
  vi.advanceTimersByTime(1);
};

test("a cursor rests a while after the last output, and wakes with the next", () => {
  terminal.focus();
  vi.advanceTimersByTime(blinksFor - 2);
  write("x");
  vi.advanceTimersByTime(blinksFor - 2);
  expect(rests()).toBe(false);
  vi.advanceTimersByTime(10);
  expect(rests()).toBe(true);
  write("y");
  expect(rests()).toBe(false);
});

test("a key wakes it, even one that prints nothing", () => {
  terminal.focus();
  vi.advanceTimersByTime(blinksFor + 10);
  expect(rests()).toBe(true);
  terminal.textarea?.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowUp", keyCode: 38 }));
  expect(rests()).toBe(false);
});

test("coming back to the terminal wakes it", () => {
  terminal.focus();
  vi.advanceTimersByTime(blinksFor + 10);
  terminal.blur();
  terminal.focus();
  expect(rests()).toBe(false);
});

test("nothing is waited for once it rests, and nothing in a terminal without the focus", () => {
  const drawn = () => vi.advanceTimersByTime(100);
  write("x");
  drawn();
  expect(vi.getTimerCount()).toBe(0);
  terminal.focus();
  drawn();
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(blinksFor);
  expect(vi.getTimerCount()).toBe(0);
});

test("a cursor that a program lets blink rests as well", () => {
  cursor.choose({ cursor: "block", cursorBlink: false });
  terminal.focus();
  write("\x1b[5 q");
  expect(rests()).toBe(false);
  vi.advanceTimersByTime(blinksFor + 10);
  expect(rests()).toBe(true);
  write("x");
  expect(rests()).toBe(false);
});

test("for who prefers that nothing moves it never blinks", () => {
  rest.dispose();
  vi.spyOn(window, "matchMedia").mockImplementation(
    (query) => ({ matches: query === "(prefers-reduced-motion: reduce)" }) as MediaQueryList,
  );
  rest = new CursorRest(terminal, cursor);
  vi.restoreAllMocks();
  terminal.focus();
  expect(rests()).toBe(true);
  write("\x1b[?12h\x1b[1 q");
  vi.advanceTimersByTime(100);
  expect(rests()).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

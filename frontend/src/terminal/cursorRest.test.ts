import { Terminal } from "@xterm/xterm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type LeakTracker, trackDisposables } from "../base/leaks";
import { blinksFor, CursorRest } from "./cursorRest";

let tracker: LeakTracker;
let host: HTMLElement;
let terminal: Terminal;
let rest: CursorRest;

beforeEach(() => {
  vi.useFakeTimers();
  tracker = trackDisposables();
  host = document.createElement("div");
  document.body.append(host);
  terminal = new Terminal();
  terminal.open(host);
  rest = new CursorRest(host, terminal);
});

afterEach(() => {
  rest.dispose();
  terminal.dispose();
  host.remove();
  expect(tracker.leaks()).toEqual([]);
  tracker.stop();
  vi.useRealTimers();
});

const rests = () => host.hasAttribute("data-resting");
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

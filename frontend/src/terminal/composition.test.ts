import { Terminal } from "@xterm/xterm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Disposable } from "../base/disposable";
import { keepComposition } from "./composition";

let host: HTMLElement;
let terminal: Terminal;
let keeping: Disposable;
let sent: string[];

beforeEach(() => {
  vi.useFakeTimers();
  host = document.createElement("div");
  document.body.append(host);
  terminal = new Terminal();
  terminal.open(host);
  sent = [];
  terminal.onData((data) => data !== "" && sent.push(data)); // nothing is what the emulator reads a second time
  keeping = keepComposition(host, field(), (text) => terminal.input(text, true));
  terminal.focus();
});

afterEach(() => {
  keeping.dispose();
  terminal.dispose();
  host.remove();
  vi.useRealTimers();
});

function field(): HTMLTextAreaElement {
  if (!terminal.textarea) throw new Error("the terminal is not open");
  return terminal.textarea;
}

function compose(text: string): void {
  const before = field().value;
  field().dispatchEvent(new CompositionEvent("compositionstart"));
  field().value = before + text;
  field().dispatchEvent(new CompositionEvent("compositionend", { data: text }));
}

test("what is composed is sent once", () => {
  compose("日本");
  vi.advanceTimersByTime(10);
  terminal.blur();
  vi.advanceTimersByTime(10);
  expect(sent).toEqual(["日本"]);
});

test("what the loss of the focus ends is sent once as well", () => {
  compose("a");
  vi.advanceTimersByTime(10);
  compose("ねこ");
  terminal.blur();
  vi.advanceTimersByTime(10);
  expect(sent).toEqual(["a", "ねこ"]);
});

test("a key that follows at once does not overtake what was composed", () => {
  compose("글");
  field().dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", keyCode: 13, bubbles: true }));
  vi.advanceTimersByTime(10);
  expect(sent).toEqual(["글", "\r"]);
});

test("what was given up is not sent", () => {
  compose("");
  terminal.blur();
  vi.advanceTimersByTime(10);
  expect(sent).toEqual([]);
});

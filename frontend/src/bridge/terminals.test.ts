import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Emitter } from "../base/emitter";
import { type LeakTracker, trackDisposables } from "../base/leaks";
import type { StreamStart, TerminalSink, TerminalStream } from "./client";
import { UiSocket } from "./socket";
import { SocketTerminals } from "./terminals";
import { settle, VirtualServer } from "./virtual";
import { type AttachedMessage, encodeFrame, kindOutput, parsedStep } from "./wire";

const terminal = "1".repeat(32);
const view = "b".repeat(32);

/** Records what a stream delivers; parsing is the test's to finish. */
class RecordingSink implements TerminalSink {
  readonly seen: string[] = [];
  private waiting: (() => void)[] = [];

  attached(start: StreamStart, applied: () => void): void {
    this.seen.push(`attached${start.reset ? " reset" : ""} ${start.cols}x${start.rows}`);
    this.waiting.push(applied);
  }
  output(data: Uint8Array, replay: boolean, parsed: () => void): void {
    this.seen.push(`${replay ? "replay" : "live"} ${new TextDecoder().decode(data)}`);
    this.waiting.push(parsed);
  }
  resized(cols: number, rows: number): void {
    this.seen.push(`size ${cols}x${rows}`);
  }
  epoch(applied: () => void): void {
    this.seen.push("epoch");
    this.waiting.push(applied);
  }
  parse(): void {
    for (const done of this.waiting.splice(0)) done();
  }
}

let tracker: LeakTracker;
let server: VirtualServer;
let socket: UiSocket;
let terminals: SocketTerminals;
let stream: TerminalStream;
let sink: RecordingSink;
let visibility: Emitter<void>;
const page = { visible: true };

beforeEach(async () => {
  tracker = trackDisposables();
  server = new VirtualServer();
  visibility = new Emitter<void>();
  page.visible = true;
  socket = new UiSocket(server.host, "");
  terminals = new SocketTerminals(
    socket,
    () => view,
    {
      get visible() {
        return page.visible;
      },
      onChange: (listener) => visibility.event(listener),
    },
    server.time.after,
  );
  await settle();
  server.last.welcome();
  stream = terminals.open(terminal);
  sink = new RecordingSink();
  stream.connect(sink);
});

afterEach(() => {
  terminals.dispose();
  socket.dispose();
  visibility.dispose();
  const leaks = tracker.leaks();
  tracker.stop();
  expect(leaks).toEqual([]);
});

function attach(fields: Partial<AttachedMessage> = {}): void {
  server.last.say({
    t: "attached",
    terminal,
    epoch: 1,
    offset: 0,
    live: 0,
    reset: true,
    prologue: "",
    truncated: false,
    cols: 80,
    rows: 24,
    input: 0,
    ...fields,
  });
}

function output(offset: number, text: string, epoch = 1): void {
  const payload = new TextEncoder().encode(text);
  server.last.output(encodeFrame({ kind: kindOutput, terminal, epoch, offset, payload }));
}

const typed = (): string =>
  server.last.frames.map((frame) => new TextDecoder().decode(frame.payload)).join("");
const type = (text: string): boolean => stream.input(new TextEncoder().encode(text));

describe("output", () => {
  test("asks for everything and splits replay from live exactly at the mark", () => {
    expect(server.last.sent("attach")).toEqual([{ t: "attach", terminal, offset: -1 }]);
    attach({ offset: 10, live: 14 });
    output(10, "abcdef");
    expect(sink.seen).toEqual(["attached reset 80x24", "replay abcd", "live ef"]);
  });

  test("keeps sizes, processes and bytes in their order", () => {
    attach();
    output(0, "a");
    server.last.say({ t: "size", terminal, offset: 1, cols: 100, rows: 30 });
    output(1, "b");
    server.last.say({ t: "epoch", terminal, offset: 2, epoch: 2 });
    output(2, "c", 2);
    expect(sink.seen.slice(1)).toEqual(["live a", "size 100x30", "live b", "epoch", "live c"]);
  });

  test("continues after a lost link where it stopped, and what was missed is replay", async () => {
    attach();
    output(0, "abc");
    server.last.end(1006);
    await server.time.pass(100);
    server.last.welcome();
    expect(server.last.sent("attach")).toEqual([{ t: "attach", terminal, offset: 3 }]);
    attach({ offset: 3, live: 5, reset: false });
    output(3, "def");
    expect(sink.seen.slice(2)).toEqual(["attached 80x24", "replay de", "live f"]);
  });

  test("of a former attachment is not taken for the new one", async () => {
    attach();
    output(0, "abc");
    output(7, "gap");
    server.last.say({ t: "refused", terminal, epoch: 1, reason: "gap", expected: 0 });
    output(3, "stale");
    attach({ offset: 3, live: 3, reset: false });
    output(3, "def");
    expect(sink.seen).toEqual(["attached reset 80x24", "live abc", "attached 80x24", "live def"]);
  });

  test("starts over with another owner", async () => {
    attach();
    output(0, "abc");
    server.last.end(1006);
    await server.time.pass(100);
    server.last.welcome("c".repeat(32));
    expect(server.last.sent("attach")).toEqual([{ t: "attach", terminal, offset: -1 }]);
  });
});

describe("reports of what is parsed", () => {
  test("come after every 64 KiB, and soon when less has come", async () => {
    attach();
    const half = "x".repeat(parsedStep / 2);
    output(0, half);
    sink.parse();
    expect(server.last.sent("parsed")).toEqual([]);
    output(half.length, half);
    sink.parse();
    expect(server.last.sent("parsed").map((message) => message.offset)).toEqual([parsedStep]);
    output(parsedStep, "y");
    sink.parse();
    await server.time.pass(100);
    expect(server.last.sent("parsed").map((message) => message.offset)).toEqual([parsedStep, parsedStep + 1]);
  });

  test("never count what a reset made void", async () => {
    attach();
    output(0, "slow");
    attach({ offset: 1000, live: 1000 });
    sink.parse();
    await server.time.pass(1000);
    expect(server.last.sent("parsed")).toEqual([]);
  });
});

describe("input", () => {
  test("waits while the terminal is not known, and flows when it is", () => {
    expect(type("l")).toBe(true);
    expect(typed()).toBe("");
    attach();
    expect(type("s\r")).toBe(true);
    expect(typed()).toBe("ls\r");
  });

  test("flows during replay", () => {
    attach({ offset: 0, live: 100 });
    output(0, "old");
    type("new");
    expect(typed()).toBe("new");
  });

  test("that was not acknowledged is sent again after a lost link, from where the backend stands", async () => {
    attach();
    type("hello");
    server.last.say({ t: "ack", terminal, epoch: 1, offset: 2 });
    server.last.end(1006);
    type(" you");
    await server.time.pass(100);
    server.last.welcome();
    expect(typed()).toBe("");
    attach({ reset: false, input: 3 });
    expect(typed()).toBe("lo you");
  });

  test("goes to a new process only when the user can see it", () => {
    let dropped = 0;
    const listening = stream.inputDropped(() => dropped++);
    attach();
    type("old");
    server.last.say({ t: "epoch", terminal, offset: 0, epoch: 2 });
    type("!");
    expect(server.last.frames.map((frame) => frame.epoch)).toEqual([1, 1]);
    sink.parse();
    expect(dropped).toBe(1);
    type("new");
    expect(server.last.frames.at(-1)).toMatchObject({ epoch: 2, offset: 0 });
    listening.dispose();
  });

  test("typed while the link was down never reaches the process that came meanwhile", async () => {
    attach();
    server.last.end(1006);
    type("rm -rf .\r");
    await server.time.pass(100);
    server.last.welcome();
    attach({ epoch: 2, reset: false });
    type("more\r");
    expect(server.last.frames.filter((frame) => frame.epoch === 2)).toEqual([]);
    sink.parse();
    type("ls\r");
    expect(server.last.frames.filter((frame) => frame.epoch === 2)).toMatchObject([{ offset: 0 }]);
  });

  test.each(["epoch", "closed"] as const)("refused for %s is thrown away", (reason) => {
    let dropped = 0;
    const listening = stream.inputDropped(() => dropped++);
    attach();
    type("gone");
    server.last.say({ t: "refused", terminal, epoch: 1, reason, expected: 0 });
    expect(dropped).toBe(1);
    listening.dispose();
  });

  test("a late refusal for a process that is gone does not touch the next one's input", () => {
    attach();
    type("old");
    server.last.say({ t: "epoch", terminal, offset: 0, epoch: 2 });
    sink.parse();
    type("new");
    server.last.say({ t: "refused", terminal, epoch: 1, reason: "epoch", expected: 0 });
    server.last.say({ t: "ack", terminal, epoch: 2, offset: 3 });
    type("er");
    expect(server.last.frames.at(-1)).toMatchObject({ epoch: 2, offset: 3 });
  });
});

describe("the view", () => {
  test("owns a terminal while the backend says so and the link is there", () => {
    const heard: boolean[] = [];
    const listening = stream.ownedChanged((owned) => heard.push(owned));
    attach();
    server.last.say({ t: "owner", terminal, view });
    server.last.say({ t: "owner", terminal, view: "d".repeat(32) });
    server.last.say({ t: "owner", terminal, view });
    server.last.end(1006);
    expect([heard, stream.owned]).toEqual([[true, false, true, false], false]);
    listening.dispose();
  });

  test("tells its visibility when it connects and when it changes", async () => {
    expect(server.last.sent("visible")).toEqual([{ t: "visible", value: true }]);
    page.visible = false;
    visibility.fire();
    expect(server.last.sent("visible").at(-1)?.value).toBe(false);
  });

  test("tells its room again after a lost link, but a focus only if it was never told", async () => {
    stream.resize(90, 20);
    stream.focus();
    server.last.end(1006);
    await server.time.pass(100);
    server.last.welcome();
    expect(server.last.sent("resize")).toEqual([{ t: "resize", terminal, cols: 90, rows: 20 }]);
    expect(server.last.sent("focus")).toEqual([]);
    server.last.end(1006);
    stream.focus();
    await server.time.pass(1000);
    server.last.welcome();
    expect(server.last.sent("focus")).toHaveLength(1);
  });

  test("detaches when a stream ends, and may open it again", () => {
    expect(() => terminals.open(terminal)).toThrow("already open");
    stream.dispose();
    expect(server.last.sent("detach")).toEqual([{ t: "detach", terminal }]);
    terminals.open(terminal).dispose();
  });
});

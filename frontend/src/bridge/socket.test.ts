import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type LeakTracker, trackDisposables } from "../base/leaks";
import type { ConnectionState } from "./client";
import { UiSocket } from "./socket";
import { settle, VirtualServer } from "./virtual";

let tracker: LeakTracker;
let server: VirtualServer;
let socket: UiSocket;

beforeEach(async () => {
  tracker = trackDisposables();
  server = new VirtualServer();
  socket = new UiSocket(server.host, "App.Info");
  await settle();
});

afterEach(() => {
  socket.dispose();
  const leaks = tracker.leaks();
  tracker.stop();
  expect(leaks).toEqual([]);
  expect(server.time.pending).toBe(0);
});

describe("opening", () => {
  test("says hello with the token first and is open when welcomed", () => {
    expect(socket.state).toMatchObject({ phase: "connecting", attempt: 0 });
    server.last.welcome();
    expect(server.last.messages).toEqual([{ t: "hello", v: 1, token: "secret", view: "b".repeat(32) }]);
    expect(socket.state).toEqual({ phase: "open", owner: "a".repeat(32), version: "1.0.0" });
  });

  test("sends nothing before the welcome", () => {
    server.last.onopen?.();
    socket.send({ t: "visible", value: true });
    expect(server.last.sent("visible")).toEqual([]);
  });

  test("gives up on a server that does not welcome", async () => {
    server.last.onopen?.();
    await server.time.pass(10_000);
    expect(server.sockets[0]?.closedByPage).toBe(true);
    expect(socket.state).toMatchObject({ phase: "connecting", attempt: 1 });
  });

  test("does not go on with another version of the protocol", () => {
    server.last.onopen?.();
    server.last.say({ t: "welcome", v: 2, version: "9.0.0", owner: "a".repeat(32) });
    expect(socket.state).toEqual({ phase: "closed", reason: "version" });
  });
});

describe("losing the link", () => {
  test("tries again with growing pauses, never longer than 5 s", async () => {
    const pauses: number[] = [];
    for (let i = 0; i < 9; i++) {
      const lostAt = server.time.now;
      const before = server.sockets.length;
      server.last.end(1006);
      while (server.sockets.length === before) await server.time.pass(10);
      pauses.push(server.time.now - lostAt);
    }
    expect(pauses).toEqual([100, 200, 400, 800, 1600, 3200, 5000, 5000, 5000]);
  });

  test("half of a pause is random", async () => {
    server.random = 0;
    server.last.end(1006);
    await server.time.pass(50);
    expect(server.sockets).toHaveLength(2);
  });

  test("says since when, and retries at once when asked", async () => {
    server.last.welcome();
    await server.time.pass(500);
    const lostAt = server.time.now;
    server.last.end(1006);
    for (let i = 0; i < 5; i++) {
      await server.time.pass(5_000);
      server.last.end(1006);
    }
    expect(socket.state).toMatchObject({ phase: "connecting", since: lostAt, attempt: 6 });
    const before = server.sockets.length;
    socket.retry();
    await settle();
    expect(server.sockets).toHaveLength(before + 1);
    server.last.welcome();
    expect(socket.state.phase).toBe("open");
  });

  test.each([
    [4401, "not-authenticated"],
    [4409, "replaced"],
    [1001, "ended"],
  ] as const)("code %i is final: %s", async (code, reason) => {
    server.last.welcome();
    server.last.end(code);
    expect(socket.state).toEqual({ phase: "closed", reason });
    await server.time.pass(60_000);
    expect(server.sockets).toHaveLength(1);
    await expect(socket.call("App.Info", [])).rejects.toMatchObject({ kind: "unavailable" });
  });

  test.each([4400, 4408, 1006])("code %i is tried again", (code) => {
    server.last.welcome();
    server.last.end(code);
    expect(socket.state.phase).toBe("connecting");
  });

  test("a silent link is tested and replaced", async () => {
    server.last.welcome();
    await server.time.pass(30_000);
    expect(server.last.sent("call").map((call) => call.method)).toEqual(["App.Info"]);
    await server.time.pass(10_000);
    expect(socket.state.phase).toBe("connecting");
  });

  test("a link that answers the test stays", async () => {
    server.last.welcome();
    for (let i = 0; i < 5; i++) {
      await server.time.pass(30_000);
      const probe = server.last.sent("call").at(-1);
      server.last.say({ t: "result", id: probe?.id ?? 0, value: {} });
    }
    expect(server.sockets).toHaveLength(1);
    expect(socket.state.phase).toBe("open");
  });
});

test("another owner is announced before the link counts as open, the same one is not", async () => {
  const heard: string[] = [];
  const listening = [
    socket.ownerChanged((owner) => heard.push(`owner ${owner[0]}`)),
    socket.changed((state: ConnectionState) => heard.push(state.phase)),
  ];
  server.last.welcome("a".repeat(32));
  for (const owner of ["a", "c"]) {
    server.last.end(1006);
    await server.time.pass(100);
    server.last.welcome(owner.repeat(32));
  }
  expect(heard).toEqual(["open", "connecting", "open", "connecting", "owner c", "open"]);
  for (const subscription of listening) subscription.dispose();
});

describe("calls", () => {
  test("are answered by their number, in any order", async () => {
    server.last.welcome();
    const first = socket.call("A.One", [1]);
    const second = socket.call("A.Two", []);
    const [one, two] = server.last.sent("call");
    expect([one?.method, one?.params, two?.method]).toEqual(["A.One", [1], "A.Two"]);
    server.last.say({ t: "result", id: two?.id ?? 0, value: "second" });
    server.last.say({
      t: "result",
      id: one?.id ?? 0,
      error: { kind: "denied", message: "No.", hint: "Ask." },
    });
    await expect(second).resolves.toBe("second");
    await expect(first).rejects.toMatchObject({ kind: "denied", message: "No.", hint: "Ask." });
  });

  test("wait for the link, also for the next one when they were not sent", async () => {
    const early = socket.call("A.Early", []);
    server.last.end(1006);
    await server.time.pass(100);
    server.last.welcome();
    const call = server.last.sent("call")[0];
    server.last.say({ t: "result", id: call?.id ?? 0, value: 1 });
    await expect(early).resolves.toBe(1);
  });

  test("in flight when the link is lost fail and are not repeated: nobody knows whether they ran", async () => {
    server.last.welcome();
    const call = socket.call("A.Write", []);
    server.last.end(1006);
    await expect(call).rejects.toMatchObject({ kind: "unavailable" });
    await server.time.pass(100);
    server.last.welcome();
    expect(server.last.sent("call")).toEqual([]);
  });

  test("end after 30 s without an answer, and a late answer is ignored", async () => {
    server.last.welcome();
    const call = socket.call("A.Slow", []);
    const failed = expect(call).rejects.toMatchObject({ kind: "timeout" });
    const id = server.last.sent("call")[0]?.id ?? 0;
    // The link is alive all the while.
    for (let i = 0; i < 4; i++) {
      await server.time.pass(8_000);
      server.last.say({ t: "event", name: "notices", data: [] });
    }
    await failed;
    server.last.say({ t: "result", id, value: 1 });
  });

  test("beyond 64 wait for room, in order", () => {
    server.last.welcome();
    for (let i = 0; i < 70; i++) socket.call("A.Many", [i]).catch(() => {});
    expect(server.last.sent("call")).toHaveLength(64);
    server.last.say({ t: "result", id: server.last.sent("call")[3]?.id ?? 0, value: 0 });
    expect(server.last.sent("call").at(-1)?.params).toEqual([64]);
  });
});

test("what is no message is ignored", () => {
  server.last.welcome();
  const heard: unknown[] = [];
  const listening = socket.message((message) => heard.push(message));
  for (const data of ["", "{", "[]", new ArrayBuffer(5), 7]) server.last.onmessage?.({ data });
  expect(heard).toEqual([]);
  expect(socket.state.phase).toBe("open");
  listening.dispose();
});

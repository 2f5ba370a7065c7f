import { afterEach, describe, expect, it, vi } from "vitest";
import { toDisposable } from "../base/disposable";
import { Emitter } from "../base/emitter";
import type { FakeBackend } from "../bridge/fake";
import { backendWith, id, terminal, workspace } from "./fixture";
import { Session } from "./session";
import { Work } from "./work";

const changed = new Emitter<void>();
const used = new Emitter<void>();
let session: Session;
let backend: FakeBackend;
let work: Work;
let visible = true;
let due: (() => void) | undefined;
let pauses: number[];

async function start(terminals: readonly string[], running: readonly string[]): Promise<void> {
  visible = true;
  pauses = [];
  backend = backendWith(
    [workspace("a", terminals)],
    terminals.map((seed) => terminal(seed, "a")),
  );
  backend.answer("App.QuitPlan", () => ({
    running: running.map((program) => ({
      workspace: id("a"),
      terminal: id("1"),
      title: "",
      program,
      pid: 7,
    })),
    keepsRunning: [],
  }));
  session = new Session(backend);
  await vi.waitFor(() => expect(session.info.getState()).not.toBeNull());
  work = new Work(backend.client, session, {
    page: {
      get visible() {
        return visible;
      },
      onChange: changed.event,
    },
    used: used.event,
    after(pause, run) {
      pauses.push(pause);
      due = run;
      return toDisposable(() => {
        due = undefined;
      });
    },
  });
}

afterEach(() => {
  work.dispose();
  session.dispose();
  due = undefined;
});

const looks = () => backend.calls.filter(({ method }) => method === "App.QuitPlan").length;

describe("what runs", () => {
  it("is known after a look, and what runs is asked about again, ever more rarely", async () => {
    await start(["1"], ["make"]);
    expect(work.runs).toBe(false);
    due?.();
    await vi.waitFor(() => expect(work.runs).toBe(true));
    for (let look = 2; look <= 6; look++) {
      due?.();
      await vi.waitFor(() => expect(pauses).toHaveLength(look + 1));
    }
    expect(pauses).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000, 60_000]);
    backend.answer("App.QuitPlan", () => ({ running: [], keepsRunning: [] }));
    due?.();
    await vi.waitFor(() => expect(work.runs).toBe(false));
    expect(looks()).toBe(7);
  });

  it("is not asked about any more where nothing runs, until something is done", async () => {
    await start(["1"], []);
    await work.look();
    expect(due).toBeUndefined();
    used.fire();
    used.fire();
    expect(pauses.at(-1)).toBe(5_000);
    due?.();
    await vi.waitFor(() => expect(looks()).toBe(2));
    await vi.waitFor(() => expect(due).toBeUndefined());
    backend.emit("terminal", terminal("1", "a", { revision: 9 }));
    expect(due).toBeDefined();
  });

  it("is asked about soon when something is done during a long pause or a question", async () => {
    await start(["1"], ["make"]);
    await work.look();
    await work.look();
    expect(pauses.at(-1)).toBe(20_000);
    used.fire();
    expect(pauses.at(-1)).toBe(5_000);
    const question = work.look();
    used.fire();
    await question;
    expect(pauses.at(-1)).toBe(5_000);
    expect(due).toBeDefined();
  });

  it("is not asked for while nobody looks at the page, and at once when somebody does", async () => {
    await start(["1"], ["make"]);
    visible = false;
    due?.();
    expect(looks()).toBe(0);
    visible = true;
    changed.fire();
    await vi.waitFor(() => expect(work.runs).toBe(true));
  });

  it("is looked at as soon as the terminals are known", async () => {
    await start(["1"], ["make"]);
    session.records.forget();
    await session.records.hydrate();
    await vi.waitFor(() => expect(work.runs).toBe(true));
  });

  it("is nothing where there is no terminal, and nobody is asked", async () => {
    await start([], ["make"]);
    await work.look();
    expect(work.runs).toBe(false);
    expect(looks()).toBe(0);
  });

  it("is nothing to leave behind without a connection", async () => {
    await start(["1"], ["make"]);
    await work.look();
    expect(work.runs).toBe(true);
    backend.setConnection({ phase: "connecting", since: 0, attempt: 1 });
    expect(work.runs).toBe(false);
  });

  it("is not looked at any more at the end", async () => {
    await start(["1"], ["make"]);
    const look = work.look();
    work.dispose();
    await look;
    expect(due).toBeUndefined();
  });
});

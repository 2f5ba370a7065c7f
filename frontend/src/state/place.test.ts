import { afterEach, describe, expect, it, vi } from "vitest";
import { toDisposable } from "../base/disposable";
import { Emitter } from "../base/emitter";
import type { ViewPlace } from "../bridge/client";
import type { FakeBackend } from "../bridge/fake";
import { backendWith, id, workspace } from "./fixture";
import type { Presence } from "./place";
import { Session } from "./session";
import { memoryKey } from "./view";

const came = new Emitter<void>();
const leaves = new Emitter<void>();
let focused = true;
let due: (() => void) | undefined;

const presence: Presence = {
  get focused() {
    return focused;
  },
  came: came.event,
  leaves: leaves.event,
  after(_, run) {
    due = run;
    return toDisposable(() => {
      due = undefined;
    });
  },
};

let session: Session;
let backend: FakeBackend;

async function start(place: ViewPlace, memory?: Map<string, string>): Promise<void> {
  focused = true;
  backend = backendWith([workspace("a", ["1", "2"]), workspace("b", ["3"], { position: 1 })]);
  backend.answer("Views.Place", () => place);
  backend.answer("Views.Remember", () => null);
  const storage = memory && {
    getItem: (key: string) => memory.get(key) ?? null,
    setItem: (key: string, value: string) => void memory.set(key, value),
  };
  session = new Session(backend, storage, presence);
  await vi.waitFor(() => expect(session.info.getState()).not.toBeNull());
}

afterEach(() => session.dispose());

const nowhere: ViewPlace = { active: "", focused: {}, zoomed: {} };
const remembered = () =>
  backend.calls.filter(({ method }) => method === "Views.Remember").map(({ params }) => params[0]);
const front = () => session.view.getState().focus.active;

describe("a new window", () => {
  it("begins where the last one was", async () => {
    await start({ active: id("b"), focused: { [id("a")]: id("e2") }, zoomed: { [id("a")]: id("e2") } });
    expect(front()).toBe(id("b"));
    expect(session.view.getState().zoomed.get(id("a"))).toBe(id("e2"));
    session.commands.showWorkspace(id("a"));
    expect(session.view.getState().focus.panes.get(id("a"))).toBe(id("e2"));
  });

  it("begins at the launcher when the last one was there", async () => {
    await start({ ...nowhere, focused: { [id("a")]: id("e1") } });
    expect(front()).toBeUndefined();
  });

  it("begins at the first workspace when nothing is known, or what was in front is gone", async () => {
    await start(nowhere);
    expect(front()).toBe(id("a"));
    session.dispose();
    await start({ ...nowhere, active: id("c") });
    expect(front()).toBe(id("a"));
  });

  it("begins at the first workspace when the place cannot be told", async () => {
    await start(nowhere);
    session.dispose();
    backend.answer("Views.Place", () => {
      throw new Error("no place");
    });
    session = new Session(backend, undefined, presence);
    await vi.waitFor(() => expect(front()).toBe(id("a")));
  });
});

describe("a reloaded tab", () => {
  it("knows better than the last window where it was", async () => {
    const memory = new Map([[memoryKey, JSON.stringify({ active: id("a"), panes: [], zoomed: [] })]]);
    await start({ ...nowhere, active: id("b") }, memory);
    expect(front()).toBe(id("a"));
    expect(backend.calls.some(({ method }) => method === "Views.Place")).toBe(false);
  });

  it("keeps what is zoomed", async () => {
    const memory = new Map<string, string>();
    await start(nowhere, memory);
    session.view.setState({ zoomed: new Map([[id("a"), id("e2")]]) });
    session.dispose();
    await start(nowhere, memory);
    expect(session.view.getState().zoomed.get(id("a"))).toBe(id("e2"));
  });
});

describe("the place of a window", () => {
  it("is told once a walk has ended", async () => {
    await start(nowhere);
    session.commands.focusPane(id("a"), id("e2"));
    session.commands.showWorkspace(id("b"));
    expect(remembered()).toEqual([]);
    due?.();
    expect(remembered()).toEqual([{ active: id("b"), focused: { [id("a")]: id("e2") }, zoomed: {} }]);
  });

  it("is told at once when the page goes away", async () => {
    await start(nowhere);
    session.commands.showWorkspace(id("b"));
    leaves.fire();
    expect(remembered()).toHaveLength(1);
    expect(due).toBeUndefined();
  });

  it("is not told by a window that nobody is at, until somebody comes", async () => {
    await start(nowhere);
    focused = false;
    session.commands.showWorkspace(id("b"));
    due?.();
    expect(remembered()).toEqual([]);
    focused = true;
    came.fire();
    due?.();
    expect(remembered()).toMatchObject([{ active: id("b") }]);
  });

  it("is told again when it could not be kept", async () => {
    await start(nowhere);
    backend.answer("Views.Remember", () => {
      throw new Error("disk full");
    });
    session.commands.showWorkspace(id("b"));
    due?.();
    await vi.waitFor(() => expect(remembered()).toHaveLength(1));
    came.fire();
    due?.();
    expect(remembered()).toHaveLength(2);
  });
});

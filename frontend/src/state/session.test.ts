import { afterEach, describe, expect, it, vi } from "vitest";
import { trackDisposables } from "../base/leaks";
import { CallError } from "../bridge/client";
import type { FakeBackend } from "../bridge/fake";
import { activePlace, focusedPane } from "../domain/focus";
import { backendWith, id, terminal, workspace } from "./fixture";
import { Session } from "./session";
import { memoryKey, type ViewMemory } from "./view";

function storage(): ViewMemory & { kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
  };
}

const sessions: Session[] = [];
async function opened(backend: FakeBackend, memory?: ViewMemory): Promise<Session> {
  const session = new Session(backend, memory);
  sessions.push(session);
  await vi.waitFor(() => expect(session.info.getState()).not.toBeNull());
  return session;
}

afterEach(() => {
  for (const session of sessions.splice(0)) session.dispose();
});

const front = (session: Session) => activePlace(session.view.getState().focus, session.records.workspaces());
const paneInFront = (session: Session) => {
  const place = front(session);
  return place && focusedPane(session.view.getState().focus, place)?.terminal;
};

describe("a session", () => {
  it("shows the first workspace that is open, and the launcher when none is", async () => {
    expect(front(await opened(backendWith([workspace("a", ["1"])])))?.name).toBe("a");
    expect(front(await opened(backendWith()))).toBeUndefined();
  });

  it("comes back to the workspace and the pane of before a reload", async () => {
    const memory = storage();
    const lists = () => backendWith([workspace("a", ["1"]), workspace("b", ["2", "3"])]);
    const before = await opened(lists(), memory);
    before.commands.showWorkspace(id("b"));
    before.commands.focusPane(id("b"), id("e3"));
    const after = await opened(lists(), memory);
    expect(front(after)?.name).toBe("b");
    expect(paneInFront(after)).toBe(id("3"));
  });

  it("starts with nothing when what was kept cannot be read", async () => {
    const memory = storage();
    for (const damaged of ["{", "7", '{"panes":5,"zoomed":"x"}', '{"active":9999}']) {
      memory.kept.set(memoryKey, damaged);
      const session = await opened(backendWith([workspace("a", [])]), memory);
      expect(front(session)?.name).toBe("a");
    }
  });

  it("asks for the lists again each time the connection opens", async () => {
    const backend = backendWith([workspace("a", [])]);
    const session = await opened(backend);
    backend.setConnection({ phase: "connecting", since: 0, attempt: 1 });
    backend.answer("Workspaces.List", () => [workspace("b", [], { revision: 2 })]);
    backend.setConnection({ phase: "open", owner: id("0"), version: "1" });
    await vi.waitFor(() => expect(front(session)?.name).toBe("b"));
    expect(session.records.workspaces()).toHaveLength(1);
  });

  it("forgets everything of an owner that another one has followed", async () => {
    const backend = backendWith([workspace("a", ["1"])], [terminal("1", "a")]);
    const session = await opened(backend);
    backend.answer("Workspaces.List", () => []);
    backend.answer("Terminals.List", () => []);
    backend.changeOwner(id("9"));
    expect(session.records.workspaces()).toEqual([]);
    await vi.waitFor(() => expect(session.records.store.getState().hydrated).toBe(true));
    expect(session.records.terminal(id("1"))).toBeUndefined();
    expect(front(session)).toBeUndefined();
  });

  it("moves on to the next pane and the next workspace when one goes", async () => {
    const backend = backendWith([workspace("a", ["1", "2", "3"]), workspace("b", [])]);
    const session = await opened(backend);
    session.commands.focusPane(id("a"), id("e2"));
    backend.emit("workspace", workspace("a", ["1", "3"], { revision: 2 }));
    expect(paneInFront(session)).toBe(id("3"));
    backend.emit("workspace-removed", { id: id("a") });
    expect(front(session)?.name).toBe("b");
  });

  it("brings a workspace to the front when the owner asks for it, even before it is known", async () => {
    const backend = backendWith([workspace("a", [])]);
    const session = await opened(backend);
    backend.emit("focus-workspace", { id: id("b") });
    backend.emit("workspace", workspace("b", []));
    expect(front(session)?.name).toBe("b");
  });

  it("reports a list that cannot be had while connected", async () => {
    const backend = backendWith();
    backend.answer("Terminals.List", () => {
      throw new CallError("internal", "The terminals cannot be listed.", "The log names the cause.");
    });
    const session = new Session(backend);
    sessions.push(session);
    await vi.waitFor(() =>
      expect(session.notices.store.getState().local).toMatchObject([
        { level: "error", message: "The terminals cannot be listed.", hint: "The log names the cause." },
      ]),
    );
  });

  it("gives back everything that it took", async () => {
    const tracker = trackDisposables();
    try {
      const backend = backendWith();
      const session = new Session(backend);
      await vi.waitFor(() => expect(session.info.getState()).not.toBeNull());
      session.marks.copied(id("1"));
      session.dispose();
      backend.dispose();
      expect(tracker.leaks()).toEqual([]);
    } finally {
      tracker.stop();
    }
  });
});

import { afterEach, describe, expect, it, vi } from "vitest";
import { CallError } from "../bridge/client";
import type { FakeBackend } from "../bridge/fake";
import { backendWith, id, workspace } from "./fixture";
import { Session } from "./session";

let session: Session;
let backend: FakeBackend;
/** Lets the moves that are under way end, oldest first. */
let answers: (() => void)[];

async function start(): Promise<void> {
  answers = [];
  backend = backendWith([0, 1, 2, 3].map((position) => workspace("abcd"[position] ?? "", [], { position })));
  backend.answer("Workspaces.Move", () => new Promise<void>((resolve) => answers.push(resolve)));
  session = new Session(backend);
  await vi.waitFor(() => expect(session.info.getState()).not.toBeNull());
}

afterEach(() => session.dispose());

const order = () => session.records.workspaces().map(({ name }) => name);
const calls = (method: string) =>
  backend.calls.filter((call) => call.method === method).map((call) => call.params);
const front = () => session.view.getState().focus.active;

describe("moving a tab", () => {
  it("shows it in its new place at once, and asks the backend", async () => {
    await start();
    session.tabs.move(id("a"), 2);
    expect(order()).toEqual(["b", "c", "a", "d"]);
    expect(calls("Workspaces.Move")).toEqual([[id("a"), 2]]);
  });

  it("asks for the last place only, once the first answer is there", async () => {
    await start();
    for (let i = 0; i < 3; i++) session.tabs.moveBy(1);
    expect(order()).toEqual(["b", "c", "d", "a"]);
    answers.shift()?.();
    await vi.waitFor(() => expect(calls("Workspaces.Move")).toHaveLength(2));
    expect(calls("Workspaces.Move")).toEqual([
      [id("a"), 1],
      [id("a"), 3],
    ]);
  });

  it("stays at an end, and does not ask for what is so already", async () => {
    await start();
    session.tabs.moveBy(-1);
    session.tabs.move(id("d"), 99);
    expect(order()).toEqual(["a", "b", "c", "d"]);
    expect(calls("Workspaces.Move")).toEqual([]);
  });

  it("goes back when the backend refuses, and says so", async () => {
    await start();
    backend.answer("Workspaces.Move", () => {
      throw new CallError("storage", "The order could not be kept.");
    });
    session.tabs.move(id("a"), 3);
    await vi.waitFor(() => expect(order()).toEqual(["a", "b", "c", "d"]));
    expect(session.notices.store.getState().local).toMatchObject([
      { message: "The order could not be kept." },
    ]);
  });

  it("follows what another window has done", async () => {
    await start();
    for (const [position, name] of ["d", "a", "b", "c"].entries()) {
      backend.emit("workspace", workspace(name, [], { position, revision: 2 }));
    }
    expect(order()).toEqual(["d", "a", "b", "c"]);
    session.commands.showNumbered(1);
    expect(front()).toBe(id("d"));
  });
});

describe("renaming a workspace", () => {
  it("sends the name without the blanks around it", async () => {
    await start();
    backend.answer("Workspaces.Rename", () => null);
    session.tabs.startRenaming();
    expect(session.view.getState().renamingWorkspace).toBe(id("a"));
    await session.tabs.rename(id("a"), "  releases ");
    expect(calls("Workspaces.Rename")).toEqual([[id("a"), "releases"]]);
  });
});

describe("a closed workspace", () => {
  it("comes back in front", async () => {
    await start();
    backend.answer("Workspaces.ReopenLast", () => ({ workspace: workspace("e", ["9"]), existing: false }));
    await session.tabs.reopenLast();
    expect(front()).toBe(id("e"));
  });

  it("is not asked for in vain without a word", async () => {
    await start();
    backend.answer("Workspaces.ReopenLast", () => {
      throw new CallError("not-found", "No workspace was closed.", "Open a folder.");
    });
    await session.tabs.reopenLast();
    expect(session.notices.store.getState().local).toMatchObject([
      { level: "info", message: "No workspace was closed." },
    ]);
  });
});

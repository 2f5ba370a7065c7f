import { afterEach, describe, expect, it, vi } from "vitest";
import { CallError, type RunningWork } from "../bridge/client";
import type { FakeBackend } from "../bridge/fake";
import { activePlace, focusedPane } from "../domain/focus";
import { backendWith, id, terminal, workspace } from "./fixture";
import { Session } from "./session";

let session: Session;
let backend: FakeBackend;

async function start(): Promise<void> {
  backend = backendWith(
    [workspace("a", ["1", "2", "3", "4"]), workspace("b", [])],
    ["1", "2", "3", "4"].map((seed) => terminal(seed, "a")),
  );
  session = new Session(backend);
  await vi.waitFor(() => expect(session.info.getState()).not.toBeNull());
}

afterEach(() => session.dispose());

const work: RunningWork = { workspace: id("a"), terminal: id("1"), title: "tests", program: "cargo", pid: 7 };
const callsTo = (method: string) =>
  backend.calls.filter((call) => call.method === method).map((call) => call.params);
const question = () => session.view.getState().question;
const focusedTerminal = () => session.commands.focusedTerminal()?.id;

describe("closing a terminal", () => {
  it("asks when something runs in it, and ends it after a yes", async () => {
    await start();
    backend.answer("Terminals.Close", (_: string, confirmed: boolean) =>
      confirmed ? { closed: true, running: [], left: [] } : { closed: false, running: [work], left: [] },
    );
    await session.commands.closeFocused();
    expect(question()).toMatchObject({ kind: "close-terminal", title: "bash", running: [work] });
    session.commands.answer(true);
    expect(question()).toBeUndefined();
    expect(callsTo("Terminals.Close")).toEqual([
      [id("1"), false],
      [id("1"), true],
    ]);
  });

  it("leaves it alone after a no", async () => {
    await start();
    backend.answer("Terminals.Close", () => ({ closed: false, running: [work], left: [] }));
    await session.commands.closeFocused();
    session.commands.answer(false);
    expect(callsTo("Terminals.Close")).toHaveLength(1);
  });

  it("reports what the backend refuses", async () => {
    await start();
    backend.answer("Terminals.Close", () => {
      throw new CallError("timeout", "make did not end.", "End it yourself.");
    });
    await session.commands.closeFocused();
    expect(session.notices.store.getState().local).toMatchObject([{ message: "make did not end." }]);
  });
});

describe("closing a workspace", () => {
  it("names it in the question", async () => {
    await start();
    backend.answer("Workspaces.Close", () => ({ closed: false, running: [work], left: [] }));
    await session.commands.closeWorkspace(id("a"));
    expect(question()).toMatchObject({ kind: "close-workspace", title: "a" });
  });
});

describe("opening a folder", () => {
  it("brings the workspace to the front before its event has come", async () => {
    await start();
    backend.answer("Workspaces.Open", () => ({ workspace: workspace("c", ["9"]), existing: false }));
    await session.commands.openFolder("/home/ada/c", 1);
    expect(activePlace(session.view.getState().focus, session.records.workspaces())?.name).toBe("c");
  });

  it("leaves the failure to the field", async () => {
    await start();
    backend.answer("Workspaces.Open", () => {
      throw new CallError("not-found", "/nope is not there.");
    });
    await expect(session.commands.openFolder("/nope", 1)).rejects.toThrow("/nope is not there.");
    expect(session.notices.store.getState().local).toEqual([]);
  });
});

describe("a new terminal", () => {
  it("has the focus once it is there", async () => {
    await start();
    backend.answer("Terminals.New", () => ({ id: id("e5"), terminal: id("5") }));
    await session.arrangement.newTerminal();
    backend.emit("workspace", workspace("a", ["1", "2", "3", "4", "5"], { revision: 2 }));
    const place = session.records.workspace(id("a"));
    expect(place && focusedPane(session.view.getState().focus, place)?.terminal).toBe(id("5"));
  });
});

describe("moving", () => {
  it("goes from pane to pane by direction and stays at the border", async () => {
    await start();
    session.arrangement.focus("right");
    expect(focusedTerminal()).toBe(id("2"));
    session.arrangement.focus("down");
    expect(focusedTerminal()).toBe(id("4"));
    session.arrangement.focus("down");
    expect(focusedTerminal()).toBe(id("4"));
  });

  it("goes from workspace to workspace by number and in turn", async () => {
    await start();
    const front = () => session.view.getState().focus.active;
    session.commands.showNumbered(2);
    expect(front()).toBe(id("b"));
    session.commands.showNumbered(9);
    expect(front()).toBe(id("b"));
    session.commands.showNext(1);
    expect(front()).toBe(id("a"));
  });
});

describe("a question", () => {
  it("about a paste is answered with no while another one stands", async () => {
    await start();
    backend.emit("quit-requested", { running: [work], keepsRunning: [] });
    const answer = vi.fn();
    session.commands.ask({ kind: "paste", text: "a\nb", answer });
    expect(answer).toHaveBeenCalledExactlyOnceWith(false);
    expect(question()?.kind).toBe("quit");
  });

  it("about a paste is answered with no when the application asks to quit", async () => {
    await start();
    const answer = vi.fn();
    session.commands.ask({ kind: "paste", text: "a\nb", answer });
    backend.emit("quit-requested", { running: [work], keepsRunning: [] });
    expect(answer).toHaveBeenCalledExactlyOnceWith(false);
  });

  it("about quitting quits after a yes", async () => {
    await start();
    backend.answer("App.Quit", () => null);
    backend.emit("quit-requested", { running: [work], keepsRunning: [] });
    session.commands.answer(true);
    expect(callsTo("App.Quit")).toEqual([[]]);
  });
});

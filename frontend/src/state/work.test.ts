import { afterEach, describe, expect, it, vi } from "vitest";
import type { Terminal } from "../bridge/client";
import type { FakeBackend } from "../bridge/fake";
import { backendWith, terminal, workspace } from "./fixture";
import { Session } from "./session";
import { workRuns } from "./work";

let session: Session;
let backend: FakeBackend;

async function start(...changes: Partial<Terminal>[]): Promise<void> {
  const seeds = changes.map((_, index) => String(index + 1));
  backend = backendWith(
    [workspace("a", seeds)],
    changes.map((change, index) => terminal(String(index + 1), "a", change)),
  );
  session = new Session(backend);
  await vi.waitFor(() => expect(session.records.store.getState().hydrated).toBe(true));
}

afterEach(() => session.dispose());

describe("something runs", () => {
  it.each<[string, Partial<Terminal>[], boolean]>([
    ["in no terminal", [], false],
    ["in shells that wait", [{}, {}], false],
    ["in front of a shell", [{}, { foreground: "make" }], true],
    ["behind a shell", [{ background: true }], true],
    ["behind one that has ended", [{ state: "exited", background: true }], true],
  ])("%s", async (_, terminals, runs) => {
    await start(...terminals);
    expect(workRuns(session)).toBe(runs);
  });

  it("as soon as the backend tells, and no longer", async () => {
    await start({});
    backend.emit("terminal", terminal("1", "a", { foreground: "make", revision: 2 }));
    expect(workRuns(session)).toBe(true);
    backend.emit("terminal", terminal("1", "a", { revision: 3 }));
    expect(workRuns(session)).toBe(false);
    expect(backend.calls.some(({ method }) => method === "App.QuitPlan")).toBe(false);
  });

  it("nowhere without a connection", async () => {
    await start({ foreground: "make" });
    backend.setConnection({ phase: "connecting", since: 0, attempt: 1 });
    expect(workRuns(session)).toBe(false);
  });
});

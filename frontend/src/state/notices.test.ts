import { afterEach, describe, expect, it, vi } from "vitest";
import type { Notice, Survivor } from "../bridge/client";
import { backendWith, id } from "./fixture";
import { Notices } from "./notices";

const notice = (name: string): Notice => ({ id: name, level: "warning", message: `${name}.` });
const survivor: Survivor = {
  process: { pid: 7, startTime: 1, bootId: "b", name: "make" },
  terminal: id("1"),
  path: "/home/ada/src",
  started: "2026-05-01T10:00:00Z",
  members: [{ pid: 8, startTime: 2, bootId: "b", name: "cc" }],
};

const owned: Notices[] = [];
function noticesOf(backend: ReturnType<typeof backendWith>): Notices {
  const notices = new Notices(backend);
  owned.push(notices);
  return notices;
}
afterEach(() => {
  for (const notices of owned.splice(0)) notices.dispose();
});

describe("notices", () => {
  it("keep the newer of an event and an answer that was on its way", async () => {
    const backend = backendWith();
    let answer: (notices: Notice[]) => void = () => {};
    backend.answer("App.Notices", () => new Promise<Notice[]>((resolve) => (answer = resolve)));
    const notices = noticesOf(backend);
    const asked = notices.hydrate();
    await vi.waitFor(() => expect(backend.calls).toHaveLength(2));
    backend.emit("notices", [notice("new")]);
    answer([notice("old")]);
    await asked;
    expect(notices.store.getState().backend).toEqual([notice("new")]);
  });

  it("are dismissed for every view when they are the backend's, and here when they are the page's", () => {
    const backend = backendWith();
    backend.answer("App.DismissNotice", () => null);
    const notices = noticesOf(backend);
    backend.emit("notices", [notice("disk")]);
    notices.report(new Error("x"), "Restarting");
    notices.dismiss("page:Restarting");
    notices.dismiss("disk");
    expect(backend.calls).toEqual([{ method: "App.DismissNotice", params: ["disk"] }]);
    expect(notices.store.getState()).toMatchObject({ backend: [], local: [] });
  });

  it("say the same failure once, and never the text of an unknown error", () => {
    const notices = noticesOf(backendWith());
    notices.report(new Error("ECONNRESET secret"), "Restarting");
    notices.report(new Error("ECONNRESET secret"), "Restarting");
    expect(notices.store.getState().local.map(({ message }) => message)).toEqual(["Restarting failed."]);
  });
});

describe("survivors", () => {
  it("are ended on request, and those that stay are named", async () => {
    const backend = backendWith();
    backend.answer("App.EndSurvivors", () => ({ ended: 0, left: [survivor.process] }));
    const notices = noticesOf(backend);
    backend.emit("survivors", [survivor]);
    await notices.endSurvivors();
    expect(backend.calls).toEqual([{ method: "App.EndSurvivors", params: [[id("1")]] }]);
    expect(notices.store.getState().survivors).toEqual([]);
    expect(notices.store.getState().local).toMatchObject([
      { message: "1 process could not be ended.", hint: "End make (7) yourself." },
    ]);
  });

  it("stand again when ending them fails", async () => {
    const backend = backendWith();
    const notices = noticesOf(backend);
    backend.emit("survivors", [survivor]);
    await notices.endSurvivors();
    expect(notices.store.getState().survivors).toEqual([survivor]);
  });
});

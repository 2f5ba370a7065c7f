import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Terminal } from "../bridge/client";
import type { FakeBackend } from "../bridge/fake";
import { storageKey as tokenKey } from "../bridge/token";
import { storageKey as identityKey } from "../bridge/viewIdentity";
import { backendWith, id, terminal, workspace } from "../state/fixture";
import type { Session } from "../state/session";
import { memoryKey } from "../state/view";
import { Application } from "./all";
import { type Assembly, assemble } from "./assembly";
import { FakeView } from "./grid/fake-view";

let backend: FakeBackend;
let session: Session;
let assembly: Assembly;

async function start(terminals: Terminal[] = ["1", "2"].map((seed) => terminal(seed, "a"))): Promise<void> {
  backend = backendWith(
    [
      workspace(
        "a",
        terminals.map((each) => each.id.slice(-1)),
      ),
    ],
    terminals,
  );
  assembly = assemble(window, { backend, platform: "linux", surface: "desktop", create: FakeView });
  ({ session } = assembly);
  await waitFor(() => expect(session.info.getState()).not.toBeNull());
  render(<Application {...assembly} macos={false} />);
}

beforeEach(() => {
  FakeView.made.length = 0;
});

afterEach(() => {
  cleanup();
  assembly.dispose();
});

const pane = (seed: string) => {
  const found = document.querySelector<HTMLElement>(`[data-terminal="${id(seed)}"]`);
  if (!found) throw new Error(`terminal ${seed} is not shown`);
  return found;
};
const control = (name: string, inside: ParentNode = document) => {
  const found = inside.querySelector<HTMLElement>(`[data-control="${name}"]`);
  if (!found) throw new Error(`there is no ${name}`);
  return found;
};
const view = (seed: string) => {
  const found = FakeView.made.find((each) => each.options.stream.terminal === id(seed));
  if (!found) throw new Error(`terminal ${seed} has no emulator`);
  return found;
};
const press = (key: string, change: object = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, code: `Key${key}`, ...change });
const ctrlShift = { ctrlKey: true, shiftKey: true };
const change = (seed: string, now: Partial<Terminal>) =>
  act(() => backend.emit("terminal", terminal(seed, "a", { revision: 2, ...now })));

describe("a pane", () => {
  it("tells its state, epoch and focus in the contract for tests", async () => {
    await start();
    expect({ ...pane("1").dataset }).toMatchObject({
      pane: id("e1"),
      state: "running",
      epoch: "1",
      focused: "true",
    });
    expect(pane("2").dataset.focused).toBe("false");
    change("2", { state: "exited", exit: { code: 3 } });
    expect(pane("2").dataset).toMatchObject({ state: "exited", exitCode: "3" });
  });

  it("has the keyboard when it has the focus, and gives it on by direction", async () => {
    await start();
    expect(document.activeElement).toBe(view("1").field);
    press("ArrowRight", { ...ctrlShift, code: "ArrowRight" });
    expect(document.activeElement).toBe(view("2").field);
    expect(pane("2").dataset.focused).toBe("true");
  });

  it("is rendered for what its own terminal tells, and not for the others", async () => {
    await start();
    let reads = 0;
    const counted = terminal("2", "a", { revision: 2 });
    Object.defineProperty(counted, "title", {
      get() {
        reads += 1;
        return "";
      },
    });
    act(() => backend.emit("terminal", counted));
    expect(reads).toBeGreaterThan(0);
    reads = 0;
    change("1", { title: "vim" });
    expect(pane("1").textContent).toContain("vim");
    expect(reads).toBe(0);
  });

  it("says how its process ended and starts another one on Enter", async () => {
    await start();
    backend.answer("Terminals.Restart", () => null);
    change("1", { state: "exited", exit: { code: 3 } });
    expect(pane("1").textContent).toContain("bash ended with code 3");
    expect(pane("1").textContent).toContain("exit 3");
    // Nothing takes the keyboard by itself, and what was typed for the shell does nothing.
    expect(document.activeElement).toBe(view("1").field);
    const now = vi.spyOn(performance, "now").mockReturnValue(performance.now() + 400);
    expect(press("Enter")).toBe(false);
    expect(backend.calls.at(-1)?.method).not.toBe("Terminals.Restart");
    now.mockReturnValue(performance.now() + 10_000);
    expect(press("Enter", { repeat: true })).toBe(false);
    expect(press("PageUp", { shiftKey: true })).toBe(true);
    expect(backend.calls.at(-1)?.method).not.toBe("Terminals.Restart");
    expect(press("Enter")).toBe(false);
    expect(backend.calls.at(-1)).toEqual({ method: "Terminals.Restart", params: [id("1")] });
    expect(document.activeElement).toBe(view("1").field);
  });

  it("that has ended leads to its buttons with Tab", async () => {
    await start();
    backend.answer("Terminals.Restart", () => null);
    change("1", { state: "exited", exit: { code: 0 } });
    expect(control("restart-terminal", pane("1")).textContent).toBe("RestartEnter");
    expect(press("Tab")).toBe(false);
    expect(document.activeElement).toBe(control("restart-terminal", pane("1")));
    fireEvent.click(control("restart-terminal"));
    expect(backend.calls.at(-1)?.method).toBe("Terminals.Restart");
    expect(document.activeElement).toBe(view("1").field);
  });

  it("does not take the focus from another pane when its process ends", async () => {
    await start();
    change("2", { state: "exited", exit: { code: 0 } });
    expect(document.activeElement).toBe(view("1").field);
  });

  it("names the program, the cause and the next step when it could not start", async () => {
    await start();
    const failure = {
      program: "/bin/fish",
      kind: "not-found",
      message: "/bin/fish is gone.",
      hint: "Install it.",
    };
    change("1", { state: "failed", failure });
    expect(pane("1").textContent).toContain("/bin/fish did not start");
    expect(pane("1").textContent).toContain("/bin/fish is gone.Install it.");
  });

  it("is renamed in place, and Escape leaves the name as it was", async () => {
    await start();
    backend.answer("Terminals.Rename", () => null);
    fireEvent.doubleClick(screen.getAllByRole("button", { name: "bash" })[0] as HTMLElement);
    fireEvent.change(control("rename-input"), { target: { value: " Build " } });
    fireEvent.keyDown(control("rename-input"), { key: "Enter" });
    expect(backend.calls.at(-1)).toEqual({ method: "Terminals.Rename", params: [id("1"), "Build"] });
    const before = backend.calls.length;
    fireEvent.doubleClick(screen.getAllByRole("button", { name: "bash" })[0] as HTMLElement);
    fireEvent.change(control("rename-input"), { target: { value: "Other" } });
    fireEvent.keyDown(control("rename-input"), { key: "Escape" });
    expect(backend.calls).toHaveLength(before);
    expect(document.activeElement).toBe(view("1").field);
  });

  it("shows its marks with words", async () => {
    await start();
    act(() => {
      view("2").options.callbacks.bell?.();
      view("2").options.callbacks.copied?.("program");
      view("2").options.callbacks.progressChanged?.({ state: "error", percent: 40 });
    });
    const marks = [...pane("2").querySelectorAll<HTMLElement>("[data-mark]")].map(
      (mark) => mark.dataset.mark,
    );
    expect(marks.toSorted()).toEqual(["bell", "copied", "progress"]);
    expect(screen.getByRole("img", { name: "The bell rang" })).toBeTruthy();
    expect(screen.getByRole("progressbar").getAttribute("aria-valuetext")).toBe("40%, failed");
  });
});

describe("the find bar", () => {
  it("searches as one types, counts, and gives the focus back", async () => {
    await start();
    press("F", ctrlShift);
    expect(document.activeElement).toBe(control("find-input"));
    fireEvent.change(control("find-input"), { target: { value: "err" } });
    expect(view("1").queries.at(-1)).toMatchObject({ text: "err", regex: false });
    act(() => view("1").finds({ count: 120, current: 3 }));
    expect(control("find-count").textContent).toBe("3 of 120");
    press("Enter");
    press("Enter", { shiftKey: true });
    fireEvent.click(screen.getByRole("button", { name: "Regular expression" }));
    expect(view("1").queries.at(-1)).toMatchObject({ text: "err", regex: true });
    press("Escape");
    expect(view("1").told.slice(-3)).toEqual(["next", "previous", "find closed"]);
    expect(document.activeElement).toBe(view("1").field);
  });

  it("begins with what was looked for last, selected so that typing replaces it", async () => {
    await start();
    press("F", ctrlShift);
    fireEvent.change(control("find-input"), { target: { value: "err" } });
    press("Escape");
    press("F", ctrlShift);
    const input = control("find-input") as HTMLInputElement;
    expect([input.value, input.selectionStart, input.selectionEnd]).toEqual(["err", 0, 3]);
    expect(view("1").queries.at(-1)).toMatchObject({ text: "err" });
  });
});

describe("the connection", () => {
  it("when lost keeps the panes, takes no input and says so on each of them", async () => {
    await start();
    act(() => backend.setConnection({ phase: "connecting", since: Date.now() - 12_000, attempt: 2 }));
    expect(pane("1").querySelector('[data-mark="link-lost"]')?.textContent).toBe("Reconnecting, 12s");
    expect(view("1").told.at(-1)).toBe("input off");
    act(() => backend.setConnection({ phase: "open", owner: id("0"), version: "1" }));
    expect(view("1").told.at(-1)).toBe("input on");
  });

  it("that stays lost says how to start again, over panes that wait for it", async () => {
    await start();
    const said = () => document.querySelector('[data-surface="unanswered"]')?.textContent;
    act(() => backend.setConnection({ phase: "connecting", since: Date.now() - 59_000, attempt: 9 }));
    expect(said()).toBeUndefined();
    act(() => backend.setConnection({ phase: "connecting", since: Date.now() - 61_000, attempt: 9 }));
    await waitFor(() => expect(said()).toContain("clanker serve"));
    expect(pane("1").textContent).toContain("Reconnecting");
    act(() => backend.setConnection({ phase: "open", owner: id("0"), version: "1" }));
    expect(said()).toBeUndefined();
  });

  it("that is not authenticated says which command to run", async () => {
    await start();
    act(() => backend.setConnection({ phase: "closed", reason: "not-authenticated" }));
    expect(screen.getByRole("alert").textContent).toContain("clanker serve");
  });
});

describe("the start", () => {
  it("shows the empty frame until the records and the settings are known", async () => {
    let answerSettings = () => {};
    await start();
    cleanup();
    assembly.dispose();
    const known = await backend.client.settings.get();
    backend.answer("Settings.Get", () => new Promise((resolve) => (answerSettings = () => resolve(known))));
    assembly = assemble(window, { backend, platform: "linux", surface: "desktop", create: FakeView });
    ({ session } = assembly);
    render(<Application {...assembly} macos={false} />);
    await waitFor(() => expect(session.records.store.getState().hydrated).toBe(true));
    expect(document.body.textContent).toBe("Connecting");
    expect(document.querySelector("[data-surface], [data-workspace-tab]")).toBeNull();
    answerSettings();
    await waitFor(() => expect(document.querySelector("[data-workspace-tab]")).not.toBeNull());
    expect(document.body.textContent).toContain("2 terminals");
  });
});

describe("an emulator", () => {
  it("lives as long as its terminal, also behind the launcher", async () => {
    await start();
    act(() => session.commands.showLauncher());
    expect(document.querySelector('[data-surface="launcher"]')).not.toBeNull();
    act(() => session.commands.showWorkspace(id("a")));
    expect(FakeView.made).toHaveLength(2);
    act(() => backend.emit("terminal-removed", { id: id("2") }));
    expect(view("2").told).toContain("disposed");
    expect(view("1").told).not.toContain("disposed");
  });

  it("hears of a new font size", async () => {
    await start();
    press("=", { code: "Equal", ctrlKey: true });
    expect(view("1").told).toContain("font 13");
  });
});

describe("keys", () => {
  it("go to the program when they are not the application's", async () => {
    await start();
    expect(press("c", { ctrlKey: true })).toBe(true);
    expect(press("F6", { code: "F6" })).toBe(true);
    expect(press("T", ctrlShift)).toBe(false);
  });

  it("lead out of a terminal and around the parts of the window", async () => {
    await start();
    press("F6", { code: "F6", ctrlKey: true });
    expect(document.activeElement?.getAttribute("data-region")).toBe("pane-title");
    press("F6", { code: "F6" });
    expect(document.activeElement).toBe(control("new-terminal"));
    press("F6", { code: "F6" });
    expect(document.activeElement?.getAttribute("aria-current")).toBe("page");
    press("F6", { code: "F6" });
    expect(document.activeElement).toBe(view("1").field);
  });

  it("name a pane, close a workspace, and lead back from the launcher to its terminal", async () => {
    await start();
    backend.answer("Workspaces.Close", () => ({ closed: false, running: [], left: [] }));
    press("S", ctrlShift);
    expect(document.activeElement).toBe(control("rename-input", pane("1")));
    fireEvent.keyDown(control("rename-input"), { key: "Escape" });
    expect(document.activeElement).toBe(view("1").field);
    // In a terminal Escape is the program's.
    expect(press("Escape")).toBe(true);
    act(() => session.commands.showLauncher());
    expect(press("Escape")).toBe(false);
    expect(document.querySelector('[data-surface="launcher"]')).toBeNull();
    expect(document.activeElement).toBe(view("1").field);
    press("X", ctrlShift);
    expect(backend.calls.at(-1)).toEqual({ method: "Workspaces.Close", params: [id("a"), false] });
  });

  it("lead to what there is to know, in a workspace and in the launcher", async () => {
    await start();
    act(() => session.notices.add({ id: "n", level: "info", message: "Said.", hint: "" }));
    press("F6", { code: "F6", ctrlKey: true });
    for (let i = 0; i < 3; i++) press("F6", { code: "F6" });
    expect(document.activeElement).toBe(control("dismiss-notice"));
    press("F6", { code: "F6" });
    expect(document.activeElement).toBe(view("1").field);
    act(() => session.commands.showLauncher());
    control("folder-path").focus();
    for (let i = 0; i < 2; i++) press("F6", { code: "F6" });
    expect(document.activeElement).toBe(control("dismiss-notice"));
    press("F6", { code: "F6" });
    expect(document.activeElement).toBe(control("folder-path"));
  });

  it("belong to the question while one stands", async () => {
    await start();
    act(() => backend.emit("quit-requested", { running: [], keepsRunning: [] }));
    const before = backend.calls.length;
    press("T", ctrlShift);
    expect(backend.calls).toHaveLength(before);
  });
});

it("keeps each thing of a page's session under a key of its own", () => {
  expect(new Set([tokenKey, identityKey, memoryKey]).size).toBe(3);
});

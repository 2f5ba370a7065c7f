import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Backend, DesktopWindow, RunningWork } from "../../bridge/client";
import type { FakeBackend } from "../../bridge/fake";
import { backendWith, id, terminal, workspace } from "../../state/fixture";
import { Session } from "../../state/session";
import { Questions } from "./questions";

let session: Session;
let backend: FakeBackend;

async function start(window: Backend["window"] = null): Promise<void> {
  backend = backendWith([workspace("a", ["1"])], [terminal("1", "a", { name: "Build" })]);
  session = new Session({ ...backend, window });
  await waitFor(() => expect(session.info.getState()).not.toBeNull());
  render(<Questions session={session} />);
}

afterEach(() => {
  cleanup();
  session.dispose();
});

const work = (program: string, pid: number): RunningWork => ({
  workspace: id("a"),
  terminal: id("1"),
  title: "Build",
  program,
  pid,
});

describe("the question before closing", () => {
  it("names every program that would be ended, and does nothing on Escape", async () => {
    await start();
    backend.answer("Terminals.Close", () => ({
      closed: false,
      running: [work("cargo", 812), work("vim", 813)],
      left: [],
    }));
    await session.commands.closeFocused();
    const dialog = await screen.findByRole("dialog", { name: "Close Build?" });
    expect(dialog.textContent).toContain("cargo");
    expect([...dialog.querySelectorAll("li")].map((row) => row.textContent)).toEqual([
      "cargoin Build, ~/aprocess 812",
      "vimin Build, ~/aprocess 813",
    ]);
    fireEvent.keyDown(dialog, { key: "Escape" });
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(backend.calls.filter((call) => call.method === "Terminals.Close")).toHaveLength(1);
  });

  it("names the shell of a pane that is called by what runs in it", async () => {
    await start();
    backend.answer("Terminals.Close", () => ({
      closed: false,
      running: [{ ...work("sleep", 812), title: "sleep" }],
      left: [],
    }));
    await session.commands.closeFocused();
    const dialog = await screen.findByRole("dialog");
    expect(dialog.querySelector("li")?.textContent).toBe("sleepin bash, ~/aprocess 812");
  });

  it("ends them after the button that says so", async () => {
    await start();
    backend.answer("Terminals.Close", (_: string, confirmed: boolean) => ({
      closed: confirmed,
      running: confirmed ? [] : [work("cargo", 812)],
      left: [],
    }));
    await session.commands.closeFocused();
    fireEvent.click(await screen.findByRole("button", { name: "Close and end cargo" }));
    expect(backend.calls.at(-1)).toEqual({ method: "Terminals.Close", params: [id("1"), true] });
  });
});

describe("the question before a paste", () => {
  it("shows the text with its control characters and how many lines it has", async () => {
    await start();
    const answer = vi.fn();
    session.commands.ask({ kind: "paste", text: "make\u0007\nrm -rf build\n", answer });
    const dialog = await screen.findByRole("dialog", { name: "Paste 2 lines?" });
    expect(dialog.textContent).toContain("make␇");
    fireEvent.click(screen.getByRole("button", { name: "Paste" }));
    expect(answer).toHaveBeenCalledExactlyOnceWith(true);
  });

  it("says how much of a long text it does not show", async () => {
    await start();
    session.commands.ask({ kind: "paste", text: `a\n${"x".repeat(9_998)}`, answer: () => {} });
    expect((await screen.findByText(/not shown/)).textContent).toBe("6000 more characters not shown.");
  });
});

describe("the question before quitting", () => {
  it("lists what would be ended and what keeps running", async () => {
    await start();
    backend.answer("App.Quit", () => null);
    backend.emit("quit-requested", {
      running: [work("cargo", 812)],
      keepsRunning: [{ pid: 9, startTime: 1, bootId: "", name: "tmux: server" }],
    });
    const dialog = await screen.findByRole("dialog", { name: "Quit Clanker Grid?" });
    expect(dialog.textContent).toContain("1 program in terminals would be ended.");
    expect(dialog.textContent).toContain("tmux: server");
    fireEvent.click(screen.getByRole("button", { name: "Quit and end 1 program" }));
    expect(backend.calls.at(-1)).toEqual({ method: "App.Quit", params: [] });
  });

  it("tells the window each time, so that the system need not ask", async () => {
    const asksToQuit = vi.fn();
    await start({ asksToQuit } as Partial<DesktopWindow> as DesktopWindow);
    for (const pid of [812, 813]) {
      backend.emit("quit-requested", { running: [work("cargo", pid)], keepsRunning: [] });
      await screen.findByText(String(pid), { exact: false });
    }
    expect(asksToQuit).toHaveBeenCalledTimes(2);
  });
});

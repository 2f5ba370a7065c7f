import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Workspace } from "../../bridge/client";
import type { FakeBackend } from "../../bridge/fake";
import { keymapFor, type Surface } from "../../domain/keymap";
import { backendWith, id, terminal, workspace } from "../../state/fixture";
import { Session } from "../../state/session";
import { askBeforeLeaving } from "./leaving";
import { StatusBar } from "./status-bar";
import { BareTitleBar } from "./title-bar";
import { Toolbar } from "./toolbar";

const keymap = keymapFor("linux", "desktop");
let session: Session;
let backend: FakeBackend;

async function start(workspaces: Workspace[] = [workspace("src", ["1", "2"])]): Promise<void> {
  const terminals = workspaces.flatMap(({ panes, name }) =>
    panes.map((pane) => terminal(pane.terminal.replace(/^0+/, ""), name)),
  );
  backend = backendWith(workspaces, terminals);
  session = new Session(backend);
  await waitFor(() => expect(session.info.getState()).not.toBeNull());
}

beforeEach(() => {
  document.cookie = "clanker-grid-app-hint=; Max-Age=0; Path=/";
});

afterEach(() => {
  cleanup();
  session.dispose();
});

const bar = (surface: Surface = "desktop") => {
  render(<StatusBar session={session} keymap={keymap} surface={surface} />);
  return screen.getByRole("contentinfo");
};

describe("the status bar", () => {
  it("says where the workspace is and how many terminals it has", async () => {
    await start();
    expect(bar().textContent).toBe("~/src2 terminals");
  });

  it("says where the focused terminal is when that is elsewhere", async () => {
    await start();
    bar();
    backend.emit("terminal", terminal("1", "src", { cwd: "/home/ada/src/deep/er", revision: 2 }));
    expect(await screen.findByText("deep/er")).toBeTruthy();
    backend.emit("terminal", terminal("1", "src", { cwd: "/home/ada/srcother", revision: 3 }));
    expect(await screen.findByText("~/srcother")).toBeTruthy();
  });

  it("names a folder that is missing", async () => {
    await start([workspace("src", ["1"], { missing: true })]);
    bar();
    expect(screen.getByRole("img", { name: "Folder of the workspace, not found" })).toBeTruthy();
  });

  it("shows in the launcher how to get on", async () => {
    await start([]);
    expect(bar().textContent).toContain("No terminals running");
    expect(screen.getByText("Command palette").textContent).toContain("CtrlShiftP");
  });

  it("keeps the last notice that went, with the time at which it came, until it is said again", async () => {
    await start();
    bar();
    const notice = { id: "page:x", level: "error", message: "The disk is full.", hint: "Make room." };
    session.notices.add(notice);
    expect(screen.queryByText("The disk is full.")).toBeNull();
    session.notices.dismiss("page:x");
    const said = await screen.findByText("The disk is full.");
    expect(said.parentElement?.textContent).toMatch(/^\d\d:\d\dThe disk is full\.$/);
    session.notices.add(notice);
    await waitFor(() => expect(screen.queryByText("The disk is full.")).toBeNull());
  });
});

describe("the hint about application windows", () => {
  it("is for plain tabs alone", async () => {
    await start();
    expect(bar("app-window").textContent).not.toContain("--app");
    cleanup();
    expect(bar("desktop").textContent).not.toContain("--app");
    cleanup();
    expect(bar("tab").textContent).toContain("clanker serve --app");
  });

  it("stays away after it was dismissed", async () => {
    await start();
    bar("tab");
    fireEvent.click(screen.getByRole("button", { name: "Do not show this again" }));
    expect(screen.queryByText(/--app/)).toBeNull();
    cleanup();
    expect(bar("tab").textContent).not.toContain("--app");
  });
});

describe("the toolbar", () => {
  async function open(): Promise<void> {
    await start();
    backend.answer("Settings.Shells", () => [
      { id: "/bin/bash", name: "bash", default: true },
      { id: "/usr/bin/fish", name: "fish", default: false },
    ]);
    backend.answer("Terminals.New", () => ({ id: id("e9"), terminal: id("9"), sendAllKeys: false }));
    render(
      <Toolbar
        session={session}
        client={backend.client}
        keymap={keymap}
        onSettings={() => {}}
        giveKeyboardBack={() => {}}
      />,
    );
    fireEvent.click(screen.getByRole("button", { name: "Choose a shell or a side" }));
    await screen.findByText("fish");
  }
  const made = () => backend.calls.find(({ method }) => method === "Terminals.New")?.params;

  it("starts a shell of one's choice", async () => {
    await open();
    fireEvent.click(screen.getByText("fish"));
    await waitFor(() => expect(made()?.[1]).toMatchObject({ shell: "/usr/bin/fish" }));
  });

  it("splits the focused pane to the side of one's choice", async () => {
    await open();
    fireEvent.click(screen.getByText("Split down"));
    await waitFor(() => expect(made()?.[1]).toMatchObject({ beside: id("e1"), side: "below" }));
  });

  it("has a name on every button", async () => {
    await open();
    for (const button of screen.getAllByRole("button", { hidden: true })) {
      expect(button.getAttribute("aria-label") ?? button.textContent).not.toBe("");
    }
  });
});

describe("the title bar", () => {
  it("has no window buttons where the system draws the frame", async () => {
    await start();
    render(<BareTitleBar window={null} macos={false} />);
    expect(screen.queryByRole("button")).toBeNull();
    expect(screen.getByRole("banner").getAttribute("data-framed")).toBe("true");
  });
});

describe("leaving the page", () => {
  it("is asked about only while something runs", async () => {
    await start();
    let runs = false;
    const stop = askBeforeLeaving(window, () => runs);
    const leave = () => {
      const event = new Event("beforeunload", { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(leave()).toBe(false);
    runs = true;
    expect(leave()).toBe(true);
    stop();
    expect(leave()).toBe(false);
  });
});

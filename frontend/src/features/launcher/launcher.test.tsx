import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { CallError, type Folder, type Recent } from "../../bridge/client";
import type { FakeBackend } from "../../bridge/fake";
import { keymapFor } from "../../domain/keymap";
import { backendWith, workspace } from "../../state/fixture";
import { Session } from "../../state/session";
import { cutPath } from "./completion";
import { Launcher } from "./launcher";

let session: Session;
const onSettings = vi.fn();

async function shown(backend: FakeBackend): Promise<void> {
  onSettings.mockClear();
  session = new Session(backend);
  await waitFor(() => expect(session.info.getState()).not.toBeNull());
  render(
    <Launcher
      session={session}
      client={backend.client}
      clipboard={backend.clipboard}
      keymap={keymapFor("linux", "desktop")}
      onSettings={onSettings}
    />,
  );
}

afterEach(() => {
  cleanup();
  session.dispose();
});

const recent = (name: string, missing = false, panes = 0): Recent => ({
  environment: "local",
  path: `/home/ada/${name}`,
  name,
  opened: "2026-05-01T10:00:00Z",
  missing,
  panes,
});
const field = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Folder" });
const openings = (backend: FakeBackend) =>
  backend.calls.filter((call) => call.method === "Workspaces.Open").map((call) => call.params);

describe("the launcher", () => {
  it("opens the typed folder with the chosen number of terminals", async () => {
    const backend = backendWith();
    backend.answer("Workspaces.Open", () => ({ workspace: workspace("src", []), existing: false }));
    await shown(backend);
    fireEvent.change(field(), { target: { value: "~/src" } });
    fireEvent.click(screen.getByRole("button", { name: "2 terminals" }));
    fireEvent.click(screen.getByRole("button", { name: /Open workspace/ }));
    await waitFor(() => expect(openings(backend)).toEqual([["~/src", 2, null]]));
  });

  it("opens on Enter, with four terminals unless told otherwise", async () => {
    const backend = backendWith();
    backend.answer("Workspaces.Open", () => ({ workspace: workspace("src", []), existing: false }));
    await shown(backend);
    fireEvent.change(field(), { target: { value: "/srv" } });
    const form = field().form;
    if (!form) throw new Error("the field is outside a form");
    fireEvent.submit(form);
    await waitFor(() => expect(openings(backend)).toEqual([["/srv", 4, null]]));
  });

  it("says under the field why a folder cannot be opened, until the path changes", async () => {
    const backend = backendWith();
    backend.answer("Workspaces.Open", () => {
      throw new CallError("invalid", "/etc/passwd is a file.", "Choose the folder that holds it.");
    });
    await shown(backend);
    fireEvent.change(field(), { target: { value: "/etc/passwd" } });
    fireEvent.click(screen.getByRole("button", { name: /Open workspace/ }));
    await waitFor(() =>
      expect(screen.getByRole("alert").textContent).toBe(
        "/etc/passwd is a file. Choose the folder that holds it.",
      ),
    );
    expect(field().getAttribute("aria-invalid")).toBe("true");
    expect(screen.queryByText(/^Opens/)).toBeNull();
    fireEvent.change(field(), { target: { value: "/etc" } });
    expect(screen.getByRole("alert").textContent).toBe("");
  });

  it("cannot open nothing", async () => {
    await shown(backendWith());
    expect(screen.getByRole<HTMLButtonElement>("button", { name: /Open workspace/ }).disabled).toBe(true);
  });

  it("opens a recent folder as it was left", async () => {
    const backend = backendWith();
    backend.answer("Workspaces.Recents", () => [recent("tidepool", false, 4), recent("docs", false, 0)]);
    backend.answer("Workspaces.Restore", () => ({ workspace: workspace("tidepool", []), existing: false }));
    await shown(backend);
    expect((await screen.findByText("4 panes")).closest("li")?.textContent).toContain("~/tidepool");
    expect(screen.getAllByText(/^\d+ panes?$/)).toHaveLength(1);
    fireEvent.click(screen.getByText("~/tidepool"));
    await waitFor(() =>
      expect(backend.calls).toContainEqual({
        method: "Workspaces.Restore",
        params: ["local", "/home/ada/tidepool"],
      }),
    );
  });

  it("marks the recent folders that are open", async () => {
    const backend = backendWith([workspace("tidepool", [])]);
    backend.answer("Workspaces.Recents", () => [recent("tidepool", false, 4), recent("docs", false, 2)]);
    await shown(backend);
    await screen.findByText("2 panes");
    expect(screen.getByText("Open").closest("li")?.textContent).toContain("~/tidepool");
    expect(screen.queryByText("4 panes")).toBeNull();
  });

  it("leads to the settings", async () => {
    await shown(backendWith());
    fireEvent.click(screen.getByRole("button", { name: "Settings" }));
    expect(onSettings).toHaveBeenCalledOnce();
  });

  it("offers only removal of a recent folder that is gone", async () => {
    const backend = backendWith();
    backend.answer("Workspaces.Recents", () => [recent("gone", true, 3)]);
    backend.answer("Workspaces.ForgetRecent", () => null);
    await shown(backend);
    const gone = (await screen.findByText("Folder not found")).closest("li");
    if (!gone) throw new Error("the row is missing");
    expect(within(gone).queryByRole("button", { name: /gone/ })).toBeNull();
    fireEvent.click(within(gone).getByRole("button", { name: "Remove" }));
    expect(screen.queryByText("Folder not found")).toBeNull();
    expect(backend.calls).toContainEqual({
      method: "Workspaces.ForgetRecent",
      params: ["local", "/home/ada/gone"],
    });
  });

  it("says under the field why a recent folder cannot be opened", async () => {
    const backend = backendWith();
    backend.answer("Workspaces.Recents", () => [recent("tidepool")]);
    backend.answer("Workspaces.Restore", () => {
      throw new CallError("permission", "/home/ada/tidepool may not be entered.");
    });
    await shown(backend);
    fireEvent.click(await screen.findByText("~/tidepool"));
    await waitFor(() => expect(screen.getByRole("alert").textContent).toContain("may not be entered"));
    expect(field().value).toBe("/home/ada/tidepool");
  });

  it("says what a workspace opens with, and keeps what was typed while it is away", async () => {
    const backend = backendWith();
    await shown(backend);
    expect(screen.getByText(/opens with as many terminals/)).toBeTruthy();
    fireEvent.change(field(), { target: { value: "/home/ada/src" } });
    fireEvent.click(screen.getByRole("button", { name: "6 terminals" }));
    expect(screen.getByText("Opens 6 plain terminals in ~/src")).toBeTruthy();
    cleanup();
    render(
      <Launcher
        session={session}
        client={backend.client}
        clipboard={backend.clipboard}
        keymap={keymapFor("linux", "desktop")}
        onSettings={onSettings}
      />,
    );
    expect(field().value).toBe("/home/ada/src");
  });

  it("opens one terminal in the home folder, or in the typed one", async () => {
    const backend = backendWith();
    backend.answer("Workspaces.Open", () => {
      throw new CallError("busy", "Not now.");
    });
    await shown(backend);
    fireEvent.click(screen.getByRole("button", { name: /Terminal in the home folder/ }));
    await waitFor(() => expect(openings(backend)).toEqual([["/home/ada", 1, null]]));
    await waitFor(() => expect(session.launching.store.getState().busy).toBe(false));
    fireEvent.change(field(), { target: { value: "/srv" } });
    fireEvent.click(screen.getByRole("button", { name: /One terminal here/ }));
    await waitFor(() => expect(openings(backend)).toHaveLength(2));
    expect(openings(backend)[1]).toEqual(["/srv", 1, null]);
  });
});

const tree: Record<string, string[]> = {
  "/home/ada": [".config", "books", "src"],
  "/home/ada/src": ["clanker", "tidepool"],
  "/home/ada/src/tidepool": [],
};

function listing(path: string): Folder {
  const names = tree[path];
  if (!names) throw new CallError("not-found", `${path} is not there.`);
  return {
    path,
    parent: path === "/home/ada" ? "" : path.slice(0, path.lastIndexOf("/")),
    truncated: false,
    entries: names.map((name) => ({
      name,
      path: `${path}/${name}`,
      hidden: name.startsWith("."),
      repository: name === "tidepool",
    })),
  };
}

describe("the folder list", () => {
  const filter = () => screen.getByRole("combobox", { name: "Filter folders" });
  const names = () => screen.queryAllByRole("option").map((row) => row.querySelector("span")?.textContent);

  async function browsing(): Promise<void> {
    const backend = backendWith();
    backend.answer("Folders.List", (path: string) => listing(path || "/home/ada"));
    await shown(backend);
    fireEvent.click(screen.getByRole("button", { name: "Browse" }));
    await waitFor(() => expect(names()).toEqual(["books", "src"]));
  }

  it("is walked with the keyboard alone: down, in, up, and the chosen folder goes to the field", async () => {
    await browsing();
    fireEvent.keyDown(filter(), { key: "ArrowDown" });
    fireEvent.keyDown(filter(), { key: "Enter" });
    await waitFor(() => expect(names()).toEqual(["clanker", "tidepool"]));
    fireEvent.keyDown(filter(), { key: "Backspace" });
    await waitFor(() => expect(names()).toEqual(["books", "src"]));
    fireEvent.change(filter(), { target: { value: "sr" } });
    expect(names()).toEqual(["src"]);
    fireEvent.keyDown(filter(), { key: "Enter" });
    await waitFor(() => expect(names()).toEqual(["clanker", "tidepool"]));
    expect(screen.getByText("repository")).toBeTruthy();
    fireEvent.change(filter(), { target: { value: "tide" } });
    fireEvent.keyDown(filter(), { key: "Enter" });
    await screen.findByText("No folders here.");
    fireEvent.keyDown(filter(), { key: "Enter" });
    await waitFor(() => expect(field().value).toBe("/home/ada/src/tidepool"));
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("keeps Backspace for the filter while there is text in it", async () => {
    await browsing();
    fireEvent.keyDown(filter(), { key: "ArrowDown" });
    fireEvent.keyDown(filter(), { key: "Enter" });
    await waitFor(() => expect(names()).toEqual(["clanker", "tidepool"]));
    fireEvent.change(filter(), { target: { value: "t" } });
    fireEvent.keyDown(filter(), { key: "Backspace" });
    expect(names()).toEqual(["tidepool"]);
  });

  it("shows hidden folders when asked", async () => {
    await browsing();
    fireEvent.click(screen.getByRole("checkbox", { name: "Hidden folders" }));
    expect(names()).toEqual([".config", "books", "src"]);
  });

  it("begins at home when the typed path cannot be listed", async () => {
    const backend = backendWith();
    backend.answer("Folders.List", (path: string) => listing(path || "/home/ada"));
    await shown(backend);
    fireEvent.change(field(), { target: { value: "/half/ty" } });
    fireEvent.click(screen.getByRole("button", { name: "Browse" }));
    await waitFor(() => expect(names()).toEqual(["books", "src"]));
  });

  it("begins in the nearest folder above a path that is not there", async () => {
    const backend = backendWith();
    backend.answer("Folders.List", (path: string) => listing(path.replace(/(.)\/$/, "$1") || "/home/ada"));
    await shown(backend);
    fireEvent.change(field(), { target: { value: "/home/ada/src/nope/deeper" } });
    fireEvent.click(screen.getByRole("button", { name: "Browse" }));
    await waitFor(() => expect(names()).toEqual(["clanker", "tidepool"]));
  });
});

describe("Tab in the folder field", () => {
  async function typed(path: string): Promise<void> {
    const backend = backendWith();
    backend.answer("Folders.List", (asked: string) => listing(asked.replace(/\/$/, "")));
    await shown(backend);
    fireEvent.change(field(), { target: { value: path } });
    field().setSelectionRange(path.length, path.length);
    const { folder } = cutPath(path);
    if (folder !== "")
      await waitFor(() => expect(backend.calls).toContainEqual({ method: "Folders.List", params: [folder] }));
    await act(() => Promise.resolve());
  }
  const tab = () => fireEvent.keyDown(field(), { key: "Tab" });

  it("completes the one folder that begins so, and moves on afterwards", async () => {
    await typed("/home/ada/src/ti");
    expect(tab()).toBe(false);
    expect(field().value).toBe("/home/ada/src/tidepool/");
    expect(tab()).toBe(true);
  });

  it.each(["/home/ada/src/x", "/home/ada/src/tidepool", "/home/ada/src/", "src"])(
    "moves on from %s",
    async (path) => {
      await typed(path);
      expect(tab()).toBe(true);
      expect(field().value).toBe(path);
    },
  );

  it("moves back with Shift, and on from within the path", async () => {
    await typed("/home/ada/src/ti");
    expect(fireEvent.keyDown(field(), { key: "Tab", shiftKey: true })).toBe(true);
    field().setSelectionRange(3, 3);
    expect(tab()).toBe(true);
  });
});

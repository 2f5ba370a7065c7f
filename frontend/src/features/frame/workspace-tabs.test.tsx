import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { FakeBackend } from "../../bridge/fake";
import { keymapFor } from "../../domain/keymap";
import { backendWith, id, workspace } from "../../state/fixture";
import { Session } from "../../state/session";
import { WorkspaceTabs } from "./workspace-tabs";

let session: Session;
let backend: FakeBackend;
const write = vi.fn<(text: string) => Promise<boolean>>();
const giveKeyboardBack = vi.fn();

async function shown(names = "abc", missing = ""): Promise<void> {
  backend = backendWith(
    [...names].map((name, position) => workspace(name, [], { position, missing: name === missing })),
  );
  write.mockReset().mockResolvedValue(true);
  giveKeyboardBack.mockReset();
  backend.answer("Workspaces.Move", () => null);
  backend.answer("Workspaces.Rename", () => null);
  backend.answer("Workspaces.Close", () => ({ closed: true, running: [], left: [] }));
  session = new Session(backend);
  await waitFor(() => expect(session.info.getState()).not.toBeNull());
  render(
    <WorkspaceTabs
      session={session}
      keymap={keymapFor("linux", "desktop")}
      clipboard={{ write }}
      giveKeyboardBack={giveKeyboardBack}
    />,
  );
}

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  session.dispose();
});

const tab = (name: string) => screen.getByRole("button", { name });
const element = (name: string) => tab(name).closest("li") as HTMLElement;
const order = () =>
  [...document.querySelectorAll("[data-workspace-tab]")].map((item) => item.textContent?.trim());
const calls = (method: string) =>
  backend.calls.filter((call) => call.method === method).map((call) => call.params);

/** Tabs of 100 pixels, one after the other: the page of these tests has no layout. */
function laidOut(): void {
  const index = (item: HTMLElement) =>
    [...document.querySelectorAll("[data-workspace-tab]")].indexOf(item.closest("li") ?? item);
  vi.spyOn(HTMLElement.prototype, "offsetLeft", "get").mockImplementation(function (this: HTMLElement) {
    return 100 * index(this);
  });
  vi.spyOn(HTMLElement.prototype, "offsetWidth", "get").mockReturnValue(100);
}

const primary = { button: 0, isPrimary: true, pointerId: 1 };

describe("dragging a tab", () => {
  it("shows where it would go and puts it there when it is let go", async () => {
    await shown();
    laidOut();
    fireEvent.pointerDown(tab("a"), { ...primary, clientX: 50 });
    fireEvent.pointerMove(window, { pointerId: 1, clientX: 260 });
    expect(document.querySelector("[data-drop]")?.getAttribute("data-drop")).toBe("2");
    fireEvent.pointerUp(window, { pointerId: 1, clientX: 260 });
    expect(document.querySelector("[data-drop]")).toBeNull();
    expect(order()).toEqual(["b", "c", "a"]);
    expect(calls("Workspaces.Move")).toEqual([[id("a"), 2]]);
  });

  it("is no click on what it is let go over", async () => {
    await shown();
    laidOut();
    fireEvent.pointerDown(tab("a"), { ...primary, clientX: 50 });
    fireEvent.pointerMove(window, { pointerId: 1, clientX: 260 });
    fireEvent.pointerUp(window, { pointerId: 1, clientX: 260 });
    fireEvent.click(tab("c"));
    expect(session.view.getState().focus.active).toBe(id("a"));
  });

  it.each([
    ["Escape", () => fireEvent.keyDown(window, { key: "Escape" })],
    ["the system taking the pointer away", () => fireEvent.pointerCancel(window, { pointerId: 1 })],
  ])("ends without a change by %s", async (_, end) => {
    await shown();
    laidOut();
    fireEvent.pointerDown(tab("a"), { ...primary, clientX: 50 });
    fireEvent.pointerMove(window, { pointerId: 1, clientX: 260 });
    act(() => void end());
    fireEvent.pointerUp(window, { pointerId: 1, clientX: 260 });
    expect(order()).toEqual(["a", "b", "c"]);
    expect(calls("Workspaces.Move")).toEqual([]);
  });

  it("does not begin with a hand that is not quite still, nor with another button", async () => {
    await shown();
    laidOut();
    fireEvent.pointerDown(tab("a"), { ...primary, clientX: 50 });
    fireEvent.pointerMove(window, { pointerId: 1, clientX: 53 });
    expect(document.querySelector("[data-drop]")).toBeNull();
    fireEvent.pointerUp(window, { pointerId: 1 });
    fireEvent.pointerDown(tab("a"), { ...primary, button: 2, clientX: 50 });
    fireEvent.pointerMove(window, { pointerId: 1, clientX: 260 });
    expect(document.querySelector("[data-drop]")).toBeNull();
  });
});

describe("a focused tab", () => {
  it("moves with Ctrl and the arrow keys and keeps the keyboard", async () => {
    await shown();
    tab("a").focus();
    fireEvent.keyDown(tab("a"), { key: "ArrowRight", ctrlKey: true });
    expect(order()).toEqual(["b", "a", "c"]);
    expect(document.activeElement).toBe(tab("a"));
    await waitFor(() => expect(calls("Workspaces.Move")).toEqual([[id("a"), 1]]));
  });

  it("gives the keyboard to its neighbour with the arrow keys alone", async () => {
    await shown();
    tab("a").focus();
    fireEvent.keyDown(tab("a"), { key: "ArrowRight" });
    expect(document.activeElement).toBe(tab("b"));
    expect(order()).toEqual(["a", "b", "c"]);
  });

  it("is renamed by F2 and has the keyboard again afterwards", async () => {
    await shown();
    tab("a").focus();
    fireEvent.keyDown(tab("a"), { key: "F2" });
    const field = screen.getByRole<HTMLInputElement>("textbox");
    fireEvent.change(field, { target: { value: "releases" } });
    fireEvent.keyDown(field, { key: "Enter" });
    expect(calls("Workspaces.Rename")).toEqual([[id("a"), "releases"]]);
    expect(document.activeElement).toBe(tab("a"));
  });
});

describe("a tab", () => {
  it("is the only one that Tab stops at while its workspace is in front", async () => {
    await shown();
    expect(tab("a").tabIndex).toBe(0);
    expect(tab("b").tabIndex).toBe(-1);
  });

  it("is renamed by a double click, and keeps its name on Escape", async () => {
    await shown();
    fireEvent.doubleClick(tab("b"));
    const field = screen.getByRole("textbox");
    fireEvent.change(field, { target: { value: "other" } });
    fireEvent.keyDown(field, { key: "Escape" });
    expect(screen.queryByRole("textbox")).toBeNull();
    expect(calls("Workspaces.Rename")).toEqual([]);
  });

  it("closes with the middle button and with its own", async () => {
    await shown();
    fireEvent(element("b"), new MouseEvent("auxclick", { button: 1, bubbles: true }));
    fireEvent.click(screen.getByRole("button", { name: "Close c" }));
    await waitFor(() =>
      expect(calls("Workspaces.Close")).toEqual([
        [id("b"), false],
        [id("c"), false],
      ]),
    );
  });

  it("says that its folder is missing", async () => {
    await shown("ab", "b");
    expect(tab("Folder not found b").getAttribute("data-missing")).toBe("true");
  });
});

describe("the menu of a tab", () => {
  const choices = () => screen.getAllByRole("menuitem").map((item) => item.textContent);
  const choose = async (name: RegExp) => fireEvent.click(await screen.findByRole("menuitem", { name }));
  const open = (name: string) => fireEvent.contextMenu(tab(name), { clientX: 40, clientY: 10 });

  it("offers what can be done with it, with the keys that mean it", async () => {
    await shown();
    expect(open("a")).toBe(false);
    await screen.findByRole("menu", { name: "Workspace a" });
    expect(choices()).toEqual([
      "RenameF2",
      "Copy path",
      "Move leftAltShiftPage Up",
      "Move rightAltShiftPage Down",
      "CloseCtrlShiftX",
      "Close others",
      "Reopen closed workspace",
    ]);
    expect(screen.getByRole("menuitem", { name: /Move left/ }).getAttribute("aria-disabled")).toBe("true");
  });

  it.each([
    { key: "F10", shiftKey: true },
    { key: "ContextMenu", shiftKey: false },
  ])("opens with $key and gives the keyboard back on Escape", async (stroke) => {
    await shown();
    tab("b").focus();
    expect(fireEvent.keyDown(tab("b"), stroke)).toBe(false);
    const menu = await screen.findByRole("menu", { name: "Workspace b" });
    fireEvent.keyDown(menu, { key: "Escape" });
    await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
    await waitFor(() => expect(giveKeyboardBack).toHaveBeenCalled());
  });

  it("renames in the tab, which has the keyboard then", async () => {
    await shown();
    open("b");
    await choose(/Rename/);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("textbox")));
    await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
    expect(giveKeyboardBack).not.toHaveBeenCalled();
  });

  it("moves and closes the tab that it was opened on", async () => {
    await shown();
    open("b");
    await choose(/Move right/);
    expect(calls("Workspaces.Move")).toEqual([[id("b"), 2]]);
    await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
    open("c");
    await choose(/^Close$/);
    await waitFor(() => expect(calls("Workspaces.Close")).toEqual([[id("c"), false]]));
  });

  it("closes the others, asking about one after the other", async () => {
    await shown();
    const running = [{ workspace: id("a"), terminal: id("1"), title: "vim", program: "vim", pid: 7 }];
    backend.answer("Workspaces.Close", (one: string) => ({
      closed: one !== id("a"),
      running: one === id("a") ? running : [],
      left: [],
    }));
    open("b");
    await choose(/Close others/);
    await waitFor(() => expect(session.view.getState().question?.kind).toBe("close-workspace"));
    expect(calls("Workspaces.Close")).toEqual([[id("a"), false]]);
    act(() => session.commands.answer(false));
    await waitFor(() => expect(calls("Workspaces.Close").at(-1)).toEqual([id("c"), false]));
  });

  it("copies the folder's path, and says when it could not", async () => {
    await shown();
    open("c");
    await choose(/Copy path/);
    expect(write).toHaveBeenCalledExactlyOnceWith("/home/ada/c");
    write.mockResolvedValue(false);
    await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
    open("c");
    await choose(/Copy path/);
    await waitFor(() => expect(session.notices.store.getState().local).toHaveLength(1));
  });
});

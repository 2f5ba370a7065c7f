import { act, cleanup, fireEvent, render, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { backendWith, id, terminal, workspace } from "../state/fixture";
import type { Session } from "../state/session";
import { Application } from "./all";
import { type Assembly, assemble } from "./assembly";
import { FakeView } from "./grid/fake-view";

let session: Session;
let backend: ReturnType<typeof backendWith>;
let assembly: Assembly;

beforeEach(async () => {
  FakeView.made.length = 0;
  backend = backendWith(
    [workspace("a", ["1", "2"]), workspace("b", ["3"])],
    [terminal("1", "a"), terminal("2", "a"), terminal("3", "b")],
  );
  assembly = assemble(window, { backend, platform: "linux", surface: "desktop", create: FakeView });
  ({ session } = assembly);
  await waitFor(() => expect(session.info.getState()).not.toBeNull());
  render(<Application {...assembly} macos={false} />);
});
afterEach(() => {
  cleanup();
  assembly.dispose();
});

const find = (selector: string) => {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`there is no ${selector}`);
  return found;
};
const field = (seed: string) => {
  const found = FakeView.made.find((each) => each.options.stream.terminal === id(seed));
  if (!found) throw new Error(`terminal ${seed} has no emulator`);
  return found.field;
};
/** What a webview does on a click, the default moves of the focus included. */
const click = (target: HTMLElement) => {
  if (fireEvent.mouseDown(target)) (target.closest<HTMLElement>("button, input") ?? blurred()).focus();
  fireEvent.mouseUp(target);
  fireEvent.click(target, { detail: 1 });
};
const blurred = () => {
  (document.activeElement as HTMLElement | null)?.blur();
  return document.body;
};
const settled = () => act(() => new Promise((resolve) => setTimeout(resolve, 5)));
const press = (key: string, change: object = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, code: key, ...change });

describe("the keyboard", () => {
  it("is the terminal's again after Escape from a menu of the toolbar", async () => {
    const { activeElement } = document;
    for (const opened of [
      () => click(find('[data-control="launch-terminal"]')),
      () => {
        find('[data-control="launch-terminal"]').focus();
        fireEvent.click(find('[data-control="launch-terminal"]'), { detail: 0 });
      },
    ]) {
      opened();
      await waitFor(() => find('[role="menu"]'));
      await settled();
      fireEvent.keyDown(find('[role="menu"]'), { key: "Escape" });
      await waitFor(() => expect(document.querySelector('[role="menu"]')).toBeNull());
      await settled();
      expect(document.activeElement).toBe(activeElement);
    }
  });

  it.each([
    ["the header of its pane", '[data-focused="true"] header'],
    ["the toolbar", '[data-region="toolbar"]'],
    ["the status bar", "footer"],
    ["the title bar", "header > span"],
    ["the tab in front", '[aria-current="page"]'],
  ])("stays in the terminal after a click on %s", async (_, selector) => {
    const chosen = session.commands.focusedTerminal()?.id.slice(-1) ?? "";
    expect(document.activeElement).toBe(field(chosen));
    // What is typed while the button is held down is not lost either.
    expect(fireEvent.mouseDown(find(selector))).toBe(false);
    click(find(selector));
    await settled();
    expect(document.activeElement).toBe(field(chosen));
  });

  it("goes to a field that is clicked", () => {
    act(() => session.commands.showLauncher());
    const path = find('[data-control="folder-path"]');
    blurred();
    expect(fireEvent.mouseDown(path)).toBe(true);
  });

  it("goes along with a tab, and to the launcher's field", async () => {
    click(find(`[data-workspace-tab="${id("b")}"] button`));
    await settled();
    expect(document.activeElement).toBe(field("3"));
    click(find('[data-control="new-workspace"]'));
    await settled();
    expect(document.activeElement).toBe(find('[data-control="folder-path"]'));
    blurred();
    click(find("h1"));
    await settled();
    expect(document.activeElement).toBe(find('[data-control="folder-path"]'));
  });

  it("comes back when what had it has gone", async () => {
    act(() => session.notices.add({ id: "n", level: "warning", message: "Something." }));
    press("F6", { ctrlKey: true });
    find('[data-control="dismiss-notice"]').focus();
    fireEvent.click(find('[data-control="dismiss-notice"]'), { detail: 0 });
    await settled();
    expect(document.activeElement).toBe(field("1"));
  });

  it("comes back with the window, unless a key had moved it to the chrome", async () => {
    blurred();
    window.dispatchEvent(new FocusEvent("focus"));
    await settled();
    expect(document.activeElement).toBe(field("1"));
    press("F6", { ctrlKey: true });
    const chosen = document.activeElement;
    expect(chosen).not.toBe(field("1"));
    window.dispatchEvent(new FocusEvent("focus"));
    await settled();
    expect(document.activeElement).toBe(chosen);
  });

  it("comes back from a question that was answered with Escape", async () => {
    act(() => backend.emit("quit-requested", { running: [], keepsRunning: [] }));
    await settled();
    expect(document.activeElement?.closest('[role="dialog"]')).not.toBeNull();
    press("Escape");
    await settled();
    expect(document.activeElement).toBe(field("1"));
  });
});

describe("the key that ends a renaming", () => {
  it.each(["Enter", "Escape"])("%s types nothing into the terminal", (key) => {
    backend.answer("Terminals.Rename", () => null);
    fireEvent.doubleClick(find('[data-focused="true"] [data-region="pane-title"]'));
    fireEvent.change(find('[data-control="rename-input"]'), { target: { value: "Build" } });
    // A key whose default is not prevented goes on to what has the focus then.
    expect(fireEvent.keyDown(find('[data-control="rename-input"]'), { key })).toBe(false);
    expect(document.activeElement).toBe(field("1"));
  });
});

describe("the terminal's menu", () => {
  const open = (selected: boolean) => {
    const view = FakeView.made.find((each) => each.options.stream.terminal === id("1"));
    if (!view) throw new Error("terminal 1 has no emulator");
    view.selected = selected;
    act(() => view.options.callbacks.menu?.({ x: 20, y: 30 }));
    return view;
  };

  it("offers what can be done, with its keys, and gives the keyboard back", async () => {
    const view = open(false);
    await settled();
    const items = [...document.querySelectorAll('[role="menuitem"]')];
    expect(items.map((item) => item.textContent)).toEqual([
      "CopyCtrlShiftC",
      "PasteCtrlShiftV",
      "FindCtrlShiftF",
    ]);
    expect(items[0]?.getAttribute("aria-disabled")).toBe("true");
    fireEvent.click(find('[data-control="menu-paste"]'));
    await settled();
    expect(view.told).toContain("paste");
    expect(document.querySelector('[role="menu"]')).toBeNull();
    expect(document.activeElement).toBe(view.field);
  });

  it("copies a selection, and finds", async () => {
    const view = open(true);
    fireEvent.click(find('[data-control="menu-copy"]'));
    await settled();
    expect(view.told).toContain("copy");
    open(false);
    fireEvent.click(find('[data-control="menu-find"]'));
    await settled();
    expect(document.activeElement).toBe(find('[data-control="find-input"]'));
  });
});

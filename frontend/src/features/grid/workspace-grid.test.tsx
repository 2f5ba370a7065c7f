import { act, cleanup, fireEvent, render, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useStore } from "zustand";
import { CallError, type LayoutNode, type Workspace } from "../../bridge/client";
import type { FakeBackend } from "../../bridge/fake";
import { documentOf } from "../../domain/layout/document";
import { gridOf, type LayoutTree, panesOf } from "../../domain/layout/tree";
import { backendWith, id, terminal, workspace } from "../../state/fixture";
import { Keyboard } from "../../state/keyboard";
import { Session } from "../../state/session";
import { FakeView } from "./fake-view";
import { TerminalViews } from "./terminal-views";
import { WorkspaceGrid } from "./workspace-grid";

let backend: FakeBackend;
let session: Session;
let views: TerminalViews;
let kept: Workspace;
let frames: FrameRequestCallback[];

const here = id("a");
const paneID = (seed: string) => id(`e${seed}`);

/** Panes 1 to n in a grid, in an area of 1208 by 808. */
async function start(count = 4): Promise<void> {
  const seeds = Array.from({ length: count }, (_, index) => `${index + 1}`);
  kept = workspace("a", seeds);
  backend = backendWith(
    [kept],
    seeds.map((seed) => terminal(seed, "a")),
  );
  backend.answer("Workspaces.Arrange", (_: string, base: number, root: LayoutNode) => {
    if (base !== kept.layout.revision) throw new CallError("conflict", "The layout has changed.");
    const panes = panesOf(root as LayoutTree).flatMap(
      (each) => kept.panes.find(({ id: its }) => its === each) ?? [],
    );
    kept = { ...kept, panes, layout: { root, revision: base + 1 }, revision: kept.revision + 1 };
    return kept;
  });
  session = new Session(backend);
  const keyboard = new Keyboard(session, "linux", "desktop");
  views = new TerminalViews({ backend, session, keyboard, create: FakeView });
  await waitFor(() => expect(session.info.getState()).not.toBeNull());
  session.arrangement.measured(1208, 808);
  render(<Shown keyboard={keyboard} />);
}

function Shown({ keyboard }: { readonly keyboard: Keyboard }) {
  const keymap = useStore(keyboard.keymap);
  const shown = useStore(session.records.store, ({ workspaces }) => workspaces.records.get(here));
  const active = useStore(session.view, ({ focus }) => focus.active === here);
  if (!shown) return null;
  return <WorkspaceGrid session={session} views={views} keymap={keymap} workspace={shown} active={active} />;
}

beforeEach(() => {
  FakeView.made.length = 0;
  frames = [];
  vi.stubGlobal("requestAnimationFrame", (frame: FrameRequestCallback) => frames.push(frame));
  vi.stubGlobal("cancelAnimationFrame", (handle: number) => {
    frames[handle - 1] = () => {};
  });
});

afterEach(async () => {
  cleanup();
  views.dispose();
  session.dispose();
  vi.unstubAllGlobals();
});

const find = (selector: string, inside: ParentNode = document) => {
  const found = inside.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`there is no ${selector}`);
  return found;
};
const pane = (seed: string) => find(`[data-pane="${paneID(seed)}"]`);
const cell = (seed: string) => pane(seed).parentElement as HTMLElement;
const rect = (element: HTMLElement) =>
  [element.style.left, element.style.top, element.style.width, element.style.height].map((length) =>
    Number.parseInt(length, 10),
  );
const inPage = () =>
  [...document.querySelectorAll<HTMLElement>("[data-pane]")]
    .map((each) => each.dataset.pane?.slice(-1))
    .join("");
const order = () =>
  panesOf(session.layouts.tree(here))
    .map((each) => each.slice(-1))
    .join("");
const splitter = (before: string, after: string) =>
  find(`[data-splitter][data-before="${paneID(before)}"][data-after="${paneID(after)}"]`);
const arranges = () => backend.calls.filter(({ method }) => method === "Workspaces.Arrange").length;
const frame = () => act(() => frames.splice(0).forEach((each) => each(0)));
const settled = () => act(() => new Promise((resolve) => setTimeout(resolve)));
const pointer = (type: string, target: EventTarget, clientX: number, clientY: number, more: object = {}) =>
  act(() =>
    target.dispatchEvent(
      new PointerEvent(type, {
        bubbles: true,
        cancelable: true,
        pointerId: 1,
        isPrimary: true,
        button: 0,
        clientX,
        clientY,
        ...more,
      }),
    ),
  );
const press = (key: string, more: object = {}, target: Element = document.body) =>
  fireEvent.keyDown(target, { key, code: key, ...more });

describe("the panes of a workspace", () => {
  it("stand where the layout says, with gaps of four pixels", async () => {
    await start(3);
    expect(["1", "2", "3"].map((seed) => rect(cell(seed)))).toEqual([
      [4, 4, 598, 398],
      [606, 4, 598, 398],
      [4, 406, 1200, 398],
    ]);
  });

  it("are never moved in the page, and their emulators stay the same, whatever is arranged", async () => {
    await start();
    const before = ["1", "2", "3", "4"].map((seed) => pane(seed));
    const moves: MutationRecord[] = [];
    const observer = new MutationObserver((records) => moves.push(...records));
    for (const each of before) {
      observer.observe(each.parentElement?.parentElement as HTMLElement, { childList: true });
    }
    act(() => session.arrangement.move("down"));
    act(() => session.arrangement.swap("up"));
    await settled();
    act(() => session.arrangement.zoom());
    act(() => session.arrangement.zoom());
    act(() => session.arrangement.undo());
    await settled();
    moves.push(...observer.takeRecords());
    observer.disconnect();
    const touched = moves.flatMap(({ addedNodes, removedNodes }) => [...addedNodes, ...removedNodes]);
    expect(touched.some((node) => (node as HTMLElement).querySelector?.("[data-pane]"))).toBe(false);
    expect(["1", "2", "3", "4"].map((seed) => pane(seed))).toEqual(before);
    expect(FakeView.made).toHaveLength(4);
  });

  it("are read out in the order of the layout, not of the page", async () => {
    await start();
    act(() => session.arrangement.swap("right"));
    await settled();
    expect(inPage()).toBe("1234");
    const owned = find("[aria-owns]").getAttribute("aria-owns")?.split(" ") ?? [];
    expect(owned.map((element) => document.getElementById(element)?.dataset.pane?.slice(-1)).join("")).toBe(
      "2134",
    );
  });

  it("follow what another view arranges", async () => {
    await start(2);
    const root = documentOf(gridOf([paneID("2"), paneID("1")]));
    act(() => backend.emit("workspace", { ...kept, layout: { root, revision: 5 }, revision: 5 }));
    expect(rect(cell("2"))[0]).toBeLessThan(rect(cell("1"))[0] ?? 0);
  });

  it("keep their sizes while their workspace is not in front", async () => {
    await start(2);
    act(() => session.commands.showLauncher());
    act(() => session.arrangement.measured(900, 700));
    expect(rect(cell("1"))).toEqual([4, 4, 598, 800]);
    act(() => session.commands.showWorkspace(here));
    expect(rect(cell("1"))).toEqual([4, 4, 444, 692]);
  });

  it("are none: then the keyboard is on what opens one", async () => {
    await start(0);
    expect(document.activeElement).toBe(find('[data-control="first-terminal"]'));
    expect(document.querySelector('[data-control="reopen-pane"]')).toBeNull();
    backend.answer("Terminals.New", () => ({ id: paneID("3"), terminal: id("3"), sendAllKeys: false }));
    fireEvent.click(find('[data-control="first-terminal"]'));
    expect(backend.calls.at(-1)?.method).toBe("Terminals.New");
  });

  it("are none any more: then the one closed last can be brought back", async () => {
    await start(0);
    act(() => backend.emit("workspace", { ...kept, reopenable: 2, revision: 5 }));
    backend.answer("Terminals.Reopen", () => ({ id: paneID("3"), terminal: id("3"), sendAllKeys: false }));
    fireEvent.click(find('[data-control="reopen-pane"]'));
    expect(backend.calls.at(-1)).toEqual({ method: "Terminals.Reopen", params: [here] });
    await settled();
  });
});

describe("a splitter", () => {
  it("is dragged: sizes follow once per frame, and one change is kept", async () => {
    await start(2);
    const line = splitter("1", "2");
    pointer("pointerdown", line, 604, 400);
    for (const x of [610, 650, 704]) pointer("pointermove", line, x, 400);
    expect(frames).toHaveLength(1);
    expect(rect(cell("1"))[2]).toBe(598);
    frame();
    expect([rect(cell("1"))[2], rect(cell("2"))[2]]).toEqual([698, 498]);
    pointer("pointermove", line, 504, 400);
    pointer("pointerup", line, 504, 400);
    await settled();
    expect([rect(cell("1"))[2], rect(cell("2"))[2]]).toEqual([498, 698]);
    expect(arranges()).toBe(1);
  });

  it("stops at the smallest pane, and Escape puts it back", async () => {
    await start(2);
    const line = splitter("1", "2");
    pointer("pointerdown", line, 604, 400);
    pointer("pointermove", line, 3, 400);
    frame();
    expect(rect(cell("1"))[2]).toBe(176);
    expect(press("Escape")).toBe(false);
    expect(rect(cell("1"))[2]).toBe(598);
    pointer("pointermove", line, 300, 400);
    pointer("pointerup", line, 300, 400);
    frame();
    await settled();
    expect(rect(cell("1"))[2]).toBe(598);
    expect(arranges()).toBe(0);
  });

  it("that is only pressed changes nothing, and leaves Escape to the terminal", async () => {
    await start(2);
    const line = splitter("1", "2");
    pointer("pointerdown", line, 604, 400);
    expect(press("Escape")).toBe(true);
    pointer("pointerup", line, 604, 400);
    pointer("pointerdown", line, 604, 400, { button: 2 });
    pointer("pointermove", line, 700, 400);
    await settled();
    expect(frames).toHaveLength(0);
    expect(arranges()).toBe(0);
  });

  it("is moved by arrow keys, as one change for as long as one is held", async () => {
    await start(2);
    const line = splitter("1", "2");
    expect(press("ArrowRight", {}, line)).toBe(false);
    press("ArrowRight", { shiftKey: true }, line);
    expect(rect(cell("1"))[2]).toBe(598 + 80);
    expect(press("ArrowUp", {}, line)).toBe(true);
    fireEvent.keyUp(line, { key: "ArrowRight" });
    await settled();
    expect(arranges()).toBe(1);
    press("Home", {}, line);
    expect(rect(cell("1"))[2]).toBe(176);
    press("Escape", {}, line);
    expect(rect(cell("1"))[2]).toBe(678);
    press("End", {}, line);
    fireEvent.blur(line);
    await settled();
    expect(rect(cell("2"))[2]).toBe(176);
  });

  it("makes its two sides equal on a double click", async () => {
    await start(2);
    press("End", {}, splitter("1", "2"));
    fireEvent.keyUp(splitter("1", "2"), { key: "End" });
    fireEvent.doubleClick(splitter("1", "2"));
    expect([rect(cell("1"))[2], rect(cell("2"))[2]]).toEqual([598, 598]);
    await settled();
  });

  it("says what it divides, and how", async () => {
    await start(3);
    const [sideways, upright] = [splitter("1", "2"), splitter("1", "3")];
    expect(sideways.getAttribute("role")).toBe("separator");
    expect(sideways.getAttribute("aria-orientation")).toBe("vertical");
    expect(upright.getAttribute("aria-orientation")).toBe("horizontal");
    expect(["now", "min", "max"].map((value) => sideways.getAttribute(`aria-value${value}`))).toEqual([
      "50",
      "15",
      "85",
    ]);
    const names = sideways.getAttribute("aria-labelledby")?.split(" ") ?? [];
    const spoken = names.map((name) => {
      const element = document.getElementById(name);
      return element?.getAttribute("aria-label") ?? element?.textContent;
    });
    expect(spoken).toEqual(["Sizes of", "bash", "bash"]);
  });
});

describe("a pane", () => {
  const told = () => find('[data-region="told"]').textContent;
  const header = (seed: string) => find("[data-pane-handle]", pane(seed));
  const preview = () => document.querySelector<HTMLElement>("[data-drop-preview]");

  it("is dragged by its header to a side, an edge, or another's place, with a preview", async () => {
    await start();
    pointer("pointerdown", header("1"), 100, 15);
    pointer("pointermove", header("1"), 103, 15);
    expect(preview()).toBeNull();
    pointer("pointermove", header("1"), 905, 205);
    expect(preview()?.dataset.dropPreview).toBe("swap");
    expect([preview()?.textContent, told()]).toEqual(["Swap with bash", "Swap with bash"]);
    pointer("pointermove", header("1"), 1180, 205);
    expect(preview()?.dataset.dropPreview).toBe("side");
    expect(told()).toBe("Place right of bash");
    expect(rect(preview() as HTMLElement)).toEqual([905, 4, 299, 398]);
    pointer("pointermove", header("1"), 3, 500);
    expect(preview()?.dataset.dropPreview).toBe("edge");
    expect(cell("1").dataset.dragged).toBe("true");
    pointer("pointerup", header("1"), 3, 500);
    await settled();
    expect(preview()).toBeNull();
    expect(rect(cell("1"))).toEqual([4, 4, 359, 800]);
    expect(arranges()).toBe(1);
    expect(told()).toBe("bash placed along the left edge");
  });

  it("says where it was moved by keys, in a region that was there before", async () => {
    await start();
    const region = find('[data-region="told"]');
    expect([region.getAttribute("aria-live"), region.textContent]).toEqual(["polite", ""]);
    act(() => session.arrangement.move("right"));
    expect(find('[data-region="told"]')).toBe(region);
    expect(told()).toBe("bash placed right of bash");
    await settled();
  });

  it("without a title says what runs in front, and where", async () => {
    await start(2);
    const shown = () =>
      ["pane-title", "pane-directory"].map(
        (region) => pane("1").querySelector(`[data-region="${region}"]`)?.textContent,
      );
    expect(shown()).toEqual(["bash", "a"]);
    const busy = { ...terminal("1", "a"), foreground: "vim", cwd: "/home/ada/a/src/api", revision: 2 };
    act(() => backend.emit("terminal", busy));
    expect(shown()).toEqual(["vim", "src/api"]);
    act(() => backend.emit("terminal", { ...busy, title: "notes.txt", revision: 3 }));
    expect(shown()).toEqual(["notes.txt", undefined]);
  });

  it("says an ending that was not clean in its header, and a clean one below", async () => {
    await start(1);
    const ended = (code: number, revision: number) =>
      act(() =>
        backend.emit("terminal", { ...terminal("1", "a"), state: "exited", exit: { code }, revision }),
      );
    const sentence = () => find('[role="status"]', pane("1"));
    ended(3, 2);
    expect(sentence().className).toBe("visually-hidden");
    expect(pane("1").textContent).toContain("exit 3");
    ended(0, 3);
    expect(sentence().className).not.toBe("visually-hidden");
  });

  it("offers by a right click on its header, or by a key there, what can be done with it", async () => {
    await start(2);
    const menu = () => document.querySelector<HTMLElement>('[data-surface="menu"]');
    fireEvent.contextMenu(header("2"), { clientX: 700, clientY: 15 });
    await waitFor(() => expect(menu()).not.toBeNull());
    const offered = [...(menu()?.querySelectorAll<HTMLElement>("[data-control]") ?? [])];
    expect(offered.map((item) => item.dataset.control)).toEqual([
      "menu-split-right",
      "menu-split-down",
      "menu-zoom",
      "menu-rename",
      "menu-all-keys",
      "menu-move-left",
      "menu-move-right",
      "menu-move-up",
      "menu-move-down",
      "menu-close",
    ]);
    expect(offered[0]?.textContent).toBe("Split rightCtrlShiftD");
    backend.answer("Terminals.SendAllKeys", () => null);
    fireEvent.click(find('[data-control="menu-all-keys"]'));
    expect(backend.calls.at(-1)).toEqual({ method: "Terminals.SendAllKeys", params: [id("2"), true] });
    await waitFor(() => expect(menu()).toBeNull());
    press("F10", { shiftKey: true }, find('[data-region="pane-title"]', pane("2")));
    await waitFor(() => expect(menu()).not.toBeNull());
    fireEvent.click(find('[data-control="menu-move-left"]'));
    expect(order()).toBe("21");
    await waitFor(() => expect(menu()).toBeNull());
    await settled();
  });

  it("stays where it is on Escape, on a drop on itself, and when the pointer is taken away", async () => {
    await start();
    const endings = [
      () => press("Escape"),
      () => pointer("pointermove", header("1"), 300, 200),
      () => pointer("pointercancel", window, 905, 205),
    ];
    for (const end of endings) {
      pointer("pointerdown", header("1"), 100, 15);
      pointer("pointermove", header("1"), 905, 205);
      end();
      pointer("pointerup", header("1"), 300, 200);
      expect(preview()).toBeNull();
    }
    await settled();
    expect(order()).toBe("1234");
    expect(arranges()).toBe(0);
  });

  it("is not dragged by its buttons, nor while it is alone or zoomed", async () => {
    await start();
    const tryDrag = (target: Element) => {
      pointer("pointerdown", target, 100, 15);
      pointer("pointermove", target, 905, 205);
      expect(preview()).toBeNull();
      pointer("pointerup", target, 905, 205);
    };
    tryDrag(find('[data-control="close-pane"]', pane("1")));
    act(() => session.arrangement.zoom());
    tryDrag(header("1"));
    cleanup();
    await start(1);
    tryDrag(header("1"));
  });

  it("is split, zoomed and closed by its buttons", async () => {
    await start(2);
    backend.answer("Terminals.New", () => ({ id: paneID("3"), terminal: id("3"), sendAllKeys: false }));
    fireEvent.click(find('[data-control="split-down"]', pane("2")));
    expect(backend.calls.at(-1)?.params).toEqual([
      here,
      { beside: paneID("2"), side: "below", sameFolder: true },
    ]);
    await settled();
    fireEvent.click(find('[data-control="zoom-pane"]', pane("2")));
    expect(pane("2").dataset.zoomed).toBe("true");
    expect(find('[data-mark="zoomed"]', pane("2")).textContent).toBe("Zoomed, 1 hidden");
    fireEvent.click(find('[data-control="zoom-pane"]', pane("2")));
    expect(pane("2").dataset.zoomed).toBe("false");
  });
});

describe("a zoomed pane", () => {
  it("fills the area, and the others keep their size out of sight", async () => {
    await start();
    act(() => session.arrangement.zoom(paneID("2")));
    expect(rect(cell("2"))).toEqual([4, 4, 1200, 800]);
    expect(rect(cell("1"))).toEqual([4, 4, 598, 398]);
    expect(cell("1").dataset.hidden).toBe("true");
    expect(cell("2").dataset.hidden).toBe("false");
    expect(document.querySelector("[data-splitter]")).toBeNull();
  });

  it("gives way to its neighbour when the focus moves on", async () => {
    await start();
    act(() => session.arrangement.zoom());
    act(() => session.arrangement.focus("right"));
    expect([pane("1").dataset.zoomed, pane("2").dataset.zoomed]).toEqual(["false", "true"]);
    expect(rect(cell("1"))).toEqual([4, 4, 598, 398]);
  });
});

describe("sizing by keys", () => {
  const bar = () => document.querySelector('[data-surface="resize"]');

  it("takes the arrow keys and says so, until Enter keeps what was done", async () => {
    await start(2);
    expect(press("ArrowRight")).toBe(true);
    act(() => session.arrangement.resizeMode());
    expect(bar()?.textContent).toContain("Resizing");
    expect(bar()?.getAttribute("aria-live")).toBe("polite");
    expect(press("ArrowRight")).toBe(false);
    expect(press("x")).toBe(false);
    expect(press("c", { ctrlKey: true })).toBe(true);
    expect(rect(cell("1"))[2]).toBe(614);
    expect(press("Enter")).toBe(false);
    expect(bar()).toBeNull();
    await settled();
    expect(arranges()).toBe(1);
    expect(press("ArrowRight")).toBe(true);
  });

  it("takes back what was done before a key was let go over a splitter as well", async () => {
    await start(2);
    act(() => session.arrangement.resizeMode());
    const line = splitter("1", "2");
    press("ArrowRight", {}, line);
    fireEvent.keyUp(line, { key: "ArrowRight" });
    press("Escape", {}, line);
    expect(rect(cell("1"))[2]).toBe(598);
    expect(arranges()).toBe(0);
  });

  it("takes everything back on Escape", async () => {
    await start(2);
    act(() => session.arrangement.resizeMode());
    press("ArrowRight", { shiftKey: true });
    expect(rect(cell("1"))[2]).toBe(662);
    press("Escape");
    expect(rect(cell("1"))[2]).toBe(598);
    expect(bar()).toBeNull();
    expect(arranges()).toBe(0);
  });
});

import { afterEach, describe, expect, it } from "vitest";
import type { LayoutNode, NewPane, Workspace } from "../bridge/client";
import { CallError } from "../bridge/client";
import type { FakeBackend } from "../bridge/fake";
import { focusedPane } from "../domain/focus";
import { documentOf } from "../domain/layout/document";
import { gridOf, type LayoutTree, panesOf } from "../domain/layout/tree";
import { zoomedPane } from "../domain/zoom";
import { backendWith, id, terminal, workspace } from "./fixture";
import { Session } from "./session";

let session: Session;
let backend: FakeBackend;

const here = id("a");
const pane = (seed: string) => id(`e${seed}`);
const order = () =>
  panesOf(session.layouts.tree(here))
    .map((each) => each.slice(-1))
    .join("");
const record = () => session.records.workspace(here) as Workspace;
const focused = () => focusedPane(session.view.getState().focus, record())?.id.slice(-1);
const zoomed = () => zoomedPane(session.view.getState().zoomed, record())?.slice(-1);
const focus = (seed: string) => session.commands.focusPane(here, pane(seed));
const settled = () => new Promise((resolve) => setTimeout(resolve));
const shares = () =>
  [...JSON.stringify(documentOf(session.layouts.tree(here))).matchAll(/"pane":"\w+","share":(\d+)/g)].map(
    (found) => Number(found[1]),
  );

/** A workspace with panes 1 to n in a grid, in an area of 1208 by 808, and a second one. */
async function start(count = 4): Promise<void> {
  const seeds = Array.from({ length: count }, (_, index) => `${index + 1}`);
  let kept = workspace("a", seeds, { reopenable: 1 });
  backend = backendWith(
    [kept, workspace("b", ["9"], { position: 1 })],
    [...seeds.map((seed) => terminal(seed, "a")), terminal("9", "b")],
  );
  backend.answer("Workspaces.Arrange", (_: string, base: number, root: LayoutNode) => {
    if (base !== kept.layout.revision) throw new CallError("conflict", "The layout has changed.");
    kept = { ...kept, layout: { root, revision: base + 1 }, revision: kept.revision + 1 };
    return kept;
  });
  session = new Session(backend);
  await settled();
  session.arrangement.measured(1208, 808);
}

afterEach(async () => {
  await settled();
  session.dispose();
});

describe("a new terminal", () => {
  const added = () => backend.calls.filter(({ method }) => method.startsWith("Terminals.")).at(-1);

  it("goes to the best place and has the focus", async () => {
    await start();
    backend.answer("Terminals.New", () => ({ id: pane("5"), terminal: id("5"), sendAllKeys: false }));
    await session.arrangement.newTerminal();
    // Half of 600 by 400 pixels is too small to be read, and all are as large.
    expect(added()?.params).toEqual([here, { beside: pane("1"), side: "right" } satisfies NewPane]);
    backend.emit(
      "workspace",
      workspace("a", ["1", "5", "2", "3", "4"], {
        revision: 9,
        layout: { root: documentOf(gridOf(["1", "5", "2", "3", "4"].map(pane))), revision: 9 },
      }),
    );
    expect(focused()).toBe("5");
  });

  it("goes to the side that is asked for, with the shell that is asked for", async () => {
    await start();
    backend.answer("Terminals.New", () => ({ id: pane("5"), terminal: id("5"), sendAllKeys: false }));
    focus("3");
    await session.arrangement.newTerminal({ side: "below", shell: "/bin/fish" });
    expect(added()?.params).toEqual([here, { beside: pane("3"), side: "below", shell: "/bin/fish" }]);
  });

  it("of a split starts in the same folder, also beside a pane without the focus", async () => {
    await start();
    backend.answer("Terminals.New", () => ({ id: pane("5"), terminal: id("5"), sendAllKeys: false }));
    await session.arrangement.split("right");
    expect(added()?.params).toEqual([here, { beside: pane("1"), side: "right", sameFolder: true }]);
    await session.arrangement.split("below", pane("4"));
    expect(added()?.params).toEqual([here, { beside: pane("4"), side: "below", sameFolder: true }]);
  });

  it("ends a zoom, so that it is seen", async () => {
    await start();
    backend.answer("Terminals.New", () => ({ id: pane("5"), terminal: id("5"), sendAllKeys: false }));
    session.arrangement.zoom();
    await session.arrangement.split("right");
    expect(zoomed()).toBeUndefined();
  });

  it("that fails is told, and leaves the zoom and the focus", async () => {
    await start();
    backend.answer("Terminals.New", () => {
      throw new CallError("limit", "A workspace has at most 200 panes.");
    });
    session.arrangement.zoom();
    await session.arrangement.newTerminal();
    expect([zoomed(), focused()]).toEqual(["1", "1"]);
    expect(session.notices.store.getState().local[0]?.message).toBe("A workspace has at most 200 panes.");
  });

  it("can be the one that was closed last, while there is one", async () => {
    await start();
    backend.answer("Terminals.Reopen", () => ({ id: pane("7"), terminal: id("7"), sendAllKeys: false }));
    await session.arrangement.reopenPane();
    expect(added()).toEqual({ method: "Terminals.Reopen", params: [here] });
    backend.emit("workspace", { ...record(), reopenable: 0, revision: 9 });
    const calls = backend.calls.length;
    await session.arrangement.reopenPane();
    expect(backend.calls).toHaveLength(calls);
  });
});

describe("the focus", () => {
  it("goes by direction, of equal neighbours to the one that had it last", async () => {
    await start(3);
    // 1 and 2 above 3.
    focus("2");
    session.arrangement.focus("down");
    expect(focused()).toBe("3");
    session.arrangement.focus("up");
    expect(focused()).toBe("2");
    session.arrangement.focus("up");
    expect(focused()).toBe("2");
  });
});

describe("moving a pane", () => {
  it("is told in words, and told again when it is the same again", async () => {
    await start();
    const told = () => session.arrangement.told.getState();
    expect(told()).toBe("");
    session.arrangement.move("right");
    expect(told()).toBe("bash placed right of bash");
    session.arrangement.swap("left");
    expect(told()).toBe("bash swapped with bash");
    const once = told();
    session.arrangement.swap("right");
    expect(told()).not.toBe(once);
    expect(told().trim()).toBe(once);
    session.arrangement.move("down");
    session.arrangement.move("down");
    expect(told()).toBe("bash placed along the lower edge");
  });

  it("goes past its neighbour, then to the edge, and then no further", async () => {
    await start();
    session.arrangement.move("right");
    expect(order()).toBe("2134");
    session.arrangement.move("down");
    expect(order()).toBe("2341");
    session.arrangement.move("down");
    const before = order();
    session.arrangement.move("down");
    expect(order()).toBe(before);
    expect(focused()).toBe("1");
    await settled();
    expect(session.notices.store.getState().local).toEqual([]);
  });

  it("can be undone and redone", async () => {
    await start();
    expect(session.arrangement.canUndo()).toBe(false);
    session.arrangement.move("right");
    session.arrangement.undo();
    expect(order()).toBe("1234");
    expect([session.arrangement.canUndo(), session.arrangement.canRedo()]).toEqual([false, true]);
    session.arrangement.redo();
    expect(order()).toBe("2134");
  });

  it("can be an exchange with its neighbour", async () => {
    await start();
    session.arrangement.swap("down");
    expect(order()).toBe("3214");
  });

  it("ends a zoom, so that it is seen", async () => {
    await start();
    session.arrangement.zoom();
    session.arrangement.move("right");
    expect(zoomed()).toBeUndefined();
  });
});

describe("zoom", () => {
  it("begins and ends with the focused pane, and changes no layout", async () => {
    await start();
    const tree: LayoutTree = session.layouts.tree(here);
    session.arrangement.zoom();
    expect(zoomed()).toBe("1");
    session.arrangement.zoom();
    expect(zoomed()).toBeUndefined();
    expect(session.layouts.tree(here)).toBe(tree);
  });

  it("takes the focus to the pane whose button is pressed", async () => {
    await start();
    session.arrangement.zoom(pane("3"));
    expect([zoomed(), focused()]).toEqual(["3", "3"]);
  });

  it("follows the focus, as if the panes lay side by side", async () => {
    await start();
    session.arrangement.zoom();
    session.arrangement.focus("right");
    expect([zoomed(), focused()]).toEqual(["2", "2"]);
    session.arrangement.focus("down");
    expect([zoomed(), focused()]).toEqual(["4", "4"]);
  });

  it("ends when its pane closes, and does not come back with the next focus", async () => {
    await start();
    session.arrangement.zoom(pane("4"));
    backend.emit("workspace", workspace("a", ["1", "2", "3"], { revision: 9 }));
    expect(zoomed()).toBeUndefined();
    focus("2");
    expect(zoomed()).toBeUndefined();
  });

  it("is nothing for a pane that is alone", async () => {
    await start(1);
    session.arrangement.zoom();
    expect(session.view.getState().zoomed.size).toBe(0);
  });
});

describe("resizing by keys", () => {
  it("moves the edge of the focused pane, by more with Shift, as one change", async () => {
    await start(2);
    session.arrangement.resizeMode();
    session.arrangement.resize("right", false);
    session.arrangement.resize("right", false);
    session.arrangement.resize("right", true);
    session.arrangement.resize("left", false);
    // 16 of 1196 pixels twice, 64 once, and 16 back.
    expect(shares()).toEqual([56_689, 43_311]);
    expect(backend.calls.some(({ method }) => method === "Workspaces.Arrange")).toBe(false);
    session.arrangement.endResizing(true);
    await settled();
    expect(backend.calls.filter(({ method }) => method === "Workspaces.Arrange")).toHaveLength(1);
    session.arrangement.undo();
    expect(shares()).toEqual([50_000, 50_000]);
  });

  it("ends with a split, which what was sized so far is sent before", async () => {
    await start(2);
    backend.answer("Terminals.New", () => ({ id: pane("5"), terminal: id("5"), sendAllKeys: false }));
    session.arrangement.resizeMode();
    session.arrangement.resize("right", true);
    await session.arrangement.split("right");
    expect(session.view.getState().resizing).toBeUndefined();
    const methods = backend.calls.map(({ method }) => method);
    expect(methods.indexOf("Workspaces.Arrange")).toBeGreaterThan(0);
    expect(methods.indexOf("Workspaces.Arrange")).toBeLessThan(methods.indexOf("Terminals.New"));
  });

  it("takes back everything on Escape", async () => {
    await start(2);
    session.arrangement.resizeMode();
    session.arrangement.resize("right", true);
    session.arrangement.endResizing(false);
    expect(shares()).toEqual([50_000, 50_000]);
    expect(session.arrangement.canUndo()).toBe(false);
  });

  it("moves the edge on the other side for a pane at the border", async () => {
    await start(2);
    focus("2");
    session.arrangement.resizeMode();
    session.arrangement.resize("right", true);
    expect(shares()[0]).toBeGreaterThan(50_000);
  });

  it("follows the focus, and ends with the workspace that it began in", async () => {
    await start(2);
    session.arrangement.resizeMode();
    session.arrangement.resize("right", true);
    session.commands.showWorkspace(id("b"));
    expect(session.view.getState().resizing).toBeUndefined();
    expect(shares()[0]).toBeGreaterThan(50_000);
    session.arrangement.resize("right", true);
    session.arrangement.resizeMode();
    expect(session.view.getState().resizing).toBeUndefined();
  });
});

describe("fitting all panes", () => {
  it("gives those in a row the same room", async () => {
    await start(2);
    session.arrangement.resizeMode();
    session.arrangement.resize("right", true);
    session.arrangement.resizeMode();
    session.arrangement.fitAll();
    expect(shares()).toEqual([50_000, 50_000]);
  });
});

describe("the launcher in front", () => {
  it("has no panes to arrange", async () => {
    await start();
    session.commands.showLauncher();
    const calls = backend.calls.length;
    session.arrangement.move("right");
    session.arrangement.zoom();
    session.arrangement.fitAll();
    session.arrangement.undo();
    session.arrangement.resizeMode();
    await session.arrangement.newTerminal();
    await session.arrangement.split("right");
    expect(backend.calls).toHaveLength(calls);
    expect(order()).toBe("1234");
  });
});

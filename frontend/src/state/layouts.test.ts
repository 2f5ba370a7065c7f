import { afterEach, describe, expect, it } from "vitest";
import { CallError, type LayoutNode, type Workspace } from "../bridge/client";
import { type FakeBackend, fakeBackend } from "../bridge/fake";
import { inserted, moved, removed, swapped } from "../domain/layout/changes";
import { documentOf } from "../domain/layout/document";
import { resized } from "../domain/layout/sizes";
import { gridOf, type LayoutTree, panesOf } from "../domain/layout/tree";
import { id, workspace } from "./fixture";
import { Layouts, type Change } from "./layouts";
import { Notices } from "./notices";
import { Records } from "./records";

let backend: FakeBackend;
let records: Records;
let layouts: Layouts;
let notices: Notices;
let kept: Workspace;
/** Answers that wait for the test to let them go, by the call they are for. */
let held: (() => void)[];
let holding: boolean;

const [a, b, c] = [id("e1"), id("e2"), id("e3")] as const;
const place = id("a");
const order = (tree: LayoutTree = layouts.tree(place)) =>
  panesOf(tree)
    .map((pane) => pane.slice(-1))
    .join("");
const arranges = () => backend.calls.filter(({ method }) => method === "Workspaces.Arrange");
const settled = () => new Promise((resolve) => setTimeout(resolve));

/** Another view, or the backend itself, makes a change. */
function elsewhere(change: Change, tell = true): void {
  kept = withLayout(kept, change(kept.layout.root as LayoutTree));
  if (tell) backend.emit("workspace", kept);
}

function withLayout(before: Workspace, tree: LayoutTree): Workspace {
  const panes = panesOf(tree).map(
    (pane) =>
      before.panes.find((each) => each.id === pane) ?? { id: pane, terminal: pane, sendAllKeys: false },
  );
  const layout = { root: documentOf(tree), revision: before.layout.revision + 1 };
  return { ...before, panes, layout, revision: before.revision + 1 };
}

/** A backend that keeps one workspace's layout as the real one does, and tells nobody of it. */
async function start(): Promise<void> {
  backend = fakeBackend();
  kept = workspace("a", ["1", "2", "3"], { layout: { root: documentOf(gridOf([a, b, c])), revision: 1 } });
  held = [];
  holding = false;
  backend.answer("Workspaces.List", () => [kept]);
  backend.answer("Terminals.List", () => []);
  backend.answer("Workspaces.Arrange", async (_: string, base: number, root: LayoutNode) => {
    if (holding) await new Promise<void>((resolve) => held.push(resolve));
    if (base !== kept.layout.revision) throw new CallError("conflict", "The layout has changed.");
    kept = withLayout(kept, root as LayoutTree);
    return kept;
  });
  records = new Records(backend);
  notices = new Notices(backend);
  layouts = new Layouts(backend.client, { records, notices });
  await records.hydrate();
}

afterEach(() => {
  layouts.dispose();
  records.dispose();
  notices.dispose();
  backend.dispose();
});

const swap =
  (one: string, other: string): Change =>
  (tree) =>
    swapped(tree, one, other);

describe("a change of a layout", () => {
  it("shows at once and is kept", async () => {
    await start();
    layouts.change(place, swap(a, c));
    expect(order()).toBe("321");
    await settled();
    expect(order(kept.layout.root as LayoutTree)).toBe("321");
    expect(arranges()).toEqual([
      { method: "Workspaces.Arrange", params: [place, 1, documentOf(layouts.tree(place))] },
    ]);
  });

  it("waits for the one before it, and what was done meanwhile is one request", async () => {
    await start();
    holding = true;
    layouts.change(place, swap(a, b));
    layouts.change(place, swap(b, c));
    layouts.change(place, swap(a, c));
    await settled();
    expect(arranges()).toHaveLength(1);
    holding = false;
    held.shift()?.();
    await settled();
    expect(arranges()).toHaveLength(2);
    expect(order(kept.layout.root as LayoutTree)).toBe(order());
    expect(order()).toBe("132");
  });

  it("is not made twice when its event comes before its answer", async () => {
    await start();
    holding = true;
    layouts.change(place, swap(a, b));
    await settled();
    backend.emit("workspace", withLayout(kept, swapped(gridOf([a, b, c]), a, b)));
    expect(order()).toBe("213");
    holding = false;
    held.shift()?.();
    await settled();
    expect(order()).toBe("213");
    expect(arranges()).toHaveLength(1);
  });

  it("is made again on what another view has made, whether its event has come or not", async () => {
    for (const told of [true, false]) {
      await start();
      holding = true;
      layouts.change(place, swap(a, b));
      await settled();
      elsewhere((tree) => moved(tree, c, { kind: "edge", side: "left" }), told);
      holding = false;
      held.shift()?.();
      await settled();
      expect(arranges()).toHaveLength(2);
      expect(order(kept.layout.root as LayoutTree)).toBe("321");
      expect(order()).toBe("321");
      expect(notices.store.getState().local).toEqual([]);
    }
  });

  it("does nothing when it makes no sense any more", async () => {
    await start();
    holding = true;
    layouts.change(place, swap(a, c));
    await settled();
    elsewhere((tree) => removed(tree, c));
    holding = false;
    held.shift()?.();
    await settled();
    expect(order()).toBe("12");
    expect(arranges()).toHaveLength(1);
    expect(notices.store.getState().local).toEqual([]);
  });

  it("keeps the panes that the backend adds meanwhile", async () => {
    await start();
    holding = true;
    layouts.change(place, (tree) => moved(tree, a, { kind: "edge", side: "below" }));
    await settled();
    elsewhere((tree) => inserted(tree, id("e4"), b, "right"));
    expect(order().split("").toSorted().join("")).toBe("1234");
    holding = false;
    held.shift()?.();
    await settled();
    expect(
      order(kept.layout.root as LayoutTree)
        .split("")
        .toSorted()
        .join(""),
    ).toBe("1234");
  });

  it("that the backend refuses is taken back with a notice, and cannot be undone", async () => {
    await start();
    backend.answer("Workspaces.Arrange", () => {
      throw new CallError("storage", "The layout could not be saved.", "Free some space.");
    });
    layouts.change(place, swap(a, b));
    expect(order()).toBe("213");
    await settled();
    expect(order()).toBe("123");
    expect(notices.store.getState().local.map(({ message }) => message)).toEqual([
      "The layout could not be saved.",
    ]);
    expect(layouts.undo(place)).toBe(false);
  });

  it("that the backend refuses leaves what could be redone", async () => {
    await start();
    layouts.change(place, swap(a, c));
    layouts.undo(place);
    await settled();
    backend.answer("Workspaces.Arrange", () => {
      throw new CallError("storage", "The layout could not be saved.");
    });
    layouts.change(place, swap(a, b));
    expect(layouts.canRedo(place)).toBe(false);
    await settled();
    expect(layouts.canRedo(place)).toBe(true);
  });

  it("that always meets another one is given up", async () => {
    await start();
    backend.answer("Workspaces.Arrange", () => {
      elsewhere((tree) => swapped(tree, b, c));
      throw new CallError("conflict", "The layout has changed.");
    });
    layouts.change(place, swap(a, b));
    await settled();
    expect(arranges()).toHaveLength(8);
    expect(notices.store.getState().local).toHaveLength(1);
  });

  it("that changes nothing is neither sent nor remembered", async () => {
    await start();
    layouts.change(place, swap(a, id("e9")));
    await settled();
    expect(arranges()).toEqual([]);
    expect(layouts.canUndo(place)).toBe(false);
  });

  it("is forgotten with its workspace", async () => {
    await start();
    holding = true;
    layouts.change(place, swap(a, b));
    layouts.change(place, swap(b, c));
    await settled();
    backend.emit("workspace-removed", { id: place });
    held.shift()?.();
    await settled();
    expect(layouts.store.getState().size).toBe(0);
    expect(arranges()).toHaveLength(1);
  });
});

describe("undo", () => {
  it("goes back and on through this view's changes, and each step is kept", async () => {
    await start();
    layouts.change(place, swap(a, b));
    layouts.change(place, swap(b, c));
    expect(order()).toBe("312");
    expect(layouts.undo(place)).toBe(true);
    expect(order()).toBe("213");
    expect(layouts.undo(place)).toBe(true);
    expect(order()).toBe("123");
    expect(layouts.undo(place)).toBe(false);
    expect(layouts.redo(place)).toBe(true);
    expect(order()).toBe("213");
    await settled();
    expect(order(kept.layout.root as LayoutTree)).toBe("213");
    expect([layouts.canUndo(place), layouts.canRedo(place)]).toEqual([true, true]);
  });

  it("does not bring back a pane that was closed, nor take away one that came", async () => {
    await start();
    layouts.change(place, swap(a, c));
    await settled();
    elsewhere((tree) => removed(inserted(tree, id("e4"), b, "right"), c));
    expect(layouts.undo(place)).toBe(true);
    expect(order().split("").toSorted().join("")).toBe("124");
  });

  it("knows nothing of what other views did", async () => {
    await start();
    elsewhere(swap(a, b));
    expect(layouts.undo(place)).toBe(false);
  });
});

describe("a change that is being made", () => {
  const wider =
    (size: number): Change =>
    (tree) =>
      resized(tree, { axis: "row", before: a, after: b }, [size, 100 - size]);
  const share = () => {
    const json = JSON.stringify(documentOf(layouts.tree(place)));
    return Number(new RegExp(`"${a}","share":(\\d+)`).exec(json)?.[1]);
  };

  it("is seen and not sent, until it is kept as one change", async () => {
    await start();
    for (const size of [60, 70, 80]) layouts.sketch(place, wider(size));
    expect(share()).toBe(80_000);
    await settled();
    expect(arranges()).toEqual([]);
    layouts.keepSketch();
    await settled();
    expect(arranges()).toHaveLength(1);
    layouts.undo(place);
    expect(share()).toBe(50_000);
  });

  it("leaves nothing when it is dropped", async () => {
    await start();
    layouts.sketch(place, wider(80));
    layouts.dropSketch();
    layouts.keepSketch();
    expect(share()).toBe(50_000);
    expect(layouts.canUndo(place)).toBe(false);
  });

  it("can be continued step by step", async () => {
    await start();
    layouts.extendSketch(place, wider(60));
    layouts.extendSketch(place, swap(a, c));
    expect(order()).toBe("321");
    layouts.keepSketch();
    layouts.undo(place);
    expect(order()).toBe("123");
  });

  it("is kept before another one is made", async () => {
    await start();
    layouts.sketch(place, wider(80));
    layouts.change(place, swap(b, c));
    expect(share()).toBe(80_000);
    layouts.undo(place);
    layouts.undo(place);
    expect(share()).toBe(50_000);
  });
});

describe("a layout that cannot be read", () => {
  it("shows every pane, and says so", async () => {
    await start();
    const broken = { axis: "diagonal", children: [{ pane: a }] } as unknown as LayoutNode;
    kept = { ...kept, layout: { root: broken, revision: 2 }, revision: 2 };
    backend.emit("workspace", kept);
    expect(order().split("").toSorted().join("")).toBe("123");
    expect(notices.store.getState().local[0]?.message).toContain("The layout of a could not be read");
  });
});

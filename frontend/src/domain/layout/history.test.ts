import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { acts, rearrangements, trees } from "./testing/arbitrary";
import { inserted, moved, removed } from "./changes";
import { noHistory, reconciled, recorded, redone, undone, type History } from "./history";
import { gridOf, type LayoutTree, panesOf, sameTree } from "./tree";

interface Desk {
  readonly history: History;
  readonly tree: LayoutTree;
}

function changed({ history, tree }: Desk, act: (tree: LayoutTree) => LayoutTree): Desk {
  const after = act(tree);
  return sameTree(after, tree) ? { history, tree } : { history: recorded(history, tree), tree: after };
}

describe("undo", () => {
  it("inverts every rearrangement, and redo inverts undo", () => {
    fc.assert(
      fc.property(trees, fc.array(rearrangements, { maxLength: 30 }), (tree, changes) => {
        const seen: LayoutTree[] = [tree];
        let desk: Desk = { history: noHistory, tree };
        for (const act of changes) {
          desk = changed(desk, act);
          if (!sameTree(desk.tree, seen.at(-1))) seen.push(desk.tree);
        }
        for (const before of seen.slice(0, -1).toReversed()) {
          const step = undone(desk.history, desk.tree);
          expect(step && sameTree(step.tree, before)).toBe(true);
          desk = step ?? desk;
        }
        expect(undone(desk.history, desk.tree)).toBeUndefined();
        for (const after of seen.slice(1)) {
          const step = redone(desk.history, desk.tree);
          expect(step && sameTree(step.tree, after)).toBe(true);
          desk = step ?? desk;
        }
        expect(redone(desk.history, desk.tree)).toBeUndefined();
      }),
    );
  });

  it("keeps exactly the panes that exist, whatever came and went meanwhile", () => {
    fc.assert(
      fc.property(trees, fc.array(acts, { maxLength: 15 }), fc.nat({ max: 20 }), (tree, changes, back) => {
        let desk: Desk = { history: noHistory, tree };
        for (const act of changes) desk = changed(desk, act);
        const panes = panesOf(desk.tree).toSorted();
        for (let i = 0; i < back; i += 1) {
          desk = undone(desk.history, desk.tree) ?? desk;
          expect(panesOf(desk.tree).toSorted()).toEqual(panes);
        }
      }),
    );
  });

  it("of nothing is nothing, and a new change ends what could be redone", () => {
    const tree = gridOf(["a", "b"]);
    expect(undone(noHistory, tree)).toBeUndefined();
    const turned = moved(tree, "a", { kind: "edge", side: "below" });
    const desk = changed({ history: noHistory, tree }, () => turned);
    const step = undone(desk.history, desk.tree);
    if (!step) throw new Error("nothing to undo");
    expect(redone(recorded(step.history, step.tree), step.tree)).toBeUndefined();
  });

  it("passes over a change that makes no difference any more", () => {
    const tree = gridOf(["a", "b", "c"]);
    const first = moved(tree, "c", { kind: "edge", side: "right" });
    const second = moved(first, "c", { kind: "edge", side: "left" });
    const history = recorded(recorded(noHistory, tree), first);
    // With c gone, all three are the same.
    const now = removed(second, "c");
    expect(undone(history, now)).toBeUndefined();
  });

  it("places a pane that a layout of the past does not know where it is told to", () => {
    const past = gridOf(["a", "b"]);
    const now = inserted(past, "c", "a", "below");
    const placed = reconciled(past, now, () => ({ beside: "b", side: "left" }));
    expect(panesOf(placed)).toEqual(["a", "c", "b"]);
    const elsewhere = reconciled(past, now, () => ({ beside: "gone", side: "left" }));
    expect(panesOf(elsewhere).toSorted()).toEqual(["a", "b", "c"]);
  });

  it("goes back a hundred changes and no further", () => {
    let desk: Desk = { history: noHistory, tree: gridOf(["a", "b"]) };
    for (let i = 0; i < 250; i += 1) {
      desk = changed(desk, (tree) =>
        moved(tree, "a", { kind: "edge", side: i % 2 === 0 ? "below" : "right" }),
      );
    }
    let steps = 0;
    for (let step = undone(desk.history, desk.tree); step; step = undone(step.history, step.tree)) steps += 1;
    expect(steps).toBe(100);
  });
});

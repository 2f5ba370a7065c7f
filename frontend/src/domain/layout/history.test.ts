import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { acts, comings, rearrangements, resizings, trees } from "./testing/arbitrary";
import { inserted, moved, removed } from "./changes";
import { noHistory, reconciled, recorded, redone, undone, type History } from "./history";
import { resized } from "./sizes";
import { gridOf, isLeaf, type LayoutNode, type LayoutTree, panesOf, sameTree } from "./tree";

/** What stands beside what, without sizes. */
const shape = (tree: LayoutTree): unknown => {
  const of = (node: LayoutNode): unknown =>
    isLeaf(node) ? node.pane : { [node.axis]: node.children.map(of) };
  return tree && of(tree);
};
const without = (tree: LayoutTree, panes: readonly string[]): LayoutTree =>
  panes.reduce<LayoutTree>((rest, pane) => removed(rest, pane), tree);

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

  it("of a resize leaves a pane that came later under the pane that was split for it", () => {
    const start = inserted(gridOf(["l", "r"]), "n", "l", "right");
    const wide = resized(start, { axis: "row", before: "l", after: "n" }, [60, 10, 30]);
    const now = inserted(wide, "m", "l", "below");
    const step = undone(recorded(noHistory, start), now, () => ({ beside: "r", side: "below" }));
    expect(step && sameTree(step.tree, inserted(start, "m", "l", "below"))).toBe(true);
  });

  it("of sizes moves nothing, whatever came and went meanwhile", () => {
    fc.assert(
      fc.property(
        trees,
        fc.array(resizings, { minLength: 1, maxLength: 3 }),
        fc.array(comings, { maxLength: 8 }),
        (tree, sizes, meanwhile) => {
          let desk: Desk = { history: noHistory, tree };
          for (const act of sizes) desk = changed(desk, act);
          let now = desk.tree;
          for (const act of meanwhile) now = act(now);
          for (let step = undone(desk.history, now); step; step = undone(step.history, step.tree)) {
            expect(shape(step.tree)).toEqual(shape(now));
          }
        },
      ),
    );
  });

  it("of a move leaves panes that came later beside those that were split for them", () => {
    const below = fc.constantFrom("right" as const, "below" as const);
    fc.assert(
      fc.property(trees, rearrangements, fc.nat(), below, (tree, act, at, side) => {
        const after = act(tree);
        const panes = panesOf(after);
        const split = panes[at % Math.max(1, panes.length)] ?? "";
        const now = inserted(after, "new", split, side);
        const step = undone(recorded(noHistory, tree), now);
        if (step) expect(shape(step.tree)).toEqual(shape(inserted(tree, "new", split, side)));
      }),
    );
  });

  it("puts the panes that both layouts have back as they stood", () => {
    fc.assert(
      fc.property(trees, rearrangements, fc.array(comings, { maxLength: 8 }), (tree, act, meanwhile) => {
        let now = act(tree);
        for (const change of meanwhile) now = change(now);
        const step = undone(recorded(noHistory, tree), now);
        if (!step) return;
        const came = panesOf(now).filter((pane) => !panesOf(tree).includes(pane));
        const went = panesOf(tree).filter((pane) => !panesOf(now).includes(pane));
        expect(shape(without(step.tree, came))).toEqual(shape(without(tree, went)));
      }),
    );
  });

  it("is no step where only the rounding of shares would change", () => {
    const leaf = (pane: string, share: number) => ({ pane, share });
    const past: LayoutTree = {
      axis: "row",
      children: [leaf("a", 16_667), leaf("b", 33_333), leaf("c", 50_000)],
    };
    const now: LayoutTree = { axis: "row", children: [leaf("a", 33_333), leaf("b", 66_667)] };
    expect(sameTree(removed(past, "c"), now)).toBe(false);
    expect(undone(recorded(noHistory, past), now)).toBeUndefined();
  });

  it("places a pane none of whose neighbours a layout knows where it is told to", () => {
    const past = gridOf(["a", "b"]);
    const now = gridOf(["c"]);
    expect(reconciled(past, now, () => ({ beside: "b", side: "left" }))).toEqual({ pane: "c" });
    expect(reconciled(past, now, () => ({ beside: "gone", side: "left" }))).toEqual({ pane: "c" });
    expect(reconciled(undefined, now)).toEqual({ pane: "c" });
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

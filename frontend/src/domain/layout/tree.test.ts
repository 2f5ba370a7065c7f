import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { acts, rearrangements, sides, trees } from "./testing/arbitrary";
import { edgeShare, inserted, insertedAtEdge, moved, removed, swapped } from "./changes";
import { documentOf, parseLayout } from "./document";
import { balanced, equalised, resized } from "./sizes";
import {
  canonical,
  deepestLayout,
  depthOf,
  isLeaf,
  type LayoutNode,
  type LayoutTree,
  panesOf,
  sameTree,
  shared,
  wholeShare,
} from "./tree";

/** Everything that a layout promises, whatever was done to it. */
function expectSound(tree: LayoutTree): void {
  const panes = panesOf(tree);
  expect(new Set(panes).size).toBe(panes.length);
  if (!tree) return;
  expect(tree.share).toBeUndefined();
  expect(depthOf(tree)).toBeLessThanOrEqual(deepestLayout);
  const visit = (node: LayoutNode): void => {
    if (isLeaf(node)) return;
    expect(node.children.length).toBeGreaterThan(1);
    let sum = 0;
    for (const child of node.children) {
      expect(Number.isInteger(child.share) && (child.share ?? 0) > 0).toBe(true);
      sum += child.share ?? 0;
      if (!isLeaf(child)) expect(child.axis).not.toBe(node.axis);
      visit(child);
    }
    expect(sum).toBe(wholeShare);
  };
  visit(tree);
}

const sorted = (tree: LayoutTree) => panesOf(tree).toSorted();
const row = (...children: LayoutNode[]): LayoutNode => ({ axis: "row", children });
const leaf = (pane: string, share?: number): LayoutNode => (share ? { pane, share } : { pane });
const splitter = (before: string, after: string) => ({ axis: "row" as const, before, after });

describe("a layout", () => {
  it("is sound after any number of changes of any kind", () => {
    fc.assert(
      fc.property(trees, fc.array(acts, { maxLength: 30 }), (tree, changes) => {
        let now = tree;
        for (const act of changes) {
          now = act(now);
          expectSound(now);
        }
      }),
    );
  });

  it("loses no pane and shows none twice, whatever is rearranged", () => {
    fc.assert(
      fc.property(trees, fc.array(rearrangements, { maxLength: 20 }), (tree, changes) => {
        const after = changes.reduce((now, act) => act(now), tree);
        expect(sorted(after)).toEqual(sorted(tree));
      }),
    );
  });

  it("has one pane more after one was inserted, and is as it was when that one goes", () => {
    fc.assert(
      fc.property(trees, fc.nat(), sides, (tree, at, side) => {
        const beside = panesOf(tree)[at % panesOf(tree).length] ?? "";
        const after = inserted(tree, "new", beside, side);
        if (depthOf(after) > depthOf(tree) && depthOf(tree) === deepestLayout) return;
        expect(sorted(after)).toEqual([...panesOf(tree), "new"].toSorted());
        expect(panesOf(removed(after, "new"))).toEqual(panesOf(tree));
      }),
    );
  });

  it("gives a pane at an edge its part and leaves the others their proportions", () => {
    const tree = row(leaf("a", 50_000), leaf("b", 50_000));
    const right = insertedAtEdge(tree, "c", "right");
    expect(right).toEqual(row(leaf("a", 35_000), leaf("b", 35_000), leaf("c", edgeShare)));
    expect(insertedAtEdge(tree, "c", "above")).toEqual({
      axis: "column",
      children: [leaf("c", edgeShare), { ...tree, share: wholeShare - edgeShare }],
    });
  });

  it("is canonical for good: making it so again changes nothing", () => {
    fc.assert(
      fc.property(trees, (tree) => {
        expect(sameTree(canonical(tree), tree)).toBe(true);
      }),
    );
  });

  it("is not deeper than the backend accepts, however often the same corner is split", () => {
    let tree: LayoutTree = leaf("p0");
    for (let i = 1; i < 100; i += 1)
      tree = inserted(tree, `p${i}`, `p${i - 1}`, i % 2 === 0 ? "right" : "below");
    expectSound(tree);
    expect(depthOf(tree)).toBe(deepestLayout);
  });
});

describe("a change that makes no sense", () => {
  const tree = row(leaf("a", 50_000), leaf("b", 50_000));

  it.each<[string, LayoutTree]>([
    ["a move of a pane that has gone", moved(tree, "x", { kind: "edge", side: "left" })],
    ["a move onto a pane that has gone", moved(tree, "a", { kind: "swap", pane: "x" })],
    ["a move onto itself", moved(tree, "a", { kind: "swap", pane: "a" })],
    ["a move beside itself", moved(tree, "a", { kind: "side", pane: "a", side: "left" })],
    ["a second pane of the same name", inserted(tree, "a", "b", "left")],
    ["an exchange with a pane that has gone", swapped(tree, "a", "x")],
    ["sizes of a splitter that has gone", resized(tree, splitter("a", "x"), [1, 2])],
    ["sizes of a splitter the other way round", resized(tree, splitter("b", "a"), [1, 2])],
    ["too few sizes", resized(tree, splitter("a", "b"), [1])],
    ["sizes that are nothing", resized(tree, splitter("a", "b"), [0, 0])],
    ["sizes of the other axis", resized(tree, { ...splitter("a", "b"), axis: "column" }, [1, 2])],
    ["the only pane moved to an edge", moved(leaf("a"), "a", { kind: "edge", side: "left" })],
  ])("%s leaves the layout as it was", (_name, after) => {
    expect(after === tree || sameTree(after, leaf("a"))).toBe(true);
  });
});

describe("sizes", () => {
  it("follow what a splitter's split is given, in any unit", () => {
    const tree = row(leaf("a", 20_000), leaf("b", 30_000), leaf("c", 50_000));
    expect(resized(tree, splitter("b", "c"), [200, 100, 100])).toEqual(
      row(leaf("a", 50_000), leaf("b", 25_000), leaf("c", 25_000)),
    );
  });

  it("of the two sides of a splitter can be made equal, and the rest stays", () => {
    const tree = row(leaf("a", 20_001), leaf("b", 30_000), leaf("c", 49_999));
    expect(balanced(tree, splitter("a", "b"))).toEqual(
      row(leaf("a", 25_001), leaf("b", 25_000), leaf("c", 49_999)),
    );
  });

  it("give every pane the same room when all are to fit", () => {
    const tree = row(leaf("a", 10_000), {
      axis: "column",
      share: 90_000,
      children: [row(leaf("b", 10_000), leaf("c", 90_000)), leaf("d")].map((node, i) => ({
        ...node,
        share: i === 0 ? 10_000 : 90_000,
      })),
    });
    expect(equalised(tree)).toEqual(
      row(leaf("a", 25_000), {
        axis: "column",
        share: 75_000,
        children: [
          { axis: "row", share: 66_667, children: [leaf("b", 50_000), leaf("c", 50_000)] },
          leaf("d", 33_333),
        ],
      }),
    );
  });

  it("give every pane of any layout the same area when all are to fit", () => {
    const areas = (node: LayoutNode, area = 1): number[] =>
      isLeaf(node)
        ? [area]
        : node.children.flatMap((child) => areas(child, (area * (child.share ?? 0)) / wholeShare));
    fc.assert(
      fc.property(trees, (tree) => {
        const all = tree ? areas(equalised(tree) as LayoutNode) : [];
        // Each level rounds by less than a unit.
        for (const area of all) expect(area * all.length).toBeCloseTo(1, 2);
      }),
    );
  });

  it("are divided without a rest", () => {
    const weights = fc.array(fc.integer({ min: 0, max: 10 ** 10 }), { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(weights, (given) => {
        fc.pre(given.some((weight) => weight > 0));
        const shares = shared(given);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(wholeShare);
        expect(Math.min(...shares)).toBeGreaterThan(0);
      }),
    );
  });
});

describe("a document", () => {
  it("of a layout gives the same layout", () => {
    fc.assert(
      fc.property(trees, (tree) => {
        const sent: unknown = JSON.parse(JSON.stringify(documentOf(tree)));
        const { tree: read, repaired } = parseLayout(sent, panesOf(tree).toReversed());
        expect(sameTree(read, tree)).toBe(true);
        expect(repaired).toBe(false);
      }),
    );
  });

  it("of anything gives a layout of exactly the panes that exist, and says that it was repaired", () => {
    const panes = ["a", "b", "c"];
    // JSON that is nearly a layout is repaired in more ways than JSON that is not.
    const { node } = fc.letrec<{ node: unknown }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 6 },
        fc.constantFrom<unknown>(
          null,
          7,
          "a",
          [],
          { pane: 3 },
          { pane: "x" },
          { pane: "a" },
          { axis: "row" },
        ),
        fc.record(
          {
            pane: fc.constantFrom<unknown>("a", "b", "x", 1, ""),
            share: fc.oneof(fc.integer(), fc.double(), fc.constant("9"), fc.constant(null)),
          },
          { requiredKeys: [] },
        ),
        fc.record(
          {
            axis: fc.constantFrom<unknown>("row", "column", "diagonal", 1),
            children: fc.oneof(fc.array(tie("node"), { maxLength: 5 }), fc.constant({}), fc.constant("ab")),
            share: fc.oneof(fc.integer({ min: -5, max: 200_000 }), fc.double(), fc.constant("9")),
          },
          { requiredKeys: [] },
        ),
      ),
    }));
    fc.assert(
      fc.property(fc.oneof(node, fc.jsonValue()), (document) => {
        const { tree, repaired } = parseLayout(document, panes);
        expectSound(tree);
        expect(sorted(tree)).toEqual(panes);
        if (!repaired) expect(documentOf(tree)).toEqual(document);
      }),
      { numRuns: 500 },
    );
  });

  it("that is deeper than any layout is cut, and its panes are placed", () => {
    let document: unknown = { pane: "b" };
    for (let i = 0; i < 10_000; i += 1) document = { axis: "row", children: [document, { pane: `x${i}` }] };
    const { tree, repaired } = parseLayout({ axis: "row", children: [{ pane: "a" }, document] }, ["a", "b"]);
    expect(sorted(tree)).toEqual(["a", "b"]);
    expect(repaired).toBe(true);
  });

  it("that names a pane twice shows it where it was named first", () => {
    const twice = { axis: "row", children: ["a", "b", "a"].map((pane) => ({ pane, share: 30_000 })) };
    expect(parseLayout(twice, ["a", "b"])).toEqual({
      tree: row(leaf("a", 50_000), leaf("b", 50_000)),
      repaired: true,
    });
  });

  it("without panes is the empty node", () => {
    expect(documentOf(undefined)).toEqual({});
    expect(parseLayout({}, [])).toEqual({ tree: undefined, repaired: false });
    expect(parseLayout({ pane: "gone" }, [])).toEqual({ tree: undefined, repaired: true });
  });
});

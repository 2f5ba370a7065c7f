/** Layouts for property tests: trees that somebody could have made, and what could have been done to them. */
import fc from "fast-check";
import { type Destination, inserted, insertedAtEdge, moved, removed, swapped } from "../changes";
import { equalised, resized } from "../sizes";
import { gridOf, isLeaf, type LayoutTree, panesOf, type Side, wholeShare } from "../tree";

export const sides = fc.constantFrom<Side>("left", "right", "above", "below");

/** A change whose operands are chosen by numbers, so that it fits any tree. */
export type Act = (tree: LayoutTree) => LayoutTree;

const pick = (tree: LayoutTree, seed: number): string => {
  const panes = panesOf(tree);
  return panes[seed % Math.max(1, panes.length)] ?? "nobody";
};

const destination = (tree: LayoutTree, kind: number, seed: number, side: Side): Destination => {
  if (kind === 0) return { kind: "edge", side };
  return kind === 1
    ? { kind: "swap", pane: pick(tree, seed) }
    : { kind: "side", pane: pick(tree, seed), side };
};

/** A splitter of the root's, or none. */
const firstSplitter = (tree: LayoutTree) => {
  if (!tree || isLeaf(tree)) return undefined;
  const [before, after] = tree.children.map((child) => panesOf(child)[0] ?? "");
  return { axis: tree.axis, before: before ?? "", after: after ?? "", count: tree.children.length };
};

/** Changes that move nothing. */
export const resizings: fc.Arbitrary<Act> = fc
  .array(fc.nat({ max: 2000 }), { minLength: 2, maxLength: 12 })
  .map(
    (sizes): Act =>
      (tree) => {
        const splitter = firstSplitter(tree);
        return splitter ? resized(tree, splitter, sizes.slice(0, splitter.count)) : tree;
      },
  );

/** Changes that keep the panes. */
export const rearrangements: fc.Arbitrary<Act> = fc.oneof(
  fc.tuple(fc.nat(), fc.nat(), fc.nat({ max: 2 }), sides).map(
    ([a, b, kind, side]): Act =>
      (tree) =>
        moved(tree, pick(tree, a), destination(tree, kind, b, side)),
  ),
  fc.tuple(fc.nat(), fc.nat()).map(
    ([a, b]): Act =>
      (tree) =>
        swapped(tree, pick(tree, a), pick(tree, b)),
  ),
  resizings,
  fc.constant<Act>(equalised),
);

let named = 0;
const added = (): string => `p${(named += 1)}`;

/** Panes that come and go. */
export const comings: fc.Arbitrary<Act> = fc.oneof(
  fc.tuple(fc.nat(), sides).map(
    ([at, side]): Act =>
      (tree) =>
        inserted(tree, added(), pick(tree, at), side),
  ),
  fc.tuple(sides, fc.integer({ min: 1, max: wholeShare - 1 })).map(
    ([side, share]): Act =>
      (tree) =>
        insertedAtEdge(tree, added(), side, share),
  ),
  fc.nat().map(
    (at): Act =>
      (tree) =>
        removed(tree, pick(tree, at)),
  ),
);

/** Changes of any kind. */
export const acts: fc.Arbitrary<Act> = fc.oneof(rearrangements, comings);

/** Trees as they come about: a grid, and a history of changes. */
export const trees: fc.Arbitrary<LayoutTree> = fc
  .tuple(fc.integer({ min: 1, max: 12 }), fc.array(acts, { maxLength: 20 }))
  .map(([count, changes]) =>
    changes.reduce<LayoutTree>((tree, act) => act(tree), gridOf(Array.from({ length: count }, added))),
  );

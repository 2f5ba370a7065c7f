/**
 * The changes of a layout. Each takes a tree and gives one of the same panes, one more or one less, in
 * canonical form. A change that makes no sense for the tree it is given, because a pane it names is gone or
 * the result would be deeper than the backend accepts, gives the tree back as it was.
 */
import {
  axisOf,
  deepestLayout,
  depthOf,
  hasPane,
  isLeaf,
  type LayoutNode,
  type LayoutTree,
  type Side,
  wholeShare,
  withLeaf,
  withShare,
  canonical,
} from "./tree";

/** Where a pane is moved: to a side of another one, to an edge of the workspace, or in exchange for another. */
export type Destination =
  | { readonly kind: "side"; readonly pane: string; readonly side: Side }
  | { readonly kind: "edge"; readonly side: Side }
  | { readonly kind: "swap"; readonly pane: string };

/** What a pane that comes to an edge of the workspace takes of its extent. */
export const edgeShare = 30_000;

/** Halves `beside` for a new pane. */
export function inserted(tree: LayoutTree, pane: string, beside: string, side: Side): LayoutTree {
  if (!tree) return { pane };
  if (!hasPane(tree, beside) || hasPane(tree, pane)) return tree;
  const half = wholeShare / 2;
  return bounded(
    tree,
    withLeaf(tree, beside, (leaf) => ({
      axis: axisOf(side),
      children: ordered(side, { pane, share: half }, { pane: leaf.pane, share: half }),
      ...(leaf.share !== undefined && { share: leaf.share }),
    })),
  );
}

export function insertedAtEdge(tree: LayoutTree, pane: string, side: Side, share = edgeShare): LayoutTree {
  if (!tree) return { pane };
  if (hasPane(tree, pane)) return tree;
  const children = ordered(side, { pane, share }, withShare(tree, wholeShare - share));
  return bounded(tree, canonical({ axis: axisOf(side), children }));
}

/** Its siblings share what it had, in proportion to what they have. */
export function removed(tree: LayoutTree, pane: string): LayoutTree {
  return hasPane(tree, pane) ? withLeaf(tree, pane, () => undefined) : tree;
}

export function swapped(tree: LayoutTree, a: string, b: string): LayoutTree {
  if (!tree || a === b || !hasPane(tree, a) || !hasPane(tree, b)) return tree;
  const exchange = (node: LayoutNode): LayoutNode => {
    if (!isLeaf(node)) return { ...node, children: node.children.map(exchange) };
    if (node.pane === a) return { ...node, pane: b };
    return node.pane === b ? { ...node, pane: a } : node;
  };
  return exchange(tree);
}

export function moved(tree: LayoutTree, pane: string, to: Destination): LayoutTree {
  if (!hasPane(tree, pane)) return tree;
  if (to.kind === "edge") return movedToEdge(tree, pane, to.side);
  if (to.pane === pane || !hasPane(tree, to.pane)) return tree;
  if (to.kind === "swap") return swapped(tree, pane, to.pane);
  const without = removed(tree, pane);
  const result = inserted(without, pane, to.pane, to.side);
  return result === without ? tree : result;
}

function movedToEdge(tree: LayoutTree, pane: string, side: Side): LayoutTree {
  const without = removed(tree, pane);
  if (!without) return tree;
  const result = insertedAtEdge(without, pane, side);
  return result === without ? tree : result;
}

/** A pane and what it stands beside, in the order of the page. */
export function ordered(side: Side, added: LayoutNode, other: LayoutNode): readonly LayoutNode[] {
  return side === "left" || side === "above" ? [added, other] : [other, added];
}

/** The change, unless it goes deeper than the backend accepts. */
export function bounded(before: LayoutTree, after: LayoutTree): LayoutTree {
  return depthOf(after) > deepestLayout ? before : after;
}

/**
 * The changes of a layout that move no pane: what its parts measure. Like every change, one that makes no
 * sense for the tree it is given leaves it as it was.
 */
import {
  type Axis,
  isLeaf,
  type LayoutNode,
  type LayoutTree,
  panesOf,
  shared,
  type Split,
  withShare,
} from "./tree";

/**
 * What lies between two neighbours in a split, named by the first pane of each, so that it is still known
 * after somebody else has changed the layout.
 */
export interface Splitter {
  /** The axis of the split. */
  readonly axis: Axis;
  readonly before: string;
  readonly after: string;
}

export function splitterKey({ before, after }: Splitter): string {
  return `${before}:${after}`;
}

/** Gives all children of a splitter's split these sizes, in whatever unit; there must be one for each. */
export function resized(tree: LayoutTree, splitter: Splitter, sizes: readonly number[]): LayoutTree {
  return withSplit(tree, splitter, (split) => {
    const weights = sizes.map((size) => Math.max(0, Math.round(size)));
    const usable = sizes.length === split.children.length && weights.some((weight) => weight > 0);
    return usable ? withShares(split, shared(weights)) : split;
  });
}

/** Gives the two sides of a splitter the same size. */
export function balanced(tree: LayoutTree, splitter: Splitter): LayoutTree {
  return withSplit(tree, splitter, (split, index) => {
    const shares = split.children.map((child) => child.share ?? 0);
    const both = (shares[index] ?? 0) + (shares[index + 1] ?? 0);
    shares[index] = Math.ceil(both / 2);
    shares[index + 1] = Math.floor(both / 2);
    return withShares(split, shares);
  });
}

/** Gives every split's children room by the number of panes in them: then all panes are equally large. */
export function equalised(tree: LayoutTree): LayoutTree {
  if (!tree || isLeaf(tree)) return tree;
  const children = tree.children.map((child) => equalised(child) as LayoutNode);
  return withShares({ ...tree, children }, shared(children.map((child) => panesOf(child).length)));
}

function withShares(split: Split, shares: readonly number[]): Split {
  return { ...split, children: split.children.map((child, index) => withShare(child, shares[index])) };
}

/** Rewrites the split that has the splitter's two panes in neighbouring children. */
function withSplit(
  tree: LayoutTree,
  splitter: Splitter,
  change: (split: Split, index: number) => Split,
): LayoutTree {
  const rewrite = (node: LayoutNode): LayoutNode => {
    if (isLeaf(node)) return node;
    const holds = (pane: string) => node.children.findIndex((child) => panesOf(child).includes(pane));
    const [before, after] = [holds(splitter.before), holds(splitter.after)];
    if (before < 0 || after < 0) return node;
    if (before === after) {
      return { ...node, children: node.children.map((child, i) => (i === before ? rewrite(child) : child)) };
    }
    const between = node.axis === splitter.axis && after === before + 1;
    return between ? change(node, before) : node;
  };
  return tree && rewrite(tree);
}

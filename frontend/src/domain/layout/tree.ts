/**
 * The split tree of a workspace: which pane stands beside which, and in what proportion. Everything here is a
 * pure function of a tree. A tree is in canonical form: a split has at least two children, none of its own
 * axis, and the shares of its children are positive integers whose sum is `wholeShare`. The backend keeps the
 * same form with the same rounding; `cases.json`, explained in docs/dev/layout.md, holds both to it.
 */

export type Axis = "row" | "column";
export type Side = "left" | "right" | "above" | "below";
export type Direction = "left" | "right" | "up" | "down";

export interface Leaf {
  readonly pane: string;
  /** Its part of its parent's extent, of `wholeShare`; absent in the root. */
  readonly share?: number;
}

export interface Split {
  readonly axis: Axis;
  readonly children: readonly LayoutNode[];
  readonly share?: number;
}

export type LayoutNode = Leaf | Split;

/** The layout of a workspace; one without panes has no node. */
export type LayoutTree = LayoutNode | undefined;

/** A layout as it is sent and stored. The generated client's type has the same shape. */
export interface LayoutDocument {
  pane?: string;
  axis?: Axis;
  children?: LayoutDocument[];
  share?: number;
}

/** The sum of the shares of one split. A unit is less than a tenth of a pixel on the widest screen there is. */
export const wholeShare = 100_000;
/** Nodes from the root to a pane, both counted: what the backend accepts. A change that goes deeper does nothing. */
export const deepestLayout = 32;

export function isLeaf(node: LayoutNode): node is Leaf {
  return "pane" in node;
}

/** The panes in reading order: from left to right, from top to bottom, a split before what follows it. */
export function panesOf(tree: LayoutTree): string[] {
  if (!tree) return [];
  return isLeaf(tree) ? [tree.pane] : tree.children.flatMap(panesOf);
}

export function hasPane(tree: LayoutTree, pane: string): boolean {
  if (!tree) return false;
  return isLeaf(tree) ? tree.pane === pane : tree.children.some((child) => hasPane(child, pane));
}

export function depthOf(tree: LayoutTree): number {
  if (!tree) return 0;
  return isLeaf(tree) ? 1 : 1 + Math.max(...tree.children.map(depthOf));
}

export function withShare(node: LayoutNode, share: number | undefined): LayoutNode {
  const { share: _, ...rest } = node;
  return share === undefined ? rest : { ...rest, share };
}

/**
 * Divides `wholeShare` in proportion to positive weights: each gets the whole part of its quota, and what is
 * left goes by one to the largest remainders, the first of equals. One that would get nothing gets 1 from the
 * largest share, the first of equals.
 */
export function shared(weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const shares = weights.map((weight) => Math.floor((weight * wholeShare) / total));
  const rest = weights.map((weight) => (weight * wholeShare) % total);
  const byRest = [...weights.keys()].toSorted((a, b) => (rest[b] ?? 0) - (rest[a] ?? 0) || a - b);
  const left = wholeShare - shares.reduce((sum, share) => sum + share, 0);
  for (const index of byRest.slice(0, left)) shares[index] = (shares[index] ?? 0) + 1;
  for (const [index, share] of shares.entries()) {
    if (share > 0) continue;
    const largest = shares.indexOf(Math.max(...shares));
    shares[largest] = (shares[largest] ?? 0) - 1;
    shares[index] = 1;
  }
  return shares;
}

/**
 * The canonical form of a tree of valid nodes, from the leaves up: a split without children goes, one with a
 * single child becomes that child; then the shares are made to sum to `wholeShare`, all equal when one of them
 * is not an integer from 1 to `wholeShare`; then children of the same axis give way to their own children,
 * whose shares are multiplied and divided anew.
 */
export function canonical(tree: LayoutTree): LayoutTree {
  const node = tree && canonicalNode(tree);
  return node && withShare(node, undefined);
}

function canonicalNode(node: LayoutNode): LayoutNode | undefined {
  if (isLeaf(node)) return node;
  const children = node.children.flatMap((child) => canonicalNode(child) ?? []);
  const [first] = children;
  if (first === undefined) return undefined;
  if (children.length === 1) return withShare(first, node.share);
  const weights = children.map((child) => child.share ?? 0);
  const shares = shared(weights.every(isShare) ? weights : weights.map(() => 1));
  const parts = children.map((child, index) => withShare(child, shares[index]));
  return { ...node, children: spliced(parts, node.axis) };
}

function isShare(share: number): boolean {
  return Number.isInteger(share) && share >= 1 && share <= wholeShare;
}

function spliced(children: readonly LayoutNode[], axis: Axis): readonly LayoutNode[] {
  if (children.every((child) => isLeaf(child) || child.axis !== axis)) return children;
  const parts = children.flatMap((child) => {
    const share = child.share ?? 0;
    if (isLeaf(child) || child.axis !== axis) return { node: child, weight: share * wholeShare };
    return child.children.map((node) => ({ node, weight: share * (node.share ?? 0) }));
  });
  const shares = shared(parts.map(({ weight }) => weight));
  return parts.map(({ node }, index) => withShare(node, shares[index]));
}

/** Rewrites the leaf of one pane; the result is in canonical form. `undefined` removes it. */
export function withLeaf(
  tree: LayoutTree,
  pane: string,
  change: (leaf: Leaf) => LayoutNode | undefined,
): LayoutTree {
  const rewrite = (node: LayoutNode): LayoutNode | undefined => {
    if (isLeaf(node)) return node.pane === pane ? change(node) : node;
    return { ...node, children: node.children.flatMap((child) => rewrite(child) ?? []) };
  };
  return canonical(tree && rewrite(tree));
}

/** The layout of panes that nobody has arranged: the squarest grid, rows from top to bottom, in their order. */
export function gridOf(panes: readonly string[]): LayoutTree {
  const perRow = Math.ceil(Math.sqrt(panes.length));
  const rows: LayoutNode[] = [];
  for (let first = 0; first < panes.length; first += perRow) {
    const children = panes.slice(first, first + perRow).map((pane) => ({ pane }));
    rows.push({ axis: "row", children });
  }
  return canonical({ axis: "column", children: rows });
}

export function sameTree(a: LayoutTree, b: LayoutTree): boolean {
  if (a === b) return true;
  if (!a || !b) return false;
  if (a.share !== b.share) return false;
  if (isLeaf(a)) return isLeaf(b) && a.pane === b.pane;
  if (isLeaf(b) || a.axis !== b.axis || a.children.length !== b.children.length) return false;
  return a.children.every((child, index) => sameTree(child, b.children[index]));
}

export function axisOf(side: Side | Direction): Axis {
  return side === "left" || side === "right" ? "row" : "column";
}

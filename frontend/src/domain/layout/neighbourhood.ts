/**
 * Where a pane stands by those around it, so that it can stand there in another layout as well. A layout of the
 * past does not know the panes that came later; they keep the company that they have now.
 */
import { bounded, ordered } from "./changes";
import {
  type Axis,
  axisOf,
  canonical,
  hasPane,
  isLeaf,
  type LayoutNode,
  type LayoutTree,
  panesOf,
  type Side,
  type Split,
  wholeShare,
  withShare,
} from "./tree";

/** One neighbour, which may be a whole part of the layout. */
interface Neighbour {
  readonly panes: readonly string[];
  /** Where the pane lies, seen from it. */
  readonly side: Side;
  /** What the pane has of the room of both, from 0 to 1. */
  readonly part: number;
}

/** Puts a pane beside those that it stands beside in `current`; the tree as it is when none of them is there. */
export function insertedAsIn(current: LayoutTree, tree: LayoutTree, pane: string): LayoutTree {
  if (!tree) return { pane };
  const present = new Set(panesOf(current));
  for (const neighbour of neighboursOf(current, pane)) {
    const known = neighbour.panes.filter((each) => hasPane(tree, each));
    const result = beside(tree, known, present, pane, neighbour);
    if (result !== tree) return result;
  }
  return tree;
}

/** The nearest first: those in the same split, then those around it. */
function neighboursOf(node: LayoutTree, pane: string): readonly Neighbour[] {
  if (!node || isLeaf(node)) return [];
  const at = node.children.findIndex((child) => hasPane(child, pane));
  const own = node.children[at];
  if (!own) return [];
  const siblings = [...node.children.entries()].flatMap(([index, { share = 0, ...sibling }]) => {
    if (index === at) return [];
    const sum = (own.share ?? 0) + share;
    return {
      index,
      panes: panesOf(sibling as LayoutNode),
      side: sideIn(node.axis, index < at),
      part: (own.share ?? 0) / sum,
      // What was halved for it has as much as it, but for the rounding.
      halved: Math.abs((own.share ?? 0) - share) <= 2,
    };
  });
  const nearest = siblings.toSorted(
    (a, b) =>
      Math.abs(a.index - at) - Math.abs(b.index - at) ||
      Number(b.halved) - Number(a.halved) ||
      a.index - b.index,
  );
  return [...neighboursOf(own, pane), ...nearest];
}

function sideIn(axis: Axis, after: boolean): Side {
  if (axis === "row") return after ? "right" : "left";
  return after ? "below" : "above";
}

/** Beside all of these where they still stand together, else beside the first of them. */
function beside(
  tree: LayoutNode,
  known: readonly string[],
  present: ReadonlySet<string>,
  pane: string,
  where: Neighbour,
): LayoutTree {
  const [first] = known;
  if (first === undefined) return tree;
  const join = (nodes: readonly LayoutNode[], axis: Axis) => joined(nodes, axis, pane, where);
  const result =
    rewritten(tree, new Set(known), present, join) ?? rewritten(tree, new Set([first]), present, join);
  return result ? bounded(tree, canonical(result)) : tree;
}

type Join = (nodes: readonly LayoutNode[], axis: Axis) => LayoutNode;

/** Joins something to the part of a layout that has exactly these of the panes that are present. */
function rewritten(
  node: LayoutNode,
  wanted: ReadonlySet<string>,
  present: ReadonlySet<string>,
  join: Join,
): LayoutNode | undefined {
  const count = (each: LayoutNode) => panesOf(each).filter((pane) => present.has(pane)).length;
  const touches = (each: LayoutNode) => panesOf(each).some((pane) => wanted.has(pane));
  if (count(node) === wanted.size) return join([node], "row");
  if (isLeaf(node)) return undefined;
  const first = node.children.findIndex(touches);
  const end = node.children.findLastIndex(touches) + 1;
  const run = node.children.slice(first, end);
  const [only] = run;
  if (!only) return undefined;
  const inner = run.length === 1 ? rewritten(only, wanted, present, join) : undefined;
  const together = run.reduce((sum, each) => sum + count(each), 0) === wanted.size;
  const instead = inner ?? (run.length > 1 && together ? join(run, node.axis) : undefined);
  if (!instead) return undefined;
  const children = [...node.children.slice(0, first), instead, ...node.children.slice(end)];
  return { ...node, children } satisfies Split;
}

function joined(
  nodes: readonly LayoutNode[],
  axis: Axis,
  pane: string,
  { side, part }: Neighbour,
): LayoutNode {
  const share = Math.min(wholeShare - 1, Math.max(1, Math.round(part * wholeShare)));
  const [only] = nodes;
  const rest: LayoutNode = nodes.length === 1 && only ? only : { axis, children: nodes };
  const children = ordered(side, { pane, share }, withShare(rest, wholeShare - share));
  const whole = nodes.reduce((sum, node) => sum + (node.share ?? 0), 0);
  // A root has no share, and is not given one.
  return withShare({ axis: axisOf(side), children }, whole > 0 ? whole : undefined);
}

/**
 * Undo and redo of a workspace's layout in one view: the trees that were, and those that were undone. Panes
 * come and go meanwhile, so a tree that comes back is first given the panes that exist: those that it does not
 * know keep the neighbours that they have now, so that a step moves nothing that it does not concern.
 */
import { inserted, removed } from "./changes";
import { addedAnywhere } from "./document";
import { insertedAsIn } from "./neighbourhood";
import { hasPane, isLeaf, type LayoutTree, panesOf, sameTree, type Side } from "./tree";

export interface History {
  /** The newest last. */
  readonly past: readonly LayoutTree[];
  /** The one undone last is last. */
  readonly future: readonly LayoutTree[];
}

export const noHistory: History = { past: [], future: [] };

// Nobody goes back further by hand, and a tree of 200 panes is some 20 KiB.
const longest = 100;

/** Where a pane goes none of whose neighbours a tree knows; undefined leaves it to the tree's proportions. */
export type Placing = (tree: LayoutTree) => { readonly beside: string; readonly side: Side } | undefined;

const anywhere: Placing = () => undefined;

/** A change was made to a layout. What was undone before it cannot be redone any more. */
export function recorded(history: History, before: LayoutTree): History {
  return { past: [...history.past, before].slice(-longest), future: [] };
}

export interface Step {
  readonly history: History;
  readonly tree: LayoutTree;
}

/** The layout before the newest change that still makes a difference; undefined when there is none. */
export function undone(history: History, current: LayoutTree, place = anywhere): Step | undefined {
  const found = back(history.past, current, place);
  return found && { tree: found.tree, history: { past: found.rest, future: [...history.future, current] } };
}

export function redone(history: History, current: LayoutTree, place = anywhere): Step | undefined {
  const found = back(history.future, current, place);
  return found && { tree: found.tree, history: { past: [...history.past, current], future: found.rest } };
}

function back(
  trees: readonly LayoutTree[],
  current: LayoutTree,
  place: Placing,
): { readonly tree: LayoutTree; readonly rest: readonly LayoutTree[] } | undefined {
  for (let last = trees.length - 1; last >= 0; last -= 1) {
    const tree = reconciled(trees[last], current, place);
    if (differs(tree, current, trees[last])) return { tree, rest: trees.slice(0, last) };
  }
  return undefined;
}

// Shares that are divided anew for other panes differ by their rounding, which is no pixel anywhere.
const rounding = 8;

/** Whether somebody would see the step. */
function differs(tree: LayoutTree, current: LayoutTree, past: LayoutTree): boolean {
  return tree === past ? !sameTree(tree, current) : !alike(tree, current);
}

function alike(a: LayoutTree, b: LayoutTree): boolean {
  if (!a || !b) return a === b;
  if (Math.abs((a.share ?? 0) - (b.share ?? 0)) > rounding) return false;
  if (isLeaf(a) || isLeaf(b)) return isLeaf(a) && isLeaf(b) && a.pane === b.pane;
  if (a.axis !== b.axis || a.children.length !== b.children.length) return false;
  return a.children.every((child, index) => alike(child, b.children[index]));
}

/** A tree with exactly the panes of another one: new ones are placed, and those that have gone are removed. */
export function reconciled(tree: LayoutTree, current: LayoutTree, place = anywhere): LayoutTree {
  let result = tree;
  // First the new ones: what stands together only for a pane that has gone is not yet torn apart.
  for (const pane of panesOf(current))
    if (!hasPane(result, pane)) result = added(result, pane, current, place);
  for (const pane of panesOf(tree)) if (!hasPane(current, pane)) result = removed(result, pane);
  return result;
}

function added(tree: LayoutTree, pane: string, current: LayoutTree, place: Placing): LayoutTree {
  const kept = insertedAsIn(current, tree, pane);
  if (hasPane(kept, pane)) return kept;
  const wanted = place(tree);
  const result = wanted ? inserted(tree, pane, wanted.beside, wanted.side) : tree;
  return hasPane(result, pane) ? result : addedAnywhere(tree, pane);
}

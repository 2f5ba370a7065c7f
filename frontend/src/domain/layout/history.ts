/**
 * Undo and redo of a workspace's layout in one view: the trees that were, and those that were undone. Panes
 * come and go meanwhile, so a tree that comes back is first given the panes that exist.
 */
import { inserted, removed } from "./changes";
import { addedAnywhere } from "./document";
import { hasPane, type LayoutTree, panesOf, sameTree, type Side } from "./tree";

export interface History {
  /** The newest last. */
  readonly past: readonly LayoutTree[];
  /** The one undone last is last. */
  readonly future: readonly LayoutTree[];
}

export const noHistory: History = { past: [], future: [] };

// Nobody goes back further by hand, and a tree of 200 panes is some 20 KiB.
const longest = 100;

/** Where a pane goes that a tree of the past does not know; undefined leaves it to the tree's proportions. */
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
    if (!sameTree(tree, current)) return { tree, rest: trees.slice(0, last) };
  }
  return undefined;
}

/** A tree with exactly the panes of another one: those that have gone are removed, new ones are placed. */
export function reconciled(tree: LayoutTree, current: LayoutTree, place = anywhere): LayoutTree {
  let result = tree;
  for (const pane of panesOf(tree)) if (!hasPane(current, pane)) result = removed(result, pane);
  for (const pane of panesOf(current)) if (!hasPane(result, pane)) result = added(result, pane, place);
  return result;
}

function added(tree: LayoutTree, pane: string, place: Placing): LayoutTree {
  const wanted = place(tree);
  const result = wanted ? inserted(tree, pane, wanted.beside, wanted.side) : tree;
  return hasPane(result, pane) ? result : addedAnywhere(tree, pane);
}

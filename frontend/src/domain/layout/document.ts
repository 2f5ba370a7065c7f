/**
 * Layouts as documents: what is sent, and what is made of any JSON value that should have been one. Whatever
 * a document says, the tree has exactly the panes that exist.
 */
import { inserted, insertedAtEdge } from "./changes";
import {
  type Axis,
  canonical,
  deepestLayout,
  gridOf,
  isLeaf,
  type LayoutDocument,
  type LayoutNode,
  type LayoutTree,
  wholeShare,
} from "./tree";

export interface ParsedLayout {
  readonly tree: LayoutTree;
  /** Whether the document was not exactly this tree. */
  readonly repaired: boolean;
}

/**
 * Reads a document. What cannot be understood is left out, a pane that is named twice stays where it was named
 * first, and one that is not named halves the largest pane; without any pane that exists, they stand in a grid.
 */
export function parseLayout(document: unknown, panes: readonly string[]): ParsedLayout {
  const missing = new Set(panes);
  let tree = canonical(understood(document, missing, 1));
  if (!tree) tree = gridOf([...missing]);
  else for (const pane of missing) tree = addedAnywhere(tree, pane);
  return { tree, repaired: !sameDocument(document, documentOf(tree)) };
}

/** A copy to send; the layout without panes is the empty node. */
export function documentOf(tree: LayoutTree): LayoutDocument {
  if (!tree) return {};
  const share = tree.share === undefined ? {} : { share: tree.share };
  if (isLeaf(tree)) return { pane: tree.pane, ...share };
  return { axis: tree.axis, children: tree.children.map(documentOf), ...share };
}

/** Adds a pane where nobody says where: it halves the largest one, in a workspace of usual proportions. */
export function addedAnywhere(tree: LayoutTree, pane: string): LayoutTree {
  if (!tree) return { pane };
  const { beside, wide } = largest(tree);
  const result = inserted(tree, pane, beside, wide ? "right" : "below");
  if (result !== tree) return result;
  // Beside the root's own children nothing gets deeper.
  return insertedAtEdge(tree, pane, !isLeaf(tree) && tree.axis === "column" ? "below" : "right");
}

// What a workspace measures on a common screen; only the proportion counts.
const usual = { width: 16, height: 10 };

function largest(tree: LayoutNode): { readonly beside: string; readonly wide: boolean } {
  let found = { beside: "", wide: true, area: -1 };
  const visit = (node: LayoutNode, width: number, height: number): void => {
    if (isLeaf(node)) {
      const area = width * height;
      if (area > found.area) found = { beside: node.pane, wide: width >= height, area };
      return;
    }
    for (const child of node.children) {
      const part = (child.share ?? 0) / wholeShare;
      if (node.axis === "row") visit(child, width * part, height);
      else visit(child, width, height * part);
    }
  };
  visit(tree, usual.width, usual.height);
  return found;
}

/** What a document says of these panes; each that is found is taken out of `wanted`. */
function understood(document: unknown, wanted: Set<string>, depth: number): LayoutNode | undefined {
  if (typeof document !== "object" || document === null || depth > deepestLayout) return undefined;
  const { pane, axis, children, share } = document as Record<string, unknown>;
  const part = typeof share === "number" ? { share } : {};
  if (typeof pane === "string" && wanted.delete(pane)) return { pane, ...part };
  if (!Array.isArray(children)) return undefined;
  const found = children.flatMap((child) => understood(child, wanted, depth + 1) ?? []);
  return { axis: isAxis(axis) ? axis : "row", children: found, ...part };
}

function isAxis(axis: unknown): axis is Axis {
  return axis === "row" || axis === "column";
}

function sameDocument(document: unknown, wanted: LayoutDocument): boolean {
  if (typeof document !== "object" || document === null) return false;
  const keys = Object.keys(document);
  if (keys.length !== Object.keys(wanted).length) return false;
  return keys.every((key) => {
    const value = (document as Record<string, unknown>)[key];
    if (key !== "children") return value === wanted[key as keyof LayoutDocument];
    const children = wanted.children;
    if (!Array.isArray(value) || value.length !== children?.length) return false;
    return children.every((child, index) => sameDocument(value[index], child));
  });
}

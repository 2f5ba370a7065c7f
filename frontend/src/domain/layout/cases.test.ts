import { describe, expect, it } from "vitest";
import cases from "./cases.json";
import { inserted, removed } from "./changes";
import { documentOf } from "./document";
import { canonical, gridOf, type LayoutDocument, type LayoutNode, type LayoutTree, type Side } from "./tree";

interface Case {
  readonly name: string;
  readonly op: string;
  readonly tree: LayoutDocument;
  readonly args: { pane?: string; beside?: string; side?: string; panes?: string[] };
  readonly want: LayoutDocument;
}

const treeOf = (document: LayoutDocument): LayoutTree =>
  Object.keys(document).length === 0 ? undefined : (document as LayoutNode);

function result({ op, tree, args }: Case): LayoutTree {
  const before = treeOf(tree);
  const { pane = "", beside = "", side = "", panes = [] } = args;
  switch (op) {
    case "insert":
      return inserted(before, pane, beside, side as Side);
    case "remove":
      return removed(before, pane);
    case "grid":
      return gridOf(panes);
    case "canonical":
      return canonical(before);
    default:
      throw new Error(`no operation is called ${op}`);
  }
}

describe("the cases that both languages hold to", () => {
  it.each(cases as Case[])("$op: $name", (example) => {
    expect(documentOf(result(example))).toEqual(example.want);
  });
});

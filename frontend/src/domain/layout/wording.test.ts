import { describe, expect, it } from "vitest";
import type { Destination } from "./changes";
import { dropWords, movedWords } from "./wording";

const nameOf = (pane: string) => pane.toUpperCase();

describe("the place of a pane in words", () => {
  it.each<[Destination, string, string]>([
    [{ kind: "swap", pane: "b" }, "Swap with B", "A swapped with B"],
    [{ kind: "side", pane: "b", side: "right" }, "Place right of B", "A placed right of B"],
    [{ kind: "side", pane: "b", side: "above" }, "Place above B", "A placed above B"],
    [{ kind: "edge", side: "left" }, "Place along the left edge", "A placed along the left edge"],
    [{ kind: "edge", side: "below" }, "Place along the lower edge", "A placed along the lower edge"],
  ])("of %j", (to, drop, done) => {
    expect([dropWords(to, nameOf), movedWords("a", to, nameOf)]).toEqual([drop, done]);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { families, fontStack } from "./fonts";

describe("a font of the user's", () => {
  it.each([
    ["", '"Inter"'],
    ["  ", '"Inter"'],
    ["Fira Code", '"Fira Code", "Inter"'],
    ["'Fira Code', Hack,,", '"Fira Code", "Hack", "Inter"'],
    ['a"b\\c', '"a\\"b\\\\c", "Inter"'],
  ])("%j stands before the bundled one", (list, stack) => {
    expect(fontStack(list, '"Inter"')).toBe(stack);
  });

  it("never ends its own quotes", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (list) => {
        const stack = fontStack(list, "x");
        expect(stack.replace(/"(?:[^"\\]|\\.)*"/gsu, "q")).toMatch(/^(?:q, )*x$/);
        expect(families(list).every((name) => name !== "")).toBe(true);
      }),
    );
  });
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hiddenRows } from "./fit";

describe("a grid that is taller than its room", () => {
  test.each([
    ["shows its beginning while the cursor is there", 50, 20, 0, 0, 0],
    ["follows the cursor down", 50, 20, 30, 0, 11],
    ["stays where it is while the cursor is in sight", 50, 20, 15, 11, 11],
    ["follows the cursor up", 50, 20, 5, 11, 5],
    ["shows its end and nothing beyond", 50, 20, 49, 0, 30],
    ["is whole again once it fits", 20, 20, 19, 11, 0],
  ])("%s", (_name, grid, visible, cursor, before, hidden) => {
    expect(hiddenRows(grid, visible, cursor, before)).toBe(hidden);
  });

  test("always shows the cursor and as much as fits", () => {
    const rows = fc.integer({ min: 1, max: 500 });
    fc.assert(
      fc.property(rows, rows, fc.nat(499), fc.nat(600), (grid, visible, at, before) => {
        const cursor = at % grid;
        const hidden = hiddenRows(grid, visible, cursor, before);
        expect(hidden).toBeGreaterThanOrEqual(0);
        expect(hidden).toBeLessThanOrEqual(Math.max(grid - visible, 0));
        expect(cursor).toBeGreaterThanOrEqual(hidden);
        expect(cursor).toBeLessThan(hidden + Math.max(visible, 1));
      }),
    );
  });
});

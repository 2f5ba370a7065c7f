import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bounds, gridFor, rowHeight } from "./fit";
import { firstAfter } from "./find";
import { compileQuery, matchesIn } from "./findText";
import { pieces } from "./highlights";
import { themeFrom } from "./theme";

describe("the grid that fits", () => {
  const cell = { width: 7.2, height: 16 };

  test.each([
    [
      { width: 876, height: 484 },
      { cols: 121, rows: 30 },
    ],
    [
      { width: 871.2, height: 480 },
      { cols: 121, rows: 30 },
    ],
    [
      { width: 10, height: 20 },
      { cols: 2, rows: 1 },
    ],
    [
      { width: 90_000, height: 90_000 },
      { cols: bounds.maxCols, rows: bounds.maxRows },
    ],
    [{ width: 0, height: 0 }, null],
    [{ width: 5, height: 500 }, null],
    [{ width: 500, height: 12 }, null],
    [{ width: -4, height: 500 }, null],
    [{ width: Number.NaN, height: 500 }, null],
  ])("%j is %j", (room, grid) => {
    expect(gridFor(room, cell)).toEqual(grid);
  });

  test("never needs more room than there is, beyond two columns", () => {
    const size = fc.double({ min: 1, max: 5000, noNaN: true });
    fc.assert(
      fc.property(size, size, (width, height) => {
        const grid = gridFor({ width, height }, cell);
        if (!grid) return;
        expect(grid.rows * cell.height).toBeLessThanOrEqual(height + 0.2);
        if (grid.cols > 2) expect(grid.cols * cell.width).toBeLessThanOrEqual(width + 0.1);
      }),
    );
  });

  test("rows are a third taller than the font", () => {
    expect([10, 12, 13, 15].map((size) => rowHeight(size))).toEqual([13, 16, 17, 20]);
    expect([100, 125, 200].map((percent) => rowHeight(12, percent))).toEqual([16, 20, 32]);
  });
});

describe("searching a text", () => {
  const query = { text: "", matchCase: false, wholeWord: false, regex: false };
  const find = (text: string, change: Partial<typeof query>): string[] => {
    const compiled = compileQuery({ ...query, ...change });
    if ("error" in compiled) return [compiled.error];
    return Array.from(matchesIn(text, compiled), ([start, end]) => text.slice(start, end));
  };

  test.each([
    ["Foo foo", { text: "foo" }, ["Foo", "foo"]],
    ["Foo foo", { text: "foo", matchCase: true }, ["foo"]],
    ["foo food foo_x -foo-", { text: "foo", wholeWord: true }, ["foo", "foo"]],
    ["a.b axb", { text: "a.b" }, ["a.b"]],
    ["a.b axb", { text: "a.b", regex: true }, ["a.b", "axb"]],
    ["x1 x22", { text: "x\\d+", regex: true }, ["x1", "x22"]],
    ["a-b", { text: "a\\-b", regex: true }, ["a-b"]],
    ["aaa", { text: "b*", regex: true }, []],
    ["ääh Ä", { text: "Ä" }, ["ä", "ä", "Ä"]],
    ["1+1=2 [x] {y} (z)|\\/", { text: "[x] {y} (z)|\\/" }, ["[x] {y} (z)|\\/"]],
    ["x", { text: "(", regex: true }, ["This regular expression is not valid."]],
  ])("%j for %j", (text, change, found) => {
    expect(find(text, change)).toEqual(found);
  });

  test("a literal query finds itself, whatever its characters", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (text) => {
        expect(find(`<${text}>`, { text, matchCase: true })[0]).toBe(text);
      }),
    );
  });
});

test("the first match after a position is found as by looking at each", () => {
  const match = fc.record({ row: fc.nat(20), col: fc.nat(20), cells: fc.constant(1) });
  fc.assert(
    fc.property(fc.array(match), fc.nat(20), fc.nat(20), (unsorted, row, col) => {
      const matches = unsorted.toSorted((a, b) => a.row - b.row || a.col - b.col);
      const plain = matches.findIndex((m) => m.row > row || (m.row === row && m.col > col));
      expect(firstAfter(matches, row, col)).toBe(plain < 0 ? matches.length : plain);
    }),
  );
});

test("a match that wraps is drawn on each of its rows", () => {
  expect(pieces({ row: 3, col: 8, cells: 15 }, 10)).toEqual([
    { row: 3, col: 8, cells: 2 },
    { row: 4, col: 0, cells: 10 },
    { row: 5, col: 0, cells: 3 },
  ]);
});

test("a theme is the tokens, and only a light one darkens colours", () => {
  const dark = themeFrom((token) => `<${token}>`, false);
  expect(dark.colors).toMatchObject({
    background: "<--bg-term>",
    cursor: "<--accent>",
    brightBlack: "<--ansi-bright-black>",
    selectionBackground: "<--term-sel>",
  });
  expect([dark.minimumContrastRatio, themeFrom(() => "", true).minimumContrastRatio]).toEqual([1, 4.5]);
});

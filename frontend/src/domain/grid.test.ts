import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Direction, gridShape, neighbour } from "./grid";

const counts = fc.integer({ min: 1, max: 200 });
const directions = fc.constantFrom<Direction>("left", "right", "up", "down");

describe("the grid of a workspace", () => {
  it.each([
    [1, 1, 1],
    [2, 1, 2],
    [3, 2, 2],
    [4, 2, 2],
    [5, 2, 3],
    [6, 2, 3],
    [7, 3, 3],
    [16, 4, 4],
  ])("shows %i panes in %i rows of at most %i", (count, rows, perRow) => {
    const shape = gridShape(count);
    const inFirstRow = shape.cells.filter((cell) => cell.row === 0).length;
    expect([shape.rows, inFirstRow]).toEqual([rows, perRow]);
  });

  it("covers every track of every row exactly once, in pane order", () => {
    fc.assert(
      fc.property(counts, (count) => {
        const { rows, tracks, cells } = gridShape(count);
        expect(cells).toHaveLength(count);
        const covered = cells.flatMap((cell) =>
          Array.from({ length: cell.span }, (_, i) => cell.row * tracks + cell.column + i),
        );
        expect(covered).toEqual(Array.from({ length: rows * tracks }, (_, i) => i));
      }),
    );
  });

  it("is never more than one row away from a square", () => {
    fc.assert(
      fc.property(counts, (count) => {
        const { rows, cells } = gridShape(count);
        const perRow = cells.filter((cell) => cell.row === 0).length;
        expect(perRow - rows).toBeGreaterThanOrEqual(0);
        expect(perRow - rows).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe("the pane beside another", () => {
  it("lies in the direction that was asked for", () => {
    fc.assert(
      fc.property(counts, fc.nat(), directions, (count, seed, direction) => {
        const index = seed % count;
        const found = neighbour(count, index, direction);
        if (found === undefined) return;
        const { cells } = gridShape(count);
        const from = cells[index];
        const to = cells[found];
        if (!from || !to) throw new Error("a neighbour outside the grid");
        if (direction === "left") expect(to.column).toBeLessThan(from.column);
        if (direction === "right") expect(to.column).toBeGreaterThan(from.column);
        if (direction === "up") expect(to.row).toBe(from.row - 1);
        if (direction === "down") expect(to.row).toBe(from.row + 1);
      }),
    );
  });

  it("is missing only at the border", () => {
    fc.assert(
      fc.property(counts, fc.nat(), directions, (count, seed, direction) => {
        const index = seed % count;
        const { rows, tracks, cells } = gridShape(count);
        const cell = cells[index];
        if (!cell) throw new Error("no such cell");
        const atBorder = {
          left: cell.column === 0,
          right: cell.column + cell.span === tracks,
          up: cell.row === 0,
          down: cell.row === rows - 1,
        }[direction];
        expect(neighbour(count, index, direction) === undefined).toBe(atBorder);
      }),
    );
  });

  it("takes the pane with the longer shared edge, the first of equals", () => {
    expect(neighbour(3, 2, "up")).toBe(0);
    expect(neighbour(5, 3, "up")).toBe(0);
    expect(neighbour(5, 4, "up")).toBe(2);
    expect(neighbour(5, 0, "down")).toBe(3);
  });
});

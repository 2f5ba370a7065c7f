import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { boundless, type Direction, gridRoom, gridShape, neighbour, paneGap, smallestPane } from "./grid";

const counts = fc.integer({ min: 1, max: 200 });
const rooms = fc.record({ columns: fc.integer({ min: 1, max: 12 }), rows: fc.integer({ min: 1, max: 12 }) });
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
      fc.property(counts, rooms, (count, room) => {
        const { rows, tracks, cells } = gridShape(count, room);
        expect(cells).toHaveLength(count);
        const covered = cells.flatMap((cell) =>
          Array.from({ length: cell.span }, (_, i) => cell.row * tracks + cell.column + i),
        );
        expect(covered).toEqual(Array.from({ length: rows * tracks }, (_, i) => i));
      }),
    );
  });

  it("never has more panes in a row than have room, and is scrolled only when no other shape fits", () => {
    fc.assert(
      fc.property(counts, rooms, (count, room) => {
        const { rows, cells } = gridShape(count, room);
        const perRow = cells.filter((cell) => cell.row === 0).length;
        expect(perRow).toBeLessThanOrEqual(room.columns);
        if (rows > room.rows) expect(perRow).toBe(Math.min(count, room.columns));
      }),
    );
  });

  it("is as square as without bounds where that has room", () => {
    fc.assert(
      fc.property(counts, rooms, (count, room) => {
        const free = gridShape(count);
        const perRow = free.cells.filter((cell) => cell.row === 0).length;
        if (perRow > room.columns || free.rows > room.rows) return;
        expect(gridShape(count, room)).toEqual(free);
      }),
    );
  });

  it("gives no pane less than the smallest size where one pane has room", () => {
    const sides = fc.integer({ min: 250, max: 8000 });
    fc.assert(
      fc.property(counts, sides, sides, (count, width, height) => {
        const { rows, tracks, cells } = gridShape(count, gridRoom(width, height));
        const perRow = Math.max(
          ...Array.from({ length: rows }, (_, row) => cells.filter((cell) => cell.row === row).length),
        );
        expect((width - paneGap) / perRow - paneGap).toBeGreaterThanOrEqual(smallestPane.width);
        expect(tracks).toBeGreaterThanOrEqual(perRow);
      }),
    );
  });

  it("shows one pane however little room there is", () => {
    expect([gridRoom(0, 0), gridRoom(100, 50)]).toEqual(Array(2).fill({ columns: 1, rows: 1 }));
    expect(gridRoom(1440, 800)).toEqual({ columns: 5, rows: 6 });
    expect(gridShape(9, boundless)).toEqual(gridShape(9));
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
      fc.property(counts, fc.nat(), directions, rooms, (count, seed, direction, room) => {
        const index = seed % count;
        const found = neighbour(count, index, direction, room);
        if (found === undefined) return;
        const { cells } = gridShape(count, room);
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

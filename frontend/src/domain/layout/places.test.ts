import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { trees } from "./testing/arbitrary";
import { moved } from "./changes";
import { geometryOf, layoutMetrics, type Rect } from "./geometry";
import { bestPlace, dropTarget, hasEdge, neighbour, splitterFor } from "./places";
import { type Direction, gridOf, type LayoutNode, panesOf, sameTree } from "./tree";

const area = { width: 1208, height: 808 };
const directions = fc.constantFrom<Direction>("left", "right", "up", "down");
const opposite = { left: "right", right: "left", up: "down", down: "up" } as const;
const leaf = (pane: string, share: number): LayoutNode => ({ pane, share });
const split = (axis: "row" | "column", share: number, ...children: LayoutNode[]): LayoutNode => ({
  axis,
  children,
  ...(share > 0 && { share }),
});
// a | b over c
const three = split(
  "row",
  0,
  leaf("a", 50_000),
  split("column", 50_000, leaf("b", 50_000), leaf("c", 50_000)),
);
const geometry = geometryOf(three, area);
const middle = ({ x, y, width, height }: Rect) => ({ x: x + width / 2, y: y + height / 2 });
const rect = (pane: string) => geometry.panes.get(pane) as Rect;

describe("the pane beside another", () => {
  it("lies in the direction that was asked for and shares an edge", () => {
    fc.assert(
      fc.property(trees, fc.nat(), directions, (tree, at, direction) => {
        const { panes } = geometryOf(tree, area);
        const from = panesOf(tree)[at % Math.max(1, panes.size)] ?? "";
        const to = neighbour({ panes }, from, direction);
        if (to === undefined) return;
        const [one, other] = [panes.get(from) as Rect, panes.get(to) as Rect];
        const gap = {
          left: one.x - (other.x + other.width),
          right: other.x - (one.x + one.width),
          up: one.y - (other.y + other.height),
          down: other.y - (one.y + one.height),
        }[direction];
        expect(gap).toBe(layoutMetrics().gap);
      }),
    );
  });

  it("is missing only at the border", () => {
    fc.assert(
      fc.property(trees, fc.nat(), directions, (tree, at, direction) => {
        const { panes, content } = geometryOf(tree, area);
        const pane = panesOf(tree)[at % Math.max(1, panes.size)] ?? "";
        const from = panes.get(pane);
        if (!from) return;
        const atBorder = {
          left: from.x === 4,
          right: from.x + from.width === content.width - 4,
          up: from.y === 4,
          down: from.y + from.height === content.height - 4,
        }[direction];
        expect(neighbour({ panes }, pane, direction) === undefined).toBe(atBorder);
      }),
    );
  });

  it("is the one with the longest shared edge, then the one that had the focus last, then the first", () => {
    expect(neighbour(geometry, "a", "right")).toBe("b");
    expect(neighbour(geometry, "a", "right", ["a", "c", "b"])).toBe("c");
    const uneven = split(
      "row",
      0,
      leaf("a", 50_000),
      split("column", 50_000, leaf("b", 30_000), leaf("c", 70_000)),
    );
    expect(neighbour(geometryOf(uneven, area), "a", "right", ["b"])).toBe("c");
    expect(neighbour(geometry, "gone", "right")).toBeUndefined();
  });

  it("leads back to where one came from", () => {
    fc.assert(
      fc.property(trees, fc.nat(), directions, (tree, at, direction) => {
        const { panes } = geometryOf(tree, area);
        const from = panesOf(tree)[at % Math.max(1, panes.size)] ?? "";
        const to = neighbour({ panes }, from, direction);
        if (to === undefined) return;
        // Only where the way back has no longer edge to somebody else.
        const back = neighbour({ panes }, to, opposite[direction], [from]);
        const edge = (pane: string) => sharedEdge(panes.get(to) as Rect, panes.get(pane) as Rect, direction);
        expect(edge(back ?? "")).toBeGreaterThanOrEqual(edge(from));
      }),
    );
  });
});

function sharedEdge(a: Rect, b: Rect, direction: Direction): number {
  const along = direction === "left" || direction === "right";
  return along
    ? Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
    : Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
}

describe("an edge of the workspace", () => {
  it("belongs to the pane that has the whole of it", () => {
    const having = (["left", "right", "up", "down"] as const).flatMap((direction) =>
      ["a", "b", "c"]
        .filter((pane) => hasEdge(geometry, pane, direction))
        .map((pane) => `${pane} ${direction}`),
    );
    expect(having).toEqual(["a left"]);
  });
});

describe("the splitter that an arrow key moves", () => {
  it.each<[string, Direction, string | undefined]>([
    ["a", "right", "a:b"],
    ["a", "left", "a:b"],
    ["b", "left", "a:b"],
    ["b", "right", "a:b"],
    ["b", "down", "b:c"],
    ["c", "down", "b:c"],
    ["a", "up", undefined],
    ["gone", "up", undefined],
  ])("for %s to the %s is %s", (pane, direction, key) => {
    expect(splitterFor(geometry, pane, direction)?.key).toBe(key);
  });
});

describe("the best place for a new pane", () => {
  const cell = { width: 7.2, height: 16 };
  const place = (tree: LayoutNode, focused: string | undefined, size = area) =>
    bestPlace(geometryOf(tree, size), cell, 4, focused);

  it("is half of the focused pane, along its longer side", () => {
    expect(place({ pane: "a" }, "a", { width: 2000, height: 1000 })).toEqual({ beside: "a", side: "right" });
    expect(place({ pane: "a" }, "a", { width: 1000, height: 1600 })).toEqual({ beside: "a", side: "below" });
  });

  it("is the largest pane where a half would show less than 80 columns and 20 rows", () => {
    // 80 columns are 576 px and the padding 24; a half of 600 px is just enough.
    const tree = split("row", 0, leaf("a", 40_000), leaf("b", 60_000));
    expect(place(tree, "a", { width: 3024, height: 600 })).toEqual({ beside: "a", side: "right" });
    expect(place(tree, "a", { width: 2990, height: 600 })).toEqual({ beside: "b", side: "right" });
    expect(place(tree, "a", { width: 3024, height: 368 })).toEqual({ beside: "b", side: "right" });
  });

  it("is the largest pane where none has the focus, and nowhere without panes", () => {
    expect(place(three, undefined)).toEqual({ beside: "a", side: "below" });
    expect(bestPlace(geometryOf(undefined, area), cell, 4, undefined)).toBeUndefined();
  });
});

describe("a drop", () => {
  it("near an edge of the workspace goes to the edge, with its part of the whole as preview", () => {
    expect(dropTarget(geometry, { x: 3, y: 400 }, "b")).toEqual({
      destination: { kind: "edge", side: "left" },
      preview: { x: 4, y: 4, width: 360, height: 800 },
    });
    expect(dropTarget(geometry, { x: 600, y: 805 }, "b")?.destination).toEqual({
      kind: "edge",
      side: "below",
    });
  });

  it("near a side of a pane halves it, and on its centre changes places", () => {
    const { x, y, width, height } = rect("c");
    expect(dropTarget(geometry, { x: x + width * 0.2, y: y + height / 2 }, "a")).toEqual({
      destination: { kind: "side", pane: "c", side: "left" },
      preview: { x, y, width: Math.round(width / 2), height },
    });
    expect(dropTarget(geometry, { x: x + width / 2, y: y + height * 0.2 }, "a")?.destination).toEqual({
      kind: "side",
      pane: "c",
      side: "above",
    });
    expect(dropTarget(geometry, middle(rect("c")), "a")).toEqual({
      destination: { kind: "swap", pane: "c" },
      preview: rect("c"),
    });
  });

  it("on itself, outside, and of the only pane does nothing", () => {
    expect(dropTarget(geometry, middle(rect("a")), "a")).toBeUndefined();
    expect(dropTarget(geometry, { x: -1, y: 5 }, "a")).toBeUndefined();
    expect(dropTarget(geometry, { x: 5, y: 9000 }, "a")).toBeUndefined();
    expect(dropTarget(geometryOf({ pane: "a" }, area), { x: 3, y: 400 }, "a")).toBeUndefined();
  });

  it("anywhere shows where it goes within the workspace, and moves that pane or nothing", () => {
    const points = fc.record({ x: fc.integer({ min: 0, max: 1208 }), y: fc.integer({ min: 0, max: 808 }) });
    fc.assert(
      fc.property(trees, points, fc.nat(), (tree, point, at) => {
        const pane = panesOf(tree)[at % Math.max(1, panesOf(tree).length)] ?? "";
        const { content, ...rest } = geometryOf(tree, area);
        const drop = dropTarget({ content, ...rest }, point, pane);
        if (!drop) return;
        const { x, y, width, height } = drop.preview;
        expect(x >= 0 && y >= 0 && x + width <= content.width && y + height <= content.height).toBe(true);
        const after = moved(tree, pane, drop.destination);
        expect(panesOf(after).toSorted()).toEqual(panesOf(tree).toSorted());
        if (drop.destination.kind === "swap") expect(sameTree(after, tree)).toBe(false);
      }),
    );
  });

  it("knows a grid of twelve", () => {
    const grid = geometryOf(gridOf([..."abcdefghijkl"]), area);
    for (const [pane, each] of grid.panes) {
      const target = dropTarget(grid, middle(each), pane === "a" ? "b" : "a");
      expect(target?.destination).toEqual({ kind: "swap", pane });
    }
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { trees } from "./testing/arbitrary";
import { dragged, type Geometry, geometryOf, layoutMetrics, type Rect, zoomedRect } from "./geometry";
import { resized } from "./sizes";
import { gridOf, type LayoutNode, panesOf } from "./tree";

const metrics = layoutMetrics();
const areas = fc.record({
  width: fc.integer({ min: 0, max: 4000 }),
  height: fc.integer({ min: 0, max: 2500 }),
});
const scales = fc.constantFrom(0.5, 1, 1.25, 2, 3);

const overlaps = (a: Rect, b: Rect) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
const areaOf = ({ width, height }: Rect) => width * height;
const rectsOf = ({ panes, splitters }: Geometry) => [
  ...panes.values(),
  ...splitters.map((splitter) => splitter.rect),
];

describe("the rectangles of panes and splitters", () => {
  it("never overlap and fill the content", () => {
    fc.assert(
      fc.property(trees, areas, scales, (tree, area, scale) => {
        fc.pre(tree !== undefined);
        const { inset } = layoutMetrics(scale);
        const geometry = geometryOf(tree, area, layoutMetrics(scale));
        const rects = rectsOf(geometry);
        for (const [i, one] of rects.entries()) {
          for (const other of rects.slice(i + 1)) expect(overlaps(one, other)).toBe(false);
          expect(one.x >= inset && one.x + one.width <= geometry.content.width - inset).toBe(true);
          expect(one.y >= inset && one.y + one.height <= geometry.content.height - inset).toBe(true);
        }
        const inner = (geometry.content.width - 2 * inset) * (geometry.content.height - 2 * inset);
        expect(rects.reduce((sum, rect) => sum + areaOf(rect), 0)).toBe(inner);
      }),
    );
  });

  it("are in whole pixels, and none is smaller than the smallest pane", () => {
    fc.assert(
      fc.property(trees, areas, scales, (tree, area, scale) => {
        const { panes } = geometryOf(tree, area, layoutMetrics(scale));
        const { width, height } = layoutMetrics(scale).smallest;
        expect([...panes.keys()]).toEqual(panesOf(tree));
        for (const rect of panes.values()) {
          expect(rect.width >= width && rect.height >= height).toBe(true);
          expect(Object.values(rect).every(Number.isInteger)).toBe(true);
        }
      }),
    );
  });

  it("need no more than the area where every pane has room", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), (count) => {
        const { content } = geometryOf(gridOf(Array.from({ length: count }, (_, i) => `${i}`)), {
          width: 800,
          height: 400,
        });
        expect(content).toEqual({ width: 800, height: 400 });
      }),
    );
  });

  it("leave room for the bar that scrolls, in both directions only where it must be", () => {
    const tree: LayoutNode = {
      axis: "row",
      children: ["a", "b", "c", "d"].map((pane) => ({ pane, share: 25_000 })),
    };
    const wide = geometryOf(tree, { width: 500, height: 400 });
    expect(wide.content).toEqual({ width: 4 * 176 + 3 * 4 + 8, height: 390 });
    const tight = geometryOf(tree, { width: 500, height: 130 });
    expect(tight.content.height).toBe(128);
  });

  it("follow the shares, as far as the smallest sizes allow", () => {
    const tree: LayoutNode = {
      axis: "row",
      children: [
        { pane: "a", share: 50_000 },
        { pane: "b", share: 49_999 },
        { pane: "c", share: 1 },
      ],
    };
    const { panes } = geometryOf(tree, { width: 1016, height: 500 });
    expect([...panes.values()].map(({ width }) => width)).toEqual([412, 412, 176]);
  });

  it("of a zoomed pane are the area", () => {
    expect(zoomedRect({ width: 800, height: 400 }, metrics)).toEqual({ x: 4, y: 4, width: 792, height: 392 });
  });
});

describe("a splitter that is dragged", () => {
  it("changes its two sides and no other, and stops at the smallest size", () => {
    fc.assert(
      fc.property(trees, areas, fc.integer({ min: -5000, max: 5000 }), fc.nat(), (tree, area, by, at) => {
        const { splitters } = geometryOf(tree, area);
        fc.pre(splitters.length > 0);
        const placed = splitters[at % splitters.length];
        if (!placed) return;
        const sizes = dragged(placed, by);
        const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
        expect(sum(sizes)).toBe(sum(placed.sizes));
        for (const [i, size] of sizes.entries()) {
          expect(size).toBeGreaterThanOrEqual(placed.smallest[i] ?? 0);
          if (i !== placed.index && i !== placed.index + 1) expect(size).toBe(placed.sizes[i]);
        }
      }),
    );
  });

  it("lies where it was dragged to", () => {
    fc.assert(
      fc.property(trees, areas, fc.integer({ min: -400, max: 400 }), fc.nat(), (tree, area, by, at) => {
        const { splitters } = geometryOf(tree, area);
        fc.pre(splitters.length > 0);
        const placed = splitters[at % splitters.length];
        if (!placed) return;
        const sizes = dragged(placed, by);
        const after = geometryOf(resized(tree, placed.splitter, sizes), area);
        const now = after.splitters.find(({ key }) => key === placed.key);
        // A share is finer than a pixel, so at most the rounding of one differs.
        for (const [i, size] of (now?.sizes ?? []).entries()) {
          expect(Math.abs(size - (sizes[i] ?? 0))).toBeLessThanOrEqual(1);
        }
        expect(now).toBeDefined();
      }),
    );
  });
});

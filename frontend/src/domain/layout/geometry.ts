/**
 * Where a layout's panes and splitters lie, in CSS pixels from the upper left corner of the content. Panes and
 * the gaps between them fill the content exactly and never overlap. Where an area is too small for panes of
 * the smallest size, the content is larger than the area, which is scrolled.
 */
import { type Splitter, splitterKey } from "./sizes";
import { type Axis, isLeaf, type LayoutNode, type LayoutTree, panesOf, type Split } from "./tree";

export interface Extent {
  readonly width: number;
  readonly height: number;
}

export interface Rect extends Extent {
  readonly x: number;
  readonly y: number;
}

export interface Metrics {
  /** Between two panes. */
  readonly gap: number;
  /** Around all of them. */
  readonly inset: number;
  readonly smallest: Extent;
  /** What a scroll bar takes, across. */
  readonly scrollBar: number;
}

/**
 * The design's measures at a scale of the interface. The smallest pane shows 20 columns and 4 rows of text with
 * its header and padding, so that twelve panes fit into the smallest window without scrolling.
 */
export function layoutMetrics(scale = 1): Metrics {
  const scaled = (pixels: number) => Math.max(1, Math.round(pixels * scale));
  return {
    gap: scaled(4),
    inset: scaled(4),
    smallest: { width: scaled(176), height: scaled(120) },
    scrollBar: scaled(10),
  };
}

export interface PlacedSplitter {
  readonly key: string;
  readonly splitter: Splitter;
  /** The gap that it is. */
  readonly rect: Rect;
  /** The sizes of all children of its split, along the axis, and how small each can be. */
  readonly sizes: readonly number[];
  readonly smallest: readonly number[];
  /** Its place: between the child with this index and the next one. */
  readonly index: number;
}

export interface Geometry {
  readonly content: Extent;
  readonly panes: ReadonlyMap<string, Rect>;
  readonly splitters: readonly PlacedSplitter[];
}

export function geometryOf(tree: LayoutTree, area: Extent, metrics = layoutMetrics()): Geometry {
  const panes = new Map<string, Rect>();
  const splitters: PlacedSplitter[] = [];
  const border = 2 * metrics.inset;
  const needed = smallestContent(tree, metrics);
  const visible = withoutScrollBars(area, needed, metrics.scrollBar);
  const content = {
    width: Math.max(visible.width, needed.width),
    height: Math.max(visible.height, needed.height),
  };
  const [width, height] = [content.width - border, content.height - border];

  function place(node: LayoutNode, rect: Rect): void {
    if (isLeaf(node)) panes.set(node.pane, rect);
    else placeSplit(node, rect);
  }

  function placeSplit(split: Split, rect: Rect): void {
    const { axis, children } = split;
    const smallest = children.map((child) => smallestExtent(child, axis, metrics));
    const room = along(rect, axis) - metrics.gap * (children.length - 1);
    const sizes = divided(
      room,
      children.map((child) => child.share ?? 0),
      smallest,
    );
    let at = axis === "row" ? rect.x : rect.y;
    for (const [index, child] of children.entries()) {
      const size = sizes[index] ?? 0;
      place(child, slice(rect, axis, at, size));
      at += size;
      const next = children[index + 1];
      if (!next) break;
      const splitter = { axis, before: panesOf(child)[0] ?? "", after: panesOf(next)[0] ?? "" };
      const gap = slice(rect, axis, at, metrics.gap);
      splitters.push({ key: splitterKey(splitter), splitter, rect: gap, sizes, smallest, index });
      at += metrics.gap;
    }
  }

  if (tree) place(tree, { x: metrics.inset, y: metrics.inset, width, height });
  return { content, panes, splitters };
}

/** The place of a pane that has the whole area. */
export function zoomedRect(area: Extent, { inset }: Metrics): Rect {
  const inner = (size: number) => Math.max(0, Math.floor(size) - 2 * inset);
  return { x: inset, y: inset, width: inner(area.width), height: inner(area.height) };
}

function smallestContent(tree: LayoutTree, metrics: Metrics): Extent {
  const extent = (axis: Axis) => (tree ? smallestExtent(tree, axis, metrics) : 0) + 2 * metrics.inset;
  return { width: extent("row"), height: extent("column") };
}

/** A bar that scrolls along one axis takes room of the other one, which may then need a bar as well. */
function withoutScrollBars(area: Extent, needed: Extent, bar: number): Extent {
  const [width, height] = [Math.floor(area.width), Math.floor(area.height)];
  const sideways = needed.width > width || (needed.height > height && needed.width > width - bar);
  const upright = needed.height > height || (sideways && needed.height > height - bar);
  return { width: upright ? width - bar : width, height: sideways ? height - bar : height };
}

/** The sizes of a splitter's split when it is moved by so many pixels, as far as its two sides allow. */
export function dragged({ sizes, smallest, index }: PlacedSplitter, delta: number): number[] {
  const [before, after] = [sizes[index] ?? 0, sizes[index + 1] ?? 0];
  const lowest = (smallest[index] ?? 0) - before;
  const highest = after - (smallest[index + 1] ?? 0);
  const by = Math.round(Math.min(highest, Math.max(lowest, delta)));
  return sizes.map((size, at) => (at === index ? size + by : at === index + 1 ? size - by : size));
}

function along(extent: Extent, axis: Axis): number {
  return axis === "row" ? extent.width : extent.height;
}

function slice(rect: Rect, axis: Axis, at: number, size: number): Rect {
  return axis === "row" ? { ...rect, x: at, width: size } : { ...rect, y: at, height: size };
}

function smallestExtent(node: LayoutNode, axis: Axis, metrics: Metrics): number {
  if (isLeaf(node)) return along(metrics.smallest, axis);
  const parts = node.children.map((child) => smallestExtent(child, axis, metrics));
  if (node.axis !== axis) return Math.max(...parts);
  return parts.reduce((sum, part) => sum + part, metrics.gap * (parts.length - 1));
}

/**
 * Divides whole pixels in proportion to shares, none getting less than its smallest size: those that would are
 * given that, and the others divide the rest. The room is at least the sum of the smallest sizes.
 */
function divided(room: number, shares: readonly number[], smallest: readonly number[]): number[] {
  const sizes = [...smallest];
  let free = [...shares.keys()];
  let rest = room;
  let total = 0;
  for (;;) {
    total = free.reduce((sum, index) => sum + (shares[index] ?? 0), 0);
    const tight = free.filter((index) => (rest * (shares[index] ?? 0)) / total < (smallest[index] ?? 0));
    if (tight.length === 0) break;
    rest -= tight.reduce((sum, index) => sum + (smallest[index] ?? 0), 0);
    free = free.filter((index) => !tight.includes(index));
  }
  const exact = new Map(free.map((index) => [index, (rest * (shares[index] ?? 0)) / total]));
  let left = rest;
  for (const [index, size] of exact) {
    sizes[index] = Math.floor(size);
    left -= Math.floor(size);
  }
  const byRest = free.toSorted((a, b) => ((exact.get(b) ?? 0) % 1) - ((exact.get(a) ?? 0) % 1) || a - b);
  for (const index of byRest.slice(0, left)) sizes[index] = (sizes[index] ?? 0) + 1;
  return sizes;
}

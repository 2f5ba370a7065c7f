/**
 * What a layout on the screen means for the user: which pane lies beside which, where a new pane goes, and
 * what a drop at a point would do.
 */
import { type Destination, edgeShare } from "./changes";
import type { Extent, Geometry, PlacedSplitter, Rect } from "./geometry";
import { axisOf, type Direction, type Side, wholeShare } from "./tree";

export const sideOf: Readonly<Record<Direction, Side>> = {
  left: "left",
  right: "right",
  up: "above",
  down: "below",
};

/**
 * The pane beside another one: of those across the gap in a direction the one with the longest shared edge; of
 * equals the one that had the focus last, else the first. At the border there is none.
 */
export function neighbour(
  { panes }: Pick<Geometry, "panes">,
  pane: string,
  direction: Direction,
  recent: readonly string[] = [],
): string | undefined {
  const from = panes.get(pane);
  if (!from) return undefined;
  const beside = [...panes].flatMap(([id, to]) => {
    const edge = id === pane ? undefined : facing(from, to, direction);
    return edge ? [{ id, ...edge }] : [];
  });
  const gap = Math.min(...beside.map(({ distance }) => distance));
  const near = beside.filter(({ distance }) => distance === gap);
  const longest = Math.max(...near.map(({ shared }) => shared));
  const best = near.filter(({ shared }) => shared === longest).map(({ id }) => id);
  return recent.find((id) => best.includes(id)) ?? best[0];
}

/** How far `to` lies from `from` in a direction, and how much of their edges face each other. */
function facing(
  from: Rect,
  to: Rect,
  direction: Direction,
): { readonly distance: number; readonly shared: number } | undefined {
  const distance = {
    left: from.x - (to.x + to.width),
    right: to.x - (from.x + from.width),
    up: from.y - (to.y + to.height),
    down: to.y - (from.y + from.height),
  }[direction];
  const shared =
    axisOf(direction) === "row"
      ? overlap(from.y, from.height, to.y, to.height)
      : overlap(from.x, from.width, to.x, to.width);
  return distance >= 0 && shared > 0 ? { distance, shared } : undefined;
}

function overlap(a: number, aSize: number, b: number, bSize: number): number {
  return Math.min(a + aSize, b + bSize) - Math.max(a, b);
}

/** Whether a pane has the whole of an edge of the workspace to itself. */
export function hasEdge({ panes }: Geometry, pane: string, direction: Direction): boolean {
  const rect = panes.get(pane);
  if (!rect) return false;
  const whole = hull([...panes.values()]);
  const spans = axisOf(direction) === "column" ? rect.width === whole.width : rect.height === whole.height;
  return spans && neighbour({ panes }, pane, direction) === undefined;
}

/**
 * The splitter that an arrow key moves for a pane, in the direction of the arrow: the one on that side, else,
 * at the border, the one on the other side.
 */
export function splitterFor(
  { panes, splitters }: Geometry,
  pane: string,
  direction: Direction,
): PlacedSplitter | undefined {
  const rect = panes.get(pane);
  if (!rect) return undefined;
  const axis = axisOf(direction);
  const [start, size] = axis === "row" ? [rect.x, rect.width] : [rect.y, rect.height];
  const touching = splitters.filter(({ splitter, rect: gap }) => {
    if (splitter.axis !== axis) return false;
    return axis === "row"
      ? overlap(rect.y, rect.height, gap.y, gap.height) > 0
      : overlap(rect.x, rect.width, gap.x, gap.width) > 0;
  });
  const at = ({ rect: gap }: PlacedSplitter) => (axis === "row" ? gap.x : gap.y);
  const extent = ({ rect: gap }: PlacedSplitter) => (axis === "row" ? gap.width : gap.height);
  const after = touching.find((each) => at(each) === start + size);
  const before = touching.find((each) => at(each) + extent(each) === start);
  return direction === "right" || direction === "down" ? (after ?? before) : (before ?? after);
}

export interface BestPlace {
  readonly beside: string;
  readonly side: "right" | "below";
}

// What a coding agent's interface is laid out for.
const readable = { cols: 80, rows: 20 };
/** Of a pane: its header and the padding of its terminal. */
const chrome = { width: 24, height: 44 };

/**
 * Where a new pane goes: it splits the focused one along its longer side, unless a half would be smaller than 80
 * columns and 20 rows; then it splits the largest one. A workspace without panes needs no place.
 */
export function bestPlace(
  { panes }: Geometry,
  cell: Extent,
  gap: number,
  focused: string | undefined,
): BestPlace | undefined {
  const rect = panes.get(focused ?? "");
  if (focused !== undefined && rect && halfIsReadable(rect, cell, gap)) return split(focused, rect);
  let largest: [string, Rect] | undefined;
  for (const [pane, each] of panes) {
    const area = each.width * each.height;
    if (!largest || area > largest[1].width * largest[1].height) largest = [pane, each];
  }
  return largest && split(...largest);
}

function split(beside: string, { width, height }: Rect): BestPlace {
  return { beside, side: width >= height ? "right" : "below" };
}

function halfIsReadable({ width, height }: Rect, cell: Extent, gap: number): boolean {
  const half = width >= height ? { width: (width - gap) / 2, height } : { width, height: (height - gap) / 2 };
  const cols = Math.floor((half.width - chrome.width) / cell.width);
  const rows = Math.floor((half.height - chrome.height) / cell.height);
  return cols >= readable.cols && rows >= readable.rows;
}

export interface Drop {
  readonly destination: Destination;
  /** Where the pane would come to lie, as the panes stand now. */
  readonly preview: Rect;
}

/** How near to an edge of the workspace a drop is meant for the edge and not for the pane there. */
const edgeBand = 20;
/** The part of a pane, from each side, that is not its centre. */
const sidePart = 0.3;

/** What dropping a pane at a point does; undefined where it does nothing. */
export function dropTarget(
  { content, panes }: Geometry,
  point: { readonly x: number; readonly y: number },
  pane: string,
): Drop | undefined {
  const { width, height } = content;
  const inside = point.x >= 0 && point.y >= 0 && point.x < width && point.y < height;
  if (!inside || panes.size < 2) return undefined;
  const band = nearest(point, { x: 0, y: 0, width, height }, (distance) => distance);
  if (band.distance < edgeBand) {
    const whole = hull([...panes.values()]);
    return {
      destination: { kind: "edge", side: band.side },
      preview: part(whole, band.side, edgeShare / wholeShare),
    };
  }
  const hit = [...panes].find(([, rect]) => contains(rect, point));
  if (!hit || hit[0] === pane) return undefined;
  const [target, rect] = hit;
  const side = nearest(point, rect, (distance, extent) => distance / extent);
  if (side.distance >= sidePart) return { destination: { kind: "swap", pane: target }, preview: rect };
  return {
    destination: { kind: "side", pane: target, side: side.side },
    preview: part(rect, side.side, 0.5),
  };
}

function nearest(
  point: { readonly x: number; readonly y: number },
  { x, y, width, height }: Rect,
  measure: (distance: number, extent: number) => number,
): { readonly side: Side; readonly distance: number } {
  const sides: { side: Side; distance: number }[] = [
    { side: "left", distance: measure(point.x - x, width) },
    { side: "right", distance: measure(x + width - point.x, width) },
    { side: "above", distance: measure(point.y - y, height) },
    { side: "below", distance: measure(y + height - point.y, height) },
  ];
  return sides.reduce((best, each) => (each.distance < best.distance ? each : best));
}

function contains({ x, y, width, height }: Rect, point: { readonly x: number; readonly y: number }): boolean {
  return point.x >= x && point.x < x + width && point.y >= y && point.y < y + height;
}

function hull(rects: readonly Rect[]): Rect {
  const [x, y] = [Math.min(...rects.map((rect) => rect.x)), Math.min(...rects.map((rect) => rect.y))];
  const right = Math.max(...rects.map((rect) => rect.x + rect.width));
  const bottom = Math.max(...rects.map((rect) => rect.y + rect.height));
  return { x, y, width: right - x, height: bottom - y };
}

/** The part of a rectangle along one of its sides. */
function part({ x, y, width, height }: Rect, side: Side, share: number): Rect {
  const [w, h] =
    axisOf(side) === "row" ? [Math.round(width * share), height] : [width, Math.round(height * share)];
  return {
    x: side === "right" ? x + width - w : x,
    y: side === "below" ? y + height - h : y,
    width: w,
    height: h,
  };
}

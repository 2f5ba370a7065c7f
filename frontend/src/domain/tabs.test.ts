import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dropAt, inOrder, moved } from "./tabs";

const names = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 70 });
const tabsOf = (ids: readonly string[]) => ids.map((id, position) => ({ id, position }));
const ids = (tabs: readonly { id: string }[]) => tabs.map(({ id }) => id);

describe("the order of tabs", () => {
  it("is that of their positions, however they come", () => {
    fc.assert(
      fc.property(names, fc.func(fc.integer()), (all, key) => {
        const shuffled = tabsOf(all).sort((one, other) => key(one.id) - key(other.id));
        expect(ids(inOrder(shuffled))).toEqual(all);
      }),
    );
  });

  it("shows a move before the backend has told of it, and the same afterwards", () => {
    fc.assert(
      fc.property(names, fc.nat(80), fc.nat(80), (all, which, to) => {
        const id = all[which % all.length] ?? "";
        const before = inOrder(tabsOf(all), new Map([[id, to]]));
        const after = before.map((tab, position) => ({ ...tab, position }));
        expect(ids(inOrder(after))).toEqual(ids(before));
      }),
    );
  });
});

describe("a moved tab", () => {
  it("is where it was put, and the others keep their order", () => {
    fc.assert(
      fc.property(names, fc.nat(80), fc.integer({ min: -5, max: 80 }), (all, which, to) => {
        const id = all[which % all.length] ?? "";
        const result = ids(moved(tabsOf(all), id, to));
        expect(result.indexOf(id)).toBe(Math.min(Math.max(0, to), all.length - 1));
        expect(result.filter((other) => other !== id)).toEqual(all.filter((other) => other !== id));
      }),
    );
  });

  it("that is not there moves nothing", () => {
    expect(ids(moved(tabsOf(["a", "b"]), "c", 0))).toEqual(["a", "b"]);
  });
});

describe("a dragged tab", () => {
  const tabs = [
    { start: 0, end: 100 },
    { start: 100, end: 300 },
    { start: 300, end: 400 },
  ];

  it.each([
    [0, 20, { position: 0, edge: 0 }],
    [0, 199, { position: 0, edge: 0 }],
    [0, 201, { position: 1, edge: 300 }],
    [0, 999, { position: 2, edge: 400 }],
    [2, 199, { position: 1, edge: 100 }],
    [2, 40, { position: 0, edge: 0 }],
    [1, 250, { position: 1, edge: 100 }],
  ])("from place %i let go at %i goes past the tabs whose middle it has passed", (from, x, drop) => {
    expect(dropAt(tabs, from, x)).toEqual(drop);
  });
});

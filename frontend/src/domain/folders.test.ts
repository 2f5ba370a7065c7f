import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type FolderRow, movedRow, shownFolders } from "./folders";

const row = (name: string): FolderRow => ({
  name,
  path: `/home/ada/${name}`,
  hidden: name.startsWith("."),
  repository: false,
});
const rows = [".config", "books", "notebook", "src"].map(row);
const names = (filter: string, hidden = false) =>
  shownFolders(rows, filter, hidden).map((entry) => entry.name);

describe("the folder list", () => {
  it("leaves hidden folders out until they are asked for", () => {
    expect(names("")).toEqual(["books", "notebook", "src"]);
    expect(names("", true)).toEqual([".config", "books", "notebook", "src"]);
    expect(names(".c")).toEqual([".config"]);
  });

  it("puts names that begin with the filter first, whatever the case", () => {
    expect(names("BOOK")).toEqual(["books", "notebook"]);
    expect(names("zzz")).toEqual([]);
  });

  it("shows each folder at most once", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string(), { maxLength: 20 }),
        fc.string({ maxLength: 3 }),
        (all, filter) => {
          const shown = shownFolders(all.map(row), filter, true);
          expect(new Set(shown).size).toBe(shown.length);
        },
      ),
    );
  });

  it("keeps the current row inside the list", () => {
    const keys = fc.constantFrom("ArrowDown", "ArrowUp", "PageDown", "PageUp", "Home", "End");
    fc.assert(
      fc.property(keys, fc.integer({ min: 1, max: 50 }), fc.nat(), (key, count, seed) => {
        const next = movedRow(key, seed % count, count, 10);
        expect(next).toBeGreaterThanOrEqual(0);
        expect(next).toBeLessThan(count);
      }),
    );
    expect(movedRow("ArrowDown", 0, 0, 10)).toBeUndefined();
    expect(movedRow("a", 0, 5, 10)).toBeUndefined();
  });
});

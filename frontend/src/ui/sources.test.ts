/** Rules that no type can hold, read from the sources. */
import { describe, expect, it } from "vitest";

// The tests run in Node, for which the page's sources have no types.
const node = globalThis as unknown as {
  process: { getBuiltinModule(name: "node:fs"): { readFileSync(path: string, encoding: "utf8"): string } };
};
const { readFileSync } = node.process.getBuiltinModule("node:fs");
const read = (file: string): string => readFileSync(`src/ui/${file}`, "utf8");

// Never loaded, only named.
const components = Object.keys(import.meta.glob("../**/*.tsx"));
const sheets = Object.keys(import.meta.glob(["../**/*.css", "!../**/tokens.css"]));

describe("the interface", () => {
  it("has no tooltips of the webview, which stay on screen over a terminal", () => {
    expect(components.length).toBeGreaterThan(20);
    expect(components.filter((file) => /<[a-z]\w*\b[^<>]*\stitle=/.test(read(file)))).toEqual([]);
  });

  it("has lengths that follow its scale", () => {
    // What makes rem of pixels leaves negative ones alone, and knows no conditions: calc() and rem are for those.
    const fixed = sheets.flatMap((file) =>
      (read(file).match(/[\s(,]-(?!1px)[\d.]+px|@container[^{]*\dpx|@media[^{]*width[^{]*\dpx/g) ?? []).map(
        (found) => `${file}: ${found.trim()}`,
      ),
    );
    expect(fixed).toEqual([]);
  });

  it("never joins the letters of what can be typed", () => {
    const rules = sheets.flatMap(
      (file) => read(file).match(/[^{}]+\{[^{}]*var\(--font-mono\)[^{}]*\}/g) ?? [],
    );
    expect(rules.length).toBeGreaterThan(2);
    expect(rules.filter((rule) => !rule.includes("font-variant-ligatures: none"))).toEqual([]);
  });
});

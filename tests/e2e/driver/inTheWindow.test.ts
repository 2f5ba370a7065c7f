import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { choices, performed } from "./inTheWindow.ts";

const folder = resolve(import.meta.dirname, "../scenarios");

test("every file of scenarios is chosen from, and every chosen name is in its file", () => {
  const files = readdirSync(folder).map((name) => name.replace(/\.test\.ts$/, ""));
  expect(Object.keys(choices).sort()).toEqual(files.sort());
  for (const [file, { always = [], browserOnly = {} }] of Object.entries(choices)) {
    const text = readFileSync(join(folder, `${file}.test.ts`), "utf8");
    for (const name of [...always, ...(typeof browserOnly === "string" ? [] : Object.keys(browserOnly))]) {
      expect(text.includes(`scenario("${name}`) || text.includes(`scenario(\`${name}`), `${file}: ${name}`).toBe(true);
    }
  }
});

test("a full run performs all but what is about a browser", () => {
  expect(performed("a pane is dragged to an edge, to a side and onto another", false)).toBe(true);
  expect(performed("prompts can be jumped between", false)).toBe(false);
  expect(performed("prompts can be jumped between", true)).toBe(true);
  expect(performed("two tabs watch and type in the same terminal", true)).toBe(false);
});

import { describe, expect, it } from "vitest";
import { completed, parentOf } from "./completion";

describe("a completed path", () => {
  it.each([
    ["/srv/cl", ["clanker", "clanker-grid", "docs"], "/srv/clanker"],
    ["/srv/clanker", ["clanker", "clanker-grid"], undefined],
    ["~/d", ["docs", "src"], "~/docs/"],
    ["~/docs", ["docs"], undefined],
    ["~/D", ["docs"], undefined],
    ["~/", ["docs"], undefined],
    ["/x/\u{1f600}", ["\u{1f600}a", "\u{1f600}b"], undefined],
    ["/x/f", ["f\u{1f600}", "f\u{1f601}"], undefined],
    ["C:\\us", ["users"], "C:\\users\\"],
  ])("%s among %j", (path, names, want) => expect(completed(path, names)).toBe(want));
});

describe("the folder above", () => {
  it.each([
    ["/srv/a/b", "/srv/a/"],
    ["/srv/a/", "/srv/"],
    ["/srv", "/"],
    ["/", undefined],
    ["~/src", "~/"],
    ["~", undefined],
    ["C:\\users\\ada", "C:\\users\\"],
    ["", undefined],
  ])("%s", (path, want) => expect(parentOf(path)).toBe(want));
});

import { describe, expect, it } from "vitest";
import { findSummary } from "./finding";

const found = { count: 0, current: 0, capped: false, error: "" };

describe("the find bar", () => {
  it.each([
    ["", found, ""],
    ["a", undefined, ""],
    ["a", found, "No matches"],
    ["a", { ...found, count: 120, current: 3 }, "3 of 120"],
    ["a", { ...found, count: 100_000, current: 1, capped: true }, "1 of 100000+"],
    ["(", { ...found, error: "The group is not closed." }, "Invalid expression"],
  ])("says of %j with %j: %s", (text, state, expected) => {
    expect(findSummary(text, state)).toBe(expected);
  });
});

import { describe, expect, it } from "vitest";
import { ago, counted, listed, seconds, withTilde } from "./wording";

describe("a path", () => {
  it.each([
    ["/home/ada/src", "/home/ada", "~/src"],
    ["/home/ada", "/home/ada", "~"],
    ["/home/ada", "/home/ada/", "~"],
    ["/home/adam/src", "/home/ada", "/home/adam/src"],
    ["/srv", "/home/ada", "/srv"],
    ["/srv", "", "/srv"],
    ["/srv", "/", "/srv"],
    ["C:\\Users\\ada\\src", "C:\\Users\\ada", "~\\src"],
  ])("%s with home %s is written %s", (path, home, expected) => {
    expect(withTilde(path, home)).toBe(expected);
  });
});

describe("a time", () => {
  const now = new Date(2026, 4, 20, 14, 30);
  it.each([
    [new Date(2026, 4, 20, 14, 29, 30), "now"],
    [new Date(2026, 4, 20, 14, 40), "now"],
    [new Date(2026, 4, 20, 14, 18), "12m ago"],
    [new Date(2026, 4, 19, 23, 50), "Yesterday"],
    [new Date(2026, 4, 20, 11, 0), "3h ago"],
    [new Date(2026, 4, 18, 9, 0), "Mon"],
    [new Date(2026, 4, 12, 9, 0), "12 May"],
    [new Date(2025, 4, 12, 9, 0), "12 May 2025"],
    [new Date(Number.NaN), ""],
  ])("%s is %s", (then, expected) => {
    expect(ago(then, now)).toBe(expected);
  });

  it.each([
    [0, "0s"],
    [12_900, "12s"],
    [125_000, "2m 05s"],
    [-5, "0s"],
  ])("a wait of %i ms is %s", (wait, expected) => {
    expect(seconds(wait)).toBe(expected);
  });
});

describe("a number of things", () => {
  it.each([
    [0, "0 terminals"],
    [1, "1 terminal"],
    [4, "4 terminals"],
  ])("%i is %s", (count, expected) => {
    expect(counted(count, "terminal")).toBe(expected);
  });

  it.each([
    [[], ""],
    [["vim"], "vim"],
    [["vim", "make"], "vim and make"],
    [["vim", "make", "ssh"], "vim, make and ssh"],
    [["vim", "make", "ssh", "top"], "vim, make and 2 more"],
  ])("%j is %s", (names, expected) => {
    expect(listed(names)).toBe(expected);
  });
});

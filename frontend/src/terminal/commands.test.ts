import { describe, expect, it } from "vitest";
import { type CommandKey, fixedCommand, pastesByItself } from "./commands";

const stroke = (keys: string, key: string, code = key): CommandKey => ({
  key,
  code,
  shiftKey: keys.includes("S"),
  ctrlKey: keys.includes("C"),
  altKey: keys.includes("A"),
  metaKey: keys.includes("M"),
});

describe("the terminal's menu", () => {
  it.each(["linux", "windows", "macos"] as const)("has the menu key and Shift+F10 on %s", (keys) => {
    expect(fixedCommand(stroke("", "ContextMenu"), keys)).toBe("menu");
    expect(fixedCommand(stroke("S", "F10"), keys)).toBe("menu");
    expect(fixedCommand(stroke("", "F10"), keys)).toBeNull();
    expect(fixedCommand(stroke("CS", "F10"), keys)).toBeNull();
  });
});

describe("the keys of every terminal", () => {
  it.each([
    ["linux", stroke("C", "Insert"), "copy"],
    ["windows", stroke("S", "Insert"), "paste"],
    ["linux", stroke("", "Insert"), null],
    ["linux", stroke("CS", "Insert"), null],
    ["linux", stroke("C", "c", "KeyC"), null],
    ["linux", stroke("CS", "V", "KeyV"), null],
    ["macos", stroke("S", "Insert"), null],
  ] as const)("on %s %j is %j", (platform, key, command) => {
    expect(fixedCommand(key, platform)).toBe(command);
  });
});

describe("what a browser pastes at by itself", () => {
  it.each([
    ["linux", stroke("CS", "V", "KeyV"), true],
    ["linux", stroke("CS", "М", "KeyV"), true],
    ["linux", stroke("S", "Insert"), true],
    ["macos", stroke("M", "v", "KeyV"), true],
    ["linux", stroke("", "F5"), false],
    ["linux", stroke("CSA", "V", "KeyV"), false],
    ["macos", stroke("C", "v", "KeyV"), false],
  ] as const)("on %s %j is %s", (platform, key, pastes) => {
    expect(pastesByItself(key, platform)).toBe(pastes);
  });
});

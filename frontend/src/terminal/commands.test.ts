import { describe, expect, it, test } from "vitest";
import { type CommandKey, commandKeys, terminalCommand } from "./commands";

const key = (change: Partial<CommandKey>): CommandKey => ({
  code: "",
  key: "",
  shiftKey: false,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  ...change,
});

describe("the terminal's menu", () => {
  it.each(["linux", "windows", "macos"] as const)("has the menu key and Shift+F10 on %s", (keys) => {
    expect(terminalCommand(key({ key: "ContextMenu" }), keys)).toBe("menu");
    expect(terminalCommand(key({ key: "F10", shiftKey: true }), keys)).toBe("menu");
    expect(terminalCommand(key({ key: "F10" }), keys)).toBeNull();
    expect(terminalCommand(key({ key: "F10", shiftKey: true, ctrlKey: true }), keys)).toBeNull();
  });
});

test.each(["linux", "windows", "macos"] as const)(
  "the keys that are shown are the ones that work on %s",
  (keys) => {
    for (const command of ["copy", "paste"] as const) {
      const shown = commandKeys(command, keys);
      const stroke = key({
        key: shown.at(-1) ?? "",
        ctrlKey: shown.includes("Ctrl"),
        shiftKey: shown.includes("Shift"),
        metaKey: shown.includes("Cmd"),
      });
      expect(terminalCommand(stroke, keys)).toBe(command);
    }
  },
);

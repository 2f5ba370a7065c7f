import { expect, it } from "vitest";
import { toolbarRoom } from "./toolbar";

const seven = ["Codex", "Claude Code", "OpenCode", "Pi", "Oh My Pi", "Hermes", "Antigravity", "Terminal"];

it("has room for everything in a wide window", () => {
  expect(toolbarRoom(1440, seven, ["Settings"])).toEqual({ rightWords: true, launchWords: true, shown: 8 });
});

it("drops the words on the right, then those of launchers, then the last launchers", () => {
  const widths = [1100, 1010, 990, 560, 480, 300, 100];
  const rooms = widths.map((width) => toolbarRoom(width, seven, ["Settings"]));
  expect(rooms.map(({ rightWords }) => rightWords)).toEqual([true, false, false, false, false, false, false]);
  const first = rooms.findIndex(({ launchWords }) => !launchWords);
  expect(rooms.slice(first).every(({ launchWords, rightWords }) => !launchWords && !rightWords)).toBe(true);
  const shown = rooms.map((room) => room.shown);
  expect(shown).toEqual([...shown].sort((one, other) => other - one));
  expect(shown[0]).toBe(8);
});

it("always shows the terminal's", () => {
  expect(toolbarRoom(1, seven, ["Settings"]).shown).toBe(1);
  expect(toolbarRoom(1, ["Terminal"], []).shown).toBe(1);
});

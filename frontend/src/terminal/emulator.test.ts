import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type LeakTracker, trackDisposables } from "../base/leaks";
import { defaultSettings } from "./contract";
import { Emulator } from "./emulator";
import { themeFrom } from "./theme";

const colors = themeFrom(() => "#123456", false);
const b64 = (text: string): string => btoa(text);

let tracker: LeakTracker;
let emulator: Emulator;
let owned: boolean;
let sent: string;
let effects: string[];
let container: HTMLElement;

beforeEach(() => {
  tracker = trackDisposables();
  owned = true;
  sent = "";
  effects = [];
  emulator = new Emulator({
    settings: defaultSettings,
    theme: colors,
    platform: { keys: "linux", os: "linux" },
    version: "1.2.3",
    owned: () => owned,
    events: {
      data: (data) => {
        sent += data;
      },
      binary: () => {},
      title: (title) => effects.push(`title ${title}`),
      directory: (path) => effects.push(`cwd ${path}`),
      bell: () => effects.push("bell"),
      progress: (progress) => effects.push(`progress ${progress ? progress.percent : "none"}`),
      clipboard: (text) => effects.push(`clipboard ${text}`),
    },
  });
  container = document.createElement("div");
  document.body.append(container);
  // Colours are answered only by an emulator that is on a page.
  emulator.terminal.open(container);
});

afterEach(() => {
  emulator.dispose();
  container.remove();
  const leaks = tracker.leaks();
  tracker.stop();
  expect(leaks).toEqual([]);
});

function write(text: string | Uint8Array, replay = false): Promise<void> {
  const data = typeof text === "string" ? new TextEncoder().encode(text) : text;
  return new Promise((resolve) => emulator.output.write(data, replay, resolve));
}

const screen = (): string => emulator.terminal.buffer.active.getLine(0)?.translateToString(true) ?? "";

const queries: readonly (readonly [name: string, query: string, answer: string])[] = [
  ["DA1", "\x1b[c", "\x1b[?1;2c"],
  ["DA2", "\x1b[>c", "\x1b[>0;276;0c"],
  ["DA3", "\x1b[=c", ""],
  ["DSR", "\x1b[5n", "\x1b[0n"],
  ["CPR", "\x1b[6n", "\x1b[1;1R"],
  ["DECXCPR", "\x1b[?6n", "\x1b[?1;1R"],
  ["XTVERSION", "\x1b[>q", "\x1bP>|clanker-grid(1.2.3)\x1b\\"],
  ["DECRQM", "\x1b[?25$p", "\x1b[?25;1$y"],
  ["DECRQM of an ANSI mode", "\x1b[4$p", "\x1b[4;2$y"],
  ["DECRQSS", "\x1bP$qr\x1b\\", "\x1bP1$r1;24r\x1b\\"],
  ["XTGETTCAP", "\x1bP+q544e\x1b\\", ""],
  ["OSC 4", "\x1b]4;1;?\x07", "\x1b]4;1;rgb:1212/3434/5656\x1b\\"],
  ["OSC 10", "\x1b]10;?\x07", "\x1b]10;rgb:1212/3434/5656\x1b\\"],
  ["OSC 11", "\x1b]11;?\x1b\\", "\x1b]11;rgb:1212/3434/5656\x1b\\"],
  ["OSC 12", "\x1b]12;?\x07", "\x1b]12;rgb:1212/3434/5656\x1b\\"],
  [
    "several colours at once",
    "\x1b]10;?;?\x07",
    "\x1b]10;rgb:1212/3434/5656\x1b\\\x1b]11;rgb:1212/3434/5656\x1b\\",
  ],
  ["the size in characters", "\x1b[18t", "\x1b[8;24;80t"],
  ["the title", "\x1b[21t", ""],
  ["the kitty keyboard", "\x1b[?u", "\x1b[?0u"],
  ["the focus", "\x1b[?1004h", "\x1b[O"],
];

describe.each(queries)("a query for %s", (_, query, answer) => {
  test("is answered once when it is live and this view owns the terminal", async () => {
    await write(query);
    expect(sent).toBe(answer);
  });

  test("is not answered during replay, wherever it is split", async () => {
    for (let at = 1; at <= query.length; at++) {
      await write(query.slice(0, at), true);
      await write(query.slice(at), true);
    }
    expect(sent).toBe("");
  });

  test("is not answered by a view that does not own the terminal", async () => {
    owned = false;
    await write(query);
    expect(sent).toBe("");
  });
});

describe("replay", () => {
  test("has no effect beyond the screen, and the live bytes behind it have", async () => {
    const all = `\x07\x1b]52;c;${b64("x")}\x07\x1b]9;4;1;40\x07`;
    const replayed = write(`old${all}`, true);
    const live = write(`new${all}`);
    await Promise.all([replayed, live]);
    expect(effects).toEqual(["bell", "clipboard x", "progress 40"]);
    expect(screen()).toBe("oldnew");
  });

  test("does not swallow what is typed meanwhile", async () => {
    const replayed = write("\x1b[c".repeat(1000), true);
    emulator.terminal.input("typed", true);
    await replayed;
    emulator.terminal.input("!", true);
    expect(sent).toBe("typed!");
  });

  test("restores state: modes, title, directory, the keyboard and colours", async () => {
    const state = "\x1b[?2004h\x1b[?1004h\x1b]2;vim\x07\x1b]7;file:///src\x07\x1b[>1u\x1b]10;#ff0000;?\x07";
    await write(state, true);
    expect(effects).toEqual(["title vim", "cwd /src"]);
    expect(emulator.terminal.modes).toMatchObject({ bracketedPasteMode: true, sendFocusMode: true });
    expect(emulator.keyboard.flags).toBe(1);
    expect(sent).toBe("");
    await write("\x1b]10;?\x07");
    expect(sent).toBe("\x1b]10;rgb:ffff/0000/0000\x1b\\");
  });

  test("of any bytes sends nothing", async () => {
    const piece = fc.oneof(
      fc.constantFrom(...queries.map(([, query]) => query)),
      fc.string({ maxLength: 8 }),
      fc.constantFrom("\x1b[", "\x1b]", "\x1bP", "\x07", "\x1b\\", "?", ";", "\x18"),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
        await write(pieces.join(""), true);
        expect([sent, effects.filter((effect) => !/^(title|cwd)/.test(effect))]).toEqual(["", []]);
      }),
      { numRuns: 100 },
    );
  });
});

test("a view that does not own the terminal never sets the clipboard, but shows bell and progress", async () => {
  owned = false;
  await write(`\x07\x1b]52;c;${b64("x")}\x07\x1b]9;4;3\x07`);
  expect(effects).toEqual(["bell", "progress 0"]);
});

test("a clipboard read is never answered", async () => {
  await write("\x1b]52;c;?\x07\x1b]52;;?\x1b\\");
  expect([sent, effects]).toEqual(["", []]);
});

test.each(["\x1b]52;c;aGVsbG8=\x07", "\x1b]9;4;1;50\x1b\\", "\x1b]2;tïtle\x07", "\x1b]7;file:///a%20b\x07"])(
  "%j means the same wherever it is split",
  async (sequence) => {
    const data = new TextEncoder().encode(sequence);
    await write(data);
    const whole = effects.splice(0);
    expect(whole).toHaveLength(1);
    for (let at = 1; at < data.length; at++) {
      await write(data.subarray(0, at));
      await write(data.subarray(at));
      expect(effects.splice(0)).toEqual(whole);
    }
  },
);

describe("a reset", () => {
  test("starts over though a sequence, a character and a size were half way", async () => {
    await write("before \x1b[?2004h\x1b[>1u\x1b]10;#ff0000\x07\x1b]133;A\x07");
    await write(Uint8Array.of(...new TextEncoder().encode("\x1b]2;never ended"), 0xe2, 0x82));
    emulator.reset(100, 30, new TextEncoder().encode("again \x1b[c"));
    await write("live");
    expect(screen()).toBe("again live");
    expect([emulator.terminal.cols, emulator.terminal.rows]).toEqual([100, 30]);
    expect(emulator.terminal.modes.bracketedPasteMode).toBe(false);
    expect(emulator.keyboard.flags).toBe(0);
    expect(sent).toBe("");
    await write("\x1b]10;?\x07");
    expect(sent).toBe("\x1b]10;rgb:1212/3434/5656\x1b\\");
  });
});

test.each([
  ["👩‍👩‍👧|", 2],
  ["🇩🇪|", 2],
  ["👍🏽|", 2],
  ["❤️|", 2],
  ["日|", 2],
  ["e\u0301|", 1],
])("%j takes %i cells", async (text, width) => {
  await write(text);
  expect(emulator.terminal.buffer.active.getLine(0)?.getCell(width)?.getChars()).toBe("|");
});

describe("what the user has chosen", () => {
  const lines = (count: number): string => Array.from({ length: count }, (_, n) => `line ${n}\r\n`).join("");
  const kept = (): string => {
    const { active } = emulator.terminal.buffer;
    return active.getLine(active.baseY)?.translateToString(true) ?? "";
  };

  test("is in force at once and loses nothing that has room", async () => {
    await write(lines(200));
    const { baseY } = emulator.terminal.buffer.active;
    const top = kept();
    emulator.setSettings({ ...defaultSettings, cursor: "bar", cursorBlink: true, scrollback: 50_000 });
    expect(emulator.terminal.options).toMatchObject({
      cursorStyle: "bar",
      cursorBlink: true,
      scrollback: 50_000,
    });
    expect([emulator.terminal.buffer.active.baseY, kept()]).toEqual([baseY, top]);
  });

  test("may keep a shorter history, of which the newest lines stay", async () => {
    await write(lines(200));
    emulator.setSettings({ ...defaultSettings, scrollback: 10 });
    expect(emulator.terminal.buffer.active.baseY).toBe(10);
    await write(lines(5));
    expect(emulator.terminal.buffer.active.baseY).toBe(10);
    emulator.setSettings({ ...defaultSettings, scrollback: 0 });
    expect(emulator.terminal.buffer.active.baseY).toBe(0);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatChord, parseChord } from "./chords";
import { commands } from "./commands";
import {
  type Chord,
  type CommandID,
  commandOf,
  keymapFor,
  keysOf,
  type Platform,
  rebound,
  type Stroke,
  type Surface,
  unbound,
  withChord,
} from "./keymap";

// Properties try many cases, for which a machine that does much else needs its time.
const patience = 60_000;

const platforms: Platform[] = ["linux", "windows", "macos"];
const surfaces: Surface[] = ["desktop", "app-window", "tab"];

function stroke(mods: string, key: string, code: string): Stroke {
  return {
    key,
    code,
    ctrlKey: mods.includes("C"),
    shiftKey: mods.includes("S"),
    altKey: mods.includes("A"),
    metaKey: mods.includes("M"),
  };
}

describe("the keymap on Linux", () => {
  const desktop = keymapFor("linux", "desktop");

  it.each<[string, string, string, CommandID]>([
    ["CS", "T", "KeyT", "new-terminal"],
    ["CS", "W", "KeyW", "close-pane"],
    ["CS", "O", "KeyO", "open-folder"],
    ["CS", "S", "KeyS", "rename-pane"],
    ["CS", "X", "KeyX", "close-workspace"],
    ["CS", "F", "KeyF", "find"],
    ["CS", "ArrowLeft", "ArrowLeft", "focus-left"],
    ["CS", "PageDown", "PageDown", "workspace-next"],
    ["A", "3", "Digit3", "workspace-3"],
    ["C", "=", "Equal", "font-larger"],
    ["CS", "+", "Equal", "font-larger"],
    ["C", "+", "BracketRight", "font-larger"],
    ["C", "-", "Minus", "font-smaller"],
    ["C", "0", "Digit0", "font-reset"],
  ])("reads %s %s as %s", (mods, key, code, action) => {
    expect(commandOf(desktop, stroke(mods, key, code))).toBe(action);
  });

  it("takes the letter that a Latin layout types, wherever its key is", () => {
    expect(commandOf(desktop, stroke("CS", "W", "KeyZ"))).toBe("close-pane");
    expect(commandOf(desktop, stroke("CS", "I", "KeyW"))).toBeUndefined();
  });

  it("takes the place of the key on a layout without Latin letters", () => {
    expect(commandOf(desktop, stroke("CS", "Ц", "KeyW"))).toBe("close-pane");
  });

  it("takes digits by their place, because some layouts type them only with Shift", () => {
    expect(commandOf(desktop, stroke("A", "&", "Digit1"))).toBe("workspace-1");
    expect(commandOf(desktop, stroke("C", "à", "Digit0"))).toBe("font-reset");
  });

  it.each([
    ["C", "c", "KeyC"],
    ["C", "w", "KeyW"],
    ["CS", "_", "Minus"],
    ["CS", "@", "Digit2"],
    ["CS", "U", "KeyU"],
    ["", "Escape", "Escape"],
    ["", "Tab", "Tab"],
    ["S", "Tab", "Tab"],
    ["C", "ArrowLeft", "ArrowLeft"],
    ["", "F6", "F6"],
    ["A", "f", "KeyF"],
    ["C", "PageDown", "PageDown"],
    ["CA", "ArrowLeft", "ArrowLeft"],
  ])("leaves %s %s to the terminal", (mods, key, code) => {
    expect(commandOf(desktop, stroke(mods, key, code))).toBeUndefined();
  });
});

describe("every keymap", () => {
  const any = fc.record({ platform: fc.constantFrom(...platforms), surface: fc.constantFrom(...surfaces) });

  it(
    "never takes Ctrl with a letter, Alt with a letter, or a letter alone",
    () => {
      const letters = fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz");
      fc.assert(
        fc.property(
          any,
          letters,
          fc.constantFrom("", "S", "C", "A"),
          ({ platform, surface }, letter, mods) => {
            const press = stroke(mods, letter, `Key${letter.toUpperCase()}`);
            expect(commandOf(keymapFor(platform, surface), press)).toBeUndefined();
          },
        ),
      );
    },
    patience,
  );

  it("gives no key to two actions", () => {
    for (const platform of platforms) {
      for (const surface of surfaces) {
        const all = [...keymapFor(platform, surface).chords.values()].flat().map(formatChord);
        expect(new Set(all).size).toBe(all.length);
      }
    }
  });
});

describe("every command", () => {
  it("has a name of its own and chords that can be read", () => {
    expect(new Set(commands.map(({ id }) => id)).size).toBe(commands.length);
    expect(new Set(commands.map(({ title }) => title)).size).toBe(commands.length);
    for (const { keys } of commands) {
      for (const text of [keys.pc, keys.mac, keys.pcTab ?? [], keys.macTab ?? []].flat()) {
        expect(formatChord(parseChord(text) as Chord)).toBe(text);
      }
    }
  });

  it("has the keys that the table says, on every platform and in every kind of window", async () => {
    const rows = platforms.flatMap((platform) =>
      surfaces.flatMap((surface) => {
        const keymap = keymapFor(platform, surface);
        return commands
          .map(({ id }) => [id, keysOf(keymap, id).join("+")] as const)
          .filter(([, keys]) => keys !== "")
          .map(([id, keys]) => [platform, surface, id, keys].join("\t"));
      }),
    );
    await expect(`${rows.join("\n")}\n`).toMatchFileSnapshot("./keymap.table.txt");
  });
});

describe("the user's own keys", () => {
  const desktop = (bindings: Record<string, string[]>) => keymapFor("linux", "desktop", bindings);

  it("replace the usual ones of a command", () => {
    const keymap = desktop({ "split-right": ["Ctrl+Shift+M", "F9"] });
    expect(keysOf(keymap, "split-right")).toEqual(["Ctrl", "Shift", "M"]);
    expect(commandOf(keymap, stroke("", "F9", "F9"))).toBe("split-right");
    expect(commandOf(keymap, stroke("CS", "D", "KeyD"))).toBeUndefined();
  });

  it("take a usual key from another command", () => {
    const keymap = desktop({ "split-right": ["Ctrl+="] });
    expect(commandOf(keymap, stroke("C", "=", "Equal"))).toBe("split-right");
    expect(keysOf(keymap, "font-larger")).toEqual(["Ctrl", "Shift", "="]);
    expect(keymap.problems).toEqual([]);
  });

  it("may leave a command without any", () => {
    expect(keysOf(desktop({ find: [] }), "find")).toEqual([]);
  });

  it("are ignored with a note where they are none", () => {
    const { problems, chords } = desktop({ find: ["Ctrl+Nope", "N"], "fly-away": ["Ctrl+F"] });
    expect(chords.get("find")).toEqual([]);
    expect(problems.map(({ message }) => message)).toEqual([
      '"fly-away" is no command and is ignored.',
      '"Ctrl+Nope" is no key for "Find in terminal" and is ignored.',
      '"N" is no key for "Find in terminal" and is ignored.',
    ]);
  });

  it("belong to one command when the settings give them to two", () => {
    const keymap = desktop({ find: ["Ctrl+Shift+M"], "split-right": ["Ctrl+Shift+M"] });
    expect(commandOf(keymap, stroke("CS", "M", "KeyM"))).toBe("split-right");
    expect(keymap.problems.map(({ message }) => message)).toEqual([
      'Ctrl+Shift+M belongs to "Split right" as well, which has it.',
    ]);
  });

  it("never leave the palette without a key", () => {
    for (const bindings of [{ palette: [] }, { palette: ["nonsense"], find: ["Ctrl+Shift+P"] }]) {
      const keymap = desktop(bindings as unknown as Record<string, string[]>);
      expect(keysOf(keymap, "palette")).toEqual(["Ctrl", "Shift", "P"]);
      expect(keymap.problems.some(({ command }) => command === "palette")).toBe(true);
    }
    const moved = desktop({ palette: ["F1"], find: ["Ctrl+Shift+P"] });
    expect([keysOf(moved, "palette"), keysOf(moved, "find")]).toEqual([["F1"], ["Ctrl", "Shift", "P"]]);
  });

  it(
    "are read without harm, whatever the settings say",
    () => {
      const ids = fc.constantFrom(...commands.map(({ id }) => id), "unknown", "__proto__", "constructor");
      const texts = fc.oneof(fc.string(), fc.constantFrom("Ctrl+Shift+P", "Alt+1", "F1", "Ctrl+Shift+M"));
      const any = fc.array(fc.tuple(ids, fc.array(texts)));
      fc.assert(
        fc.property(
          any,
          fc.constantFrom(...platforms),
          fc.constantFrom(...surfaces),
          (pairs, platform, surface) => {
            const keymap = keymapFor(platform, surface, Object.fromEntries(pairs));
            const all = [...keymap.chords.values()].flat().map(formatChord);
            expect(new Set(all).size).toBe(all.length);
            expect(keymap.chords.get("palette")?.length).toBeGreaterThan(0);
          },
        ),
      );
    },
    patience,
  );
});

describe("giving a command a key", () => {
  it("takes it from the command that has it, and from no other", () => {
    const before = keymapFor("linux", "desktop");
    const bindings = rebound({}, before, "find", [parseChord("Ctrl+=") as Chord]);
    expect(bindings).toEqual({ find: ["Ctrl+="], "font-larger": ["Ctrl+Shift+=", "Ctrl++"] });
    const after = keymapFor("linux", "desktop", bindings);
    expect(after.problems).toEqual([]);
    expect(commandOf(after, stroke("C", "=", "Equal"))).toBe("find");
  });

  it("is undone by its usual keys, unless another one has them by choice", () => {
    const bindings = { find: ["F3"], "split-right": ["Ctrl+Shift+F"] };
    const reset = unbound(bindings, "find");
    expect(reset).toEqual({ "split-right": ["Ctrl+Shift+F"] });
    expect(keysOf(keymapFor("linux", "desktop", reset), "find")).toEqual([]);
  });
});

describe("one chord of several", () => {
  const chords = ["F1", "F2", "F3"].map((text) => parseChord(text) as Chord);
  it.each<[number, string | undefined, string[]]>([
    [1, "F9", ["F1", "F9", "F3"]],
    [3, "F9", ["F1", "F2", "F3", "F9"]],
    [1, undefined, ["F1", "F3"]],
    [0, "F3", ["F3", "F2"]],
    [3, "F1", ["F2", "F3", "F1"]],
  ])("at %i becomes %s, and the others stay", (at, text, expected) => {
    const chord = text === undefined ? undefined : parseChord(text);
    expect(withChord(chords, at, chord).map(formatChord)).toEqual(expected);
  });
});

describe("the keys that are shown", () => {
  it("are the effective ones", () => {
    expect(keysOf(keymapFor("linux", "desktop"), "close-pane")).toEqual(["Ctrl", "Shift", "W"]);
    expect(keysOf(keymapFor("linux", "app-window"), "close-pane")).toEqual(["Ctrl", "Shift", "W"]);
    expect(keysOf(keymapFor("linux", "tab"), "close-pane")).toEqual(["Alt", "Shift", "W"]);
    expect(keysOf(keymapFor("macos", "desktop"), "close-pane")).toEqual(["Cmd", "W"]);
    expect(keysOf(keymapFor("macos", "desktop"), "focus-left")).toEqual(["Cmd", "Option", "Left"]);
    expect(keysOf(keymapFor("macos", "tab"), "new-terminal")).toEqual(["Ctrl", "Shift", "T"]);
    expect(keysOf(keymapFor("linux", "tab"), "new-terminal")).toEqual(["Alt", "Shift", "T"]);
    expect(keysOf(keymapFor("linux", "tab"), "palette")).toEqual(["Ctrl", "Shift", "P"]);
  });

  it("keep the usual key working in a tab that hands it over", () => {
    expect(commandOf(keymapFor("windows", "tab"), stroke("CS", "W", "KeyW"))).toBe("close-pane");
    expect(commandOf(keymapFor("windows", "tab"), stroke("AS", "W", "KeyW"))).toBe("close-pane");
  });
});

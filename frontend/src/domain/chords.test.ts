import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Chord,
  chordKeys,
  chordOf,
  chordWarning,
  formatChord,
  matches,
  parseChord,
  type Stroke,
  usable,
} from "./chords";

const names = [
  ..."ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
  ..."`-=[]\\;',./+*",
  ..."Enter Tab Escape Space Backspace Delete Insert Home End PageUp PageDown Left Right Up Down F1 F24".split(
    " ",
  ),
];
const chords: fc.Arbitrary<Chord> = fc.record({
  ctrl: fc.boolean(),
  meta: fc.boolean(),
  alt: fc.boolean(),
  shift: fc.boolean(),
  key: fc.constantFrom(...names),
});

// Properties try many cases, for which a machine that does much else needs its time.
const patience = 60_000;

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

describe("a chord as it is written", () => {
  it(
    "is read back as what it was",
    () => {
      fc.assert(
        fc.property(chords, (chord) => {
          expect(parseChord(formatChord(chord))).toEqual(chord);
        }),
      );
    },
    patience,
  );

  it.each([
    ["ctrl+shift+n", "Ctrl+Shift+N"],
    ["Shift + Control + n", "Ctrl+Shift+N"],
    ["Option+Command+left", "Cmd+Alt+Left"],
    ["Win+pageup", "Cmd+PageUp"],
    ["Ctrl++", "Ctrl++"],
    ["+", "+"],
    ["F5", "F5"],
  ])("reads %s as %s", (text, written) => {
    const chord = parseChord(text);
    expect(chord && formatChord(chord)).toBe(written);
  });

  it.each([
    "",
    "Ctrl",
    "Ctrl+",
    "Ctrl+Ctrl+N",
    "Hyper+N",
    "Ctrl+Shift",
    "Ctrl+NN",
    "Ctrl N",
    "N+Ctrl",
    "Ctrl+ä",
    "++",
    "F25",
  ])("does not read %j", (text) => {
    const chord = parseChord(text);
    // "Ctrl+" alone would be the plus sign without the plus that joins it.
    expect(chord).toBeUndefined();
  });

  it(
    "never fails on any text",
    () => {
      fc.assert(
        fc.property(fc.string(), (text) => {
          const chord = parseChord(text);
          if (chord) expect(parseChord(formatChord(chord))).toEqual(chord);
        }),
      );
    },
    patience,
  );
});

describe("a recorded stroke", () => {
  it.each([
    ["CS", "N", "KeyN", "Ctrl+Shift+N"],
    ["CS", "Ц", "KeyW", "Ctrl+Shift+W"],
    ["A", "&", "Digit1", "Alt+1"],
    ["C", "0", "Backquote", "Ctrl+0"],
    ["CS", "<", "Comma", "Ctrl+Shift+,"],
    ["C", "+", "BracketRight", "Ctrl++"],
    ["MA", "å", "KeyA", "Cmd+Alt+A"],
    ["MAS", "”", "BracketLeft", "Cmd+Alt+Shift+["],
    ["CS", "Enter", "Enter", "Ctrl+Shift+Enter"],
    ["A", " ", "Space", "Alt+Space"],
    ["", "F6", "F6", "F6"],
  ])("of %s %s is a chord", (mods, key, code, written) => {
    const press = stroke(mods, key, code);
    const chord = chordOf(press);
    expect(chord && formatChord(chord)).toBe(written);
    expect(chord && matches(chord, press)).toBe(true);
  });

  it.each([
    ["C", "Control", "ControlLeft"],
    ["CS", "Shift", "ShiftLeft"],
    ["A", "AltGraph", "AltRight"],
    ["", "Dead", "Equal_"],
    ["", "Unidentified", ""],
    ["", "MediaPlayPause", "MediaPlayPause"],
  ])("of %s %s alone is none", (mods, key, code) => {
    expect(chordOf(stroke(mods, key, code))).toBeUndefined();
  });

  it(
    "matches the chord that was recorded of it",
    () => {
      const press = fc.record({
        key: fc.oneof(fc.constantFrom(..."aZ1!+-=<>#äß "), fc.string({ minLength: 1, maxLength: 1 })),
        code: fc.constantFrom(
          "KeyA",
          "KeyZ",
          "Digit1",
          "Numpad3",
          "Equal",
          "Minus",
          "Comma",
          "BracketLeft",
          "Quote",
        ),
        ctrlKey: fc.boolean(),
        shiftKey: fc.boolean(),
        altKey: fc.boolean(),
        metaKey: fc.boolean(),
      });
      fc.assert(
        fc.property(press, (made) => {
          const chord = chordOf(made);
          if (chord) expect(matches(chord, made)).toBe(true);
        }),
      );
    },
    patience,
  );
});

describe("the keys that are shown", () => {
  const chord = parseChord("Ctrl+Cmd+Alt+Shift+PageUp") as Chord;
  it("are called what the keyboard calls them", () => {
    expect(chordKeys(chord, "macos")).toEqual(["Ctrl", "Cmd", "Option", "Shift", "Page Up"]);
    expect(chordKeys(chord, "windows")).toEqual(["Ctrl", "Win", "Alt", "Shift", "Page Up"]);
    expect(chordKeys(chord, "linux")).toEqual(["Ctrl", "Super", "Alt", "Shift", "Page Up"]);
  });
});

describe("a chord for a command", () => {
  it.each(["N", "Shift+N", "Enter", "Shift+Tab", "Escape", "Left", "PageUp", "-"])(
    "is not %s alone",
    (text) => {
      expect(usable(parseChord(text) as Chord)).toBe(false);
    },
  );
  it.each(["Ctrl+N", "Alt+N", "Cmd+N", "F5", "Shift+F5", "Ctrl+Enter"])("may be %s", (text) => {
    expect(usable(parseChord(text) as Chord)).toBe(true);
  });

  it.each([
    ["Ctrl+C", "Programs in terminals no longer get Ctrl+C: interrupt."],
    ["Ctrl+Left", "Programs in terminals no longer get Ctrl+Left: back one word."],
    ["Alt+F", "Programs in terminals no longer get Alt+F: a word or editing key of shells and editors."],
    ["F5", "Programs in terminals no longer get F5: a function key."],
    ["Ctrl+Shift+-", "Programs in terminals no longer get Ctrl+Shift+-: undo."],
    ["Ctrl+Shift+U", "The input method keeps Ctrl+Shift+U for itself, so it may never arrive here."],
    ["Ctrl+Alt+Left", "The desktop keeps Ctrl+Alt+Left for itself, so it may never arrive here."],
    ["Ctrl+Shift+N", ""],
    ["Ctrl+Shift+Left", ""],
  ])("%s on Linux warns: %j", (text, warning) => {
    expect(chordWarning(parseChord(text) as Chord, "linux", "desktop")).toBe(warning);
  });

  it("warns of what the browser or macOS keeps", () => {
    expect(chordWarning(parseChord("Ctrl+Shift+N") as Chord, "linux", "tab")).toContain("The browser keeps");
    expect(chordWarning(parseChord("Cmd+T") as Chord, "macos", "tab")).toContain("The browser keeps");
    expect(chordWarning(parseChord("Cmd+T") as Chord, "macos", "desktop")).toBe("");
    expect(chordWarning(parseChord("Cmd+H") as Chord, "macos", "desktop")).toContain("macOS keeps");
    expect(chordWarning(parseChord("Ctrl+Shift+Escape") as Chord, "windows", "desktop")).toContain(
      "Windows keeps",
    );
  });
});

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { KeyboardProtocol, type KeyPress } from "./keyboard";

function press(keys: string, key: string, code = key): KeyPress {
  return {
    key,
    code,
    shift: keys.includes("S"),
    ctrl: keys.includes("C"),
    alt: keys.includes("A"),
    meta: keys.includes("M"),
    altGraph: keys.includes("G"),
  };
}

function kitty(): KeyboardProtocol {
  const keyboard = new KeyboardProtocol();
  keyboard.push(1);
  return keyboard;
}

describe("without a protocol", () => {
  test("Shift+Enter is a line feed and every other key is plain", () => {
    const keyboard = new KeyboardProtocol();
    expect(keyboard.encode(press("S", "Enter"))).toBe("\n");
    for (const key of [
      press("", "Enter"),
      press("A", "Enter"),
      press("C", "c", "KeyC"),
      press("", "Escape"),
    ]) {
      expect(keyboard.encode(key)).toBeNull();
    }
  });
});

describe("with modifyOtherKeys", () => {
  test.each([
    ["S", "\x1b[27;2;13~"],
    ["C", "\x1b[27;5;13~"],
    ["A", "\x1b[27;3;13~"],
    ["", null],
  ])("Enter with %j", (keys, bytes) => {
    const keyboard = new KeyboardProtocol();
    keyboard.modifyOtherKeys = 2;
    expect(keyboard.encode(press(keys, "Enter"))).toBe(bytes);
  });
});

describe("with the kitty protocol", () => {
  test.each([
    [press("", "Enter"), null],
    [press("S", "Enter"), "\x1b[13;2u"],
    [press("C", "Enter"), "\x1b[13;5u"],
    [press("", "Escape"), "\x1b[27u"],
    [press("S", "Tab"), "\x1b[9;2u"],
    [press("", "Tab"), null],
    [press("C", "Backspace"), "\x1b[127;5u"],
    [press("C", "c", "KeyC"), "\x1b[99;5u"],
    [press("CS", "C", "KeyC"), "\x1b[99;6u"],
    [press("A", "b", "KeyB"), "\x1b[98;3u"],
    [press("C", " ", "Space"), "\x1b[32;5u"],
    [press("CS", "!", "Digit1"), "\x1b[49;6u"],
    [press("C", "с", "KeyC"), "\x1b[99;5u"],
    [press("A", "å", "KeyA"), "\x1b[97;3u"],
    [press("C", "a", "KeyQ"), "\x1b[97;5u"],
    [press("", "a", "KeyA"), null],
    [press("S", "A", "KeyA"), null],
    [press("CAG", "@", "KeyQ"), null],
    [press("C", "Control", "ControlLeft"), null],
    [press("C", "ArrowUp"), null],
    [press("A", "Dead", "Quote"), null],
  ])("%j is %j", (key, bytes) => {
    expect(kitty().encode(key)).toBe(bytes);
  });

  test("the stack is pushed, popped and bounded, and never empty", () => {
    const keyboard = new KeyboardProtocol();
    keyboard.push(31);
    expect(keyboard.flags).toBe(1);
    keyboard.push(0);
    expect(keyboard.flags).toBe(0);
    keyboard.pop(1);
    expect(keyboard.flags).toBe(1);
    keyboard.pop(99);
    expect(keyboard.flags).toBe(0);
    keyboard.set(1, 2);
    expect(keyboard.flags).toBe(1);
    keyboard.set(1, 3);
    expect(keyboard.flags).toBe(0);
  });

  test("an editor's keys do not outlive its screen", () => {
    const keyboard = new KeyboardProtocol();
    keyboard.screen = "alternate";
    keyboard.push(1);
    keyboard.screen = "normal";
    expect(keyboard.flags).toBe(0);
    keyboard.screen = "alternate";
    expect(keyboard.flags).toBe(1);
    keyboard.reset();
    expect(keyboard.flags).toBe(0);
  });

  test("no sequence of requests breaks it", () => {
    const request = fc.oneof(
      fc.nat().map((n) => (k: KeyboardProtocol) => k.push(n)),
      fc.nat().map((n) => (k: KeyboardProtocol) => k.pop(n)),
      fc.tuple(fc.nat(), fc.nat({ max: 4 })).map(
        ([n, m]) =>
          (k: KeyboardProtocol) =>
            k.set(n, m),
      ),
    );
    fc.assert(
      fc.property(fc.array(request), (requests) => {
        const keyboard = new KeyboardProtocol();
        for (const run of requests) run(keyboard);
        expect([0, 1]).toContain(keyboard.flags);
      }),
    );
  });
});

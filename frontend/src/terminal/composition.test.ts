import { Terminal } from "@xterm/xterm";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Composition, TextEntry } from "./composition";

/** One event of a browser's field, as it tells of it. */
type Step =
  | { readonly start: true }
  | { readonly update: string }
  | { readonly end: string }
  | { readonly key: string; readonly keyCode: number }
  | { readonly input: string | null; readonly type: string; readonly composing?: true };

const start = { start: true } as const;
const update = (text: string): Step => ({ update: text });
const end = (text: string): Step => ({ end: text });
const taken: Step = { key: "Unidentified", keyCode: 229 };
const key = (name: string, keyCode: number): Step => ({ key: name, keyCode });
const input = (type: string, text: string | null): Step => ({ input: text, type });
const composed = (type: string, text: string | null): Step => ({ input: text, type, composing: true });

/** What WebKitGTK tells of a text that a key of the input method enters at once: no composition begins. */
const atOnce = (text: string): Step[] => [taken, composed("insertFromComposition", text), end(text)];
/** What it tells when something was shown before: the shown text goes first, with an end of its own. */
const afterShowing = (text: string, ...shown: string[]): Step[] => [
  taken,
  start,
  ...shown.flatMap((part) => [update(part), composed("insertCompositionText", part), taken]),
  composed("deleteCompositionText", null),
  end(""),
  ...atOnce(text),
];
/** What Chromium tells: the last of the text that is shown is what was chosen. */
const chosen = (text: string, ...shown: string[]): Step[] => [
  taken,
  start,
  ...[...shown, text].flatMap((part) => [update(part), composed("insertCompositionText", part)]),
  end(text),
];
/** No key at all: a list of emoji, dictation, a keyboard on the screen. */
const keyless = (text: string): Step[] => [input("insertText", text)];

/** What the program gets; a key of its own stands as its name in brackets. */
function sent(steps: readonly Step[]): string {
  const composition = new Composition();
  return steps.map((step) => answer(composition, step)).join("");
}

function answer(composition: Composition, step: Step): string {
  if ("start" in step) composition.start();
  else if ("update" in step) composition.update(step.update);
  else if ("end" in step) return composition.end(step.end);
  else if ("key" in step) return composition.owns(step) ? "" : `${composition.interrupt()}[${step.key}]`;
  else
    return composition.insert({
      inputType: step.type,
      data: step.input,
      isComposing: step.composing ?? false,
    });
  return "";
}

describe("of what a browser tells", () => {
  test.each<[string, Step[], string]>([
    [
      "letters of dead keys that are entered at once",
      [...atOnce("é"), key("b", 66), ...atOnce("é")],
      "é[b]é",
    ],
    [
      "letters of dead keys that are shown first",
      [...afterShowing("é", "´"), ...afterShowing("ü", "¨")],
      "éü",
    ],
    ["the same emoji twice", [...atOnce("😀"), ...atOnce("😀")], "😀😀"],
    [
      "parts of an emoji that is several",
      [...atOnce("👩"), key("\u200d", 0), ...atOnce("💻")],
      "👩[\u200d]💻",
    ],
    [
      "a syllable that another follows",
      [...afterShowing("한", "ㅎ", "하", "한"), ...afterShowing("글", "ㄱ")],
      "한글",
    ],
    ["a word that is chosen", chosen("日本", "に", "にほ"), "日本"],
    ["a word that is given up", [...chosen("", "ㅎ")], ""],
    ["a text without a key", [...keyless("😀"), ...keyless("😀")], "😀😀"],
    ["a text that its key leaves to the input method", [taken, ...keyless("1")], "1"],
    ["a key of the input method that enters nothing", [taken, taken], ""],
    ["a correction", [input("insertReplacementText", "the")], "the"],
    ["a new line without a key", [input("insertLineBreak", null)], "\r"],
    ["a deletion", [input("deleteContentBackward", null)], ""],
    ["what the clipboard inserts, which is a paste", [input("insertFromPaste", "ls")], ""],
    [
      "an end that another browser tells before the text",
      [start, end("é"), input("insertCompositionText", "é")],
      "é",
    ],
    ["a key that ends what is shown", [start, update("글"), key("Enter", 13), end("글")], "글[Enter]"],
    [
      "a key after which it goes on",
      [start, update("글"), key("F5", 116), update("글자"), end("글자")],
      "글[F5]자",
    ],
    [
      "a key after which it is gone",
      [start, update("글"), key("F5", 116), end(""), ...atOnce("나")],
      "글[F5]나",
    ],
    [
      "modifiers, which end nothing",
      [start, update("ㅁ"), key("AltGraph", 0), key("Shift", 16), end("마")],
      "마",
    ],
    ["modifiers otherwise", [key("Shift", 16)], "[Shift]"],
  ])("%s", (_, steps, want) => {
    expect(sent(steps)).toBe(want);
  });

  test("every text is sent once and in order, whoever tells it and how", () => {
    const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 4 });
    const parts = fc.array(text, { maxLength: 3 });
    const story = fc.oneof(
      text.map((given) => ({ steps: atOnce(given), given })),
      text.map((given) => ({ steps: keyless(given), given })),
      fc.tuple(text, parts).map(([given, shown]) => ({ steps: afterShowing(given, ...shown), given })),
      fc.tuple(text, parts).map(([given, shown]) => ({ steps: chosen(given, ...shown), given })),
      text.map((given) => ({
        steps: [start, update(given), key("Enter", 13), end(given)],
        given: `${given}[Enter]`,
      })),
      fc.constantFrom("a", "Enter", "F1").map((name) => ({ steps: [key(name, 1)], given: `[${name}]` })),
      fc.constant({ steps: [...chosen("", "a"), taken], given: "" }),
    );
    fc.assert(
      fc.property(fc.array(story), (stories) => {
        expect(sent(stories.flatMap(({ steps }) => steps))).toBe(stories.map(({ given }) => given).join(""));
      }),
    );
  });
});

describe("in the emulator's field", () => {
  let host: HTMLElement;
  let terminal: Terminal;
  let entry: TextEntry;
  let got: string[];

  beforeEach(() => {
    vi.useFakeTimers();
    host = document.createElement("div");
    document.body.append(host);
    terminal = new Terminal();
    terminal.open(host);
    got = [];
    terminal.onData((data) => data !== "" && got.push(data)); // nothing is what the emulator reads of an empty field
    entry = new TextEntry(terminal, field(), false);
    terminal.attachCustomKeyEventHandler((event) => event.type !== "keydown" || entry.passes(event));
    terminal.focus();
  });

  afterEach(() => {
    entry.dispose();
    terminal.dispose();
    host.remove();
    vi.useRealTimers();
  });

  function field(): HTMLTextAreaElement {
    if (!terminal.textarea) throw new Error("the terminal is not open");
    return terminal.textarea;
  }

  function tell(event: Event): void {
    field().dispatchEvent(event);
  }

  function composition(name: string, data = ""): void {
    const event = new CompositionEvent(name, { bubbles: true });
    Object.defineProperty(event, "data", { value: data }); // which the page of the tests leaves out
    tell(event);
  }
  const down = (name: string, keyCode: number) =>
    tell(new KeyboardEvent("keydown", { key: name, keyCode, bubbles: true }));
  const inserted = (inputType: string, data: string, isComposing = false): void => {
    field().value += data;
    tell(new InputEvent("input", { inputType, data, isComposing, bubbles: true, composed: true }));
  };
  const later = () => vi.advanceTimersByTime(10);

  function compose(text: string): void {
    composition("compositionstart");
    composition("compositionupdate", text);
    inserted("insertCompositionText", text, true);
    composition("compositionend", text);
  }

  /** As WebKitGTK does for a dead key and its letter. */
  function enterAtOnce(text: string): void {
    down("Unidentified", 229);
    inserted("insertFromComposition", text, true);
    composition("compositionend", text);
    later();
  }

  test("what is composed is sent once", () => {
    compose("日本");
    later();
    terminal.blur();
    later();
    expect(got).toEqual(["日本"]);
  });

  test("the same letter twice is twice, whatever was typed between", () => {
    enterAtOnce("é");
    down("b", 66);
    enterAtOnce("é");
    enterAtOnce("😀");
    enterAtOnce("😀");
    expect(got).toEqual(["é", "b", "é", "😀", "😀"]);
  });

  test("what the loss of the focus ends is sent once as well", () => {
    compose("a");
    later();
    compose("ねこ");
    terminal.blur();
    later();
    expect(got).toEqual(["a", "ねこ"]);
  });

  test("a key that follows at once does not overtake what was composed", () => {
    compose("글");
    down("Enter", 13);
    later();
    expect(got).toEqual(["글", "\r"]);
  });

  test("a key that ends it comes after it, and what its method says then is not new", () => {
    composition("compositionstart");
    composition("compositionupdate", "글");
    inserted("insertCompositionText", "글", true);
    later();
    down("Enter", 13);
    composition("compositionend", "글");
    later();
    expect(got).toEqual(["글", "\r"]);
  });

  test("what was given up is not sent", () => {
    compose("");
    terminal.blur();
    later();
    expect(got).toEqual([]);
  });

  test("it is shown until it ends, and the field is empty then", () => {
    const shown = () => host.querySelector(".composition-view.active")?.textContent ?? null;
    composition("compositionstart");
    composition("compositionupdate", "に");
    inserted("insertCompositionText", "に", true);
    expect([shown(), field().value]).toEqual(["に", "に"]);
    composition("compositionend", "に");
    expect([shown(), field().value]).toEqual([null, ""]);
  });

  test("the line that is composed comes into view, as with any key", () => {
    terminal.write("\r\n".repeat(100));
    later();
    terminal.scrollToTop();
    composition("compositionstart");
    const { active } = terminal.buffer;
    expect([active.baseY > 0, active.viewportY]).toEqual([true, active.baseY]);
  });

  test("text without a key is sent at once, and again when it comes again", () => {
    inserted("insertText", "😀");
    down("Unidentified", 229);
    inserted("insertText", "😀");
    later();
    expect([got, field().value]).toEqual([["😀", "😀"], ""]);
  });

  test("a text that was selected with the mouse is not part of it", () => {
    field().value = "selected";
    field().select();
    compose("é");
    composition("compositionstart"); // of the next, before the emulator has looked at the first
    composition("compositionupdate", "ㅎ");
    inserted("insertCompositionText", "ㅎ", true);
    later();
    composition("compositionend", "");
    later();
    expect(got).toEqual(["é"]);
  });

  test("a letter that its key has sent does not enter the field", () => {
    down("A", 65);
    const pressed = new KeyboardEvent("keypress", {
      key: "A",
      charCode: 65,
      keyCode: 65,
      bubbles: true,
      cancelable: true,
    });
    tell(pressed);
    expect([got, pressed.defaultPrevented]).toEqual([["A"], true]);
  });

  test("Option, where it is Meta, composes nothing", () => {
    const alt = new KeyboardEvent("keydown", { key: "Dead", keyCode: 229, altKey: true });
    expect(entry.passes(alt)).toBe(false);
    const mac = new TextEntry(terminal, field(), true);
    expect(mac.passes(alt)).toBe(true);
    mac.dispose();
  });
});

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type LeakTracker, trackDisposables } from "../base/leaks";
import { type FakeStream, fakeStream } from "../bridge/fake";
import { fixedCommand } from "./commands";
import { defaultSettings, type TerminalCallbacks } from "./contract";
import { MeasuredLetters } from "./letters";
import { themeFrom } from "./theme";
import { TerminalView } from "./view";

let tracker: LeakTracker;
let container: HTMLElement;
let stream: FakeStream;
let view: TerminalView;
let clipboard: string;
let copiedFiles: readonly string[];
let copiedPictures: readonly File[];
let unreadable: string | null;
let said: string[];
let agree: boolean;
let focusedPane: boolean;
let room: { width: number; height: number };
let letters: MeasuredLetters;
let inSight: boolean;

function build(
  callbacks: Partial<TerminalCallbacks> = {},
  readable = true,
  windowTakesFiles = false,
  where: { container?: HTMLElement; stream?: FakeStream } = {},
): TerminalView {
  // As a window has them: the keys of every terminal, and one more for pasting.
  const windowKeys = (event: KeyboardEvent) =>
    event.key === "V" && event.ctrlKey && event.shiftKey ? "paste" : fixedCommand(event, "linux");
  return new TerminalView({
    windowTakesFiles,
    container,
    stream,
    ...where,
    settings: defaultSettings,
    letters,
    theme: themeFrom(() => "#123456", false),
    platform: { keys: "linux", os: "linux" },
    version: "1.0.0",
    clipboard: {
      readable,
      async write(text) {
        clipboard = text;
        return true;
      },
      async read() {
        if (unreadable !== null) throw new Error(unreadable);
        return { text: clipboard, paths: copiedFiles, files: copiedPictures };
      },
    },
    callbacks: {
      commandOf: windowKeys,
      isFocusedPane: () => focusedPane,
      async confirmPaste(text) {
        said.push(`confirm ${JSON.stringify(text)}`);
        return agree;
      },
      openLink: (uri) => said.push(`open ${uri}`),
      receiveFiles: async (files) => files.map((file) => `/drop/${file.name}`),
      copied: (by) => said.push(`copied by ${by}`),
      inputDropped: () => said.push("dropped"),
      ...callbacks,
    },
  });
}

/** Tells once whether what is observed is in sight, as the page does a moment after it is asked. */
class Sight {
  constructor(private readonly tell: (entries: { isIntersecting: boolean }[]) => void) {}
  observe(): void {
    queueMicrotask(() => this.tell([{ isIntersecting: inSight }]));
  }
  disconnect(): void {}
}

beforeEach(async () => {
  tracker = trackDisposables();
  room = { width: 800, height: 600 };
  inSight = true;
  letters = new MeasuredLetters();
  vi.stubGlobal("IntersectionObserver", Sight);
  // There is no layout here; elements are as large as the test says.
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockImplementation(() => room.width);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockImplementation(() => room.height);
  vi.spyOn(document, "hasFocus").mockReturnValue(true);
  container = document.createElement("div");
  document.body.append(container);
  stream = fakeStream();
  [copiedPictures, clipboard, copiedFiles, unreadable, said, agree, focusedPane] = [
    [],
    "",
    [],
    null,
    [],
    true,
    true,
  ];
  view = build();
  await frame();
});

afterEach(() => {
  view.dispose();
  stream.dispose();
  letters.dispose();
  vi.unstubAllGlobals();
  container.remove();
  const leaks = tracker.leaks();
  tracker.stop();
  expect(leaks).toEqual([]);
});

const frame = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => resolve()));
const textarea = (): HTMLTextAreaElement => {
  const found = container.querySelector("textarea");
  if (!found) throw new Error("the emulator is not open");
  return found;
};

function press(init: KeyboardEventInit & { keyCode?: number }): KeyboardEvent {
  const event = new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...init });
  if (init.keyCode !== undefined) Object.defineProperty(event, "keyCode", { value: init.keyCode });
  textarea().dispatchEvent(event);
  return event;
}

function transfer(type: "paste" | "drop", text: string, files: File[] = []): void {
  const event = new Event(type, { bubbles: true, cancelable: true });
  const types = [...(text ? ["text/plain"] : []), ...(files.length > 0 ? ["Files"] : [])];
  const data = { files, types, getData: () => text };
  Object.defineProperty(event, type === "paste" ? "clipboardData" : "dataTransfer", { value: data });
  textarea().dispatchEvent(event);
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

describe("paste", () => {
  test("of one line is typed, without what could act as keys", async () => {
    transfer("paste", "echo \x1b[201~hi\0");
    await settled();
    expect([stream.typed, said]).toEqual(["echo hi", []]);
  });

  test("of several lines is asked about, and typed only when agreed", async () => {
    await view.paste("a\nb");
    agree = false;
    await view.paste("rm\n");
    expect([stream.typed, said]).toEqual(["a\rb", ['confirm "a\\nb"', 'confirm "rm\\n"']]);
  });

  test("is not asked about when the user wants that", async () => {
    view.setSettings({ ...defaultSettings, asksBeforePaste: false });
    await view.paste("a\nb");
    expect([stream.typed, said]).toEqual(["a\rb", []]);
  });

  test("is not asked about by a program that knows pastes", async () => {
    await stream.write("\x1b[?2004h");
    await view.paste("a\nb");
    expect([stream.typed, said]).toEqual(["\x1b[200~a\rb\x1b[201~", []]);
  });

  test("comes from the clipboard with Ctrl+Shift+V and Shift+Insert", async () => {
    clipboard = "x";
    for (const key of [
      { key: "V", code: "KeyV", ctrlKey: true, shiftKey: true },
      { key: "Insert", code: "Insert", shiftKey: true },
    ]) {
      expect(press(key).defaultPrevented).toBe(true);
    }
    await settled();
    expect(stream.typed).toBe("xx");
  });

  test("of copied files or a picture inserts their quoted paths", async () => {
    copiedFiles = ["/uploads/image.png", "/home/a b"];
    expect(press({ key: "V", code: "KeyV", ctrlKey: true, shiftKey: true }).defaultPrevented).toBe(true);
    await settled();
    expect(stream.typed).toBe("/uploads/image.png '/home/a b' ");
    view.setInputEnabled(false);
    expect(await view.pasteClipboard()).toBe(true);
    expect(stream.typed).toBe("/uploads/image.png '/home/a b' ");
  });

  test("that the browser left empty is read as the page may", async () => {
    copiedPictures = [new File([], "image.png")];
    transfer("paste", "");
    await settled();
    expect(stream.typed).toBe("/drop/image.png ");
  });

  test("that cannot be read is told, and not as a page that may not read", async () => {
    view.dispose();
    view = build({ pasteFailed: (failure) => said.push(String(failure)) });
    unreadable = "too large";
    expect([await view.pasteClipboard(), said, stream.typed]).toEqual([true, ["Error: too large"], ""]);
  });

  test("is left to the browser where the page may not read the clipboard", async () => {
    view.dispose();
    view = build({}, false);
    await frame();
    expect(press({ key: "V", code: "KeyV", ctrlKey: true, shiftKey: true }).defaultPrevented).toBe(false);
    expect(stream.typed).toBe("");
  });

  test("that does not fit is said to be dropped", async () => {
    stream.refuseInput(true);
    await view.paste("x");
    expect(said).toEqual(["dropped"]);
  });

  test.each(["paste", "drop"] as const)("or drop of files (%s) inserts their quoted paths", async (type) => {
    transfer(type, "", [new File([], "a b.png"), new File([], "c.txt")]);
    await settled();
    expect(stream.typed).toBe("'/drop/a b.png' /drop/c.txt ");
  });

  test("or drop of files is the window's where that names them by path", async () => {
    view.dispose();
    view = build({}, true, true);
    await frame();
    const reached: string[] = [];
    const listener = (): void => void reached.push("window");
    window.addEventListener("drop", listener);
    transfer("drop", "", [new File([], "a.png")]);
    await settled();
    window.removeEventListener("drop", listener);
    expect([stream.typed, reached]).toEqual(["", ["window"]]);
  });

  test("does nothing while input is off", async () => {
    view.setInputEnabled(false);
    await view.paste("x");
    view.insertPaths(["/x"]);
    press({ key: "a", code: "KeyA", keyCode: 65 });
    view.setInputEnabled(true);
    await view.paste("y");
    expect(stream.typed).toBe("y");
  });
});

describe("keys", () => {
  test("of the terminal itself never reach the program", async () => {
    view.dispose();
    view = build({ commandOf: (event) => (event.key === "F5" ? "prompt-next" : null) });
    await frame();
    expect(press({ key: "F5", code: "F5", keyCode: 116 }).defaultPrevented).toBe(true);
    press({ key: "c", code: "KeyC", ctrlKey: true, keyCode: 67 });
    expect(stream.typed).toBe("\x03");
  });

  test("during a composition belong to the input method", async () => {
    const seen: string[] = [];
    view.dispose();
    view = build({
      commandOf(event) {
        seen.push(event.key);
        return "copy";
      },
    });
    await frame();
    press({ key: "Process", keyCode: 229 });
    expect([seen, stream.typed]).toEqual([[], ""]);
    // The key that ends a composition carries its own code.
    press({ key: "Enter", isComposing: true, keyCode: 13 });
    expect(seen).toEqual([]);
  });

  test("Shift+Enter is its own key", async () => {
    press({ key: "Enter", code: "Enter", shiftKey: true, keyCode: 13 });
    await stream.write("\x1b[>1u");
    press({ key: "Enter", code: "Enter", shiftKey: true, keyCode: 13 });
    await stream.write("\x1b[<u\x1b[>4;1m");
    press({ key: "Enter", code: "Enter", shiftKey: true, keyCode: 13 });
    press({ key: "Enter", code: "Enter", keyCode: 13 });
    expect(stream.typed).toBe("\n\x1b[13;2u\x1b[27;2;13~\r");
  });
});

describe("the clipboard", () => {
  const write = "\x1b]52;c;aGk=\x07";

  test("is set by a program in the focused pane of the focused window", async () => {
    await stream.write(write);
    await settled();
    expect([clipboard, said]).toEqual(["hi", ["copied by program"]]);
  });

  test.each([
    ["another pane is focused", () => (focusedPane = false)],
    ["another window is focused", () => vi.spyOn(document, "hasFocus").mockReturnValue(false)],
    ["another view owns the terminal", () => stream.setOwned(false)],
  ])("is not set when %s", async (_, change) => {
    change();
    await stream.write(write);
    await settled();
    expect([clipboard, said]).toEqual(["", []]);
  });

  test.each([
    ["off", true, true, ""],
    ["always", false, true, "hi"],
    // Each view would set the clipboard of its own user otherwise.
    ["always", false, false, ""],
  ] as const)(
    "follows the policy %s, in the focused pane %s, in its view %s: %j",
    async (policy, focused, owned, text) => {
      view.setSettings({ ...defaultSettings, clipboardWrites: policy });
      focusedPane = focused;
      stream.setOwned(owned);
      await stream.write(write);
      await settled();
      expect(clipboard).toBe(text);
    },
  );

  test("is not set by replay", async () => {
    await stream.write(write, true);
    await settled();
    expect([clipboard, said]).toEqual(["", []]);
  });

  test("gets the selection without the blanks that fill its rows", async () => {
    await stream.write("one   \r\ntwo\r\n");
    expect(view.copy()).toBe(false);
    // The emulator selects with Cmd+A and by mouse only; its own call stands for both.
    const { terminal } = (view as unknown as { emulator: { terminal: { selectAll(): void } } }).emulator;
    terminal.selectAll();
    expect(view.copy()).toBe(true);
    await settled();
    expect([clipboard.trimEnd(), said]).toEqual(["one\ntwo", ["copied by user"]]);
  });
});

describe("the size", () => {
  const measure = (cols: number, rows: number): void => {
    const screen = container.querySelector<HTMLElement>(".xterm-screen");
    if (!screen) throw new Error("the emulator is not open");
    vi.spyOn(screen, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, cols * 8, rows * 16));
  };

  test("is reported once per frame and only when it has changed", async () => {
    measure(80, 24);
    for (let i = 0; i < 5; i++) view.fit();
    await frame();
    view.fit();
    await frame();
    room = { width: 400, height: 320 };
    view.fit();
    await frame();
    expect(stream.sizes).toEqual([
      { cols: 100, rows: 37 },
      { cols: 50, rows: 20 },
    ]);
  });

  test("is never reported while the terminal is hidden or off the page", async () => {
    measure(80, 24);
    room = { width: 0, height: 0 };
    view.fit();
    await frame();
    room = { width: 800, height: 600 };
    container.style.visibility = "hidden";
    container.querySelector<HTMLElement>(".terminal-host")?.style.setProperty("visibility", "hidden");
    view.fit();
    await frame();
    view.remove();
    view.fit();
    await frame();
    expect(stream.sizes).toEqual([]);
  });

  test("of a terminal that is scrolled out of sight is reported without drawing it", async () => {
    measure(80, 24);
    view.fit();
    await frame();
    inSight = false;
    const [below, other] = [document.createElement("div"), fakeStream("a".repeat(32))];
    document.body.append(below);
    const second = build({}, true, false, { container: below, stream: other });
    await frame();
    await frame();
    expect(other.sizes).toEqual([{ cols: 100, rows: 37 }]);
    expect(below.querySelector(".xterm")).toBeNull();
    // Whoever asks for it need not wait until it is in sight.
    second.focus();
    expect(below.querySelector(".xterm")).not.toBeNull();
    second.dispose();
    other.dispose();
    below.remove();
  });

  test("of the letters is measured once for all terminals", async () => {
    measure(80, 24);
    view.fit();
    await frame();
    const measuring = vi.spyOn(letters, "learn");
    const other = fakeStream("a".repeat(32));
    const second = build({}, true, false, { stream: other });
    await frame();
    await frame();
    expect(other.sizes).toHaveLength(1);
    expect(measuring).not.toHaveBeenCalled();
    second.dispose();
    other.dispose();
  });

  test("of the emulator is set by the backend alone, in order with the output", async () => {
    const written = stream.write("\x1b[999;999H\x1b[6n");
    stream.sink?.resized(100, 30);
    await Promise.all([written, stream.write("\x1b[999;999H\x1b[6n")]);
    expect(stream.typed).toBe("\x1b[24;80R\x1b[30;100R");
  });
});

describe("a replay", () => {
  const start = { reset: true, cols: 80, rows: 24, prologue: new Uint8Array(), replay: 6 };
  const hidden = (): boolean => container.querySelector("[data-replaying]") !== null;

  test("is hidden until all of it is on the screen", async () => {
    stream.sink?.attached(start, () => {});
    expect(hidden()).toBe(true);
    await stream.write("one", true);
    expect(hidden()).toBe(true);
    await stream.write("two", true);
    expect(hidden()).toBe(false);
  });

  test("that is slow is shown as it comes", () => {
    vi.useFakeTimers();
    stream.sink?.attached(start, () => {});
    vi.advanceTimersByTime(1_499);
    expect(hidden()).toBe(true);
    vi.advanceTimersByTime(1);
    expect(hidden()).toBe(false);
    vi.useRealTimers();
  });

  test("that is empty, or only what was missed, hides nothing", () => {
    stream.sink?.attached({ ...start, replay: 0 }, () => {});
    expect(hidden()).toBe(false);
    stream.sink?.attached({ ...start, reset: false }, () => {});
    expect(hidden()).toBe(false);
  });
});

test("focus is told to the stream", () => {
  view.focus();
  textarea().dispatchEvent(new FocusEvent("focus"));
  expect(stream.focusCount).toBeGreaterThan(0);
});

test("a key in a pane that another view owns claims it", () => {
  view.focus();
  const key = (): Event => new KeyboardEvent("keydown", { key: "a" });
  const before = stream.focusCount;
  textarea().dispatchEvent(key());
  expect(stream.focusCount).toBe(before);
  stream.setOwned(false);
  textarea().dispatchEvent(key());
  expect(stream.focusCount).toBe(before + 1);
});

test("a click in a pane claims it, even when it is not known yet that another view has taken it", () => {
  view.focus();
  const before = stream.focusCount;
  textarea().dispatchEvent(new MouseEvent("pointerdown", { bubbles: true }));
  expect(stream.focusCount).toBe(before + 1);
});

test("a view moves between containers without being made again", async () => {
  await stream.write("kept");
  const before = textarea();
  const other = document.createElement("div");
  document.body.append(other);
  view.moveTo(other);
  expect(container.querySelector("textarea")).toBeNull();
  expect(other.querySelector("textarea")).toBe(before);
  view.moveTo(container);
  other.remove();
});

test("fifty views come and go and leave nothing", async () => {
  for (let i = 0; i < 50; i++) {
    const one = fakeStream(String(i).padStart(32, "0"));
    const other = build({}, true, false, { container, stream: one });
    await one.write("\x1b]133;A\x07$ x\r\n");
    other.find.search({ text: "x", matchCase: false, wholeWord: false, regex: false });
    other.dispose();
    one.dispose();
  }
  expect(container.childElementCount).toBe(1);
}, 60_000);

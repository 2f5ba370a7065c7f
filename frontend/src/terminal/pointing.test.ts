/** What the pointer and dropped things do to a view. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type FakeStream, fakeStream } from "../bridge/fake";
import { defaultSettings } from "./contract";
import { type TerminalTheme, themeFrom } from "./theme";
import { MeasuredLetters, TerminalView } from "./view";

let stream: FakeStream;
let view: TerminalView;
let container: HTMLElement;
const menu = vi.fn();
const theme = (light: boolean): TerminalTheme => themeFrom(() => "#123456", light);
const host = () => container.firstElementChild as HTMLElement;

beforeEach(() => {
  menu.mockReset();
  container = document.createElement("div");
  document.body.append(container);
  stream = fakeStream();
  view = new TerminalView({
    container,
    stream,
    settings: defaultSettings,
    letters: new MeasuredLetters(),
    theme: theme(false),
    platform: { keys: "linux", os: "linux" },
    version: "1.0.0",
    clipboard: { readable: true, write: async () => true, read: async () => null },
    callbacks: {
      commandOf: () => null,
      isFocusedPane: () => true,
      confirmPaste: async () => true,
      openLink: () => {},
      receiveFiles: async () => [],
      menu,
    },
  });
});
afterEach(() => {
  view.dispose();
  stream.dispose();
  container.remove();
});

function rightClick(init: MouseEventInit = {}): Event {
  const event = new MouseEvent("contextmenu", {
    bubbles: true,
    cancelable: true,
    clientX: 7,
    clientY: 9,
    ...init,
  });
  (host().firstElementChild ?? host()).dispatchEvent(event);
  return event;
}

describe("dropped paths", () => {
  it("without a name, as of an address, insert nothing", () => {
    view.insertPaths([""]);
    expect(stream.typed).toBe("");
    view.insertPaths(["", "/a b"]);
    expect(stream.typed).toBe("'/a b' ");
  });
});

describe("a right click", () => {
  it("opens the terminal's menu instead of the webview's", () => {
    expect(rightClick().defaultPrevented).toBe(true);
    expect(menu).toHaveBeenCalledExactlyOnceWith({ x: 7, y: 9 });
  });

  it("is a program's that follows the mouse, unless Shift is held", async () => {
    await stream.write("\x1b[?1000h");
    expect(rightClick().defaultPrevented).toBe(true);
    expect(menu).not.toHaveBeenCalled();
    rightClick({ shiftKey: true });
    expect(menu).toHaveBeenCalledOnce();
  });
});

it("marks a theme with a contrast, for the colours that its style sheet repairs", () => {
  expect(host().hasAttribute("data-contrast")).toBe(false);
  view.setTheme(theme(true));
  expect(host().hasAttribute("data-contrast")).toBe(true);
});

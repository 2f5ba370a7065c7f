import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Disposable } from "../base/disposable";
import { receiveTransfers } from "./transfers";

let element: HTMLElement;
let transfers: Disposable;
let texts: string[];
let taken: boolean;

beforeEach(() => {
  element = document.createElement("div");
  [texts, taken] = [[], false];
  transfers = receiveTransfers(element, {
    ignoresDroppedFiles: false,
    text: (text) => texts.push(text),
    files: () => {},
    emptyPaste: () => texts.push("(asks)"),
    takesPointer: () => taken,
    selection: () => null,
  });
});
afterEach(() => transfers.dispose());

function send(type: string, properties: object): Event {
  const event = new Event(type, { bubbles: true, cancelable: true });
  for (const [name, value] of Object.entries(properties)) Object.defineProperty(event, name, { value });
  element.dispatchEvent(event);
  return event;
}

const paste = (text: string) =>
  send("paste", { clipboardData: { files: [], types: ["text/plain"], getData: () => text } });
const inserts = (data: string) => send("beforeinput", { inputType: "insertFromPaste", data });

describe("a middle click", () => {
  it("pastes what the engine is about to insert, not what the paste event tells", () => {
    send("mousedown", { button: 1 });
    expect(paste("clipboard").defaultPrevented).toBe(false);
    expect(inserts("primary").defaultPrevented).toBe(true);
    expect(texts).toEqual(["primary"]);
  });

  it("is over with the next key or another button", () => {
    for (const next of [() => send("keydown", {}), () => send("mousedown", { button: 0 })]) {
      send("mousedown", { button: 1 });
      next();
      expect(paste("clipboard").defaultPrevented).toBe(true);
    }
    expect(texts).toEqual(["clipboard", "clipboard"]);
  });

  it("pastes nothing when it is the program's", () => {
    taken = true;
    send("mousedown", { button: 1 });
    expect(paste("clipboard").defaultPrevented).toBe(true);
    expect(texts).toEqual([]);
  });
});

it("takes a dropped address once", () => {
  send("drop", { dataTransfer: { files: [], getData: () => "https://example.org/" } });
  expect(texts).toEqual(["https://example.org/"]);
});

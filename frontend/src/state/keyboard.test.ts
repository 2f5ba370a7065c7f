import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { FakeBackend } from "../bridge/fake";
import { keysOf } from "../domain/keymap";
import { backendWith, id, terminal, workspace } from "./fixture";
import { Keyboard } from "./keyboard";
import { Session } from "./session";
import { usualSettings } from "./settings";

let backend: FakeBackend;
let session: Session;
let keyboard: Keyboard;

const ctrlShift = (key: string) => ({
  key,
  code: `Key${key}`,
  ctrlKey: true,
  shiftKey: true,
  altKey: false,
  metaKey: false,
});

beforeEach(async () => {
  const sending = workspace("a", ["1", "2"]);
  backend = backendWith(
    [{ ...sending, panes: sending.panes.map((pane, index) => ({ ...pane, sendAllKeys: index === 0 })) }],
    ["1", "2"].map((one) => terminal(one, "a")),
  );
  session = new Session(backend);
  keyboard = new Keyboard(session, "linux", "desktop");
  await vi.waitFor(() => expect(session.info.getState()).not.toBeNull());
});
afterEach(() => {
  keyboard.dispose();
  session.dispose();
});

describe("the keys in force", () => {
  it("follow the settings of whichever view", () => {
    backend.emit("settings", {
      ...usualSettings,
      keyboard: { bindings: { find: ["F3"] } },
      revision: 9,
    });
    expect(keysOf(keyboard.keymap.getState(), "find")).toEqual(["F3"]);
    expect(keyboard.commandOf({ ...ctrlShift("F"), key: "F" })).toBeUndefined();
  });

  it("are the palette's alone in a pane whose program gets all keys", () => {
    expect(keyboard.commandOf(ctrlShift("D"), id("1"))).toBeUndefined();
    expect(keyboard.commandOf(ctrlShift("P"), id("1"))).toBe("palette");
    expect(keyboard.commandOf(ctrlShift("D"), id("2"))).toBe("split-right");
    // Outside of the terminal nothing is the program's.
    expect(keyboard.commandOf(ctrlShift("D"))).toBe("split-right");
  });
});

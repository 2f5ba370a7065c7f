import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { backendWith, id, terminal, workspace } from "../state/fixture";
import type { Session } from "../state/session";
import { usualSettings } from "../state/settings";
import { Application } from "./all";
import { type Assembly, assemble } from "./assembly";
import { FakeView } from "./grid/fake-view";

let backend: ReturnType<typeof backendWith>;
let session: Session;
let assembly: Assembly;

beforeEach(async () => {
  FakeView.made.length = 0;
  const place = workspace("a", ["1", "2"]);
  backend = backendWith(
    [{ ...place, panes: place.panes.map((pane, index) => ({ ...pane, sendAllKeys: index === 1 })) }],
    [terminal("1", "a"), terminal("2", "a")],
  );
  backend.answer("Settings.Shells", () => []);
  backend.answer("Settings.Locations", () => []);
  assembly = assemble(window, { backend, platform: "linux", surface: "desktop", create: FakeView });
  ({ session } = assembly);
  await waitFor(() => expect(session.info.getState()).not.toBeNull());
  render(<Application {...assembly} macos={false} />);
});
afterEach(() => {
  cleanup();
  assembly.dispose();
});

const pane = (seed: string) => document.querySelector<HTMLElement>(`[data-terminal="${id(seed)}"]`);
const emulator = (seed: string) => {
  const found = FakeView.made.find((each) => each.options.stream.terminal === id(seed));
  if (!found) throw new Error(`terminal ${seed} has no emulator`);
  return found;
};
/** False when the page has taken the key. */
const press = (key: string, change: object = { ctrlKey: true, shiftKey: true }) =>
  fireEvent.keyDown(document.activeElement ?? document.body, {
    key,
    code: `Key${key.toUpperCase()}`,
    ...change,
  });
const settled = () => act(() => new Promise((resolve) => setTimeout(resolve, 5)));
const asked = (seed: string, key: string, change: object) =>
  emulator(seed).options.callbacks.commandOf(new KeyboardEvent("keydown", { key, ...change }));

describe("a pane whose program gets all keys", () => {
  it("says so, and keeps only the palette's", () => {
    expect(pane("2")?.querySelector('[data-mark="all-keys"]')).not.toBeNull();
    expect(pane("1")?.querySelector('[data-mark="all-keys"]')).toBeNull();
    act(() => emulator("2").focus());
    expect(press("F")).toBe(true);
    expect(session.view.getState().finding).toBeUndefined();
    expect(asked("2", "C", { ctrlKey: true, shiftKey: true })).toBeNull();
    expect(asked("2", "ContextMenu", {})).toBeNull();
    act(() => void press("P"));
    expect(session.view.getState().palette).toBe(true);
  });

  it("leaves the keys of the others as they are", () => {
    act(() => emulator("1").focus());
    expect(asked("1", "C", { ctrlKey: true, shiftKey: true })).toBe("copy");
    expect(asked("1", "Insert", { shiftKey: true })).toBe("paste");
    expect(asked("1", "c", { ctrlKey: true })).toBeNull();
    act(() => void press("F"));
    expect(session.view.getState().finding).toBe(id("1"));
  });
});

describe("keys that were changed", () => {
  it("work at once, also those of the terminal itself", () => {
    act(() =>
      backend.emit("settings", {
        ...usualSettings,
        keyboard: { bindings: { find: ["F3"], "prompt-next": ["F4"] } },
        revision: 9,
      }),
    );
    act(() => emulator("1").focus());
    expect(asked("1", "F4", {})).toBe("prompt-next");
    expect(press("F")).toBe(true);
    expect(session.view.getState().finding).toBeUndefined();
    act(() => void press("F3", { code: "F3" }));
    expect(session.view.getState().finding).toBe(id("1"));
  });
});

describe("a field", () => {
  it("edits its text with the keys for that, and leaves the others to the application", async () => {
    act(() => emulator("1").focus());
    act(() => void press("F"));
    const field = await screen.findByLabelText(/^Find/, { selector: "input" });
    act(() => field.focus());
    for (const key of ["Z", "V", "ArrowLeft"]) expect(press(key)).toBe(true);
    act(() => expect(press("P")).toBe(false));
    expect(session.view.getState().palette).toBe(true);
  });
});

describe("the settings", () => {
  it("cover the panes, keep the keyboard, and give it back to the same terminal", async () => {
    act(() => emulator("1").focus());
    act(() => void press(",", { ctrlKey: true, shiftKey: true, code: "Comma" }));
    expect(document.querySelector('[data-surface="workspace"]')).toBeNull();
    expect(document.activeElement?.textContent).toBe("General");
    await settled();
    // A command that works on panes does nothing meanwhile, and is not the browser's either.
    act(() => expect(press("D")).toBe(false));
    expect(backend.calls.some(({ method }) => method === "Terminals.New")).toBe(false);
    act(() => void press("Escape", { code: "Escape" }));
    await settled();
    expect(document.activeElement).toBe(emulator("1").field);
  });

  it("are left for a workspace that is shown", () => {
    act(() => session.commands.showSettings("about"));
    act(() => session.commands.showWorkspace(id("a")));
    expect(document.querySelector('[data-surface="settings"]')).toBeNull();
  });

  it("are applied to every emulator at once", () => {
    act(() =>
      backend.emit("settings", {
        ...usualSettings,
        appearance: { ...usualSettings.appearance, fontSize: 20 },
        revision: 9,
      }),
    );
    for (const seed of ["1", "2"]) expect(emulator(seed).told).toContain("font 20");
  });
});

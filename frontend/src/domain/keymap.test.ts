import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Action, actionOf, keymapFor, keysOf, type Platform, type Stroke, type Surface } from "./keymap";

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

  it.each<[string, string, string, Action]>([
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
    expect(actionOf(desktop, stroke(mods, key, code))).toBe(action);
  });

  it("takes the letter that a Latin layout types, wherever its key is", () => {
    expect(actionOf(desktop, stroke("CS", "W", "KeyZ"))).toBe("close-pane");
    expect(actionOf(desktop, stroke("CS", "Z", "KeyW"))).toBeUndefined();
  });

  it("takes the place of the key on a layout without Latin letters", () => {
    expect(actionOf(desktop, stroke("CS", "Ц", "KeyW"))).toBe("close-pane");
  });

  it("takes digits by their place, because some layouts type them only with Shift", () => {
    expect(actionOf(desktop, stroke("A", "&", "Digit1"))).toBe("workspace-1");
    expect(actionOf(desktop, stroke("C", "à", "Digit0"))).toBe("font-reset");
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
    expect(actionOf(desktop, stroke(mods, key, code))).toBeUndefined();
  });
});

describe("every keymap", () => {
  const any = fc.record({ platform: fc.constantFrom(...platforms), surface: fc.constantFrom(...surfaces) });

  it("never takes Ctrl with a letter, Alt with a letter, or a letter alone", () => {
    const letters = fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz");
    fc.assert(
      fc.property(any, letters, fc.constantFrom("", "S", "C", "A"), ({ platform, surface }, letter, mods) => {
        const press = stroke(mods, letter, `Key${letter.toUpperCase()}`);
        expect(actionOf(keymapFor(platform, surface), press)).toBeUndefined();
      }),
    );
  });

  it("gives no key to two actions", () => {
    for (const platform of platforms) {
      for (const surface of surfaces) {
        const all = [...keymapFor(platform, surface).values()]
          .flat()
          .map((binding) => JSON.stringify(binding));
        expect(new Set(all).size).toBe(all.length);
      }
    }
  });
});

describe("every action", () => {
  const actions: Record<Action, true> = {
    "new-terminal": true,
    "close-pane": true,
    "rename-pane": true,
    "close-workspace": true,
    "open-folder": true,
    find: true,
    "focus-left": true,
    "focus-right": true,
    "focus-up": true,
    "focus-down": true,
    "workspace-next": true,
    "workspace-previous": true,
    "workspace-1": true,
    "workspace-2": true,
    "workspace-3": true,
    "workspace-4": true,
    "workspace-5": true,
    "workspace-6": true,
    "workspace-7": true,
    "workspace-8": true,
    "workspace-9": true,
    "font-larger": true,
    "font-smaller": true,
    "font-reset": true,
  };

  it("has a key on every platform and in every kind of window, as the table for the documents says", async () => {
    const rows = platforms.flatMap((platform) =>
      surfaces.flatMap((surface) => {
        const keymap = keymapFor(platform, surface);
        expect([...keymap.keys()].toSorted()).toEqual(Object.keys(actions).toSorted());
        return [...keymap.keys()].map((action) =>
          [platform, surface, action, keysOf(keymap, action).join("+")].join("\t"),
        );
      }),
    );
    await expect(`${rows.join("\n")}\n`).toMatchFileSnapshot("./keymap.table.txt");
  });
});

describe("the keys that are shown", () => {
  it("are the effective ones", () => {
    expect(keysOf(keymapFor("linux", "desktop"), "close-pane")).toEqual(["Ctrl", "Shift", "W"]);
    expect(keysOf(keymapFor("linux", "app-window"), "close-pane")).toEqual(["Ctrl", "Shift", "W"]);
    expect(keysOf(keymapFor("linux", "tab"), "close-pane")).toEqual(["Alt", "Shift", "W"]);
    expect(keysOf(keymapFor("macos", "desktop"), "close-pane")).toEqual(["Cmd", "W"]);
    expect(keysOf(keymapFor("macos", "desktop"), "focus-left")).toEqual(["Cmd", "Option", "Left"]);
  });

  it("keep the usual key working in a tab that hands it over", () => {
    expect(actionOf(keymapFor("windows", "tab"), stroke("CS", "W", "KeyW"))).toBe("close-pane");
    expect(actionOf(keymapFor("windows", "tab"), stroke("AS", "W", "KeyW"))).toBe("close-pane");
  });
});

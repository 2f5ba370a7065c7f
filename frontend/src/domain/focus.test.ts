import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  activePlace,
  cycled,
  type Focus,
  focusedPane,
  followed,
  noFocus,
  type Place,
  withActive,
  withFocusedPane,
} from "./focus";

const place = (id: string, ...panes: string[]): Place => ({ id, panes: panes.map((pane) => ({ id: pane })) });
const at = (active: string, panes: Record<string, string> = {}): Focus => ({
  active,
  panes: new Map(Object.entries(panes)),
});

describe("the focus of a view", () => {
  it("goes to the next pane when one closes, to the previous at the end", () => {
    const before = [place("w", "a", "b", "c")];
    expect(followed(at("w", { w: "b" }), before, [place("w", "a", "c")]).panes.get("w")).toBe("c");
    expect(followed(at("w", { w: "c" }), before, [place("w", "a", "b")]).panes.get("w")).toBe("b");
    expect(followed(at("w", { w: "a" }), before, [place("w", "a", "b")]).panes.get("w")).toBe("a");
  });

  it("goes to the next workspace when one closes, and to the launcher after the last", () => {
    const before = [place("u"), place("v"), place("w")];
    expect(followed(at("v"), before, [place("u"), place("w")]).active).toBe("w");
    expect(followed(at("w"), before, [place("u"), place("v")]).active).toBe("v");
    expect(followed(at("w"), [place("w")], []).active).toBeUndefined();
  });

  it("waits for a pane and a workspace that are not known yet", () => {
    const before = [place("w", "a")];
    const focus = withFocusedPane(withActive(noFocus, "x"), "w", "new");
    const after = followed(focus, before, [place("w", "a")]);
    expect(focusedPane(after, place("w", "a"))?.id).toBe("a");
    expect(focusedPane(after, place("w", "a", "new"))?.id).toBe("new");
    expect(after.active).toBe("x");
  });

  it("cycles around the end", () => {
    const places = [place("u"), place("v")];
    expect(cycled(at("v"), places, 1)).toBe("u");
    expect(cycled(at("u"), places, -1)).toBe("v");
    expect(cycled(noFocus, places, 1)).toBe("u");
    expect(cycled(noFocus, [], 1)).toBeUndefined();
  });

  it("is always on something that exists after any change of the workspaces", () => {
    const panes = fc.uniqueArray(fc.constantFrom("a", "b", "c", "d"), { minLength: 1 });
    const places = fc
      .uniqueArray(fc.tuple(fc.constantFrom("u", "v", "w"), panes), { selector: ([id]) => id })
      .map((list) => list.map(([id, ids]) => place(id, ...ids)));
    fc.assert(
      fc.property(places, places, fc.nat(), fc.nat(), (before, after, seed, pick) => {
        const active = before[seed % Math.max(1, before.length)];
        if (!active) return;
        const pane = active.panes[pick % active.panes.length];
        if (!pane) return;
        const result = followed(at(active.id, { [active.id]: pane.id }), before, after);
        if (after.length === 0) expect(result.active).toBeUndefined();
        else expect(activePlace(result, after)).toBeDefined();
        const still = after.find((other) => other.id === active.id);
        if (still) expect(still.panes.map((p) => p.id)).toContain(result.panes.get(active.id));
      }),
    );
  });
});

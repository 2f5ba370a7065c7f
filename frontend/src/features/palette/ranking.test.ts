import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { commands } from "../../domain/commands";
import { ranked } from "./ranking";

// A property tries many cases, for which a machine that does much else needs its time.
const patience = 60_000;

const entries = commands.map(({ id, title, group, keywords }) => ({
  id: id as string,
  text: title,
  detail: group as string,
  keywords,
}));
const texts = (typed: string, recent: string[] = []) =>
  ranked(entries, typed, recent).shown.map(({ text }) => text);

describe("the palette's list", () => {
  it("has everything when nothing is typed, in its own order", () => {
    expect(texts("")).toEqual(entries.map(({ text }) => text).slice(0, 50));
  });

  it.each([
    ["split right", "Split right"],
    ["spr", "Split right"],
    ["right split", "Split right"],
    ["SPLIT R", "Split right"],
    ["set", "Settings"],
    ["zoom", "Zoom pane"],
    ["slate", "Slate theme"],
    ["prev work", "Previous workspace"],
    ["ws 3", "Go to workspace 3"],
  ])("has for %j first %j", (typed, first) => {
    expect(texts(typed)[0]).toBe(first);
  });

  it.each([
    ["font", "Larger terminal text"],
    ["equal", "Give all panes the same size"],
    ["balance", "Give all panes the same size"],
    ["even", "Give all panes the same size"],
    ["maximize", "Zoom pane"],
    ["vertical", "Split right"],
    ["side by side", "Split right"],
    ["horizontal", "Split down"],
    ["keyb", "Resize panes with the arrow keys"],
    ["preferences", "Settings"],
    ["colour", "Dark theme"],
    ["color", "Dark theme"],
    ["trml", "New terminal"],
  ])("has for the other word %j %j", (typed, expected) => {
    expect(texts(typed)).toContain(expected);
  });

  it("has titles before other words for them, and words before letters", () => {
    const list = [
      { id: "letters", text: "Flat object network", detail: "" },
      { id: "tight", text: "Fountain", detail: "" },
      { id: "keyword", text: "Larger text", detail: "", keywords: "font" },
      { id: "title", text: "Terminal font", detail: "" },
      { id: "whole", text: "Font", detail: "" },
    ];
    expect(ranked(list, "font", ["tight", "keyword"]).shown.map(({ id }) => id)).toEqual([
      "whole",
      "title",
      "keyword",
      "tight",
    ]);
  });

  it("does not gather letters from several words", () => {
    expect(texts("undo")).not.toContain("Quit Clanker Grid");
    expect(texts("font")).not.toContain("Focus pane on the right");
    const list = ["bash", "Slate theme"].map((text) => ({ id: text, text, detail: "alpha" }));
    expect(ranked(list, "sla", []).shown.map(({ text }) => text)).toEqual(["Slate theme"]);
  });

  it("shows first what was chosen lately, if it fits", () => {
    expect(texts("", ["settings", "find"]).slice(0, 3)).toEqual([
      "Settings",
      "Find in terminal",
      entries[0]?.text,
    ]);
    expect(texts("pane", ["zoom-pane", "settings"])[0]).toBe("Zoom pane");
    expect(texts("pane", ["settings"])).not.toContain("Settings");
  });

  it("finds letters of every script, with and without their marks", () => {
    const named = ["café notes", "Привет мир", "日本語の端末", "a/b.c"].map((text) => ({
      id: text,
      text,
      detail: "",
    }));
    for (const typed of ["cafe", "CAFÉ", "привет", "日本"]) {
      expect(ranked(named, typed, []).shown).toHaveLength(1);
    }
    expect(ranked(named, "/", []).shown.map(({ text }) => text)).toEqual(["a/b.c"]);
  });

  it("is bounded and says how much more there is", () => {
    const many = Array.from({ length: 5000 }, (_, n) => ({ id: `${n}`, text: `workspace ${n}`, detail: "" }));
    const { shown, more } = ranked(many, "work", []);
    expect([shown.length, more]).toEqual([50, 4950]);
  });

  it(
    "never fails, whatever is typed and whatever things are called",
    () => {
      const names = fc.oneof(
        fc.string(),
        fc.string({ unit: "binary" }),
        fc.constantFrom("-x", '"', "\\", "[", "a'b", "\u202e"),
      );
      fc.assert(
        fc.property(fc.array(names), names, (made, typed) => {
          const list = made.map((text, index) => ({ id: `${index}`, text, detail: "" }));
          const { shown } = ranked(list, typed, []);
          expect(new Set(shown).size).toBe(shown.length);
          for (const entry of shown) expect(list).toContain(entry);
        }),
      );
    },
    patience,
  );
});

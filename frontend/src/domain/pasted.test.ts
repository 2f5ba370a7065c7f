import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lineCount, pastePreview, visible } from "./pasted";

describe("the preview of a paste", () => {
  it.each([
    ["", 0],
    ["ls", 1],
    ["ls\n", 1],
    ["ls\npwd", 2],
    ["ls\r\npwd\r\n", 2],
    ["a\rb\rc", 3],
    ["\n\n", 2],
  ])("counts %j as %i lines", (text, lines) => {
    expect(lineCount(text)).toBe(lines);
  });

  it("shows control characters and hidden ones", () => {
    expect(visible("a\x1b[31m\x00\x7f\u009b\u202e")).toBe("a␛[31m␀␡\ufffd\ufffd");
    expect(visible("a\tb\r\nc")).toBe("a\tb\nc");
  });

  it("is bounded and says how much it leaves out", () => {
    const preview = pastePreview("x".repeat(10_000));
    expect(preview.text.length + preview.hidden).toBe(10_000);
    expect(preview.text.length).toBeLessThanOrEqual(4000);
  });

  it("never holds a character that could act", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
        const acting = [...visible(text)].filter((character) => {
          const code = character.codePointAt(0) ?? 0;
          const breaksOnly = code === 0x09 || code === 0x0a;
          return (
            (code < 0x20 && !breaksOnly) ||
            (code >= 0x7f && code < 0xa0) ||
            (code >= 0x202a && code <= 0x202e)
          );
        });
        expect(acting).toEqual([]);
      }),
    );
  });
});

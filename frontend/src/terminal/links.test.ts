import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findLinks, isOpenable, linkHint, shownTarget } from "./links";

const uris = (line: string): string[] => findLinks(line).map((link) => link.uri);

describe("links in a line", () => {
  test.each([
    ["see https://example.com/a.", ["https://example.com/a"]],
    ["(https://example.com/a)", ["https://example.com/a"]],
    ["https://en.wikipedia.org/wiki/Go_(game) is", ["https://en.wikipedia.org/wiki/Go_(game)"]],
    ["(see https://en.wikipedia.org/wiki/Go_(game))", ["https://en.wikipedia.org/wiki/Go_(game)"]],
    ["[x](https://example.com/a)", ["https://example.com/a"]],
    ['"https://example.com/a"', ["https://example.com/a"]],
    ["'https://example.com/a'", ["https://example.com/a"]],
    ["<https://example.com/a>", ["https://example.com/a"]],
    ["https://example.com/a?b=c&d=%20#e!", ["https://example.com/a?b=c&d=%20#e"]],
    [
      "http://localhost:5173/ and http://127.0.0.1:80/x,",
      ["http://localhost:5173/", "http://127.0.0.1:80/x"],
    ],
    ["http://[::1]:8080/x", ["http://[::1]:8080/x"]],
    ["mailto:me@example.com;", ["mailto:me@example.com"]],
    ["file:///home/me/a.txt:", ["file:///home/me/a.txt"]],
    ["HTTPS://EXAMPLE.COM/A", ["HTTPS://EXAMPLE.COM/A"]],
    ["https://ja.wikipedia.org/wiki/日本", ["https://ja.wikipedia.org/wiki/日本"]],
    ["│https://example.com/a│", ["https://example.com/a"]],
    ["**https://example.com/a**", ["https://example.com/a"]],
    ["xhttps://example.com", []],
    ["https://", []],
    ["javascript:alert(1) ftp://x data:text/html,x", []],
    ["no link here", []],
  ])("%s", (line, found) => {
    expect(uris(line)).toEqual(found);
  });

  test("say where they stand", () => {
    expect(findLinks("a https://x.de b")).toEqual([{ start: 2, end: 14, uri: "https://x.de" }]);
  });

  test("of any line are parts of it that may be opened", () => {
    const pieces = fc
      .array(
        fc.constantFrom("https://", "x.de", "(", ")", "[", "]", ".", ",", " ", "/a", "mailto:", "日", "'"),
      )
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(pieces, (line) => {
        for (const { start, end, uri } of findLinks(line)) {
          expect(line.slice(start, end)).toBe(uri);
          expect(isOpenable(uri)).toBe(true);
        }
      }),
    );
  });

  test("of a very long line are found in time", () => {
    const started = performance.now();
    findLinks(`https://x/${"(".repeat(40_000)}`);
    findLinks(`https://x/${")".repeat(40_000)}`);
    findLinks("https:/".repeat(20_000));
    // Quadratic work would take minutes; the bound leaves room for a machine under load.
    expect(performance.now() - started).toBeLessThan(8_000);
  });
});

test.each([
  ["https://example.com", true],
  ["http://example.com", true],
  ["mailto:a@b.c", true],
  ["file:///etc/hosts", true],
  ["javascript:alert(1)", false],
  ["vscode://file/x", false],
  ["data:text/html,x", false],
  ["ssh://host", false],
  ["example.com", false],
  ["", false],
])("%j may be opened: %s", (uri, openable) => {
  expect(isOpenable(uri)).toBe(openable);
});

test.each([
  ["https://example.com", false, "Ctrl+click opens https://example.com"],
  ["mailto:a@b.c", false, "Ctrl+click opens mailto:a@b.c"],
  ["file:///etc/hosts", true, "Ctrl+click opens file:///etc/hosts"],
  ["FILE:///etc/hosts", false, "Opens in the desktop window only: FILE:///etc/hosts"],
  ["javascript:alert(1)", true, "This link is not opened: javascript:alert(1)"],
  ["vscode://file/x", true, "This link is not opened: vscode://file/x"],
])("the tip of %j promises only what will happen", (uri, opensFiles, tip) => {
  expect(linkHint(uri, "Ctrl", opensFiles)).toBe(tip);
});

test("a target is shown without characters that hide or reorder", () => {
  expect(shownTarget("https://a.example/\u202egpj.exe\n")).toBe("https://a.example/\ufffdgpj.exe\ufffd");
  expect(shownTarget(`https://x/${"a".repeat(5000)}`).length).toBe(300);
});

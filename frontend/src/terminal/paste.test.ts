import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cleanPaste, copiedText, pasteBytes, pasteNeedsConsent, quotePath } from "./paste";

const asText = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

describe("a paste", () => {
  test.each([
    ["line ends of every system", "a\r\nb\rc\nd", "a\nb\nc\nd"],
    ["tabs", "a\tb", "a\tb"],
    ["escape sequences", "a\x1b[31mb", "a[31mb"],
    ["NUL, DEL and C1", "a\0b\x7fc\x9bd", "abcd"],
    ["the end of a bracketed paste", "a\x1b[201~b", "ab"],
    ["the end of a bracketed paste in C1", "a\x9b201~b", "ab"],
    ["an end hidden in an end", "\x1b[20\x1b[201~1~rm", "[201~rm"],
    ["emoji and combining characters", "👩‍👩‍👧 e\u0301", "👩‍👩‍👧 e\u0301"],
  ])("keeps or drops %s", (_, text, clean) => {
    expect(cleanPaste(text)).toBe(clean);
  });

  test("can never close its own bracket", () => {
    const hostile = fc
      .array(fc.constantFrom("\x1b", "[", "201~", "200~", "\x9b", "0", "1", "2", "~", "x", "\n", "\r"))
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(hostile, (text) => {
        const pasted = asText(pasteBytes(cleanPaste(text), true));
        expect(pasted.startsWith("\x1b[200~") && pasted.endsWith("\x1b[201~")).toBe(true);
        expect(pasted.slice(6, -6)).not.toMatch(/[^\P{Cc}\r\t]/u);
      }),
    );
  });

  test.each([
    ["ls", false, false],
    ["ls\n", false, true],
    ["a\nb", false, true],
    ["a\nb", true, false],
  ])("%j, bracketed %s, needs consent: %s", (text, bracketed, consent) => {
    expect(pasteNeedsConsent(text, bracketed)).toBe(consent);
  });

  test("presses Enter with carriage returns", () => {
    expect(asText(pasteBytes("a\nb", false))).toBe("a\rb");
  });

  test("of 8 MB is ready without a pause that a person notices", () => {
    const started = performance.now();
    const bytes = pasteBytes(cleanPaste("0123456789abcde\r\n".repeat(500_000)), true);
    expect(bytes.length).toBe(500_000 * 16 + 12);
    // A few hundred milliseconds in practice; the bound leaves room for a machine under load.
    expect(performance.now() - started).toBeLessThan(8_000);
  });
});

test.each([
  ["a   \nb\t \n  c", "a\nb\n  c"],
  ["a  ", "a"],
  ["a  \r\nb", "a\r\nb"],
  ["a b", "a b"],
])("a copy of %j is %j", (selection, copied) => {
  expect(copiedText(selection)).toBe(copied);
});

describe("a path", () => {
  test.each([
    ["/home/me/a.txt", "/home/me/a.txt"],
    ["/home/me/my file", "'/home/me/my file'"],
    ["/it's", "'/it'\\''s'"],
    ["/$HOME/`x`", "'/$HOME/`x`'"],
    ["-rf", "'-rf'"],
    ["~root", "'~root'"],
    ["", "''"],
    ["/日本", "'/日本'"],
    ["/a\\'b", "'/a'\\\\''\\''b'"],
    ["/a\nb'c\\", "$'/a\\x0ab\\x27c\\x5c'"],
    ["/a\x85b", "$'/a\\xc2\\x85b'"],
  ])("%j for a POSIX shell", (path, quoted) => {
    expect(quotePath(path, "linux")).toBe(quoted);
    expect(quotePath(path, "macos")).toBe(quoted);
  });

  test.each([
    ["C:\\Users\\me\\a.txt", "C:\\Users\\me\\a.txt"],
    ["C:\\Program Files\\x", '"C:\\Program Files\\x"'],
    ["C:\\a&b", '"C:\\a&b"'],
    ["C:\\$x's", "'C:\\$x''s'"],
  ])("%j for Windows", (path, quoted) => {
    expect(quotePath(path, "windows")).toBe(quoted);
  });

  test("with a control character has no quote or backslash that could end its quotes", () => {
    fc.assert(
      fc.property(hostileName, (name) => {
        fc.pre(/\p{Cc}/u.test(name));
        expect(quotePath(name, "linux")).toMatch(/^\$'(?:[^\\'\p{Cc}]|\\x[0-9a-f]{2})*'$/u);
      }),
    );
  });

  test("without one has only pairs outside of its quotes and no escape inside", () => {
    fc.assert(
      fc.property(hostileName, (name) => {
        fc.pre(!/\p{Cc}/u.test(name));
        expect(quotePath(name, "linux")).toMatch(/^(?:[A-Za-z0-9_/.,:@%+=-]+|(?:'[^\\']*'|\\[\\'])+)$/);
      }),
    );
  });

  test("is one word that a POSIX shell reads as the path", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 40 }), (path) => {
        fc.pre(!/\p{Cc}/u.test(path));
        expect(unquoted(quotePath(path, "linux"))).toBe(path);
      }),
    );
  });
});

/** Names of the characters that shells have a meaning for. */
const hostileName = fc
  .array(
    fc.constantFrom(
      "'",
      '"',
      "\\",
      "$",
      "`",
      ";",
      "&",
      "!",
      "*",
      "~",
      "#",
      "(",
      "\n",
      "\r",
      "\t",
      "\x1b",
      "\x85",
      " ",
      "a",
      "é",
    ),
    {
      maxLength: 12,
    },
  )
  .map((parts) => parts.join(""));

/** What a POSIX shell makes of one word: the rules for single quotes and backslashes. */
function unquoted(word: string): string {
  let out = "";
  let quoted = false;
  for (let i = 0; i < word.length; i++) {
    const character = word[i] ?? "";
    if (character === "'") quoted = !quoted;
    else if (character === "\\" && !quoted) out += word[++i] ?? "";
    else {
      if (!quoted) expect(character).toMatch(/[A-Za-z0-9_/.,:@%+=-]/);
      out += character;
    }
  }
  expect(quoted).toBe(false);
  return out;
}

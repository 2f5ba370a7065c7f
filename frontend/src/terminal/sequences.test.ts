import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clipboardWrite, maxClipboard, progressReport, reportedDirectory } from "./sequences";

const b64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

describe("OSC 52", () => {
  test.each(["c", "p", "s", "0", "7", "", "cs0"])("selector %j writes the clipboard", (selector) => {
    expect(clipboardWrite(`${selector};${b64("hé 日本")}`)).toBe("hé 日本");
  });

  test.each([
    ["a read", "c;?"],
    ["a read with an empty selector", ";?"],
    ["an erase", "c;"],
    ["an erase by something that is no base64", "c;!"],
    ["no base64", "c;%%%%"],
    ["a length that base64 cannot have", "c;YWJjZ"],
    ["no UTF-8", "c;/w=="],
    ["an unknown selector", "x;YQ=="],
    ["a selector beyond 7", "8;YQ=="],
    ["no separator", "YQ=="],
    ["padding alone", "c;===="],
  ])("%s does nothing", (_, data) => {
    expect(clipboardWrite(data)).toBeNull();
  });

  test("takes a mebibyte and nothing more", () => {
    const most = "x".repeat(maxClipboard);
    expect(clipboardWrite(`c;${btoa(most)}`)).toBe(most);
    expect(clipboardWrite(`c;${btoa(`${most}x`)}`)).toBeNull();
  });

  test("any text comes back as it was, whole", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 200 }), (text) => {
        expect(clipboardWrite(`c;${b64(text)}`)).toBe(text);
      }),
    );
  });

  test("no data whatever makes it throw or give an empty text", () => {
    fc.assert(fc.property(fc.string(), (data) => clipboardWrite(data) !== ""));
  });
});

describe("OSC 9;4", () => {
  test.each([
    ["4;1;50", { state: "set", percent: 50 }],
    ["4;1;250", { state: "set", percent: 100 }],
    ["4;2;10", { state: "error", percent: 10 }],
    ["4;3", { state: "indeterminate", percent: 0 }],
    ["4;4;7", { state: "paused", percent: 7 }],
    ["4;0", null],
    ["4", null],
    ["4;9;1", undefined],
    ["4;1;-5", undefined],
    ["hello", undefined],
    ["9;/path", undefined],
  ])("%s", (data, progress) => {
    expect(progressReport(data)).toEqual(progress);
  });
});

describe("OSC 7", () => {
  test.each([
    ["file:///home/me", "/home/me"],
    ["file://host/home/a%20b%C3%A9", "/home/a bé"],
    ["file:///C:/Users/me", "C:/Users/me"],
    ["file:///broken%zz", "/broken%zz"],
    ["file:///a%00b", null],
    ["/home/me", null],
    ["http://host/x", null],
    ["file://host", null],
  ])("%s", (data, path) => {
    expect(reportedDirectory(data)).toBe(path);
  });
});

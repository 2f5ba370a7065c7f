import { expect, test } from "vitest";
import { chord, keyOf, typing } from "./webdriverKeys.ts";

const values = (actions: ReturnType<typeof chord>): string =>
  actions.map(({ type, value }) => `${type === "keyDown" ? "+" : "-"}${String(value).replaceAll(/[\uE000-\uF8FF]/g, (key) => `<${key.charCodeAt(0).toString(16)}>`)}`).join(" ");

test("keys that are held go down first and up last", () => {
  expect(values(chord("Control+Shift+P"))).toBe("+<e009> +<e008> +P -P -<e008> -<e009>");
});

test("a key sends what it sends with Shift held, and without", () => {
  expect(values(chord("Control+A"))).toBe("+<e009> +a -a -<e009>");
  expect(values(chord("Control+Shift+BracketLeft"))).toBe("+<e009> +<e008> +{ -{ -<e008> -<e009>");
  expect(values(chord("Control+Shift+,"))).toBe("+<e009> +<e008> +< -< -<e008> -<e009>");
});

test("keys without a character have one of their own", () => {
  expect(keyOf("F2")).toBe("\uE032");
  expect(keyOf("Enter")).toBe("\uE006");
  expect(() => keyOf("Hyper")).toThrow("Hyper");
});

test("text is typed with Shift where a keyboard needs it, and with Enter at the end of a line", () => {
  expect(values(typing("aB\n"))).toBe("+a -a +<e008> +B -B -<e008> +<e006> -<e006>");
});

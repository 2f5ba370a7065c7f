import { expect, test } from "vitest";
import { EmulatorSheets } from "./sheets";

function drawn(): HTMLElement {
  const host = document.createElement("div");
  host.append(document.createElement("style"));
  return host;
}
const off = (host: HTMLElement): boolean => host.querySelector("style")?.media === "not all";

test("only the latest emulators in sight keep their sheets in force", () => {
  const sheets = new EmulatorSheets(2);
  const [a, b, c] = [drawn(), drawn(), drawn()];
  for (const host of [a, b, a, c]) sheets.seen(host);
  expect([a, b, c].map(off)).toEqual([false, true, false]);
  sheets.seen(b);
  expect([a, b, c].map(off)).toEqual([true, false, false]);
  sheets.forget(b);
  sheets.seen(a);
  expect([a, b, c].map(off)).toEqual([false, false, false]);
});

import { expect, test } from "vitest";
import { DesktopClipboard } from "./clipboard";

const clipboard = (content: { handled: boolean; text: string; paths: string[] }): DesktopClipboard =>
  new DesktopClipboard({ clipboard: { read: async () => content, write: async () => content } });

test("the desktop's clipboard is the backend's, a text or paths", async () => {
  expect(await clipboard({ handled: true, text: "x", paths: [] }).read()).toEqual({ text: "x", paths: [] });
  const paths = ["/uploads/image.png"];
  expect(await clipboard({ handled: true, text: "", paths }).read()).toEqual({ text: "", paths });
});

test("a backend without a clipboard leaves it to the page", async () => {
  const none = clipboard({ handled: false, text: "", paths: [] });
  expect([await none.read(), await none.write("x")]).toEqual([null, false]);
});

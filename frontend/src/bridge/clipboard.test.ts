import { afterEach, expect, test, vi } from "vitest";
import { DesktopClipboard, PageClipboard } from "./clipboard";

const clipboard = (content: { handled: boolean; text: string; paths: string[] }): DesktopClipboard =>
  new DesktopClipboard({ clipboard: { read: async () => content, write: async () => content } });

test("the desktop's clipboard is the backend's, a text or paths", async () => {
  expect(await clipboard({ handled: true, text: "x", paths: [] }).read()).toEqual({
    text: "x",
    paths: [],
    files: [],
  });
  const paths = ["/uploads/image.png"];
  expect(await clipboard({ handled: true, text: "", paths }).read()).toEqual({ text: "", paths, files: [] });
});

test("a backend without a clipboard leaves it to the page", async () => {
  const none = clipboard({ handled: false, text: "", paths: [] });
  expect([await none.read(), await none.write("x")]).toEqual([null, false]);
});

/** A browser's clipboard with these items, each a content per type. */
function pageHolds(...items: Record<string, string>[]): void {
  const read = async () =>
    items.map((item) => ({
      types: Object.keys(item),
      getType: async (type: string) => new Blob([item[type] ?? ""], { type }),
    }));
  vi.stubGlobal("navigator", { clipboard: { read } });
}

afterEach(() => vi.unstubAllGlobals());

test("the page's clipboard is a text where there is one", async () => {
  pageHolds({ "image/png": "png", "text/plain": "x" });
  expect(await new PageClipboard().read()).toEqual({ text: "x", paths: [], files: [] });
});

test("the page's clipboard is a picture otherwise", async () => {
  pageHolds({ "text/html": "<img>" }, { "image/png": "png" });
  const content = await new PageClipboard().read();
  expect([content?.text, content?.files.map((file) => [file.name, file.type, file.size])]).toEqual([
    "",
    [["", "image/png", 3]],
  ]);
});

test("the page's clipboard may hold nothing, or not be read", async () => {
  pageHolds();
  expect(await new PageClipboard().read()).toEqual({ text: "", paths: [], files: [] });
  vi.stubGlobal("navigator", { clipboard: { read: () => Promise.reject(new Error("denied")) } });
  expect(await new PageClipboard().read()).toBeNull();
  vi.stubGlobal("navigator", {});
  expect(await new PageClipboard().read()).toBeNull();
});

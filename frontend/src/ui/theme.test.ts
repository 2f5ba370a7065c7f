import { beforeEach, describe, expect, it, vi } from "vitest";
import { Appearance, type Look } from "./theme";

let light = false;
let tell: () => void = () => {};
const usual: Look = { theme: "system", uiScale: 100, uiFont: "" };

function page(memory?: Map<string, string>) {
  const root = document.createElement("html");
  const changed = vi.fn();
  const kept = memory && {
    getItem: (key: string) => memory.get(key) ?? null,
    setItem: (key: string, value: string) => void memory.set(key, value),
  };
  return { root, changed, appearance: new Appearance(root, changed, kept) };
}

beforeEach(() => {
  light = false;
  vi.spyOn(window, "matchMedia").mockImplementation(
    () =>
      ({
        get matches() {
          return light;
        },
        addEventListener: (_: string, listener: () => void) => (tell = listener),
        removeEventListener: () => (tell = () => {}),
      }) as unknown as MediaQueryList,
  );
});

describe("the theme", () => {
  it("follows the system until one is chosen", () => {
    const { root, changed, appearance } = page();
    expect(root.dataset.theme).toBe("dark");
    light = true;
    tell();
    expect(root.dataset.theme).toBe("light");
    appearance.show({ ...usual, theme: "slate" });
    expect(root.dataset.theme).toBe("slate");
    tell();
    expect(root.dataset.theme).toBe("slate");
    expect(changed).toHaveBeenCalledTimes(3);
    appearance.show(usual);
    expect(root.dataset.theme).toBe("light");
  });

  it("follows nothing after its end", () => {
    const { root, appearance } = page();
    appearance.dispose();
    light = true;
    tell();
    expect(root.dataset.theme).toBe("dark");
  });

  it("is there at once after a reload", () => {
    const memory = new Map<string, string>();
    page(memory).appearance.show({ theme: "light", uiScale: 150, uiFont: "" });
    const { root } = page(memory);
    expect([root.dataset.theme, root.style.fontSize]).toEqual(["light", "24px"]);
  });

  it.each([
    "{",
    '{"theme":"neon","uiScale":100,"uiFont":""}',
    '{"theme":"dark","uiScale":9999,"uiFont":""}',
    "7",
  ])("starts as usual from %s", (kept) => {
    const { root } = page(new Map([["clanker-grid.look", kept]]));
    expect([root.dataset.theme, root.style.fontSize]).toEqual(["dark", "16px"]);
  });
});

describe("the size and the font", () => {
  it("are the root's", () => {
    const { root, changed, appearance } = page();
    appearance.show({ ...usual, uiScale: 50, uiFont: 'Com"ic\\' });
    expect(root.style.fontSize).toBe("8px");
    expect(root.style.getPropertyValue("--font-ui")).toMatch(/^"Com\\"ic\\\\", "Inter"/);
    appearance.show(usual);
    expect(root.style.getPropertyValue("--font-ui")).toBe("");
    expect(changed).toHaveBeenCalledTimes(1);
  });
});

import { expect, test } from "vitest";
import { claimView, type IdentityPage } from "./viewIdentity";

function page(stored: Record<string, string>, held: Set<string>): IdentityPage {
  return {
    crypto,
    sessionStorage: {
      getItem: (key) => stored[key] ?? null,
      setItem(key, value) {
        stored[key] = value;
      },
    },
    async hold(name) {
      if (held.has(name)) return false;
      held.add(name);
      return true;
    },
  };
}

test("a reload is the same view", async () => {
  const stored = {};
  const first = await claimView(page(stored, new Set()));
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(await claimView(page(stored, new Set()))).toBe(first);
});

test("a duplicated tab is another view", async () => {
  const stored = {};
  const held = new Set<string>();
  const first = await claimView(page(stored, held));
  const copy = { ...stored };
  const second = await claimView(page(copy, held));
  expect(second).not.toBe(first);
  expect(await claimView(page(copy, new Set()))).toBe(second);
});

test("a stored name that is none is replaced", async () => {
  expect(await claimView(page({ "clanker-grid.view": "../x" }, new Set()))).toMatch(/^[0-9a-f]{32}$/);
});

import { describe, expect, test } from "vitest";
import { claimToken, type TokenPage } from "./token";

function page(
  hash: string,
  stored: Record<string, string> = {},
  broken = false,
): TokenPage & { url: string } {
  const result = {
    url: `/index.html?x=1${hash}`,
    location: { hash, pathname: "/index.html", search: "?x=1" },
    history: {
      state: null,
      replaceState(_state: unknown, _unused: string, url?: string | URL | null) {
        result.url = String(url);
      },
    },
    sessionStorage: {
      getItem(key: string) {
        if (broken) throw new Error("storage is off");
        return stored[key] ?? null;
      },
      setItem(key: string, value: string) {
        if (broken) throw new Error("storage is off");
        stored[key] = value;
      },
    },
  };
  return result;
}

describe("claimToken", () => {
  test("moves the token from the address to the session", () => {
    const stored = {};
    const first = page("#token=abc_-123", stored);
    expect(claimToken(first)).toBe("abc_-123");
    expect(first.url).toBe("/index.html?x=1");
    expect(claimToken(page("", stored))).toBe("abc_-123");
  });

  test("a new token replaces that of an earlier start", () => {
    const stored = {};
    claimToken(page("#token=old", stored));
    expect(claimToken(page("#token=new", stored))).toBe("new");
    expect(claimToken(page("", stored))).toBe("new");
  });

  test("leaves an address without a token alone", () => {
    const other = page("#section");
    expect(claimToken(other)).toBe("");
    expect(other.url).toContain("#section");
  });

  test("works without storage", () => {
    const private_ = page("#token=abc", {}, true);
    expect(claimToken(private_)).toBe("abc");
    expect(private_.url).not.toContain("abc");
    expect(claimToken(page("", {}, true))).toBe("");
  });
});

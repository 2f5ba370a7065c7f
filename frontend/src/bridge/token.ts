/**
 * The token of this owner's start, taken out of the address before anything
 * else runs: main.tsx imports this module first. Afterwards the address bar,
 * the history and every later script see a URL without it. It is kept in
 * memory and in sessionStorage (so that a reload works), and nowhere else.
 */

export const storageKey = "clanker-grid.token";

/** What claiming needs of a window. */
export interface TokenPage {
  readonly location: Pick<Location, "hash" | "pathname" | "search">;
  readonly history: Pick<History, "replaceState" | "state">;
  readonly sessionStorage: Pick<Storage, "getItem" | "setItem">;
}

/** Moves the token from the address to the session; "" when there is none in either. */
export function claimToken(page: TokenPage): string {
  const fresh = new URLSearchParams(page.location.hash.slice(1)).get("token") ?? "";
  if (fresh !== "") {
    page.history.replaceState(page.history.state, "", page.location.pathname + page.location.search);
    try {
      page.sessionStorage.setItem(storageKey, fresh);
    } catch {
      // Storage is off or full: the token lives until the next reload.
    }
    return fresh;
  }
  try {
    return page.sessionStorage.getItem(storageKey) ?? "";
  } catch {
    return "";
  }
}

let token = typeof window === "undefined" ? "" : claimToken(window);

/** The token that authenticates this page, or "". */
export function sessionToken(): string {
  return token;
}

if (typeof window !== "undefined") {
  // Opening the URL of a new start in the same tab changes only the hash, so the page must start over itself.
  window.addEventListener("hashchange", () => {
    if (!window.location.hash.includes("token=")) return;
    token = claimToken(window);
    window.location.reload();
  });
}

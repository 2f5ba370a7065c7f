/**
 * Which view this window is. A reload is the same view, so that its input
 * offsets go on; a duplicated tab copies the sessionStorage of the first and
 * must not become the same view, or the two would replace each other for ever.
 */
import { isId } from "./wire";

export const storageKey = "clanker-grid.view";

export interface IdentityPage {
  readonly sessionStorage: Pick<Storage, "getItem" | "setItem">;
  readonly crypto: Pick<Crypto, "getRandomValues">;
  /** Resolves to whether this window now holds the name for as long as it lives. */
  hold(name: string): Promise<boolean>;
}

export async function claimView(page: IdentityPage): Promise<string> {
  const kept = read(page);
  if (kept !== "" && (await page.hold(storageKey + kept))) return kept;
  const fresh = randomId(page.crypto);
  await page.hold(storageKey + fresh);
  try {
    page.sessionStorage.setItem(storageKey, fresh);
  } catch {
    // Without storage a reload is simply another view.
  }
  return fresh;
}

/**
 * How long the page that this one replaces may take to let go of the name: its
 * document is torn down while the new one already runs.
 */
const handover = 500;

/** Holds a Web Lock until the window goes away; where there are none, every window believes it holds it. */
export function holdLock(name: string): Promise<boolean> {
  if (!navigator.locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    navigator.locks
      .request(name, { signal: AbortSignal.timeout(handover) }, () => {
        resolve(true);
        return new Promise<void>(() => {});
      })
      // Anything but a lock that another window holds means that locks are forbidden, and that nobody holds one.
      .catch((error: unknown) => resolve(!(error instanceof DOMException && isTimeout(error))));
  });
}

function isTimeout(error: DOMException): boolean {
  return error.name === "TimeoutError" || error.name === "AbortError";
}

function read(page: IdentityPage): string {
  try {
    const kept = page.sessionStorage.getItem(storageKey);
    return isId(kept) ? kept : "";
  } catch {
    return "";
  }
}

function randomId(crypto: Pick<Crypto, "getRandomValues">): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

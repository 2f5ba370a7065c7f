import type { Platform, Surface } from "../domain/keymap";

/** Which keys the person at this window has; the programs may run on another system. */
export function platformOf(navigator: Pick<Navigator, "userAgent">): Platform {
  if (/Mac OS X|Macintosh/.test(navigator.userAgent)) return "macos";
  return /Windows/.test(navigator.userAgent) ? "windows" : "linux";
}

/** What kind of window the page is in. */
export function surfaceOf(shell: "desktop" | "browser", page: Pick<Window, "matchMedia">): Surface {
  if (shell === "desktop") return "desktop";
  return page.matchMedia("(display-mode: browser)").matches ? "tab" : "app-window";
}

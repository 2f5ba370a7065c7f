/** What programs say with OSC sequences beyond the screen: pure parsers, one per sequence. */
import type { Progress } from "./contract";

/** Bytes that a program may put on the clipboard; more is ignored as a whole. */
export const maxClipboard = 1 << 20;

/**
 * OSC 52 "selectors;payload". Returns the text to put on the clipboard, or
 * null for everything that must do nothing: a read ("?"), an erase (an empty
 * payload or one that is no base64), an unknown selector, too much. The
 * selectors c, p, s, 0-7 and none at all mean the one clipboard there is.
 */
export function clipboardWrite(data: string): string | null {
  const at = data.indexOf(";");
  if (at < 0 || !/^[cps0-7]*$/.test(data.slice(0, at))) return null;
  const payload = data.slice(at + 1);
  if (payload === "" || payload.length > Math.ceil(maxClipboard / 3) * 4) return null;
  let binary: string;
  try {
    binary = atob(payload);
  } catch {
    return null;
  }
  if (binary.length === 0 || binary.length > maxClipboard) return null;
  try {
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

const progressStates: Record<string, Progress["state"] | undefined> = {
  "1": "set",
  "2": "error",
  "3": "indeterminate",
  "4": "paused",
};

/** OSC 9 "4;state;percent". Returns undefined when it is not a progress report. */
export function progressReport(data: string): Progress | null | undefined {
  const [kind, state = "", percent = ""] = data.split(";");
  if (kind !== "4") return undefined;
  if (state === "0" || state === "") return null;
  const known = progressStates[state];
  if (!known || !/^\d*$/.test(percent)) return undefined;
  return { state: known, percent: Math.min(100, Number(percent)) };
}

/** OSC 7 "file://host/path". The host is the program's claim and is not compared with anything. */
export function reportedDirectory(data: string): string | null {
  const match = /^file:\/\/[^/]*(\/.*)$/s.exec(data);
  if (!match?.[1]) return null;
  let path: string;
  try {
    path = decodeURIComponent(match[1]);
  } catch {
    path = match[1];
  }
  if (path.includes("\0")) return null;
  return /^\/[A-Za-z]:/.test(path) ? path.slice(1) : path;
}

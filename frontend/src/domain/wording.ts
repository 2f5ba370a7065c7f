/** How facts are written for a person: short, exact, and the same everywhere. */

/** A path with the home folder as "~". */
export function withTilde(path: string, home: string): string {
  if (home === "" || home === "/") return path;
  const root = home.replace(/[/\\]+$/, "");
  if (path === root) return "~";
  const next = path.charAt(root.length);
  return path.startsWith(root) && (next === "/" || next === "\\") ? `~${path.slice(root.length)}` : path;
}

/** "1 terminal", "3 terminals"; "2 processes" with its own plural. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const monthNames = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const dayNames = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

/** How long ago something was: "now", "12m ago", "3h ago", "Yesterday", "Mon", "12 May", "12 May 2024". */
export function ago(then: Date, now: Date): string {
  const time = then.getTime();
  if (!Number.isFinite(time)) return "";
  const elapsed = now.getTime() - time;
  if (elapsed < minute) return "now";
  if (elapsed < hour) return `${Math.floor(elapsed / minute)}m ago`;
  const days = Math.round((startOfDay(now) - startOfDay(then)) / day);
  if (days === 0) return `${Math.floor(elapsed / hour)}h ago`;
  if (days === 1) return "Yesterday";
  if (days < 7) return dayNames[then.getDay()] ?? "";
  const date = `${then.getDate()} ${monthNames[then.getMonth()] ?? ""}`;
  return then.getFullYear() === now.getFullYear() ? date : `${date} ${then.getFullYear()}`;
}

function startOfDay(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}

/** A time of day: "09:05". */
export function clock(time: Date): string {
  return `${String(time.getHours()).padStart(2, "0")}:${String(time.getMinutes()).padStart(2, "0")}`;
}

/** A wait in full seconds: "12s", "2m 05s". */
export function seconds(milliseconds: number): string {
  const total = Math.max(0, Math.floor(milliseconds / 1000));
  if (total < 60) return `${total}s`;
  return `${Math.floor(total / 60)}m ${String(total % 60).padStart(2, "0")}s`;
}

/** "bash", "bash and vim", "bash, vim and 3 more": a sentence never grows with the number of things. */
export function listed(names: readonly string[], most = 3): string {
  if (names.length <= 1) return names[0] ?? "";
  if (names.length <= most) return `${names.slice(0, -1).join(", ")} and ${names[names.length - 1] ?? ""}`;
  return `${names.slice(0, most - 1).join(", ")} and ${names.length - most + 1} more`;
}

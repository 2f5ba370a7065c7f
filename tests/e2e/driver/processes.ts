// What runs on this machine, read from /proc, and the files it wrote.

import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import type { World } from "./world.ts";

export interface Process {
  readonly pid: number;
  readonly command: string;
}

function read(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return ""; // it ended meanwhile, or is not ours to look at
  }
}

/** Every process, with its arguments joined by blanks. */
export function all(): Process[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), command: read(`/proc/${name}/cmdline`).replaceAll("\0", " ").trim() }));
}

/** The processes that were started, directly or not, in a world's home. */
export function of(world: World): Process[] {
  return all().filter((process) => read(`/proc/${process.pid}/environ`).includes(world.root) && alive(process.pid));
}

/** Whether a process lives; one that ended and waits to be reaped does not. */
export function alive(pid: number): boolean {
  const stat = read(`/proc/${pid}/stat`);
  return stat !== "" && !/^\d+ \(.*\) [ZX]/s.test(stat);
}

/** The environment of a process. */
export function environment(pid: number): Map<string, string> {
  return new Map(
    read(`/proc/${pid}/environ`)
      .split("\0")
      .filter((entry) => entry.includes("="))
      .map((entry) => [entry.slice(0, entry.indexOf("=")), entry.slice(entry.indexOf("=") + 1)]),
  );
}

/** What a process has open, by the names that the system gives. */
export function openFiles(pid: number): string[] {
  return readdirSync(`/proc/${pid}/fd`).flatMap((file) => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${file}`)];
    } catch {
      return []; // it was closed meanwhile
    }
  });
}

/** How many bytes of memory a process holds. */
export function residentBytes(pid: number): number {
  const match = /VmRSS:\s+(\d+) kB/.exec(read(`/proc/${pid}/status`));
  return match === null ? 0 : Number(match[1]) * 1024;
}

/** How often the threads of a process have gone to sleep by themselves. */
export function voluntarySwitches(pid: number): number {
  return readdirSync(`/proc/${pid}/task`)
    .map((thread) => Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(read(`/proc/${pid}/task/${thread}/status`))?.[1] ?? 0))
    .reduce((sum, each) => sum + each, 0);
}

/** Every file below a folder whose name ends as asked. */
export function filesBelow(folder: string, ending = ""): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      return filesBelow(path, ending);
    }
    return entry.isFile() && entry.name.endsWith(ending) ? [path] : [];
  });
}

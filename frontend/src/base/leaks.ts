/**
 * Leak tracking for tests: while a tracker is active every disposable reports
 * its creation and its end. Production code pays one comparison with null.
 */

interface Trackable {
  dispose(): void;
}

let active: Map<Trackable, Error> | null = null;

export function tracked(disposable: Trackable): void {
  active?.set(disposable, new Error("created here"));
}

export function untracked(disposable: Trackable): void {
  active?.delete(disposable);
}

export interface LeakTracker {
  /** Where each disposable that is still alive was created. */
  leaks(): string[];
  stop(): void;
}

/** Starts tracking; one tracker at a time, because a nested one would hide leaks of the outer. */
export function trackDisposables(): LeakTracker {
  if (active) throw new Error("a leak tracker is already active");
  const mine = new Map<Trackable, Error>();
  active = mine;
  return {
    leaks: () => [...mine.values()].map((origin) => origin.stack ?? "unknown origin"),
    stop() {
      if (active === mine) active = null;
    },
  };
}

/**
 * Ownership of resources. Everything that must be given back (listeners,
 * timers, addons, sockets) is a Disposable with exactly one owner; an owner
 * disposes what it owns in reverse order of creation. This folder knows no DOM.
 */
import { tracked, untracked } from "./leaks";

export interface Disposable {
  dispose(): void;
}

/** Wraps a release function; calling dispose again does nothing. */
export function toDisposable(release: () => void): Disposable {
  let done = false;
  const disposable: Disposable = {
    dispose() {
      if (done) return;
      done = true;
      untracked(disposable);
      release();
    },
  };
  tracked(disposable);
  return disposable;
}

/**
 * Owns any number of disposables. What is added after the store was disposed
 * is disposed at once, so that a late callback cannot leak.
 */
export class DisposableStore implements Disposable {
  private readonly owned = new Set<Disposable>();
  private gone = false;

  constructor() {
    tracked(this);
  }

  get disposed(): boolean {
    return this.gone;
  }

  add<T extends Disposable>(disposable: T): T {
    if (this.gone) disposable.dispose();
    else this.owned.add(disposable);
    return disposable;
  }

  /** Adds a release function. */
  defer(release: () => void): Disposable {
    return this.add(toDisposable(release));
  }

  /** Disposes everything owned so far; the store stays usable. */
  clear(): void {
    const owned = [...this.owned].reverse();
    this.owned.clear();
    const failures: unknown[] = [];
    for (const disposable of owned) {
      try {
        disposable.dispose();
      } catch (error) {
        failures.push(error);
      }
    }
    // One failing release must not keep the others from being released.
    if (failures.length > 0) throw failures[0];
  }

  dispose(): void {
    if (this.gone) return;
    this.gone = true;
    untracked(this);
    this.clear();
  }
}

/** Holds at most one disposable; setting another disposes the previous one. */
export class DisposableSlot<T extends Disposable = Disposable> implements Disposable {
  private held: T | undefined;
  private gone = false;

  constructor() {
    tracked(this);
  }

  get value(): T | undefined {
    return this.held;
  }

  set(next: T | undefined): void {
    if (this.held === next) return;
    const previous = this.held;
    this.held = undefined;
    previous?.dispose();
    if (this.gone) next?.dispose();
    else this.held = next;
  }

  dispose(): void {
    if (this.gone) return;
    this.gone = true;
    untracked(this);
    this.set(undefined);
  }
}

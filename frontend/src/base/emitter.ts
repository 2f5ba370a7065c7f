import { type Disposable, toDisposable } from "./disposable";
import { tracked, untracked } from "./leaks";

/** Subscribes a listener; disposing the result unsubscribes it. */
export type Event<T> = (listener: (value: T) => void) => Disposable;

/**
 * A typed event source. Listeners are called in subscription order; one that
 * throws does not keep the others from hearing the event (its error surfaces
 * in a task of its own, where the page's error handler sees it).
 */
export class Emitter<T> implements Disposable {
  private listeners = new Set<{ call: (value: T) => void }>();
  private gone = false;

  constructor() {
    tracked(this);
  }

  readonly event: Event<T> = (listener) => {
    if (this.gone) return { dispose() {} };
    // A wrapper object, so that the same function may subscribe twice.
    const entry = { call: listener };
    this.listeners.add(entry);
    return toDisposable(() => this.listeners.delete(entry));
  };

  get hasListeners(): boolean {
    return this.listeners.size > 0;
  }

  fire(value: T): void {
    const heard = Array.from(this.listeners);
    for (const entry of heard) {
      // A listener removed by an earlier one must not hear this event.
      if (!this.listeners.has(entry)) continue;
      try {
        entry.call(value);
      } catch (error) {
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }

  dispose(): void {
    if (this.gone) return;
    this.gone = true;
    untracked(this);
    this.listeners.clear();
  }
}

/** The browser facilities that the bridge stands on, in the form that it takes them. */
import { type Disposable, toDisposable } from "../base/disposable";
import type { Event } from "../base/emitter";
import type { PageVisibility } from "./terminals";

export function after(milliseconds: number, run: () => void): Disposable {
  const timer = setTimeout(() => {
    pending.dispose();
    run();
  }, milliseconds);
  const pending = toDisposable(() => clearTimeout(timer));
  return pending;
}

export const pageVisibility: PageVisibility = {
  get visible() {
    return document.visibilityState !== "hidden";
  },
  onChange(listener) {
    return listen(document, "visibilitychange", listener);
  },
};

export function listen(target: EventTarget, name: string, listener: () => void): Disposable {
  target.addEventListener(name, listener);
  return toDisposable(() => target.removeEventListener(name, listener));
}

/** Whether somebody is at this window. */
export const pagePresence: {
  readonly focused: boolean;
  readonly came: Event<void>;
  readonly leaves: Event<void>;
  readonly after: typeof after;
} = {
  get focused() {
    return document.hasFocus();
  },
  came: (listener) => listen(window, "focus", listener),
  // Also when the page is only put aside, from where it may never come back.
  leaves: (listener) => listen(window, "pagehide", listener),
  after,
};

/** The browser facilities that the bridge stands on, in the form that it takes them. */
import { type Disposable, toDisposable } from "../base/disposable";
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

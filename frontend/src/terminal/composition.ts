/**
 * Keeps what was just composed. The emulator reads the result of a composition from its field in a task after the
 * end of it. When the focus goes it empties the field before that, and when another key comes first it reads as
 * much as it had measured, which on a busy page is nothing: a syllable and Enter would be Enter alone. Here the
 * result is taken at once in both cases, and out of the field, so that it is not read again.
 */
import { type Disposable, DisposableStore } from "../base/disposable";

/** Calls back with a text that the emulator may lose. Must be made after the emulator listens to its field, in host. */
export function keepComposition(
  host: HTMLElement,
  field: HTMLTextAreaElement,
  keep: (text: string) => void,
): Disposable {
  const store = new DisposableStore();
  let start = 0;
  let ended = false;
  const on = (where: HTMLElement, name: string, listener: (event: Event) => void, capture = false): void => {
    where.addEventListener(name, listener, { capture });
    store.defer(() => where.removeEventListener(name, listener, { capture }));
  };
  const take = (): void => {
    if (!ended) return;
    ended = false;
    const text = field.value.slice(start);
    if (text === "") return;
    field.value = field.value.slice(0, start);
    keep(text);
  };
  on(field, "compositionstart", () => {
    start = field.value.length;
    ended = false;
  });
  on(field, "compositionend", () => {
    ended = true;
    // The emulator's own task was asked for before this one, in the same event.
    setTimeout(() => {
      ended = false;
    });
  });
  // Both before the emulator's own. 229 is a key of the input method, which begins what is composed next.
  on(host, "keydown", (event) => event instanceof KeyboardEvent && event.keyCode !== 229 && take(), true);
  on(field, "blur", take, true);
  return store;
}

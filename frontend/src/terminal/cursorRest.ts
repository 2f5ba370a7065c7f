/**
 * Lets a cursor that blinks come to rest, lit. The page computes its styles for every frame of an animation,
 * sixty times a second, and WebGL draws anew with each blink, so a cursor that blinks for ever costs more than
 * everything else that waits for its user. It blinks while the terminal is used and for a while after, which is
 * when it has to be found, and never for who prefers that nothing moves.
 */
import type { Terminal } from "@xterm/xterm";
import { type Disposable, DisposableSlot, DisposableStore, toDisposable } from "../base/disposable";
import type { Cursor } from "./cursor";

/** As long as the terminals of VTE blink after the last key. */
export const blinksFor = 10_000;

export class CursorRest implements Disposable {
  private readonly store = new DisposableStore();
  private readonly timer = this.store.add(new DisposableSlot());
  private readonly still = window.matchMedia("(prefers-reduced-motion: reduce)");
  private stirredAt = 0;
  private focused = false;

  /** The terminal is on the page. Without the focus its cursor does not blink. */
  constructor(
    terminal: Pick<Terminal, "textarea" | "onKey" | "onWriteParsed">,
    private readonly cursor: Pick<Cursor, "rest">,
  ) {
    const { textarea } = terminal;
    const focus = (): void => {
      this.focused = true;
      this.stir();
    };
    const blur = (): void => {
      this.focused = false;
      this.timer.set(undefined);
    };
    textarea?.addEventListener("focus", focus);
    textarea?.addEventListener("blur", blur);
    this.store.defer(() => {
      textarea?.removeEventListener("focus", focus);
      textarea?.removeEventListener("blur", blur);
    });
    for (const signs of [terminal.onKey(() => this.stir()), terminal.onWriteParsed(() => this.stir())]) {
      this.store.defer(() => signs.dispose());
    }
  }

  dispose(): void {
    this.store.dispose();
  }

  /** Called for every piece of output: the timer that runs already finds out when the last one was. */
  private stir(): void {
    if (!this.focused) return;
    if (this.still.matches) {
      this.timer.set(undefined);
      this.cursor.rest(true);
      return;
    }
    this.stirredAt = performance.now();
    if (this.timer.value) return;
    this.cursor.rest(false);
    this.restAfter(blinksFor);
  }

  private restAfter(milliseconds: number): void {
    const timer = setTimeout(() => {
      this.timer.set(undefined);
      const left = this.stirredAt + blinksFor - performance.now();
      if (left > 0) this.restAfter(left);
      else this.cursor.rest(true);
    }, milliseconds);
    this.timer.set(toDisposable(() => clearTimeout(timer)));
  }
}

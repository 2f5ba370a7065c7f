/**
 * Hides a screen while what it showed before is written to it again: a long
 * history that rushes by says nothing. The layout and the focus stay as they are.
 */
import { type Disposable, DisposableSlot, toDisposable } from "../base/disposable";

/** Beyond this a slow replay is better to look at than nothing. */
const longest = 1_500;

export class Curtain implements Disposable {
  private readonly timer = new DisposableSlot();
  private expected = 0;

  constructor(private readonly host: HTMLElement) {}

  /** So many bytes of replay begin now. */
  drop(bytes: number): void {
    this.lift();
    if (bytes <= 0) return;
    this.expected = bytes;
    this.host.toggleAttribute("data-replaying", true);
    const timer = setTimeout(() => this.lift(), longest);
    this.timer.set(toDisposable(() => clearTimeout(timer)));
  }

  /** So many of them are on the screen. */
  shown(bytes: number): void {
    this.expected -= bytes;
    if (this.expected <= 0) this.lift();
  }

  dispose(): void {
    this.timer.dispose();
  }

  private lift(): void {
    this.timer.set(undefined);
    this.host.removeAttribute("data-replaying");
  }
}

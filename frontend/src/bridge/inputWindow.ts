/**
 * The input of one view to one process, until it is known to be written: a
 * pure queue with offsets. It decides which bytes may be sent and which are
 * kept for resending; bytes meant for one process never reach another one.
 */
import { inputWindow, maxInput } from "./wire";

/**
 * Bytes that may wait beyond the window. A paste is the only thing that gets
 * near it; what does not fit is refused as a whole, never cut.
 */
export const maxQueued = 64 << 20;

/**
 * Bytes that are kept for a terminal whose first process is still being
 * started, or of which the backend has not told yet: what a person types ahead
 * into a new pane, not a paste into nothing.
 */
export const maxTypedAhead = 4 << 10;

export interface InputFrame {
  readonly epoch: number;
  readonly offset: number;
  readonly payload: Uint8Array;
}

export class InputWindow {
  private epochNow = 0;
  /** Offset of the first kept byte: everything before it is written. */
  private base = 0;
  /** Offset of the next byte to send. */
  private sent = 0;
  /** Offset after the last kept byte. */
  private end = 0;
  private chunks: Uint8Array[] = [];
  /** Bytes of chunks[0] that are already written. */
  private skip = 0;
  private open = false;

  get epoch(): number {
    return this.epochNow;
  }

  /** Bytes not yet known to be written. */
  get pending(): number {
    return this.end - this.base;
  }

  /** Takes bytes; false when too many wait. */
  push(data: Uint8Array): boolean {
    if (this.pending + data.length > this.room) return false;
    if (data.length > 0) {
      this.chunks.push(data);
      this.end += data.length;
    }
    return true;
  }

  /** The frames that may be sent now; the caller sends each exactly once. */
  take(): InputFrame[] {
    const frames: InputFrame[] = [];
    while (this.open && this.epochNow !== 0) {
      const room = Math.min(this.end, this.base + inputWindow) - this.sent;
      if (room <= 0) break;
      const payload = this.copy(this.sent, Math.min(room, maxInput));
      frames.push({ epoch: this.epochNow, offset: this.sent, payload });
      this.sent += payload.length;
    }
    return frames;
  }

  /** Everything before `offset` is written (or refused for good). */
  acknowledge(epoch: number, offset: number): void {
    if (epoch !== this.epochNow || offset <= this.base) return;
    this.drop(Math.min(offset, this.end));
  }

  /** The link is lost: nothing may be sent until `resume`. */
  suspend(): void {
    this.open = false;
  }

  /**
   * The backend expects `expected` next. For the same process what it already
   * has is dropped and the rest is sent again. An offset that these bytes do
   * not reach means that one side has forgotten (a reloaded page, a view that
   * was away for long): nothing can be resent without the risk of typing it
   * twice, so it is dropped. Returns whether bytes were lost.
   */
  resume(epoch: number, expected: number): boolean {
    if (this.isFirst(epoch)) this.epochNow = epoch;
    const same = epoch === this.epochNow && expected >= this.base && expected <= this.end;
    const lost = !same && this.pending > 0;
    if (same) this.drop(expected);
    else this.start(epoch, expected);
    this.sent = expected;
    this.open = true;
    return lost;
  }

  /**
   * Another process takes over: what waits for the former one is thrown away.
   * What was typed ahead of a terminal's first process is that process's.
   * Returns whether anything was lost.
   */
  restart(epoch: number): boolean {
    if (epoch === this.epochNow) return false;
    if (this.isFirst(epoch)) {
      this.epochNow = epoch;
      return false;
    }
    const lost = this.pending > 0;
    this.start(epoch, 0);
    return lost;
  }

  /** Throws away what waits. The offsets go on as if it had been written up to `expected`. */
  discard(expected: number): boolean {
    const lost = this.pending > 0;
    this.start(this.epochNow, expected);
    return lost;
  }

  /** Whether this is the process that what was typed ahead is waiting for. */
  private isFirst(epoch: number): boolean {
    return this.epochNow === 0 && epoch === 1 && this.pending > 0;
  }

  private get room(): number {
    return this.epochNow === 0 ? maxTypedAhead : maxQueued;
  }

  private start(epoch: number, offset: number): void {
    this.epochNow = epoch;
    this.base = offset;
    this.sent = offset;
    this.end = offset;
    this.chunks = [];
    this.skip = 0;
  }

  private drop(to: number): void {
    let bytes = to - this.base;
    this.base = to;
    if (this.sent < to) this.sent = to;
    let whole = 0;
    for (const chunk of this.chunks) {
      const rest = chunk.length - this.skip;
      if (bytes < rest) break;
      bytes -= rest;
      this.skip = 0;
      whole += 1;
    }
    this.chunks.splice(0, whole);
    this.skip += bytes;
  }

  private copy(from: number, length: number): Uint8Array {
    const out = new Uint8Array(length);
    let at = this.base - this.skip;
    let filled = 0;
    for (const chunk of this.chunks) {
      const start = Math.max(0, from + filled - at);
      if (start < chunk.length) {
        const part = chunk.subarray(start, start + length - filled);
        out.set(part, filled);
        filled += part.length;
        if (filled === length) break;
      }
      at += chunk.length;
    }
    return out;
  }
}

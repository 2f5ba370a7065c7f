/**
 * Puts what arrives for an emulator into one order: bytes, and the actions
 * that apply between them (a size, a reset, another process). It knows at
 * every moment of parsing whether the bytes are replay, because the emulator
 * parses later than it is written to.
 *
 * What nobody watches is handed over now and then: an emulator draws all of its
 * rows for each line that scrolls, in sight or not, and fifty agents that turn
 * their spinners out of sight would leave no time for the one that is looked at.
 */
import { mayAsk } from "./replies";

/** The part of the emulator that is needed. */
export interface Parser {
  write(data: Uint8Array, parsed: () => void): void;
}

type Item =
  | { readonly data: Uint8Array; readonly replay: boolean; readonly parsed: () => void }
  | { readonly run: () => void };

/** How long what nobody watches is left alone after it was written, in milliseconds. */
export const unwatchedPause = 500;
/** Bytes of it that do not wait: far less than a page may have unparsed. */
export const unwatchedBytes = 32 << 10;

export class OutputQueue {
  private waiting: Item[] = [];
  /** Writes that the parser has but has not finished; the first is the one being parsed. */
  private readonly parsing: { readonly replay: boolean }[] = [];
  private resuming = false;
  private ended = false;
  private unwatched = false;
  /** Runs while what nobody watches is left alone. */
  private pause: ReturnType<typeof setTimeout> | undefined;
  private held = 0;

  constructor(
    private readonly parser: Parser,
    /** Called after every write is parsed, before anything that follows it. */
    private readonly afterWrite: () => void = () => {},
  ) {}

  /** Whether the bytes being parsed right now are replay. Only meaningful while the parser calls back. */
  get replaying(): boolean {
    return this.parsing[0]?.replay ?? false;
  }

  /** Says whether the emulator can be seen. It is taken for seen at first. */
  set watched(watched: boolean) {
    this.unwatched = !watched;
    if (watched) this.pump();
  }

  write(data: Uint8Array, replay: boolean, parsed: () => void = () => {}): void {
    this.waiting.push({ data, replay, parsed });
    if (this.pause !== undefined && !replay) {
      this.held += data.length;
      if (this.held < unwatchedBytes && !mayAsk(data)) return;
    }
    this.pump();
  }

  /** Runs an action after everything before it is parsed and before anything after it. */
  after(run: () => void): void {
    this.waiting.push({ run });
    this.pump();
  }

  /** Forgets what the parser does not have yet: a reset makes it void. */
  clear(): void {
    this.waiting = [];
    this.held = 0;
  }

  /** Nothing more is handed over, and no callback is called any more. */
  end(): void {
    this.ended = true;
    this.clear();
    clearTimeout(this.pause);
  }

  private pump(): void {
    this.rest();
    while (!this.ended && !this.resuming) {
      const item = this.waiting[0];
      if (!item) return;
      if ("run" in item) {
        // An action waits for all bytes before it.
        if (this.parsing.length > 0) return;
        this.waiting.shift();
        item.run();
        continue;
      }
      this.waiting.shift();
      this.parsing.push(item);
      // Writes are handed over without waiting for each other: the parser works through
      // its queue in one task, and a task per write would halve the throughput.
      this.parser.write(item.data, () => this.wrote(item.parsed));
    }
  }

  /** Lets the next writes wait where nobody watches, from the one on that is handed over now. */
  private rest(): void {
    clearTimeout(this.pause);
    this.pause = undefined;
    this.held = 0;
    if (!this.unwatched || this.ended || this.waiting.length === 0) return;
    this.pause = setTimeout(() => {
      this.pause = undefined;
      this.pump();
    }, unwatchedPause);
  }

  private wrote(parsed: () => void): void {
    this.parsing.shift();
    if (this.ended) return;
    this.afterWrite();
    parsed();
    // What is held comes with the end of the pause.
    if (this.parsing.length > 0 || this.waiting.length === 0 || this.resuming || this.held > 0) return;
    // The parser is still inside its own loop here and must not be resized or reset under
    // its feet; a microtask comes after the loop and before any other event.
    this.resuming = true;
    queueMicrotask(() => {
      this.resuming = false;
      this.pump();
    });
  }
}

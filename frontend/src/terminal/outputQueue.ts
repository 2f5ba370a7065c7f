/**
 * Puts what arrives for an emulator into one order: bytes, and the actions
 * that apply between them (a size, a reset, another process). It knows at
 * every moment of parsing whether the bytes are replay, because the emulator
 * parses later than it is written to.
 */

/** The part of the emulator that is needed. */
export interface Parser {
  write(data: Uint8Array, parsed: () => void): void;
}

type Item =
  | { readonly data: Uint8Array; readonly replay: boolean; readonly parsed: () => void }
  | { readonly run: () => void };

export class OutputQueue {
  private waiting: Item[] = [];
  /** Writes that the parser has but has not finished; the first is the one being parsed. */
  private readonly parsing: { readonly replay: boolean }[] = [];
  private resuming = false;
  private ended = false;

  constructor(
    private readonly parser: Parser,
    /** Called after every write is parsed, before anything that follows it. */
    private readonly afterWrite: () => void = () => {},
  ) {}

  /** Whether the bytes being parsed right now are replay. Only meaningful while the parser calls back. */
  get replaying(): boolean {
    return this.parsing[0]?.replay ?? false;
  }

  write(data: Uint8Array, replay: boolean, parsed: () => void = () => {}): void {
    this.waiting.push({ data, replay, parsed });
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
  }

  /** Nothing more is handed over, and no callback is called any more. */
  end(): void {
    this.ended = true;
    this.clear();
  }

  private pump(): void {
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

  private wrote(parsed: () => void): void {
    this.parsing.shift();
    if (this.ended) return;
    this.afterWrite();
    parsed();
    if (this.parsing.length > 0 || this.waiting.length === 0 || this.resuming) return;
    // The parser is still inside its own loop here and must not be resized or reset under
    // its feet; a microtask comes after the loop and before any other event.
    this.resuming = true;
    queueMicrotask(() => {
      this.resuming = false;
      this.pump();
    });
  }
}

import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { OutputQueue, type Parser, unwatchedBytes, unwatchedPause } from "./outputQueue";

/** Parses when told to, and reports from inside its loop as the emulator does. */
class SlowParser implements Parser {
  private waiting: { data: Uint8Array; parsed: () => void }[] = [];
  readonly parsed: string[] = [];
  constructor(private readonly during: () => void = () => {}) {}

  write(data: Uint8Array, parsed: () => void): void {
    this.waiting.push({ data, parsed });
  }

  get handedOver(): number {
    return this.waiting.length;
  }

  async run(): Promise<void> {
    while (this.waiting.length > 0) {
      for (let next = this.waiting[0]; next; next = this.waiting[0]) {
        this.parsed.push(new TextDecoder().decode(next.data));
        this.during();
        next.parsed();
        this.waiting.shift();
      }
      await Promise.resolve();
      await Promise.resolve();
    }
  }
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe("OutputQueue", () => {
  test("runs actions between the bytes where they belong", async () => {
    const parser = new SlowParser();
    const queue = new OutputQueue(parser);
    queue.write(bytes("a"), false);
    queue.after(() => parser.parsed.push("size"));
    queue.write(bytes("b"), false);
    expect(parser.handedOver).toBe(1);
    await parser.run();
    expect(parser.parsed).toEqual(["a", "size", "b"]);
  });

  test("hands bytes over without waiting, as long as nothing stands between", () => {
    const parser = new SlowParser();
    const queue = new OutputQueue(parser);
    for (let i = 0; i < 5; i++) queue.write(bytes("x"), false);
    expect(parser.handedOver).toBe(5);
  });

  test("never acts while the parser is inside its loop", async () => {
    let inside = false;
    const parser = new SlowParser(() => {
      inside = true;
      queueMicrotask(() => {
        inside = false;
      });
    });
    const queue = new OutputQueue(parser);
    const seen: boolean[] = [];
    queue.write(bytes("a"), false);
    queue.after(() => seen.push(inside));
    await parser.run();
    expect(seen).toEqual([false]);
  });

  test("knows of each write whether it is replay, however far writing runs ahead", async () => {
    const seen: string[] = [];
    const parser: SlowParser = new SlowParser(() => {
      seen.push(`${parser.parsed.at(-1)} ${queue.replaying}`);
    });
    const queue = new OutputQueue(parser);
    for (const [text, replay] of [
      ["a", true],
      ["b", true],
      ["c", false],
      ["d", true],
    ] as const) {
      queue.write(bytes(text), replay);
    }
    await parser.run();
    expect(seen).toEqual(["a true", "b true", "c false", "d true"]);
  });

  test("forgets what a reset makes void, and calls nothing after its end", async () => {
    const parser = new SlowParser();
    const queue = new OutputQueue(parser);
    const called: string[] = [];
    queue.write(bytes("a"), false, () => called.push("a"));
    queue.after(() => called.push("void"));
    queue.clear();
    queue.after(() => called.push("kept"));
    await parser.run();
    queue.write(bytes("b"), false, () => called.push("b"));
    queue.end();
    await parser.run();
    expect(called).toEqual(["a", "kept"]);
  });

  test("keeps any mixture in order", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.boolean(), fc.boolean())), async (steps) => {
        const parser = new SlowParser();
        const queue = new OutputQueue(parser);
        for (const [i, [write, run]] of steps.entries()) {
          if (write) queue.write(bytes(String(i)), false);
          else queue.after(() => parser.parsed.push(String(i)));
          if (run) await parser.run();
        }
        await parser.run();
        expect(parser.parsed).toEqual(steps.map((_, i) => String(i)));
      }),
    );
  });
});

describe("What nobody watches", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const unwatched = () => {
    const parser = new SlowParser();
    const queue = new OutputQueue(parser);
    queue.watched = false;
    queue.write(bytes("first"), false);
    return { parser, queue };
  };

  test("is handed over at once after a silence, and what follows together after a pause", () => {
    const { parser, queue } = unwatched();
    expect(parser.handedOver).toBe(1);
    for (const letter of "abc") queue.write(bytes(letter), false);
    vi.advanceTimersByTime(unwatchedPause - 1);
    expect(parser.handedOver).toBe(1);
    vi.advanceTimersByTime(1);
    expect(parser.handedOver).toBe(4);
  });

  test("goes on waiting when what came before it is parsed", async () => {
    const { parser, queue } = unwatched();
    queue.write(bytes("a"), false);
    await parser.run();
    expect(parser.parsed).toEqual(["first"]);
  });

  test("leaves no timer behind when it falls silent", () => {
    const { queue } = unwatched();
    queue.write(bytes("a"), false);
    vi.advanceTimersByTime(2 * unwatchedPause);
    expect(vi.getTimerCount()).toBe(0);
    queue.write(bytes("b"), false);
    queue.end();
    expect(vi.getTimerCount()).toBe(0);
  });

  test("is handed over as soon as somebody does", () => {
    const { parser, queue } = unwatched();
    queue.write(bytes("a"), false);
    queue.watched = true;
    queue.write(bytes("b"), false);
    expect(parser.handedOver).toBe(3);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("does not wait when it is much, so that a program is not held back", () => {
    const { parser, queue } = unwatched();
    const half = new Uint8Array(unwatchedBytes / 2);
    queue.write(half, false);
    expect(parser.handedOver).toBe(1);
    queue.write(half, false);
    expect(parser.handedOver).toBe(3);
  });

  test.each([
    "\u001b[6n",
    "\u001b[c",
    "\u001b[?2026$p",
    "\u001b[>q",
    "\u001b[?u",
    "x\u001b]11;?\u0007",
    "\u001bP+q544e\u001b\\",
  ])("does not wait when a program may be waiting for an answer: %j", (question) => {
    const { parser, queue } = unwatched();
    queue.write(bytes("\u001b[1;32mok\u001b[0m\u001b[2K"), false);
    expect(parser.handedOver).toBe(1);
    queue.write(bytes(question), false);
    expect(parser.handedOver).toBe(3);
  });

  test("comes in order with the actions between it", async () => {
    const { parser, queue } = unwatched();
    queue.write(bytes("a"), false);
    queue.after(() => parser.parsed.push("size"));
    queue.write(bytes("b"), false);
    await parser.run();
    vi.advanceTimersByTime(unwatchedPause);
    await parser.run();
    expect(parser.parsed).toEqual(["first", "a", "size", "b"]);
  });

  test("is no longer waited for after a reset", async () => {
    const { parser, queue } = unwatched();
    queue.write(bytes("void"), false);
    queue.clear();
    queue.write(bytes("new"), true);
    await parser.run();
    expect(parser.parsed).toEqual(["first", "new"]);
  });
});

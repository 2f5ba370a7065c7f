import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { OutputQueue, type Parser } from "./outputQueue";

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

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type InputFrame, InputWindow, maxQueued, maxTypedAhead } from "./inputWindow";
import { inputWindow, maxInput } from "./wire";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (frames: readonly InputFrame[]): string =>
  frames.map((frame) => new TextDecoder().decode(frame.payload)).join("");

function opened(epoch = 1, offset = 0): InputWindow {
  const window = new InputWindow();
  window.resume(epoch, offset);
  return window;
}

describe("InputWindow", () => {
  test("gives what was typed before the terminal was known to its first process", () => {
    const window = new InputWindow();
    expect(window.push(bytes("ls\r"))).toBe(true);
    expect(window.take()).toEqual([]);
    expect(window.resume(1, 0)).toBe(false);
    expect(text(window.take())).toBe("ls\r");
  });

  test("gives what was typed before the terminal was known to no later process", () => {
    const window = new InputWindow();
    window.push(bytes("ls\r"));
    expect(window.resume(2, 0)).toBe(true);
    expect(window.take()).toEqual([]);
  });

  test("gives what was typed ahead to the first process", () => {
    const window = opened(0);
    expect(window.push(bytes("ls\r"))).toBe(true);
    expect(window.take()).toEqual([]);
    expect(window.restart(1)).toBe(false);
    expect(window.take()).toEqual([{ epoch: 1, offset: 0, payload: bytes("ls\r") }]);
  });

  test("keeps what was typed ahead over a lost link", () => {
    const window = opened(0);
    window.push(bytes("ls\r"));
    window.suspend();
    expect(window.resume(1, 0)).toBe(false);
    expect(text(window.take())).toBe("ls\r");
  });

  test("never gives what was typed ahead to a later process", () => {
    const window = opened(0);
    window.push(bytes("ls\r"));
    expect(window.restart(2)).toBe(true);
    expect(window.take()).toEqual([]);
  });

  test("keeps only what a person types ahead", () => {
    expect(opened(0).push(new Uint8Array(maxTypedAhead + 1))).toBe(false);
  });

  test("sends each byte once, in frames that the server takes", () => {
    const window = opened();
    window.push(new Uint8Array(3 * maxInput + 5));
    const frames = window.take();
    expect(frames.map((frame) => [frame.offset, frame.payload.length])).toEqual([
      [0, maxInput],
      [maxInput, maxInput],
      [2 * maxInput, maxInput],
      [3 * maxInput, 5],
    ]);
    expect(window.take()).toEqual([]);
  });

  test("stops at the window and goes on as it is acknowledged", () => {
    const window = opened();
    window.push(new Uint8Array(inputWindow + 100));
    const sent = window.take().reduce((sum, frame) => sum + frame.payload.length, 0);
    expect(sent).toBe(inputWindow);
    window.acknowledge(1, 60);
    expect(window.take().map((frame) => frame.payload.length)).toEqual([60]);
    window.acknowledge(1, inputWindow);
    expect(window.take().map((frame) => frame.payload.length)).toEqual([40]);
  });

  test("resends after a lost link exactly what the backend does not have", () => {
    const window = opened();
    window.push(bytes("hello "));
    window.push(bytes("world"));
    window.take();
    window.suspend();
    window.push(bytes("!"));
    expect(window.take()).toEqual([]);
    expect(window.resume(1, 4)).toBe(false);
    expect(text(window.take())).toBe("o world!");
  });

  test("never gives one process what was typed for another", () => {
    const window = opened();
    window.push(bytes("rm -rf ."));
    expect(window.restart(2)).toBe(true);
    expect(window.pending).toBe(0);
    window.push(bytes("ls"));
    expect(window.take()).toEqual([{ epoch: 2, offset: 0, payload: bytes("ls") }]);
    window.acknowledge(1, 2);
    expect(window.pending).toBe(2);
  });

  test("drops rather than types twice when the backend has forgotten the view", () => {
    const window = opened(1, 100);
    window.push(bytes("abc"));
    window.take();
    window.suspend();
    expect(window.resume(1, 0)).toBe(true);
    window.push(bytes("d"));
    expect(window.take()).toEqual([{ epoch: 1, offset: 0, payload: bytes("d") }]);
  });

  test("refuses as a whole what does not fit", () => {
    const window = opened();
    expect(window.push(new Uint8Array(maxQueued))).toBe(true);
    expect(window.push(bytes("x"))).toBe(false);
    expect(window.pending).toBe(maxQueued);
  });

  test("goes on after a refusal where the backend expects it", () => {
    const window = opened();
    window.push(bytes("abc"));
    window.take();
    expect(window.discard(1)).toBe(true);
    window.push(bytes("z"));
    expect(window.take()).toEqual([{ epoch: 1, offset: 1, payload: bytes("z") }]);
  });
});

// The backend, reduced to what it promises: bytes in order, duplicates dropped, lost links at any moment.
type Step =
  | { kind: "type"; size: number }
  | { kind: "deliver"; frames: number }
  | { kind: "acknowledge" }
  | { kind: "lose" };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant("type" as const), size: fc.integer({ min: 0, max: 70_000 }) }),
  fc.record({ kind: fc.constant("deliver" as const), frames: fc.integer({ min: 0, max: 9 }) }),
  fc.constant({ kind: "acknowledge" as const }),
  fc.constant({ kind: "lose" as const }),
);

test("whatever happens to the link, the process gets what was typed, in order and once", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const window = opened();
      let typed = 0;
      let written = 0;
      let wire: InputFrame[] = [];
      const deliver = (frame: InputFrame): void => {
        expect(frame.offset).toBeLessThanOrEqual(written);
        // Every byte tells its position, so that a wrong one is seen.
        expect(frame.payload.findIndex((value, i) => value !== (frame.offset + i) % 251)).toBe(-1);
        written = Math.max(written, frame.offset + frame.payload.length);
      };
      const send = (): void => {
        wire.push(...window.take());
        const first = wire[0];
        if (first) expect(first.epoch).toBe(1);
      };
      for (const next of steps) {
        if (next.kind === "type") {
          const start = typed;
          window.push(Uint8Array.from({ length: next.size }, (_, i) => (start + i) % 251));
          typed += next.size;
        } else if (next.kind === "deliver") for (const frame of wire.splice(0, next.frames)) deliver(frame);
        else if (next.kind === "acknowledge") window.acknowledge(1, written);
        else {
          wire = [];
          window.suspend();
          expect(window.resume(1, written)).toBe(false);
        }
        send();
        expect(typed - written).toBeGreaterThanOrEqual(0);
      }
      // A quiet link delivers the rest.
      do {
        for (const frame of wire.splice(0)) deliver(frame);
        window.acknowledge(1, written);
        send();
      } while (wire.length > 0);
      expect(written).toBe(typed);
      expect(window.pending).toBe(0);
    }),
    { numRuns: 60 },
  );
});

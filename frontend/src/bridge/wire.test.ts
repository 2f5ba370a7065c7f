import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as wire from "./wire";

const id = fc
  .uint8Array({ minLength: 16, maxLength: 16 })
  .map((bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(""));

describe("frames", () => {
  test("come back as they were sent", () => {
    fc.assert(
      fc.property(
        id,
        fc.nat({ max: 0xffffffff }),
        fc.maxSafeNat(),
        fc.uint8Array({ minLength: 1, maxLength: 300 }),
        (terminal, epoch, offset, payload) => {
          const frame = { kind: wire.kindOutput, terminal, epoch, offset, payload };
          expect(wire.decodeFrame(wire.encodeFrame(frame).buffer, wire.kindOutput)).toEqual(frame);
        },
      ),
    );
  });

  test("have the documented layout", () => {
    const frame = wire.encodeFrame({
      kind: wire.kindInput,
      terminal: "000102030405060708090a0b0c0d0e0f",
      epoch: 0x01020304,
      offset: 0x0102030405,
      payload: Uint8Array.of(0xaa),
    });
    expect(Array.from(frame)).toEqual([
      2, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 1, 2, 3, 4, 0, 0, 0, 1, 2, 3, 4, 5,
      0xaa,
    ]);
  });

  test("no bytes whatever make the decoder throw, and what it takes is canonical", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
        const frame = wire.decodeFrame(bytes.slice().buffer, wire.kindOutput);
        if (frame) expect(Array.from(wire.encodeFrame(frame))).toEqual(Array.from(bytes));
      }),
      { numRuns: 2000 },
    );
  });

  const good = (): Uint8Array<ArrayBuffer> =>
    wire.encodeFrame({ kind: 1, terminal: "0".repeat(32), epoch: 1, offset: 0, payload: Uint8Array.of(1) });

  test.each([
    ["no payload", () => good().slice(0, 32)],
    ["too much payload", () => new Uint8Array(32 + wire.maxOutput + 1).fill(0).with(0, 1)],
    ["another kind", () => good().with(0, 2)],
    ["reserved bytes in use", () => good().with(2, 1)],
    ["an offset beyond exact numbers", () => good().with(24, 0x80)],
  ])("are refused with %s", (_, bytes) => {
    expect(wire.decodeFrame(bytes().buffer, wire.kindOutput)).toBeNull();
  });

  test("are not made for something that is no terminal", () => {
    const frame = { kind: 1, terminal: "zz", epoch: 1, offset: 0, payload: Uint8Array.of(1) };
    expect(() => wire.encodeFrame(frame)).toThrow(RangeError);
  });
});

describe("messages", () => {
  test.each(["", "{", "null", "1", "[]", '"t"', '{"t":1}', "{}"])("%j is none", (text) => {
    expect(wire.decodeMessage(text)).toBeNull();
  });

  test("no text whatever makes the decoder throw", () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => void wire.decodeMessage(text)));
  });
});

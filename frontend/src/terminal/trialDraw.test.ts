import { expect, test } from "vitest";
import { trialDraw } from "./trialDraw";

interface Card {
  /** Millions of pixels per millisecond. */
  readonly speed: number;
  /** Until the pixels are read, however few they are. */
  readonly latency?: number;
  readonly links?: boolean;
  readonly draws?: boolean;
}

/** A context of a given speed, on a clock that only drawing moves. */
function card({ speed, latency = 0, links = true, draws = true }: Card) {
  const seen = { time: 0, lost: false, frames: [] as number[], longest: 0 };
  const canvas = { width: 0, height: 0 };
  const known: Record<string, unknown> = {
    canvas,
    getProgramParameter: () => links,
    isContextLost: () => false,
    getExtension: () => ({ loseContext: () => (seen.lost = true) }),
    readPixels(...args: unknown[]) {
      const pixels = canvas.width * canvas.height;
      seen.frames.push(pixels);
      const took = latency + pixels / (speed * 1e6);
      seen.longest = Math.max(seen.longest, took);
      seen.time += took;
      if (draws) (args[6] as Uint8Array)[0] = 120;
    },
  };
  const gl = new Proxy(known, {
    get(target, name: string) {
      if (name in target) return target[name];
      if (name === "drawingBufferWidth") return canvas.width;
      if (name === "drawingBufferHeight") return canvas.height;
      return name === name.toUpperCase() ? 1 : () => ({});
    },
  });
  return {
    seen,
    trial: () =>
      trialDraw({
        screen: { width: 1440, height: 900, ratio: 2 },
        context(width, height) {
          canvas.width = width;
          canvas.height = height;
          return gl as unknown as WebGL2RenderingContext;
        },
        pause: () => Promise.resolve(),
        now: () => seen.time,
      }),
  };
}

test("a graphics card draws a window in a part of a frame", async () => {
  const { seen, trial } = card({ speed: 5, latency: 0.5 });
  const result = await trial();
  expect(result?.fast).toBe(true);
  expect(result?.milliseconds).toBeCloseTo(0.5 + (2880 * 1800) / 5e6);
  expect(Math.max(...seen.frames)).toBe(2880 * 1800);
  expect(seen.lost).toBe(true);
});

test("software is known by a part of the window, and the page waits for little", async () => {
  const { seen, trial } = card({ speed: 0.05 });
  const result = await trial();
  expect(result?.fast).toBe(false);
  expect(result?.milliseconds).toBeCloseTo((2880 * 1800) / 0.05e6);
  expect(Math.max(...seen.frames)).toBe(720 * 450);
  expect(seen.longest).toBeLessThan(10);
  expect(seen.lost).toBe(true);
});

test("one that is fast enough for a quarter of the window alone is too slow", async () => {
  const { seen, trial } = card({ speed: 1 });
  expect(await trial()).toMatchObject({ fast: false });
  expect(Math.max(...seen.frames)).toBe(2880 * 1800);
});

test("a context that does not draw what it is told to is none", async () => {
  for (const broken of [{ links: false }, { draws: false }]) {
    const { seen, trial } = card({ speed: 5, ...broken });
    expect(await trial()).toBeNull();
    expect(seen.lost).toBe(true);
  }
});

test("without WebGL there is nothing to try", async () => {
  const none = { screen: { width: 100, height: 100, ratio: 1 }, pause: async () => {}, now: () => 0 };
  expect(await trialDraw({ ...none, context: () => null })).toBeNull();
});

import * as fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { toDisposable } from "../base/disposable";
import { Emitter } from "../base/emitter";
import { graphicsInWords } from "../domain/graphics";
import { type Drawer, Graphics, type GraphicsOptions, type NewWebgl } from "./graphics";
import type { Trial } from "./trialDraw";

const fast: Trial = { milliseconds: 0.8, fast: true };
const slow: Trial = { milliseconds: 96, fast: false };

/** A terminal that only remembers who draws it. */
class Terminal implements Drawer {
  byWebgl = false;
  takes = 0;
  checks = 0;
  able = true;
  take(): boolean {
    this.takes += 1;
    this.byWebgl = this.able;
    return this.able;
  }
  giveBack(): void {
    this.byWebgl = false;
  }
  check(): void {
    this.checks += 1;
  }
}

/** Timers that wait until they are told to run. */
class Clock {
  time = 0;
  private waiting: { readonly at: number; readonly run: () => void }[] = [];
  readonly after = (milliseconds: number, run: () => void) => {
    const timer = { at: this.time + milliseconds, run };
    this.waiting.push(timer);
    return toDisposable(() => {
      this.waiting = this.waiting.filter((each) => each !== timer);
    });
  };
  get pending(): number {
    return this.waiting.length;
  }
  async pass(milliseconds: number): Promise<void> {
    const end = this.time + milliseconds;
    for (;;) {
      await Promise.resolve().then(() => {});
      const next = this.waiting.toSorted((a, b) => a.at - b.at)[0];
      if (!next || next.at > end) break;
      this.time = next.at;
      this.waiting = this.waiting.filter((each) => each !== next);
      next.run();
      for (let i = 0; i < 5; i++) await Promise.resolve();
    }
    this.time = end;
  }
}

let clock: Clock;
let trials: number;
let loads: number;
let looked: Emitter<void>;

beforeEach(() => {
  clock = new Clock();
  trials = 0;
  loads = 0;
  looked = new Emitter();
});

function graphics(trial: Trial | null, change: Partial<GraphicsOptions> = {}): Graphics {
  return new Graphics({
    async trial() {
      trials += 1;
      return trial;
    },
    async load() {
      loads += 1;
      return class {} as unknown as NewWebgl;
    },
    after: clock.after,
    looked: looked.event,
    now: () => clock.time,
    ...change,
  });
}

const several = (count: number): Terminal[] => Array.from({ length: count }, () => new Terminal());
const drawn = (terminals: readonly Terminal[]): boolean[] => terminals.map(({ byWebgl }) => byWebgl);

describe("who draws", () => {
  test.each([
    ["a fast trial", "auto", fast, true, "WebGL, because WebGL takes less than 1 ms for a window"],
    ["a slow trial", "auto", slow, false, "the page, because WebGL takes 96 ms for a window"],
    ["no WebGL", "auto", null, false, "the page, because there is no WebGL"],
    ["WebGL chosen", "webgl", slow, true, "WebGL, as chosen"],
    ["the page chosen", "dom", fast, false, "the page, as chosen"],
  ] as const)("is decided by %s", async (_, choice, trial, byWebgl, words) => {
    const page = graphics(trial);
    page.choose(choice);
    const terminal = new Terminal();
    page.enter(terminal);
    await clock.pass(5_000);
    expect(terminal.byWebgl).toBe(byWebgl);
    expect(graphicsInWords(page.state)).toBe(words);
    expect(loads).toBe(byWebgl ? 1 : 0);
    expect(trials).toBe(choice === "auto" ? 1 : 0);
  });

  test("is tried once, after the first prompt, and by nobody without a terminal", async () => {
    const page = graphics(fast);
    await clock.pass(10_000);
    expect(trials).toBe(0);
    for (const terminal of several(3)) page.enter(terminal);
    await clock.pass(900);
    expect(trials).toBe(0);
    expect(graphicsInWords(page.state)).toBe("the page, until WebGL was tried");
    await clock.pass(60_000);
    expect(trials).toBe(1);
    expect(clock.pending).toBe(0);
  });

  test("is not tried while terminals print", async () => {
    const page = graphics(fast);
    const terminal = new Terminal();
    page.enter(terminal);
    for (let i = 0; i < 50; i++) {
      page.worked(terminal);
      await clock.pass(100);
    }
    expect(trials).toBe(0);
    await clock.pass(1_000);
    expect(trials).toBe(1);
  });

  test.each([
    ["once a second", 900, 30_000],
    ["a sign of life at a time", 80, 30_000],
    ["without a pause", 10, 60_000],
  ])("is tried in the end where a terminal prints %s", async (_, every, patience) => {
    const page = graphics(fast);
    const terminal = new Terminal();
    page.enter(terminal);
    while (trials === 0 && clock.time < 120_000) {
      page.worked(terminal);
      await clock.pass(every);
    }
    expect(clock.time).toBeGreaterThanOrEqual(patience);
    expect(clock.time).toBeLessThan(patience + 2_000);
    expect(terminal.byWebgl).toBe(true);
    expect(clock.pending).toBe(0);
  });

  test("is tried soon where only a terminal out of sight prints", async () => {
    const page = graphics(fast);
    const hidden = new Terminal();
    page.enter(hidden);
    page.leave(hidden);
    page.enter(new Terminal());
    for (let i = 0; i < 20; i++) {
      page.worked(hidden);
      await clock.pass(100);
    }
    expect(trials).toBe(1);
  });

  test("is told as it is, also where settings cover all terminals while they are changed", async () => {
    const page = graphics(slow);
    const terminal = new Terminal();
    page.enter(terminal);
    await clock.pass(5_000);
    page.leave(terminal);
    const told: string[] = [];
    page.changed((state) => told.push(graphicsInWords(state)));
    page.choose("webgl");
    await clock.pass(5_000);
    expect(told).toEqual(["the page, until WebGL was tried", "WebGL, as chosen"]);
    page.enter(terminal);
    await clock.pass(0);
    expect(terminal.byWebgl).toBe(true);
  });

  test("is the page where WebGL would show late, but for who chooses WebGL", async () => {
    const page = graphics(fast);
    const terminal = new Terminal();
    page.enter(terminal);
    page.distrust();
    await clock.pass(5_000);
    expect([terminal.byWebgl, trials, page.state.because]).toEqual([false, 0, "distrusted"]);
    page.choose("webgl");
    await clock.pass(0);
    expect(terminal.byWebgl).toBe(true);
  });

  test("is the page when what draws by WebGL cannot be loaded", async () => {
    const page = graphics(fast, { load: () => Promise.reject(new Error("offline")) });
    page.enter(new Terminal());
    await clock.pass(5_000);
    expect(page.state).toMatchObject({ renderer: "dom", because: "unavailable" });
  });

  test("changes with the setting, in both directions", async () => {
    const page = graphics(fast);
    const [terminal] = several(1) as [Terminal];
    page.enter(terminal);
    await clock.pass(5_000);
    page.choose("dom");
    await clock.pass(0);
    expect(terminal.byWebgl).toBe(false);
    page.choose("webgl");
    await clock.pass(0);
    expect(terminal.byWebgl).toBe(true);
    expect(loads).toBe(1);
  });
});

describe("the few contexts", () => {
  test("are for the first eight in sight, and a ninth takes none from one that is seen", async () => {
    const page = graphics(fast);
    const terminals = several(9);
    for (const terminal of terminals) page.enter(terminal);
    await clock.pass(5_000);
    expect(drawn(terminals)).toEqual([...Array<boolean>(8).fill(true), false]);
    page.leave(terminals[2] as Terminal);
    page.enter(terminals[8] as Terminal);
    await clock.pass(0);
    expect(drawn(terminals)).toEqual([true, true, false, true, true, true, true, true, true]);
  });

  test("stay with who is out of sight until another one needs them", async () => {
    const page = graphics(fast, { most: 1 });
    const [a, b] = several(2) as [Terminal, Terminal];
    page.enter(a);
    await clock.pass(5_000);
    page.leave(a);
    await clock.pass(5_000);
    expect(drawn([a, b])).toEqual([true, false]);
    page.enter(b);
    await clock.pass(0);
    expect(drawn([a, b])).toEqual([false, true]);
    page.forget(b);
    page.enter(a);
    await clock.pass(0);
    expect(a.byWebgl).toBe(true);
  });

  test("are never more, and never idle while somebody in sight has none", async () => {
    const step = fc.record({
      terminal: fc.nat(5),
      does: fc.constantFrom("enter" as const, "leave" as const, "forget" as const),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        clock = new Clock();
        const page = graphics(fast, { most: 2 });
        page.choose("webgl");
        const terminals = several(6);
        const seen = new Set<Terminal>();
        for (const { terminal, does } of steps) {
          const one = terminals[terminal] as Terminal;
          page[does](one);
          if (does === "enter") seen.add(one);
          else seen.delete(one);
          // A terminal that is disposed of gives its context back by itself.
          if (does === "forget") one.giveBack();
          await clock.pass(1);
          const holders = terminals.filter(({ byWebgl }) => byWebgl).length;
          expect(holders).toBeLessThanOrEqual(2);
          const waiting = [...seen].filter(({ byWebgl }) => !byWebgl).length;
          if (waiting > 0) expect(seen.size - waiting).toBe(2);
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe("a context that is lost", () => {
  async function ready(count: number): Promise<[Graphics, Terminal[]]> {
    const page = graphics(fast);
    const terminals = several(count);
    for (const terminal of terminals) page.enter(terminal);
    await clock.pass(5_000);
    return [page, terminals];
  }
  function fail(page: Graphics, terminals: readonly Terminal[]): void {
    for (const terminal of terminals) {
      terminal.byWebgl = false;
      page.lost(terminal);
    }
  }

  test("is given back after a moment, to all that lost theirs", async () => {
    const [page, terminals] = await ready(3);
    fail(page, terminals);
    await clock.pass(1_000);
    expect(drawn(terminals)).toEqual([false, false, false]);
    await clock.pass(2_000);
    expect(drawn(terminals)).toEqual([true, true, true]);
    expect(clock.pending).toBe(0);
  });

  test("is not given back by a driver that fails again soon, unless WebGL is chosen anew", async () => {
    const [page, terminals] = await ready(2);
    for (let i = 0; i < 2; i++) {
      fail(page, terminals);
      await clock.pass(5_000);
    }
    expect(drawn(terminals)).toEqual([false, false]);
    expect(graphicsInWords(page.state)).toBe("the page, because the graphics driver failed twice");
    await clock.pass(3_600_000);
    page.enter(terminals[0] as Terminal);
    await clock.pass(0);
    expect(drawn(terminals)).toEqual([false, false]);
    page.choose("webgl");
    await clock.pass(0);
    expect(drawn(terminals)).toEqual([true, true]);
  });

  test("is given back each time that a machine wakes up", async () => {
    const [page, terminals] = await ready(2);
    for (let night = 0; night < 5; night++) {
      fail(page, terminals);
      await clock.pass(3_600_000);
      expect(drawn(terminals)).toEqual([true, true]);
    }
  });

  test("is looked for when somebody comes back to the page or to the terminal", async () => {
    const [page, terminals] = await ready(2);
    looked.fire();
    expect(terminals.map(({ checks }) => checks)).toEqual([1, 1]);
    page.leave(terminals[0] as Terminal);
    page.enter(terminals[0] as Terminal);
    expect(terminals.map(({ checks }) => checks)).toEqual([2, 1]);
  });
});

test("what WebGL cannot draw is drawn by the page until it was out of sight", async () => {
  const page = graphics(fast);
  const [terminal, other] = several(2) as [Terminal, Terminal];
  page.enter(terminal);
  page.enter(other);
  await clock.pass(5_000);
  terminal.byWebgl = false;
  page.cannot(terminal);
  await clock.pass(60_000);
  expect(drawn([terminal, other])).toEqual([false, true]);
  page.leave(terminal);
  page.enter(terminal);
  await clock.pass(0);
  expect(terminal.byWebgl).toBe(true);
});

test("a terminal that gets no context is not asked again and again", async () => {
  const page = graphics(fast);
  const [unable] = several(1) as [Terminal];
  unable.able = false;
  page.enter(unable);
  await clock.pass(60_000);
  expect(unable.takes).toBe(1);
  page.enter(new Terminal());
  await clock.pass(60_000);
  expect(unable.takes).toBe(1);
});

test("where no terminal gets a context it is told that there is no WebGL, also to who chose it", async () => {
  const page = graphics(null);
  const [first, second] = several(2) as [Terminal, Terminal];
  first.able = false;
  page.choose("webgl");
  page.enter(first);
  await clock.pass(60_000);
  expect(page.state.renderer).toBe("dom");
  expect(graphicsInWords(page.state)).toBe("the page, because there is no WebGL");
  page.enter(second);
  await clock.pass(60_000);
  expect(page.state.renderer).toBe("webgl");
});

test("an hour out of sight waits for nothing, and the first look asks whether the context is still there", async () => {
  const page = graphics(fast);
  const terminal = new Terminal();
  page.enter(terminal);
  await clock.pass(5_000);
  page.leave(terminal);
  await clock.pass(3_600_000);
  expect([clock.pending, terminal.byWebgl, terminal.checks]).toEqual([0, true, 0]);
  looked.fire();
  page.enter(terminal);
  await clock.pass(0);
  expect([clock.pending, terminal.byWebgl, terminal.takes]).toEqual([0, true, 1]);
  expect(terminal.checks).toBeGreaterThan(0);
});

test("nothing happens after the end", async () => {
  const page = graphics(fast);
  page.enter(new Terminal());
  page.dispose();
  await clock.pass(60_000);
  expect(trials).toBe(0);
  expect(clock.pending).toBe(0);
});

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Marks } from "./marks";

let marks: Marks;
beforeEach(() => {
  vi.useFakeTimers();
  marks = new Marks();
});
afterEach(() => {
  marks.dispose();
  vi.useRealTimers();
});
const of = (terminal: string) => marks.store.getState().get(terminal);

describe("a bell", () => {
  it("stays on a pane that nobody looks at until somebody does", () => {
    marks.rang("t", false);
    vi.advanceTimersByTime(60_000);
    expect(of("t")?.bell).toBe(true);
    marks.lookedAt("t");
    expect(of("t")?.bell).toBe(false);
  });

  it("fades on a pane that is looked at, counted from the last ring", () => {
    marks.rang("t", true);
    vi.advanceTimersByTime(1500);
    marks.rang("t", true);
    vi.advanceTimersByTime(1500);
    expect(of("t")?.bell).toBe(true);
    vi.advanceTimersByTime(1000);
    expect(of("t")?.bell).toBe(false);
  });
});

describe("marks", () => {
  it("of a copy and of progress do not disturb each other", () => {
    marks.progressed("t", { state: "set", percent: 40 });
    marks.copied("t");
    vi.advanceTimersByTime(3000);
    expect(of("t")).toEqual({ bell: false, copied: false, progress: { state: "set", percent: 40 } });
  });

  it("of a terminal that is gone are gone, timers included", () => {
    marks.copied("t");
    marks.forget("t");
    vi.advanceTimersByTime(3000);
    expect(of("t")).toBeUndefined();
  });
});

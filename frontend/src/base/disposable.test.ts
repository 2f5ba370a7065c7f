import { afterEach, describe, expect, test } from "vitest";
import { DisposableSlot, DisposableStore, toDisposable } from "./disposable";
import { Emitter } from "./emitter";
import { type LeakTracker, trackDisposables } from "./leaks";

describe("DisposableStore", () => {
  test("releases in reverse order of creation, once", () => {
    const released: number[] = [];
    const store = new DisposableStore();
    for (const n of [1, 2, 3]) store.defer(() => released.push(n));
    store.dispose();
    store.dispose();
    expect(released).toEqual([3, 2, 1]);
  });

  test("releases at once what is added too late", () => {
    const store = new DisposableStore();
    store.dispose();
    let released = false;
    store.defer(() => {
      released = true;
    });
    expect(released).toBe(true);
  });

  test("a release that fails does not keep the others, and its error surfaces", () => {
    const store = new DisposableStore();
    let released = false;
    store.defer(() => {
      released = true;
    });
    store.defer(() => {
      throw new Error("stuck");
    });
    expect(() => store.dispose()).toThrow("stuck");
    expect(released).toBe(true);
  });

  test("can be emptied and used again", () => {
    const store = new DisposableStore();
    let count = 0;
    store.defer(() => count++);
    store.clear();
    store.defer(() => count++);
    expect(store.disposed).toBe(false);
    store.dispose();
    expect(count).toBe(2);
  });
});

test("a slot disposes what it held when another takes its place or when it ends", () => {
  const released: string[] = [];
  const slot = new DisposableSlot();
  slot.set(toDisposable(() => released.push("first")));
  slot.set(toDisposable(() => released.push("second")));
  expect(released).toEqual(["first"]);
  slot.dispose();
  slot.set(toDisposable(() => released.push("late")));
  expect(released).toEqual(["first", "second", "late"]);
});

describe("Emitter", () => {
  test("calls listeners in order, and one that was removed during the event no more", () => {
    const emitter = new Emitter<number>();
    const heard: string[] = [];
    const second = { dispose() {} };
    emitter.event((value) => {
      heard.push(`first ${value}`);
      second.dispose();
    });
    second.dispose = emitter.event((value) => heard.push(`second ${value}`)).dispose;
    emitter.event((value) => heard.push(`third ${value}`));
    emitter.fire(1);
    expect(heard).toEqual(["first 1", "third 1"]);
  });

  test("the same function may listen twice and is removed one at a time", () => {
    const emitter = new Emitter<void>();
    let calls = 0;
    const listener = (): void => {
      calls += 1;
    };
    const one = emitter.event(listener);
    emitter.event(listener);
    emitter.fire();
    one.dispose();
    one.dispose();
    emitter.fire();
    expect(calls).toBe(3);
  });

  test("is silent after its end", () => {
    const emitter = new Emitter<void>();
    let calls = 0;
    emitter.event(() => calls++);
    emitter.dispose();
    emitter.event(() => calls++);
    emitter.fire();
    expect([calls, emitter.hasListeners]).toEqual([0, false]);
  });
});

describe("leak tracking", () => {
  let tracker: LeakTracker | undefined;
  afterEach(() => tracker?.stop());

  test("names what was not disposed and forgets what was", () => {
    tracker = trackDisposables();
    const store = new DisposableStore();
    const emitter = store.add(new Emitter<void>());
    store.add(emitter.event(() => {}));
    const forgotten = toDisposable(() => {});
    expect(tracker.leaks()).toHaveLength(4);
    store.dispose();
    expect(tracker.leaks()).toHaveLength(1);
    expect(tracker.leaks()[0]).toContain("disposable.test");
    forgotten.dispose();
    expect(tracker.leaks()).toEqual([]);
  });

  test("does not nest", () => {
    tracker = trackDisposables();
    expect(() => trackDisposables()).toThrow("already active");
  });
});

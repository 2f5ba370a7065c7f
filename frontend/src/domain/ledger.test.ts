import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  awaitingList,
  emptyLedger,
  type Ledger,
  type Revised,
  withList,
  withRemoval,
  withSnapshot,
} from "./ledger";

interface Record extends Revised {
  readonly text: string;
}
type Delivery = (ledger: Ledger<Record>) => Ledger<Record>;

const record = (id: string, revision: number): Record => ({ id, revision, text: `${id}@${revision}` });
const contents = (ledger: Ledger<Record>) =>
  Object.fromEntries([...ledger.records].map(([id, r]) => [id, r.text]));

/** What a backend does: its true state, and the events that tell of it. */
class Backend {
  readonly records = new Map<string, Record>();
  readonly events: Delivery[] = [];
  private revision = 0;
  private created = 0;

  act(choice: number, pick: number): void {
    const ids = [...this.records.keys()];
    const target = ids[pick % Math.max(1, ids.length)];
    if (choice === 0 || target === undefined) {
      this.created += 1;
      this.put(`r${this.created}`);
    } else if (choice === 1) {
      this.put(target);
    } else {
      this.records.delete(target);
      this.events.push((ledger) => withRemoval(ledger, target));
    }
  }

  private put(id: string): void {
    this.revision += 1;
    const snapshot = record(id, this.revision);
    this.records.set(id, snapshot);
    this.events.push((ledger) => withSnapshot(ledger, snapshot));
  }

  list(): Record[] {
    return [...this.records.values()];
  }

  contents() {
    return Object.fromEntries([...this.records].map(([id, r]) => [id, r.text]));
  }
}

const actions = fc.array(fc.tuple(fc.integer({ min: 0, max: 2 }), fc.nat(20)), { maxLength: 30 });

describe("a ledger", () => {
  it("ends with what the backend holds, whatever the order of the events", () => {
    fc.assert(
      fc.property(actions, fc.infiniteStream(fc.nat()), (steps, random) => {
        const backend = new Backend();
        for (const [choice, pick] of steps) backend.act(choice, pick);
        const order = backend.events.map((event) => ({ event, key: random.next().value }));
        order.sort((a, b) => a.key - b.key);
        let ledger = emptyLedger<Record>();
        for (const { event } of order) ledger = event(ledger);
        expect(contents(ledger)).toEqual(backend.contents());
      }),
    );
  });

  it("ends with what the backend holds when a list crosses the events in any order", () => {
    fc.assert(
      fc.property(actions, actions, actions, fc.infiniteStream(fc.nat()), (before, during, after, random) => {
        const backend = new Backend();
        for (const [choice, pick] of before) backend.act(choice, pick);
        // Everything before the subscription is known from the list alone.
        backend.events.length = 0;
        let ledger = awaitingList(emptyLedger<Record>());
        for (const [choice, pick] of during) backend.act(choice, pick);
        const list = backend.list();
        for (const [choice, pick] of after) backend.act(choice, pick);
        const deliveries: Delivery[] = [...backend.events, (l) => withList(l, list)];
        const order = deliveries.map((deliver) => ({ deliver, key: random.next().value }));
        order.sort((a, b) => a.key - b.key);
        for (const { deliver } of order) ledger = deliver(ledger);
        expect(contents(ledger)).toEqual(backend.contents());
      }),
    );
  });

  it("forgets what went away while the page was not connected", () => {
    let ledger = withList(awaitingList(emptyLedger<Record>()), [record("a", 1), record("b", 2)]);
    ledger = withList(awaitingList(ledger), [record("b", 2)]);
    expect(contents(ledger)).toEqual({ b: "b@2" });
  });

  it("keeps what was created after the list was made", () => {
    let ledger = awaitingList(emptyLedger<Record>());
    ledger = withSnapshot(ledger, record("new", 3));
    expect(contents(withList(ledger, []))).toEqual({ new: "new@3" });
  });

  it("never brings back what was removed", () => {
    let ledger = withRemoval(awaitingList(emptyLedger<Record>()), "a");
    ledger = withList(ledger, [record("a", 9)]);
    expect(contents(withSnapshot(ledger, record("a", 10)))).toEqual({});
  });

  it("does not move a record that changes", () => {
    let ledger = withList(awaitingList(emptyLedger<Record>()), [record("a", 1), record("b", 2)]);
    ledger = withSnapshot(ledger, record("a", 3));
    expect([...ledger.records.keys()]).toEqual(["a", "b"]);
  });

  it("stays the same object when nothing is news", () => {
    const ledger = withSnapshot(emptyLedger<Record>(), record("a", 2));
    expect(withSnapshot(ledger, record("a", 1))).toBe(ledger);
  });
});

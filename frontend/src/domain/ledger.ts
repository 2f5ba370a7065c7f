/**
 * One collection of backend records as this page knows it. Events and lists arrive in no promised order, so
 * the ledger decides what is newer: of two snapshots of a record the higher revision wins, a removal wins over
 * every snapshot (identifiers are never used twice), and a list removes what it does not name unless an event
 * named it while the list was on its way.
 */

export interface Revised {
  readonly id: string;
  readonly revision: number;
}

export interface Ledger<T extends Revised> {
  /** In the order in which they were first seen; a change never moves a record. */
  readonly records: ReadonlyMap<string, T>;
  readonly removed: ReadonlySet<string>;
  /** Set while a list is on its way: what events have named since it was asked for. */
  readonly named?: ReadonlySet<string>;
}

// A removal must be remembered only as long as an older message about the same record may still be under way.
// Thousands of closed terminals later that is no longer the case, and the oldest are forgotten.
const removalsKept = 4096;

export function emptyLedger<T extends Revised>(): Ledger<T> {
  return { records: new Map(), removed: new Set() };
}

/** An event with a snapshot of one record. */
export function withSnapshot<T extends Revised>(ledger: Ledger<T>, snapshot: T): Ledger<T> {
  const named = ledger.named && new Set(ledger.named).add(snapshot.id);
  const records = isNews(ledger, snapshot)
    ? new Map(ledger.records).set(snapshot.id, snapshot)
    : ledger.records;
  if (records === ledger.records && !named) return ledger;
  return { ...ledger, records, ...(named && { named }) };
}

/** An event that a record is gone. */
export function withRemoval<T extends Revised>(ledger: Ledger<T>, id: string): Ledger<T> {
  if (ledger.removed.has(id)) return ledger;
  const records = new Map(ledger.records);
  records.delete(id);
  const removed = new Set(ledger.removed).add(id);
  for (const oldest of removed) {
    if (removed.size <= removalsKept) break;
    removed.delete(oldest);
  }
  return { ...ledger, records, removed };
}

/** A list was asked for. Events must be subscribed to before this. */
export function awaitingList<T extends Revised>(ledger: Ledger<T>): Ledger<T> {
  return { ...ledger, named: new Set() };
}

/** The list that was asked for last has arrived. */
export function withList<T extends Revised>(ledger: Ledger<T>, list: readonly T[]): Ledger<T> {
  const listed = new Set(list.map((record) => record.id));
  const records = new Map<string, T>();
  for (const [id, record] of ledger.records) {
    if (listed.has(id) || ledger.named?.has(id)) records.set(id, record);
  }
  for (const snapshot of list) {
    if (isNews(ledger, snapshot)) records.set(snapshot.id, snapshot);
  }
  return { records, removed: ledger.removed };
}

function isNews<T extends Revised>(ledger: Ledger<T>, snapshot: T): boolean {
  if (ledger.removed.has(snapshot.id)) return false;
  const known = ledger.records.get(snapshot.id);
  return !known || snapshot.revision > known.revision;
}

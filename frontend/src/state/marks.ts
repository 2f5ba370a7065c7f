/** The quiet marks on panes: a bell, a copy, a progress report. They live in this view only. */
import { createStore, type StoreApi } from "zustand/vanilla";
import { type Disposable, DisposableSlot, toDisposable } from "../base/disposable";
import type { TerminalID } from "../bridge/client";

export interface PaneProgress {
  readonly state: "set" | "error" | "indeterminate" | "paused";
  readonly percent: number;
}

export interface PaneMarks {
  readonly bell: boolean;
  readonly copied: boolean;
  readonly progress: PaneProgress | null;
}

export const noMarks: PaneMarks = { bell: false, copied: false, progress: null };

// Long enough to be read at a glance, short enough to be gone before the next glance.
const shownFor = 2000;

export class Marks implements Disposable {
  readonly store: StoreApi<ReadonlyMap<TerminalID, PaneMarks>> = createStore(() => new Map());
  private readonly timers = new Map<string, DisposableSlot>();

  /** A bell in a pane that is being looked at fades; elsewhere it stays until somebody looks. */
  rang(terminal: TerminalID, lookedAt: boolean): void {
    this.set(terminal, { bell: true });
    if (lookedAt) this.later(terminal, "bell");
  }

  copied(terminal: TerminalID): void {
    this.set(terminal, { copied: true });
    this.later(terminal, "copied");
  }

  progressed(terminal: TerminalID, progress: PaneProgress | null): void {
    if (progress === null && !this.store.getState().get(terminal)?.progress) return;
    this.set(terminal, { progress });
  }

  lookedAt(terminal: TerminalID): void {
    if (this.store.getState().get(terminal)?.bell) this.set(terminal, { bell: false });
  }

  forget(terminal: TerminalID): void {
    for (const mark of ["bell", "copied"]) {
      this.timers.get(`${terminal} ${mark}`)?.dispose();
      this.timers.delete(`${terminal} ${mark}`);
    }
    const marks = new Map(this.store.getState());
    if (marks.delete(terminal)) this.store.setState(marks, true);
  }

  dispose(): void {
    for (const timer of this.timers.values()) timer.dispose();
    this.timers.clear();
  }

  private set(terminal: TerminalID, change: Partial<PaneMarks>): void {
    const marks = new Map(this.store.getState());
    marks.set(terminal, { ...(marks.get(terminal) ?? noMarks), ...change });
    this.store.setState(marks, true);
  }

  private later(terminal: TerminalID, mark: "bell" | "copied"): void {
    const key = `${terminal} ${mark}`;
    const slot = this.timers.get(key) ?? new DisposableSlot();
    this.timers.set(key, slot);
    const timer = setTimeout(() => this.set(terminal, { [mark]: false }), shownFor);
    slot.set(toDisposable(() => clearTimeout(timer)));
  }
}

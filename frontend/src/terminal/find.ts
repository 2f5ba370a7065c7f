/**
 * Find in a terminal. The whole buffer is searched in slices of a few
 * milliseconds, afterwards only what changed: lines above the screen never
 * change. Matches are kept by position, and nothing is created in the emulator
 * for them, so that 20,000 matches cost no more than their numbers.
 */
import type { IMarker, Terminal } from "@xterm/xterm";
import { type Disposable, DisposableSlot, DisposableStore, toDisposable } from "../base/disposable";
import { Emitter } from "../base/emitter";
import type { FindQuery, FindState } from "./contract";
import { type Compiled, compileQuery, matchesIn } from "./findText";
import { joinedLine } from "./joinedLine";

/** Rows count from the first line that the terminal ever kept, so that they stay valid when old lines go. */
export interface Match {
  readonly row: number;
  readonly col: number;
  /** Cells, continuing on the following rows. */
  readonly cells: number;
}

/** More matches than this are not counted: nobody steps through them, and their memory would be felt. */
export const maxMatches = 100_000;
/** A slice of searching; short enough that a frame is not missed. */
const sliceMilliseconds = 6;
/** Output in bursts is searched once per pause, and the pause grows with the cost of a search. */
const shortestPause = 100;

const nothing: FindState = { count: 0, current: 0, capped: false, error: "" };

export class TerminalSearch implements Disposable {
  private readonly store = new DisposableStore();
  private readonly changedEmitter = this.store.add(new Emitter<FindState>());
  private readonly timer = this.store.add(new DisposableSlot());
  private readonly following = this.store.add(new DisposableSlot());
  readonly changed = this.changedEmitter.event;

  private query: Compiled | undefined;
  private found: Match[] = [];
  private currentIndex = -1;
  private capped = false;
  private stateNow = nothing;
  /** Row from which on the search must go on. */
  private nextRow = 0;
  /** Matches before this row are final until the buffer is rewrapped. */
  private settledRow = 0;
  /** Lines that have left the buffer since the rows were counted. */
  private trimmed = 0;
  private anchor: IMarker | undefined;
  private anchorRow = 0;
  private lastCost = 0;
  private scanCost = 0;
  /** A search as one types moves to a match once; output never moves the view. */
  private mustReveal = false;
  /** The match that should be current when the search gets to it: one that was current, not one passed by. */
  private wanted: Match | undefined;
  /** Where the user was when find was opened; without a match that is wanted, the search starts there. */
  private origin = 0;
  /** Whether the search has seen everything, so that its current match is the right one. */
  private complete = false;
  /** Output came while a search was under way. */
  private outdated = false;

  constructor(private readonly terminal: Terminal) {}

  get state(): FindState {
    return this.stateNow;
  }

  get matches(): readonly Match[] {
    return this.found;
  }

  get current(): Match | undefined {
    return this.found[this.currentIndex];
  }

  /** The first line of the buffer, as a row. */
  get firstRow(): number {
    return this.trimmed;
  }

  /** Whether the search is under way or output waits to be searched. */
  get searching(): boolean {
    return this.timer.value !== undefined;
  }

  search(query: FindQuery): void {
    if (query.text === "") {
      this.close();
      return;
    }
    if (!this.query) {
      this.wanted = undefined;
      this.origin = this.trimmed + this.lastVisibleLine;
    }
    this.query = compileQuery(query);
    this.follow();
    this.mustReveal = true;
    this.restart();
  }

  next(): void {
    this.step(1);
  }

  previous(): void {
    this.step(-1);
  }

  close(): void {
    this.query = undefined;
    this.timer.set(undefined);
    this.following.set(undefined);
    this.releaseAnchor();
    this.found = [];
    this.currentIndex = -1;
    this.trimmed = 0;
    this.complete = false;
    this.publish();
  }

  dispose(): void {
    this.releaseAnchor();
    this.store.dispose();
  }

  private step(direction: 1 | -1): void {
    const count = this.found.length;
    if (count === 0) return;
    const from = this.currentIndex < 0 && direction < 0 ? 0 : this.currentIndex;
    this.currentIndex = (from + direction + count) % count;
    this.wanted = this.current;
    this.reveal();
    this.publish();
  }

  private follow(): void {
    if (this.following.value) return;
    const listeners = [
      this.terminal.onWriteParsed(() => this.outputCame()),
      this.terminal.onResize(() => this.restart()),
      this.terminal.buffer.onBufferChange(() => this.restart()),
    ];
    this.following.set(
      toDisposable(() => {
        for (const listener of listeners) listener.dispose();
      }),
    );
  }

  private outputCame(): void {
    if (this.timer.value) this.outdated = true;
    else this.updateLater();
  }

  private updateLater(): void {
    this.schedule(Math.max(shortestPause, this.lastCost * 4), () => this.update());
  }

  /** Searches everything anew; the current match stays current if it is still one. */
  private restart(): void {
    if (!this.query) return;
    this.keepCurrent();
    // Rows are counted anew from the first line that is there now.
    if (this.countTrimmed()) {
      this.origin -= this.trimmed;
      if (this.wanted) this.wanted = { ...this.wanted, row: this.wanted.row - this.trimmed };
    }
    this.releaseAnchor();
    this.trimmed = 0;
    this.settledRow = 0;
    this.update();
  }

  /** Searches what may have changed since the last search. */
  private update(): void {
    this.timer.set(undefined);
    if (!this.query) return;
    if ("error" in this.query) {
      this.found = [];
      this.currentIndex = -1;
      this.publish();
      return;
    }
    if (!this.countTrimmed()) {
      this.trimmed = 0;
      this.settledRow = 0;
    }
    this.keepCurrent();
    this.outdated = false;
    const kept = this.found.filter((match) => match.row >= this.trimmed && match.row < this.settledRow);
    this.found = kept;
    this.capped = kept.length >= maxMatches;
    this.nextRow = Math.max(this.settledRow, this.trimmed);
    this.scanCost = 0;
    this.placeAnchor();
    this.scan();
  }

  private scan(): void {
    const query = this.query;
    if (!query || "error" in query) return;
    const buffer = this.terminal.buffer.active;
    const started = performance.now();
    while (this.nextRow - this.trimmed < buffer.length && !this.capped) {
      const line = joinedLine(buffer, this.nextRow - this.trimmed);
      for (const [start, end] of matchesIn(line.text, query)) {
        const first = line.cellAt(start);
        this.found.push({
          row: this.nextRow + first.row,
          col: first.col,
          cells: line.cellsBetween(start, end, this.terminal.cols),
        });
        if (this.found.length >= maxMatches) {
          this.capped = true;
          break;
        }
      }
      this.nextRow += line.rows;
      // What has scrolled above the screen is final.
      if (this.nextRow - this.trimmed <= buffer.baseY) this.settledRow = this.nextRow;
      if (performance.now() - started > sliceMilliseconds) break;
    }
    this.scanCost += performance.now() - started;
    const done = this.capped || this.nextRow - this.trimmed >= buffer.length;
    this.choose();
    if (done) this.finish();
    // Lines may go while the search pauses, so it looks again at where it stands.
    else this.schedule(0, () => this.resume());
    this.publish();
  }

  private resume(): void {
    this.timer.set(undefined);
    if (this.countTrimmed()) this.scan();
    else this.restart();
  }

  private finish(): void {
    this.lastCost = this.scanCost;
    this.complete = true;
    if (this.outdated) this.updateLater();
    if (!this.mustReveal) return;
    this.mustReveal = false;
    this.reveal();
  }

  /** While a search is under way its current match is only the last one so far, and must not be kept. */
  private keepCurrent(): void {
    if (this.complete) this.wanted = this.current ?? this.wanted;
    this.complete = false;
  }

  private get lastVisibleLine(): number {
    return this.terminal.buffer.active.viewportY + this.terminal.rows - 1;
  }

  /** Keeps the wanted match; otherwise takes the last one above the bottom of what the user saw. */
  private choose(): void {
    if (this.found.length === 0) {
      this.currentIndex = -1;
      return;
    }
    const row = this.wanted?.row ?? this.origin;
    const col = this.wanted?.col ?? this.terminal.cols;
    const after = firstAfter(this.found, row, col);
    this.currentIndex = Math.max(0, after - 1);
  }

  private reveal(): void {
    const match = this.current;
    if (!match) return;
    const line = match.row - this.trimmed;
    const top = this.terminal.buffer.active.viewportY;
    if (line >= top && line < top + this.terminal.rows) return;
    this.terminal.scrollToLine(Math.max(0, line - (this.terminal.rows >> 1)));
  }

  /** Learns how many lines have gone. False when that cannot be known and rows have lost their meaning. */
  private countTrimmed(): boolean {
    const anchor = this.anchor;
    if (!anchor || anchor.isDisposed || anchor.line < 0) return false;
    this.trimmed = this.anchorRow - anchor.line;
    return true;
  }

  /** Marks the cursor's line, the last one to go, to learn from it how far lines have moved. */
  private placeAnchor(): void {
    const marker = this.terminal.registerMarker(0);
    this.releaseAnchor();
    this.anchor = marker;
    this.anchorRow = this.trimmed + marker.line;
  }

  private releaseAnchor(): void {
    this.anchor?.dispose();
    this.anchor = undefined;
  }

  private schedule(milliseconds: number, run: () => void): void {
    const timer = setTimeout(run, milliseconds);
    this.timer.set(toDisposable(() => clearTimeout(timer)));
  }

  private publish(): void {
    const error = this.query && "error" in this.query ? this.query.error : "";
    this.stateNow = {
      count: this.found.length,
      current: this.currentIndex + 1,
      capped: this.capped && this.found.length > 0,
      error,
    };
    this.changedEmitter.fire(this.stateNow);
  }
}

/** Index of the first match after a position; the length when there is none. */
export function firstAfter(matches: readonly Match[], row: number, col: number): number {
  let low = 0;
  let high = matches.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const match = matches[middle];
    if (match && (match.row < row || (match.row === row && match.col <= col))) low = middle + 1;
    else high = middle;
  }
  return low;
}

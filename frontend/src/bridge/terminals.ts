/**
 * The byte streams of terminals in this view. It keeps what must survive a
 * reconnect (output offset, unacknowledged input) and translates the socket's
 * messages into calls of a sink. Bytes pass through and are never stored
 * beyond the input window.
 */
import { type Disposable, DisposableStore, toDisposable } from "../base/disposable";
import { Emitter } from "../base/emitter";
import type { ConnectionState, TerminalSink, TerminalStream, TerminalTransport } from "./client";
import { InputWindow } from "./inputWindow";
import type { UiSocket } from "./socket";
import {
  type AttachedMessage,
  type Frame,
  kindInput,
  isTerminalMessage,
  parsedStep,
  type TerminalMessage,
} from "./wire";

/** The part of the socket that streams use. */
export type StreamSocket = Pick<UiSocket, "send" | "sendFrame" | "state" | "changed" | "ownerChanged"> &
  Pick<UiSocket, "message" | "frame">;

/**
 * How long parsed output may go unreported when less than a step has come.
 * Far below the 5 s after which a view counts as stuck, and long enough that
 * typing does not send a report for every echoed key.
 */
const idleReport = 100;

/** Document visibility, so that a hidden window does not hold back a program. */
export interface PageVisibility {
  readonly visible: boolean;
  onChange(listener: () => void): Disposable;
}

export class SocketTerminals implements TerminalTransport, Disposable {
  private readonly store = new DisposableStore();
  private readonly streams = new Map<string, SocketStream>();

  constructor(
    private readonly socket: StreamSocket,
    private readonly view: () => string,
    private readonly visibility: PageVisibility,
    private readonly after: (milliseconds: number, run: () => void) => Disposable,
  ) {
    this.store.add(socket.changed((state) => this.connectionChanged(state)));
    this.store.add(socket.ownerChanged(() => this.forgetAll()));
    this.store.add(
      socket.message((message) => {
        if (isTerminalMessage(message)) this.streams.get(message.terminal)?.handle(message, this.view());
      }),
    );
    this.store.add(socket.frame((frame) => this.streams.get(frame.terminal)?.output(frame)));
    this.store.add(visibility.onChange(() => this.reportVisibility()));
  }

  open(terminal: string): TerminalStream {
    if (this.streams.has(terminal)) throw new Error(`terminal ${terminal} is already open in this view`);
    const stream = new SocketStream(terminal, this.socket, this.after, () => {
      this.streams.delete(terminal);
      this.socket.send({ t: "detach", terminal });
    });
    this.streams.set(terminal, stream);
    return stream;
  }

  dispose(): void {
    for (const stream of this.streams.values()) stream.dispose();
    this.store.dispose();
  }

  private connectionChanged(state: ConnectionState): void {
    if (state.phase === "open") this.reportVisibility();
    for (const stream of this.streams.values()) stream.connectionChanged(state);
  }

  private forgetAll(): void {
    for (const stream of this.streams.values()) stream.forget();
  }

  private reportVisibility(): void {
    this.socket.send({ t: "visible", value: this.visibility.visible });
  }
}

class SocketStream implements TerminalStream {
  private readonly store = new DisposableStore();
  private readonly ownedEmitter = this.store.add(new Emitter<boolean>());
  private readonly droppedEmitter = this.store.add(new Emitter<void>());
  readonly ownedChanged = this.ownedEmitter.event;
  readonly inputDropped = this.droppedEmitter.event;

  private sink: TerminalSink | undefined;
  private readonly window = new InputWindow();
  private isOwned = false;
  /** Between attach and attached, bytes of the former attachment may still come and are not wanted. */
  private attaching = false;
  /** Next output byte wanted; -1 for everything. */
  private received = -1;
  /** Output below this is replay. */
  private live = 0;
  private parsed = 0;
  private reported = 0;
  private reportTimer: Disposable | undefined;
  /** Rises when a reset makes what was handed to the sink void. */
  private generation = 0;
  private room: { cols: number; rows: number } | undefined;
  private focusMissed = false;

  constructor(
    readonly terminal: string,
    private readonly socket: StreamSocket,
    private readonly after: (milliseconds: number, run: () => void) => Disposable,
    closed: () => void,
  ) {
    this.store.defer(closed);
    this.store.add(toDisposable(() => this.reportTimer?.dispose()));
  }

  get owned(): boolean {
    return this.isOwned;
  }

  dispose(): void {
    this.store.dispose();
  }

  connect(sink: TerminalSink): void {
    if (this.sink) throw new Error("a stream has one sink");
    this.sink = sink;
    if (this.socket.state.phase === "open") this.attach();
  }

  input(data: Uint8Array): boolean {
    if (this.store.disposed || !this.window.push(data)) return false;
    this.sendInput();
    return true;
  }

  resize(cols: number, rows: number): void {
    this.room = { cols, rows };
    this.socket.send({ t: "resize", terminal: this.terminal, cols, rows });
  }

  focus(): void {
    if (this.socket.state.phase === "open") this.socket.send({ t: "focus", terminal: this.terminal });
    else this.focusMissed = true;
  }

  connectionChanged(state: ConnectionState): void {
    if (state.phase === "open") {
      if (this.sink) this.attach();
      return;
    }
    this.window.suspend();
    // Nobody answers queries from here until the backend says so again.
    this.setOwned(false);
    if (state.phase === "closed" && this.window.discard(0)) this.droppedEmitter.fire();
  }

  /** The owner that knew this terminal is gone: start over, should the terminal exist again. */
  forget(): void {
    this.received = -1;
    this.generation += 1;
    if (this.window.restart(0)) this.droppedEmitter.fire();
  }

  handle(message: TerminalMessage, view: string): void {
    switch (message.t) {
      case "attached":
        this.attached(message);
        return;
      case "size":
        if (!this.attaching) this.sink?.resized(message.cols, message.rows);
        return;
      case "epoch":
        if (!this.attaching) this.enterEpoch(message.epoch);
        return;
      case "owner":
        this.setOwned(message.view === view);
        return;
      case "ack":
        this.window.acknowledge(message.epoch, message.offset);
        this.sendInput();
        return;
      case "refused":
        this.refused(message);
        return;
    }
  }

  output(frame: Frame): void {
    // A frame that does not continue the stream belongs to an attachment that is over.
    if (!this.sink || this.attaching || frame.offset !== this.received) return;
    const end = frame.offset + frame.payload.length;
    const replayed = Math.min(Math.max(this.live - frame.offset, 0), frame.payload.length);
    if (replayed > 0) this.pass(frame.payload.subarray(0, replayed), true, frame.offset + replayed);
    if (replayed < frame.payload.length) this.pass(frame.payload.subarray(replayed), false, end);
    this.received = end;
  }

  private pass(data: Uint8Array, replay: boolean, end: number): void {
    const generation = this.generation;
    this.sink?.output(data, replay, () => {
      if (generation === this.generation) this.hasParsed(end);
    });
  }

  private attach(): void {
    this.attaching = true;
    this.socket.send({ t: "attach", terminal: this.terminal, offset: this.received });
    // The backend may have started or forgotten this view: it hears again what it must know.
    if (this.room) this.socket.send({ t: "resize", terminal: this.terminal, ...this.room });
    // Only a focus that was never told: an old one must not take the terminal from another view.
    if (this.focusMissed) this.socket.send({ t: "focus", terminal: this.terminal });
    this.focusMissed = false;
  }

  private attached(message: AttachedMessage): void {
    this.attaching = false;
    if (message.reset) this.generation += 1;
    this.received = message.offset;
    this.live = message.live;
    this.parsed = message.reset ? message.offset : Math.min(this.parsed, message.offset);
    this.reported = this.parsed;
    const start = {
      reset: message.reset,
      cols: message.cols,
      rows: message.rows,
      prologue: new TextEncoder().encode(message.prologue),
      replay: Math.max(0, message.live - message.offset),
    };
    const known = this.window.epoch === 0 || this.window.epoch === message.epoch;
    if (known) this.resumeInput(message);
    // Another process than the user sees: what was typed was meant for the former one, and
    // what is typed until the screen has caught up is as well.
    else if (this.window.discard(0)) this.droppedEmitter.fire();
    const generation = this.generation;
    this.sink?.attached(start, () => {
      if (!known && generation === this.generation) this.resumeInput(message);
    });
  }

  private resumeInput(message: AttachedMessage): void {
    if (this.window.resume(message.epoch, message.input)) this.droppedEmitter.fire();
    this.sendInput();
  }

  private enterEpoch(epoch: number): void {
    const generation = this.generation;
    // Only when the user can see the new process may keys go to it.
    this.sink?.epoch(() => {
      if (generation !== this.generation) return;
      if (this.window.restart(epoch)) this.droppedEmitter.fire();
      this.sendInput();
    });
  }

  private refused(message: TerminalMessage & { t: "refused" }): void {
    if (message.reason === "gap") {
      // Offsets disagree, which only a new attachment settles.
      if (message.epoch !== this.window.epoch || this.attaching) return;
      this.window.suspend();
      this.attach();
      return;
    }
    // A refusal of input for a process that this page has left behind already.
    if (message.epoch < this.window.epoch) return;
    const expected = message.epoch === this.window.epoch ? message.expected : 0;
    if (this.window.discard(expected)) this.droppedEmitter.fire();
  }

  private sendInput(): void {
    if (this.socket.state.phase !== "open" || this.attaching) return;
    for (const frame of this.window.take()) {
      this.socket.sendFrame({ kind: kindInput, terminal: this.terminal, ...frame });
    }
  }

  private setOwned(owned: boolean): void {
    if (owned === this.isOwned) return;
    this.isOwned = owned;
    this.ownedEmitter.fire(owned);
  }

  private hasParsed(offset: number): void {
    this.parsed = Math.max(this.parsed, offset);
    if (this.parsed - this.reported >= parsedStep) this.report();
    else this.reportTimer ??= this.after(idleReport, () => this.report());
  }

  private report(): void {
    this.reportTimer?.dispose();
    this.reportTimer = undefined;
    if (this.parsed === this.reported || this.attaching) return;
    this.reported = this.parsed;
    this.socket.send({ t: "parsed", terminal: this.terminal, offset: this.parsed });
  }
}

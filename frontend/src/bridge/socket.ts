/**
 * The one ui socket of this window. It decides when to connect, what a close
 * means and which calls are in flight; it knows nothing of what the messages
 * are about. Everything that is lost with a connection is told to the caller:
 * a call that was in flight rejects, because nobody knows whether it ran.
 */
import { type Disposable, DisposableSlot, DisposableStore, toDisposable } from "../base/disposable";
import { Emitter } from "../base/emitter";
import { CallError, type ClosedReason, type Connection, type ConnectionState, type Kind } from "./client";
import {
  type ClientMessage,
  closeOwnerEnds,
  closeReplaced,
  closeUnauthenticated,
  decodeFrame,
  decodeMessage,
  encodeFrame,
  type Frame,
  kindOutput,
  maxCalls,
  protocolVersion,
  type ServerMessage,
} from "./wire";

/** What the socket needs of the world; tests give it another one. */
export interface SocketHost {
  /** Where to connect and with what; asked again for every attempt. */
  target(): Promise<{ url: string; token: string; view: string }>;
  connect(url: string): WebSocket;
  now(): number;
  random(): number;
  after(milliseconds: number, run: () => void): Disposable;
}

// The first retry is as good as immediate, so that a hiccup is not noticed;
// the last pause is what a person still waits for without reloading the page.
const firstPause = 100;
const longestPause = 5_000;
/** A connection that has not been welcomed by then will not be. The server's own limit for hello is 5 s. */
const welcomeTimeout = 10_000;
/**
 * The longest that a call may take: closing a workspace ends processes in up
 * to 3 s, a login shell's PATH may take as long, and a slow disk is slower.
 */
const callTimeout = 30_000;
/** Silence after which the link is tested with a call; a port forward can die without a sign. */
const quietPeriod = 30_000;

interface PendingCall {
  readonly message: ClientMessage & { t: "call" };
  readonly timer: Disposable;
  resolve(value: unknown): void;
  reject(error: CallError): void;
}

export class UiSocket implements Connection, Disposable {
  private readonly store = new DisposableStore();
  private readonly changedEmitter = this.store.add(new Emitter<ConnectionState>());
  private readonly ownerEmitter = this.store.add(new Emitter<string>());
  private readonly messageEmitter = this.store.add(new Emitter<ServerMessage>());
  private readonly frameEmitter = this.store.add(new Emitter<Frame>());
  private readonly link = this.store.add(new DisposableSlot());
  private readonly retryTimer = this.store.add(new DisposableSlot());
  private readonly quietTimer = this.store.add(new DisposableSlot());

  readonly changed = this.changedEmitter.event;
  readonly ownerChanged = this.ownerEmitter.event;
  /** Every message but welcome and result. */
  readonly message = this.messageEmitter.event;
  readonly frame = this.frameEmitter.event;

  private current: ConnectionState;
  private socket: WebSocket | undefined;
  private lastOwner = "";
  private nextCall = 1;
  private readonly inFlight = new Map<number, PendingCall>();
  /** Calls that wait for the link or for room; sent in order. */
  private readonly waiting: PendingCall[] = [];

  /** `probe` names a cheap call that tests a silent link; "" where the link cannot die silently. */
  constructor(
    private readonly host: SocketHost,
    private readonly probe: string,
  ) {
    this.current = { phase: "connecting", since: host.now(), attempt: 0 };
    this.store.defer(() => this.failCalls(true));
    void this.open();
  }

  get state(): ConnectionState {
    return this.current;
  }

  dispose(): void {
    this.store.dispose();
  }

  retry(): void {
    if (this.current.phase === "connecting" && this.retryTimer.value) {
      this.retryTimer.set(undefined);
      void this.open();
    }
  }

  /** Sends a message if the link is open; what must survive a reconnect is the caller's to resend. */
  send(message: ClientMessage): void {
    if (this.current.phase === "open") this.socket?.send(JSON.stringify(message));
  }

  sendFrame(frame: Frame): void {
    if (this.current.phase === "open") this.socket?.send(encodeFrame(frame));
  }

  /** Rejects with a CallError; calls have no order among each other. */
  call(method: string, params: unknown[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.current.phase === "closed" || this.store.disposed) {
        reject(lostConnection());
        return;
      }
      const id = this.nextCall++;
      const timer = this.host.after(callTimeout, () => {
        this.forget(id);
        reject(new CallError("timeout", "The backend did not answer in time.", "Try again."));
      });
      this.waiting.push({ message: { t: "call", id, method, params }, timer, resolve, reject });
      this.sendCalls();
    });
  }

  private async open(): Promise<void> {
    let target: { url: string; token: string; view: string };
    try {
      target = await this.host.target();
    } catch {
      if (!this.store.disposed) this.lost();
      return;
    }
    if (this.store.disposed) return;
    let socket: WebSocket;
    try {
      socket = this.host.connect(target.url);
    } catch {
      this.lost();
      return;
    }
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    const timeout = this.host.after(welcomeTimeout, () => this.drop());
    socket.onopen = () => {
      const hello: ClientMessage = { t: "hello", v: protocolVersion, token: target.token, view: target.view };
      socket.send(JSON.stringify(hello));
    };
    socket.onmessage = (event: MessageEvent<unknown>) => {
      timeout.dispose();
      this.received(event.data);
    };
    socket.onclose = (event) => this.closedWith(event.code);
    this.link.set(
      toDisposable(() => {
        timeout.dispose();
        socket.onopen = null;
        socket.onmessage = null;
        socket.onclose = null;
        socket.close(1000);
      }),
    );
  }

  private received(data: unknown): void {
    this.listenForSilence();
    if (data instanceof ArrayBuffer) {
      const frame = decodeFrame(data, kindOutput);
      if (frame && this.current.phase === "open") this.frameEmitter.fire(frame);
      return;
    }
    const message = typeof data === "string" ? decodeMessage(data) : null;
    if (!message) return;
    if (message.t === "welcome") this.welcomed(message);
    else if (this.current.phase !== "open") return;
    else if (message.t === "result") this.answered(message);
    else this.messageEmitter.fire(message);
  }

  private welcomed(message: ServerMessage & { t: "welcome" }): void {
    if (message.v !== protocolVersion) {
      this.close("version");
      return;
    }
    const another = this.lastOwner !== "" && this.lastOwner !== message.owner;
    this.lastOwner = message.owner;
    this.current = { phase: "open", owner: message.owner, version: message.version };
    // Those who hold terminals of the former owner must let go before anyone attaches again.
    if (another) this.ownerEmitter.fire(message.owner);
    this.changedEmitter.fire(this.current);
    this.sendCalls();
  }

  private closedWith(code: number): void {
    if (code === closeUnauthenticated) this.close("not-authenticated");
    else if (code === closeReplaced) this.close("replaced");
    // Before the welcome it is a proxy's word, not the owner's.
    else if (code === closeOwnerEnds && this.current.phase === "open") this.close("ended");
    else this.lost();
  }

  /** Gives up a connection that is of no use and starts over. */
  private drop(): void {
    this.link.set(undefined);
    this.lost();
  }

  private lost(): void {
    this.release();
    this.failCalls(false);
    const was = this.current;
    const attempt = was.phase === "connecting" ? was.attempt + 1 : 1;
    const since = was.phase === "connecting" ? was.since : this.host.now();
    this.current = { phase: "connecting", since, attempt };
    const pause = Math.min(longestPause, firstPause * 2 ** Math.min(attempt - 1, 16));
    // Half of the pause is random, so that many tabs do not come back in one instant.
    const wait = pause / 2 + (pause / 2) * this.host.random();
    this.retryTimer.set(
      this.host.after(wait, () => {
        this.retryTimer.set(undefined);
        void this.open();
      }),
    );
    this.changedEmitter.fire(this.current);
  }

  private close(reason: ClosedReason): void {
    this.release();
    this.current = { phase: "closed", reason };
    this.failCalls(true);
    this.changedEmitter.fire(this.current);
  }

  private release(): void {
    this.link.set(undefined);
    this.quietTimer.set(undefined);
    this.socket = undefined;
  }

  private listenForSilence(): void {
    if (this.probe === "") return;
    this.quietTimer.set(
      this.host.after(quietPeriod, () => {
        // Any message counts as life; the answer is only the surest one to come.
        this.call(this.probe, []).catch(() => {});
        this.quietTimer.set(this.host.after(welcomeTimeout, () => this.drop()));
      }),
    );
  }

  private sendCalls(): void {
    while (this.current.phase === "open" && this.inFlight.size < maxCalls) {
      const call = this.waiting.shift();
      if (!call) return;
      this.inFlight.set(call.message.id, call);
      this.send(call.message);
    }
  }

  private answered(message: ServerMessage & { t: "result" }): void {
    const call = this.forget(message.id);
    this.sendCalls();
    if (!call) return;
    if (message.error) call.reject(callErrorFrom(message.error));
    else call.resolve(message.value);
  }

  private forget(id: number): PendingCall | undefined {
    const call = this.inFlight.get(id);
    this.inFlight.delete(id);
    const queued = this.waiting.findIndex((waiting) => waiting.message.id === id);
    if (queued >= 0) this.waiting.splice(queued, 1);
    call?.timer.dispose();
    return call;
  }

  /** Calls in flight fail with the link; those that were never sent wait for the next one, unless there is none. */
  private failCalls(all: boolean): void {
    const failed = [...this.inFlight.values(), ...(all ? this.waiting.splice(0) : [])];
    this.inFlight.clear();
    for (const call of failed) {
      call.timer.dispose();
      call.reject(lostConnection());
    }
  }
}

function lostConnection(): CallError {
  return new CallError(
    "unavailable",
    "The connection was lost before the answer came.",
    "Check the result and try again.",
  );
}

/** Makes a CallError of what a shell rejects a call with. */
export function callErrorFrom(value: unknown): CallError {
  if (value instanceof CallError) return value;
  if (typeof value === "object" && value !== null) {
    const { kind, message, hint } = value as { kind?: unknown; message?: unknown; hint?: unknown };
    if (typeof kind === "string" && typeof message === "string") {
      return new CallError(kind as Kind, message, typeof hint === "string" ? hint : "");
    }
  }
  return new CallError("internal", "The operation failed.", "The log names the cause.");
}

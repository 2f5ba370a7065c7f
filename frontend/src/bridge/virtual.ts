/** Time and a server for tests of the socket: nothing happens unless the test lets it. */
import { type Disposable, toDisposable } from "../base/disposable";
import type { SocketHost } from "./socket";
import { type ClientMessage, decodeFrame, type Frame, kindInput, type ServerMessage } from "./wire";

export class VirtualTime {
  now = 1_000_000;
  private timers: { at: number; run: () => void }[] = [];

  readonly after = (milliseconds: number, run: () => void): Disposable => {
    const timer = { at: this.now + milliseconds, run };
    this.timers.push(timer);
    const disposable = toDisposable(() => {
      this.timers = this.timers.filter((other) => other !== timer);
    });
    timer.run = () => {
      disposable.dispose();
      run();
    };
    return disposable;
  };

  get pending(): number {
    return this.timers.length;
  }

  async pass(milliseconds: number): Promise<void> {
    const end = this.now + milliseconds;
    for (;;) {
      await settle();
      const next = this.timers.toSorted((a, b) => a.at - b.at)[0];
      if (!next || next.at > end) break;
      this.now = Math.max(this.now, next.at);
      next.run();
    }
    this.now = end;
    await settle();
  }
}

/** Lets everything that is only waiting for promises happen. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 10; i++) await Promise.resolve();
}

/** One connection as the server sees it. */
export class VirtualSocket {
  binaryType = "";
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  readonly messages: ClientMessage[] = [];
  readonly frames: Frame[] = [];
  closedByPage = false;

  constructor(readonly url: string) {}

  send(data: string | Uint8Array): void {
    if (typeof data === "string") {
      this.messages.push(JSON.parse(data) as ClientMessage);
      return;
    }
    const frame = decodeFrame(data.slice().buffer, kindInput);
    if (!frame) throw new Error("the page sent a malformed frame");
    this.frames.push(frame);
  }

  close(): void {
    this.closedByPage = true;
  }

  /** Accepts the connection and the hello. */
  welcome(owner = "a".repeat(32)): void {
    this.onopen?.();
    this.say({ t: "welcome", v: 1, version: "1.0.0", owner });
  }

  say(message: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  output(bytes: Uint8Array): void {
    this.onmessage?.({ data: bytes.slice().buffer });
  }

  end(code: number): void {
    this.onclose?.({ code });
  }

  sent<T extends ClientMessage["t"]>(t: T): (ClientMessage & { t: T })[] {
    return this.messages.filter((message): message is ClientMessage & { t: T } => message.t === t);
  }
}

export class VirtualServer {
  readonly time = new VirtualTime();
  readonly sockets: VirtualSocket[] = [];
  random = 1;

  readonly host: SocketHost = {
    target: async () => ({ url: "ws://127.0.0.1:1/socket", token: "secret", view: "b".repeat(32) }),
    connect: (url) => {
      const socket = new VirtualSocket(url);
      this.sockets.push(socket);
      return socket as unknown as WebSocket;
    },
    now: () => this.time.now,
    random: () => this.random,
    after: this.time.after,
  };

  get last(): VirtualSocket {
    const socket = this.sockets.at(-1);
    if (!socket) throw new Error("the page has not connected");
    return socket;
  }
}

import { type Disposable, DisposableStore } from "../base/disposable";
import { Emitter } from "../base/emitter";
import type { Events } from "./client";
import type { EventMap } from "./generated";
import type { UiSocket } from "./socket";

/** Events that arrive as messages of the socket. */
export class SocketEvents implements Events, Disposable {
  private readonly store = new DisposableStore();
  private readonly emitters = new Map<string, Emitter<unknown>>();

  constructor(socket: Pick<UiSocket, "message">) {
    this.store.add(
      socket.message((message) => {
        if (message.t === "event") this.emitters.get(message.name)?.fire(message.data);
      }),
    );
  }

  on<K extends keyof EventMap>(name: K, listener: (data: EventMap[K]) => void): Disposable {
    let emitter = this.emitters.get(name);
    if (!emitter) {
      emitter = this.store.add(new Emitter<unknown>());
      this.emitters.set(name, emitter);
    }
    return emitter.event((data) => listener(data as EventMap[K]));
  }

  dispose(): void {
    this.store.dispose();
  }
}

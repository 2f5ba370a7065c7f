/**
 * A backend for tests and for looking at screens without one. Calls answer
 * from a table; a call that no test prepared fails loudly, and `unused` names
 * what was prepared and never called. Nothing here is part of the product.
 */
import { DisposableStore } from "../base/disposable";
import { Emitter } from "../base/emitter";
import {
  type Backend,
  CallError,
  type ConnectionState,
  type TerminalSink,
  type TerminalStream,
} from "./client";
import { createClient, type EventMap } from "./generated";

type Answer = (...params: never[]) => unknown;

export interface FakeStream extends TerminalStream {
  readonly sink: TerminalSink | undefined;
  /** Everything typed, as text. */
  readonly typed: string;
  readonly sizes: readonly { cols: number; rows: number }[];
  readonly focusCount: number;
  /** Delivers output, live unless told otherwise; resolves when it is parsed. */
  write(text: string | Uint8Array, replay?: boolean): Promise<void>;
  setOwned(owned: boolean): void;
  /** Makes `input` refuse, as when too much waits. */
  refuseInput(refuse: boolean): void;
}

export interface FakeBackend extends Backend {
  /** Prepares the answer to a call: "Workspaces.Open", (path, terminals) => … */
  answer(method: string, answer: Answer): void;
  /** All calls so far, in order. */
  readonly calls: readonly { readonly method: string; readonly params: readonly unknown[] }[];
  /** Prepared answers that nobody asked for. */
  unused(): string[];
  emit<K extends keyof EventMap>(name: K, data: EventMap[K]): void;
  setConnection(state: ConnectionState): void;
  changeOwner(owner: string): void;
  stream(terminal: string): FakeStream | undefined;
  readonly opened: readonly { readonly terminal: string; readonly uri: string }[];
  clipboardText: string;
}

export function fakeBackend(shell: "desktop" | "browser" = "browser"): FakeBackend {
  const store = new DisposableStore();
  const answers = new Map<string, Answer>();
  const used = new Set<string>();
  const calls: { method: string; params: unknown[] }[] = [];
  const emitters = new Map<string, Emitter<unknown>>();
  const streams = new Map<string, FakeStream>();
  const opened: { terminal: string; uri: string }[] = [];
  const changed = store.add(new Emitter<ConnectionState>());
  const ownerChanged = store.add(new Emitter<string>());
  let state: ConnectionState = { phase: "open", owner: "0".repeat(32), version: "0.0.0" };

  const backend: FakeBackend = {
    shell,
    calls,
    opened,
    clipboardText: "",
    client: createClient(async (method, params) => {
      calls.push({ method, params });
      const answer = answers.get(method);
      if (!answer) throw new CallError("internal", `No answer is prepared for ${method}.`);
      used.add(method);
      return answer(...(params as never[]));
    }),
    events: {
      on(name, listener) {
        const emitter = emitters.get(name) ?? store.add(new Emitter<unknown>());
        emitters.set(name, emitter);
        return emitter.event((data) => listener(data as Parameters<typeof listener>[0]));
      },
    },
    connection: {
      get state() {
        return state;
      },
      changed: changed.event,
      ownerChanged: ownerChanged.event,
      retry() {},
    },
    terminals: {
      open(terminal) {
        const stream = fakeStream(terminal, () => streams.delete(terminal));
        streams.set(terminal, stream);
        return stream;
      },
    },
    clipboard: {
      readable: true,
      async write(text) {
        backend.clipboardText = text;
        return true;
      },
      read: async () => ({ text: backend.clipboardText, paths: [], files: [] }),
    },
    uploads: { upload: async (file) => `/uploads/${file.name ?? "file"}` },
    async openLink(terminal, uri) {
      opened.push({ terminal, uri });
    },
    window: null,
    answer(method, answer) {
      answers.set(method, answer);
    },
    unused: () => [...answers.keys()].filter((method) => !used.has(method)),
    emit(name, data) {
      emitters.get(name)?.fire(data);
    },
    setConnection(next) {
      state = next;
      changed.fire(next);
    },
    changeOwner(owner) {
      ownerChanged.fire(owner);
    },
    stream: (terminal) => streams.get(terminal),
    dispose: () => store.dispose(),
  };
  return backend;
}

/** A stream that a test drives by hand. */
export function fakeStream(terminal = "f".repeat(32), closed: () => void = () => {}): FakeStream {
  const store = new DisposableStore();
  const ownedChanged = store.add(new Emitter<boolean>());
  const inputDropped = store.add(new Emitter<void>());
  const decoder = new TextDecoder();
  store.defer(closed);
  const sizes: { cols: number; rows: number }[] = [];
  let sink: TerminalSink | undefined;
  let owned = true;
  let typed = "";
  let refusing = false;
  let focusCount = 0;
  return {
    terminal,
    sizes,
    ownedChanged: ownedChanged.event,
    inputDropped: inputDropped.event,
    get sink() {
      return sink;
    },
    get owned() {
      return owned;
    },
    get typed() {
      return typed;
    },
    get focusCount() {
      return focusCount;
    },
    connect(next) {
      sink = next;
    },
    input(data) {
      if (!refusing) typed += decoder.decode(data, { stream: true });
      return !refusing;
    },
    resize(cols, rows) {
      sizes.push({ cols, rows });
    },
    focus() {
      focusCount += 1;
    },
    write(text, replay = false) {
      const data = typeof text === "string" ? new TextEncoder().encode(text) : text;
      return new Promise((resolve) => {
        if (sink) sink.output(data, replay, resolve);
        else resolve();
      });
    },
    setOwned(next) {
      owned = next;
      ownedChanged.fire(next);
    },
    refuseInput(refuse) {
      refusing = refuse;
    },
    dispose: () => store.dispose(),
  };
}

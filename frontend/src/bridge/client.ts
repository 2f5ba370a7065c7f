/**
 * What the rest of the frontend may know of the backend: the calls, the
 * events, the connection and the terminals' byte streams, as interfaces. The
 * desktop, the browser and the fake for tests implement `Backend`; nothing
 * outside this folder may import the generated client, a WebSocket or the
 * desktop's globals.
 */
import type { Disposable } from "../base/disposable";
import type { Event } from "../base/emitter";
import type { Client, EventMap, Kind, TerminalID } from "./generated";

export type * from "./generated";

/** The error of every call. `message` is a sentence for the user, `hint` the next step. */
export class CallError extends Error {
  override readonly name = "CallError";

  constructor(
    readonly kind: Kind,
    message: string,
    readonly hint = "",
  ) {
    super(message);
  }
}

/** Why a connection is closed for good. Each needs another answer from the user. */
export type ClosedReason =
  /** The token is wrong, missing or from an earlier start. */
  | "not-authenticated"
  /** Another tab took over this view. */
  | "replaced"
  /** The owner ended in an orderly way. */
  | "ended"
  /** The owner speaks another version of the protocol: reload the page. */
  | "version";

export type ConnectionState =
  /** Not connected; tries again by itself. `since` is the time (ms) the link was lost or first tried. */
  | { readonly phase: "connecting"; readonly since: number; readonly attempt: number }
  | { readonly phase: "open"; readonly owner: string; readonly version: string }
  /** Final: only a reload of the page starts over. */
  | { readonly phase: "closed"; readonly reason: ClosedReason };

export interface Connection {
  readonly state: ConnectionState;
  readonly changed: Event<ConnectionState>;
  /**
   * Another owner answers than before: every terminal and workspace of the
   * page is gone, and everything must be hydrated anew.
   */
  readonly ownerChanged: Event<string>;
  /** Tries at once instead of waiting out the pause; no effect unless connecting. */
  retry(): void;
}

export interface Events {
  /** Subscribe first, then hydrate; the highest revision wins. */
  on<K extends keyof EventMap>(name: K, listener: (data: EventMap[K]) => void): Disposable;
}

export interface StreamStart {
  readonly reset: boolean;
  readonly cols: number;
  readonly rows: number;
  readonly prologue: Uint8Array;
  /** Bytes of replay that follow. */
  readonly replay: number;
}

/** Where output of a terminal goes, in order. Implemented by the terminal wrapper. */
export interface TerminalSink {
  /**
   * The stream (re)starts here. With `reset`, everything seen so far is void:
   * reset the emulator and write `prologue` as replay. In both cases the size
   * applies from here on. `applied` must be called when the emulator has got here.
   */
  attached(start: StreamStart, applied: () => void): void;
  /** Replayed bytes may have no effect beyond the screen. `parsed` must be called when the emulator has parsed them. */
  output(data: Uint8Array, replay: boolean, parsed: () => void): void;
  /** From here on the grid has this size. */
  resized(cols: number, rows: number): void;
  /** From here on the bytes are of another process; `applied` must be called when the emulator has got here. */
  epoch(applied: () => void): void;
}

/** One terminal's bytes in this view. Disposing detaches. */
export interface TerminalStream extends Disposable {
  readonly terminal: TerminalID;
  /** Whether this view answers queries and decides the size. */
  readonly owned: boolean;
  readonly ownedChanged: Event<boolean>;
  /** Input was thrown away because the process that it was meant for is gone. */
  readonly inputDropped: Event<void>;
  /** Starts the stream; at most one sink for a stream's life. */
  connect(sink: TerminalSink): void;
  /**
   * Queues input in order. Returns false, having taken nothing, when too much
   * is waiting already (64 MiB; 4 KiB before the first process is known).
   */
  input(data: Uint8Array): boolean;
  /** What this view has room for. Never call it for a hidden terminal. */
  resize(cols: number, rows: number): void;
  /** This view's user is in this pane. */
  focus(): void;
}

export interface TerminalTransport {
  /** Opens a terminal's stream; at most one at a time per terminal. */
  open(terminal: TerminalID): TerminalStream;
}

/** What a paste inserts: one of the three, or nothing. */
export interface ClipboardContent {
  readonly text: string;
  /** Absolute paths of copied files, or of a copied picture that was kept as one. */
  readonly paths: readonly string[];
  /** Copied pictures that only the page could read. */
  readonly files: readonly File[];
}

/** The clipboard, wherever it is: the system's through the backend, or the page's own. */
export interface ClipboardAccess {
  /** Resolves to whether the text was written. */
  write(text: string): Promise<boolean>;
  /** Resolves to null when the page may not read; a native paste event still works then. */
  read(): Promise<ClipboardContent | null>;
  /** Whether `read` works without the browser's permission prompt. */
  readonly readable: boolean;
}

/** Sends a dropped file or pasted image to the backend and resolves to its path. */
export interface FileUploads {
  upload(file: Blob & { readonly name?: string }): Promise<string>;
}

/** The desktop's own window; absent in a browser. */
export interface DesktopWindow {
  minimise(): void;
  toggleMaximise(): void;
  close(): void;
  /** Tells the window that the page asks whether to quit, so that the system need not. */
  asksToQuit(): void;
  /** Files dropped on the window, with the place in CSS pixels. */
  readonly filesDropped: Event<{ x: number; y: number; paths: string[] }>;
}

/** Everything that the frontend has of its backend. */
export interface Backend extends Disposable {
  readonly shell: "desktop" | "browser";
  readonly client: Client;
  readonly events: Events;
  readonly connection: Connection;
  readonly terminals: TerminalTransport;
  readonly clipboard: ClipboardAccess;
  readonly uploads: FileUploads;
  /** Opens a terminal's link; the desktop does it itself, a browser opens a tab. */
  openLink(terminal: TerminalID, uri: string): Promise<void>;
  readonly window: DesktopWindow | null;
}

/**
 * The ui socket's wire format: limits, close codes, messages and the binary
 * frame codec. The numbers are the same as in app/serve/wire.go, and a test
 * compares the two; docs/dev/ui-socket.md explains them.
 */

export const protocolVersion = 1;
export const socketPath = "/socket";

export const closeMalformed = 4400;
export const closeUnauthenticated = 4401;
export const closeSlow = 4408;
export const closeReplaced = 4409;
export const closeOwnerEnds = 1001;

/** Bytes of one message, either way. */
export const maxMessage = 1 << 20;
/** Calls of one view that the server works on at a time. */
export const maxCalls = 64;

export const headerBytes = 32;
export const kindOutput = 1;
export const kindInput = 2;
/** Payload bytes of one frame. */
export const maxOutput = 64 << 10;
export const maxInput = 32 << 10;

/** Input that may be on its way, per terminal. */
export const inputWindow = 256 << 10;
/** Parsed output is reported this often, and when nothing waits to be parsed. */
export const parsedStep = 64 << 10;

export interface Frame {
  readonly kind: number;
  readonly terminal: string;
  readonly epoch: number;
  /** Offset of the first payload byte. Exact up to 2^53, which is 8 PiB of one terminal. */
  readonly offset: number;
  readonly payload: Uint8Array;
}

const idPattern = /^[0-9a-f]{32}$/;

export function isId(text: unknown): text is string {
  return typeof text === "string" && idPattern.test(text);
}

export function encodeFrame(frame: Frame): Uint8Array<ArrayBuffer> {
  if (!isId(frame.terminal)) throw new RangeError("terminal id");
  const bytes = new Uint8Array(headerBytes + frame.payload.length);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, frame.kind);
  for (let i = 0; i < 16; i++) {
    view.setUint8(4 + i, Number.parseInt(frame.terminal.slice(2 * i, 2 * i + 2), 16));
  }
  view.setUint32(20, frame.epoch);
  view.setBigUint64(24, BigInt(frame.offset));
  bytes.set(frame.payload, headerBytes);
  return bytes;
}

/** Returns null for anything that is not a well-formed frame of that kind. */
export function decodeFrame(buffer: ArrayBuffer, kind: number): Frame | null {
  const limit = kind === kindOutput ? maxOutput : maxInput;
  const length = buffer.byteLength - headerBytes;
  if (length < 1 || length > limit) return null;
  const view = new DataView(buffer);
  if (view.getUint32(0) !== kind * 0x1000000) return null;
  const offset = view.getBigUint64(24);
  if (offset > BigInt(Number.MAX_SAFE_INTEGER)) return null;
  let terminal = "";
  for (let i = 0; i < 16; i++) terminal += hexByte[view.getUint8(4 + i)];
  return {
    kind,
    terminal,
    epoch: view.getUint32(20),
    offset: Number(offset),
    payload: new Uint8Array(buffer, headerBytes),
  };
}

const hexByte = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** Text messages from the page. */
export type ClientMessage =
  | { t: "hello"; v: number; token: string; view: string }
  | { t: "call"; id: number; method: string; params: unknown[] }
  | { t: "attach"; terminal: string; offset: number }
  | { t: "detach"; terminal: string }
  | { t: "parsed"; terminal: string; offset: number }
  | { t: "resize"; terminal: string; cols: number; rows: number }
  | { t: "focus"; terminal: string }
  | { t: "visible"; value: boolean };

export interface AttachedMessage {
  t: "attached";
  terminal: string;
  epoch: number;
  offset: number;
  live: number;
  reset: boolean;
  prologue: string;
  truncated: boolean;
  cols: number;
  rows: number;
  input: number;
}

/** Text messages about terminals, to the page. */
export type TerminalMessage =
  | AttachedMessage
  | { t: "size"; terminal: string; offset: number; cols: number; rows: number }
  | { t: "epoch"; terminal: string; offset: number; epoch: number }
  | { t: "owner"; terminal: string; view: string }
  | { t: "ack"; terminal: string; epoch: number; offset: number }
  | { t: "refused"; terminal: string; epoch: number; reason: "epoch" | "gap" | "closed"; expected: number };

/** Text messages to the page. */
export type ServerMessage =
  | TerminalMessage
  | { t: "welcome"; v: number; version: string; owner: string }
  | { t: "result"; id: number; value?: unknown; error?: { kind: string; message: string; hint?: string } }
  | { t: "event"; name: string; data: unknown };

const terminalMessages = new Set(["attached", "size", "epoch", "owner", "ack", "refused"]);

export function isTerminalMessage(message: ServerMessage): message is TerminalMessage {
  return terminalMessages.has(message.t);
}

/** Returns null for text that is not a message; the server is trusted for the fields of one that is. */
export function decodeMessage(text: string): ServerMessage | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null) return null;
  return typeof (value as { t?: unknown }).t === "string" ? (value as ServerMessage) : null;
}

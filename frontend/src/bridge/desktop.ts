/**
 * The desktop's side of the bridge: calls go through Wails' bindings, which
 * promise no order; events come through Wails' runtime, which keeps it. Only
 * this file knows the globals that the desktop puts on the window.
 */
import { type Disposable, toDisposable } from "../base/disposable";
import { CallError, type Events } from "./client";
import { callErrorFrom } from "./socket";

/** What the desktop offers, without its shape on the window. */
export interface DesktopGlobals {
  socket(): Promise<{ url: string; token: string }>;
  /** A bound method, by the service's and the method's Go names. */
  method(service: string, name: string): ((...params: unknown[]) => Promise<unknown>) | undefined;
  on(event: string, listener: (data: unknown) => void): Disposable;
  filesDropped(listener: (drop: { x: number; y: number; paths: string[] }) => void): Disposable;
  minimise(): void;
  toggleMaximise(): void;
  close(): void;
  asksToQuit(): void;
}

type Bound = Record<string, Record<string, Record<string, (...params: unknown[]) => Promise<unknown>>>>;

interface WailsRuntime {
  EventsOn(name: string, listener: (data: unknown) => void): () => void;
  OnFileDrop(listener: (x: number, y: number, paths: string[]) => void, useDropTarget: boolean): void;
  OnFileDropOff(): void;
  WindowMinimise(): void;
  WindowToggleMaximise(): void;
  Quit(): void;
}

/** The desktop's globals, or null in a browser. */
export function desktopGlobals(host: object): DesktopGlobals | null {
  const { go, runtime } = host as { go?: Bound; runtime?: WailsRuntime };
  if (!go || !runtime) return null;
  return {
    async socket() {
      const connect = go["app"]?.["Desktop"]?.["Socket"];
      if (!connect) throw new CallError("internal", "The desktop offers no socket.");
      return (await connect()) as { url: string; token: string };
    },
    method: (service, name) => go["bind"]?.[service]?.[name],
    on: (event, listener) => toDisposable(runtime.EventsOn(event, listener)),
    filesDropped(listener) {
      runtime.OnFileDrop((x, y, paths) => listener({ x, y, paths }), false);
      return toDisposable(() => runtime.OnFileDropOff());
    },
    minimise: () => runtime.WindowMinimise(),
    toggleMaximise: () => runtime.WindowToggleMaximise(),
    // The same way as the window manager's close: work that runs is asked about first.
    close: () => runtime.Quit(),
    asksToQuit: () => void go["app"]?.["Desktop"]?.["AsksToQuit"]?.(),
  };
}

/** Calls a bound method; `method` is "Service.Method" as in the generated client. */
export async function callDesktop(
  globals: Pick<DesktopGlobals, "method">,
  method: string,
  params: unknown[],
): Promise<unknown> {
  const [service = "", name = ""] = method.split(".");
  const bound = globals.method(service, name);
  if (!bound) throw new CallError("unsupported", `The desktop does not know the call ${method}.`);
  try {
    return await bound(...params);
  } catch (error) {
    throw callErrorFrom(typeof error === "string" ? parsed(error) : error);
  }
}

/** An error formatter's object arrives as an object or as its JSON, depending on the runtime's version. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export function desktopEvents(globals: Pick<DesktopGlobals, "on">): Events {
  return {
    on: (name, listener) => globals.on(name, (data) => listener(data as Parameters<typeof listener>[0])),
  };
}

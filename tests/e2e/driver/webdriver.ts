// The WebDriver protocol as WebKit speaks it (https://www.w3.org/TR/webdriver2/), as far as it is needed here:
// a driver, a session with one page, scripts in it, and real keys and a real pointer.

import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:net";
import { patience, until } from "./wait.ts";

/** What the driver refused, by the protocol's own name for it. */
export class ProtocolError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(`${code}: ${message}`);
    this.code = code;
  }
}

/** A port of the loopback interface that nobody listens on. */
export function freePort(): Promise<number> {
  return new Promise((settle, fail) => {
    const server = createServer();
    server.once("error", fail);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => settle(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

export interface DriverOptions {
  /** The environment of the driver, and of what it starts. */
  readonly env: Record<string, string>;
  /** The port on which an application waits that was started with WEBKIT_INSPECTOR_SERVER. */
  readonly target?: number;
}

/** A running WebKitWebDriver. It carries one session. */
export class Driver {
  readonly #child: ChildProcess;
  readonly url: string;

  private constructor(child: ChildProcess, url: string) {
    this.#child = child;
    this.url = url;
  }

  static async start(options: DriverOptions): Promise<Driver> {
    const port = await freePort();
    const args = [`--port=${port}`, ...(options.target === undefined ? [] : [`--target=127.0.0.1:${options.target}`])];
    const child = spawn(process.env["WEBKIT_DRIVER"] ?? "WebKitWebDriver", args, { env: options.env, stdio: "ignore" });
    const failed = new Promise<never>((_, fail) => child.once("error", fail));
    failed.catch(() => undefined);
    const driver = new Driver(child, `http://127.0.0.1:${port}`);
    await Promise.race([failed, until("the driver", () => driver.ended || driver.#answers())]);
    if (driver.ended) {
      throw new Error(`WebKitWebDriver ended with ${child.exitCode ?? child.signalCode}`);
    }
    return driver;
  }

  async #answers(): Promise<boolean> {
    return (await fetch(`${this.url}/status`, { signal: AbortSignal.timeout(1000) })).ok;
  }

  get ended(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  async stop(): Promise<void> {
    if (!this.ended) {
      this.#child.kill("SIGKILL"); // it has nothing to put in order, and may wait for an application that hangs
    }
    await until("the end of the driver", () => this.ended);
  }
}

export type Action = Record<string, unknown>;

/** The devices whose state the driver keeps between two calls. */
export type Device = "key" | "pointer" | "wheel";

export interface SessionOptions {
  /** A program for the driver to start; without one it talks to its target. */
  readonly binary?: string;
  readonly args?: readonly string[];
}

/** The one page of an application. */
export class Session {
  readonly #base: string;

  private constructor(base: string) {
    this.#base = base;
  }

  static async open(driver: Driver, options: SessionOptions = {}): Promise<Session> {
    const launch = options.binary === undefined ? {} : { "webkitgtk:browserOptions": { binary: options.binary, args: options.args ?? [] } };
    const alwaysMatch = { unhandledPromptBehavior: "accept", timeouts: { script: patience, pageLoad: patience }, ...launch };
    const { sessionId } = (await call("POST", `${driver.url}/session`, { capabilities: { alwaysMatch } })) as { sessionId: string };
    return new Session(`${driver.url}/session/${sessionId}`);
  }

  /** Runs the text of a function body, whose result may be a promise, and answers what it returns. */
  async execute(body: string, ...args: readonly unknown[]): Promise<unknown> {
    const script = `const done = arguments[arguments.length - 1]; const args = [...arguments].slice(0, -1);
(async function () { ${body}
}).apply(null, args).then((value) => done({ value }), (error) => done({ error: String(error && error.stack ? error + "\\n" + error.stack : error) }));`;
    const result = (await this.#send("execute/async", { script, args })) as { value?: unknown; error?: string } | null;
    if (result?.error !== undefined) {
      throw new Error(result.error);
    }
    return result?.value ?? undefined;
  }

  /** Runs a function in the page; it sees its arguments and nothing else of ours. */
  evaluate<A extends readonly unknown[], R>(run: (...args: A) => R | Promise<R>, ...args: A): Promise<R> {
    return this.execute(`return (${run.toString()}).apply(null, arguments);`, ...args) as Promise<R>;
  }

  /** Presses, moves and turns, as a device does; what is held stays held until it is let go. */
  async act(device: Device, ...actions: readonly Action[]): Promise<void> {
    const parameters = device === "pointer" ? { parameters: { pointerType: "mouse" } } : {};
    await this.#send("actions", { actions: [{ type: device, id: device, ...parameters, actions }] });
  }

  async goTo(url: string): Promise<void> {
    await this.#send("url", { url });
  }

  async reload(): Promise<void> {
    await this.#send("refresh", {});
  }

  /** Places the window on its screen. */
  async place(rect: { readonly width: number; readonly height: number; readonly x?: number; readonly y?: number }): Promise<void> {
    await this.#send("window/rect", rect);
  }

  /** Ends the session, and the program if the driver has started it. */
  async close(): Promise<void> {
    await call("DELETE", this.#base);
  }

  #send(command: string, body: unknown): Promise<unknown> {
    return call("POST", `${this.#base}/${command}`, body);
  }
}

/** One command and its answer. A driver that does not answer in time has lost its application. */
async function call(method: "POST" | "DELETE", url: string, body?: unknown): Promise<unknown> {
  const answer = await fetch(url, {
    method,
    signal: AbortSignal.timeout(2 * patience),
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }),
  });
  const { value } = (await answer.json()) as { value: { error?: string; message?: string } | null };
  if (!answer.ok) {
    throw new ProtocolError(value?.error ?? String(answer.status), value?.message ?? "");
  }
  return value;
}

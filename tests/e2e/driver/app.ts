// The application as a user runs it: `clanker serve`, the window, and the other verbs.

import { type ChildProcess, spawn } from "node:child_process";
import { resolve } from "node:path";
import { until } from "./wait.ts";
import type { World } from "./world.ts";

const built = (name: string): string => resolve(import.meta.dirname, "../../../bin", name);

/** The binary under test. */
export const binary = process.env["CLANKER_BINARY"] ?? built("clanker");

/** The window that WebDriver may control. */
export const windowBinary = process.env["CLANKER_WINDOW_BINARY"] ?? built("clanker-grid-e2e");

export interface StartOptions {
  readonly args?: readonly string[];
  readonly env?: Record<string, string>;
  /** Runs the application as this account. */
  readonly uid?: number;
  readonly binary?: string;
}

export interface Finished {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface TerminalStatus {
  readonly id: string;
  readonly pid: number;
  readonly cwd: string;
  readonly state: string;
  readonly exit?: { readonly code: number; readonly signal?: string };
  readonly title: string;
  readonly program: string;
  readonly size: { readonly cols: number; readonly rows: number };
}

export interface Status {
  readonly version: string;
  readonly kind: string;
  readonly pid: number;
  readonly started: string;
  /** Where the copy of clanker lies that agents call; absent until it does. */
  readonly clanker?: string;
  readonly workspaces: readonly { readonly id: string; readonly path: string; readonly name: string; readonly terminals: readonly TerminalStatus[] }[];
  readonly process: { readonly goroutines: number; readonly openFiles: number; readonly children: number };
}

/** Runs a verb to its end. */
export async function run(world: World, args: readonly string[], options: StartOptions = {}): Promise<Finished> {
  const command = new Command(world, args, options);
  await command.finished;
  return command.result();
}

/** A child process whose output is kept. */
class Command {
  readonly child: ChildProcess;
  readonly finished: Promise<void>;
  stdout = "";
  stderr = "";

  constructor(world: World, args: readonly string[], options: StartOptions) {
    this.child = spawn(options.binary ?? binary, args, {
      cwd: world.home,
      env: world.environment(options.env),
      stdio: ["ignore", "pipe", "pipe"],
      ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
    });
    this.child.stdout?.setEncoding("utf8").on("data", (text: string) => (this.stdout += text));
    this.child.stderr?.setEncoding("utf8").on("data", (text: string) => (this.stderr += text));
    this.finished = new Promise((settle, fail) => {
      this.child.once("error", fail);
      this.child.once("close", () => settle());
    });
    this.finished.catch(() => undefined); // a spawn error is told where it is awaited
  }

  get ended(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  result(): Finished {
    return { code: this.child.exitCode, signal: this.child.signalCode, stdout: this.stdout, stderr: this.stderr };
  }
}

/** A running `clanker serve`, or the window. */
export class App {
  readonly world: World;
  readonly #command: Command;
  readonly #options: StartOptions;

  private constructor(world: World, command: Command, options: StartOptions) {
    this.world = world;
    this.#command = command;
    this.#options = options;
  }

  static async start(world: World, options: StartOptions = {}): Promise<App> {
    const command = new Command(world, ["serve", ...(options.args ?? [])], options);
    const app = new App(world, command, options);
    await until("the address of the browser mode", () => command.stdout.includes("\n") || command.ended, { seen: () => command.result() });
    if (command.ended) {
      await command.finished;
      throw new Error(`serve ended: ${JSON.stringify(command.result())}`);
    }
    return app;
  }

  /** Starts the window, which says nothing when it is there. */
  static open(world: World, options: StartOptions = {}): App {
    return new App(world, new Command(world, options.args ?? [], { ...options, binary: windowBinary }), options);
  }

  /** The first line of standard output: where a browser finds it. */
  get url(): string {
    return this.#command.stdout.slice(0, this.#command.stdout.indexOf("\n"));
  }

  get origin(): string {
    return new URL(this.url).origin;
  }

  get token(): string {
    return new URLSearchParams(new URL(this.url).hash.slice(1)).get("token") ?? "";
  }

  /** Its command line, as the system shows it. */
  get command(): string {
    return this.#command.child.spawnargs.join(" ");
  }

  get pid(): number {
    return this.#command.child.pid ?? 0;
  }

  get stdout(): string {
    return this.#command.stdout;
  }

  get stderr(): string {
    return this.#command.stderr;
  }

  get ended(): boolean {
    return this.#command.ended;
  }

  async status(): Promise<Status> {
    const finished = await run(this.world, ["status", "--json"], this.#options.uid === undefined ? {} : this.#options);
    if (finished.code !== 0) {
      throw new Error(`status ended with ${finished.code}: ${finished.stderr}`);
    }
    return JSON.parse(finished.stdout) as Status;
  }

  /** Every terminal of every workspace. */
  async terminals(): Promise<TerminalStatus[]> {
    return (await this.status()).workspaces.flatMap((workspace) => workspace.terminals);
  }

  signal(name: NodeJS.Signals): void {
    this.#command.child.kill(name);
  }

  /** Nobody reads its output any more, as when a terminal emulator was closed. */
  closeOutput(): void {
    this.#command.child.stdout?.destroy();
    this.#command.child.stderr?.destroy();
  }

  async finished(): Promise<Finished> {
    await until("the end of serve", () => this.ended, { seen: () => this.stderr });
    return this.#command.result();
  }

  /** Ends it with TERM and waits until it is gone. */
  async stop(): Promise<Finished> {
    if (!this.ended) {
      this.signal("SIGTERM");
    }
    return this.finished();
  }
}

// A virtual screen of a scenario's own, which admits nobody else, and its clipboard.

import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import type { Clipboard, Point, Size } from "./page.ts";
import { patience, until } from "./wait.ts";

/** Room for every size that scenarios ask a window to have. */
const size: Size = { width: 1920, height: 1200 };

export class Screen {
  readonly #server: ChildProcess;
  /** What a program needs in its environment to show itself here. */
  readonly env: Record<string, string>;

  private constructor(server: ChildProcess, env: Record<string, string>) {
    this.#server = server;
    this.env = env;
  }

  /** Starts a screen whose secret lies in a folder. */
  static async start(folder: string, options: Partial<Size> = {}): Promise<Screen> {
    const authority = join(folder, "xauthority");
    writeFileSync(authority, entry(randomBytes(16)), { mode: 0o600 });
    const { width, height } = { ...size, ...options };
    // The server takes the first display number that is free and writes it to the fourth file. A screen starts anew
    // when its last client leaves, and refuses the next one while it does, unless it is told not to.
    const args = ["-displayfd", "3", "-auth", authority, "-screen", "0", `${width}x${height}x24`, "-nolisten", "tcp", "-noreset"];
    const server = spawn("Xvfb", args, { stdio: ["ignore", "ignore", "ignore", "pipe"], env: { PATH: process.env["PATH"] ?? "/usr/bin:/bin" } });
    let number = "";
    (server.stdio[3] as Readable).setEncoding("utf8").on("data", (text: string) => (number += text));
    let failure: Error | undefined;
    server.once("error", (error) => (failure = error));
    const ended = () => failure !== undefined || server.exitCode !== null;
    await until("the screen", () => number.includes("\n") || ended());
    if (ended()) {
      throw failure ?? new Error(`Xvfb ended with ${server.exitCode}`);
    }
    // Without the last two GTK starts daemons for accessibility and for the session's bus, and leaves them behind.
    const env = { DISPLAY: `:${number.trim()}`, XAUTHORITY: authority, GDK_BACKEND: "x11", NO_AT_BRIDGE: "1", DBUS_SESSION_BUS_ADDRESS: "disabled:" };
    return new Screen(server, env);
  }

  /** Waits for the window of a process, gives the keyboard to it as no window manager does here, and answers its number. */
  async windowOf(pid: number): Promise<string> {
    return until("the window", async () => {
      const windows = (await this.run("xdotool", "search", "--onlyvisible", "--pid", String(pid))).trim().split("\n");
      const window = windows.at(-1) ?? "";
      await this.run("xdotool", "windowfocus", "--sync", window);
      return window;
    });
  }

  /** Clicks at a point of a window. */
  async click(window: string, button: "middle" | "right", at: Point): Promise<void> {
    await this.run("xdotool", "mousemove", "--window", window, String(at.x), String(at.y), "click", button === "middle" ? "2" : "3");
  }

  /** A picture of a window, or of all that is on the screen. */
  async picture(path: string, window = "root"): Promise<void> {
    await this.run("import", "-window", window, path);
  }

  /** Runs a program on this screen and answers what it printed. */
  async run(program: string, ...args: readonly string[]): Promise<string> {
    const child = spawn(program, args, { env: this.#environment(), stdio: ["ignore", "pipe", "pipe"], timeout: patience });
    let [output, complaints] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (complaints += text));
    const code = await new Promise<number | null>((settle, fail) => child.once("error", fail).once("close", settle));
    if (code !== 0) {
      throw new Error(`${program} ended with ${code}: ${complaints}`);
    }
    return output;
  }

  #environment(): Record<string, string> {
    return { PATH: process.env["PATH"] ?? "/usr/bin:/bin", LANG: "C.UTF-8", ...this.env };
  }

  /** The clipboard of this screen. */
  clipboard(): ScreenClipboard {
    return new ScreenClipboard(this, () => this.#environment());
  }

  async stop(): Promise<void> {
    this.#server.kill("SIGTERM");
    await until("the end of the screen", () => this.#server.exitCode !== null || this.#server.signalCode !== null);
  }
}

/** What another program copied, and would get: xclip is that program. */
export class ScreenClipboard implements Clipboard {
  readonly #screen: Screen;
  readonly #environment: () => Record<string, string>;
  #owner: ChildProcess | undefined;

  constructor(screen: Screen, environment: () => Record<string, string>) {
    this.#screen = screen;
    this.#environment = environment;
  }

  read(): Promise<string> {
    return this.#screen.run("xclip", "-selection", "clipboard", "-out");
  }

  async write(text: string): Promise<void> {
    await this.release();
    // A clipboard's contents live in the program that copied: it stays until somebody else copies.
    const owner = spawn("xclip", ["-selection", "clipboard", "-in", "-quiet"], { env: this.#environment(), stdio: ["pipe", "ignore", "ignore"] });
    this.#owner = owner;
    owner.stdin.end(text);
    await until("the text on the clipboard", async () => (await this.read()) === text);
  }

  /** Ends the program that holds what was written. */
  async release(): Promise<void> {
    const owner = this.#owner;
    this.#owner = undefined;
    if (owner !== undefined && owner.exitCode === null && owner.signalCode === null) {
      owner.kill("SIGTERM");
      await until("the end of xclip", () => owner.exitCode !== null || owner.signalCode !== null);
    }
  }
}

/**
 * An entry of an authority file for every address and display: a family, and an
 * address, a number, a name and a secret with a length each. See Xsecurity(7).
 */
function entry(secret: Buffer): Buffer {
  const field = (data: Buffer): Buffer => {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(data.length);
    return Buffer.concat([length, data]);
  };
  const anyAddress = Buffer.from([0xff, 0xff]);
  return Buffer.concat([anyAddress, field(Buffer.alloc(0)), field(Buffer.alloc(0)), field(Buffer.from("MIT-MAGIC-COOKIE-1")), field(secret)]);
}

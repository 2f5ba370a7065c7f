// A throwaway home: everything the application may read or write lies in it.

import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What a fresh shell shows when it waits for input. */
export const prompt = "ready>";

const shellSettings = `PS1='${prompt} '\nPROMPT_COMMAND=\n`;

export class World {
  readonly root: string;
  readonly home: string;
  readonly projects: string;

  constructor() {
    // Short, because the path of a Unix socket lies below it; real, because the
    // application resolves symbolic links.
    this.root = realpathSync(mkdtempSync(join(tmpdir(), "cg-")));
    this.home = this.folder("home");
    this.projects = this.folder("home", "projects");
    for (const part of ["config", "data", "state", "cache", "run"]) {
      chmodSync(this.folder(part), 0o700);
    }
    for (const file of [".bashrc", ".bash_profile"]) {
      writeFileSync(join(this.home, file), shellSettings);
    }
    writeFileSync(join(this.home, ".zshrc"), `PS1='${prompt} '\n`);
    writeFileSync(join(this.home, ".vimrc"), "set nocompatible\n");
  }

  /** Makes a folder below the root and returns its path. */
  folder(...parts: string[]): string {
    const path = join(this.root, ...parts);
    mkdirSync(path, { recursive: true });
    return path;
  }

  /** Makes a project folder and returns its path. */
  project(name = "app"): string {
    return this.folder("home", "projects", name);
  }

  get configDir(): string {
    return join(this.root, "config", "clanker-grid");
  }

  get stateDir(): string {
    return join(this.root, "state", "clanker-grid");
  }

  /** The environment of the application, complete. */
  environment(extra: Record<string, string> = {}): Record<string, string> {
    return {
      PATH: process.env["PATH"] ?? "/usr/bin:/bin",
      HOME: this.home,
      USER: process.env["USER"] ?? "root",
      SHELL: "/bin/bash",
      LANG: "C.UTF-8",
      TERM: "xterm-256color",
      TMPDIR: this.folder("tmp"),
      XDG_CONFIG_HOME: join(this.root, "config"),
      XDG_DATA_HOME: join(this.root, "data"),
      XDG_STATE_HOME: join(this.root, "state"),
      XDG_CACHE_HOME: join(this.root, "cache"),
      XDG_RUNTIME_DIR: join(this.root, "run"),
      ...extra,
    };
  }

  /** Gives everything to another account. */
  giveTo(uid: number): void {
    const visit = (path: string): void => {
      chownSync(path, uid, uid);
      for (const entry of readdirSync(path, { withFileTypes: true })) {
        const child = join(path, entry.name);
        if (entry.isDirectory()) {
          visit(child);
        } else {
          chownSync(child, uid, uid);
        }
      }
    };
    visit(this.root);
    chmodSync(this.root, 0o755);
  }

  dispose(): void {
    rmSync(this.root, { recursive: true, force: true, maxRetries: 5 });
  }
}

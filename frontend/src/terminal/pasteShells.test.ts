// @vitest-environment node
import * as fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { quotePath } from "./paste";

// The tests run in Node, for which the page's sources have no types.
interface Run {
  cwd?: string;
  env?: Record<string, string>;
  timeout?: number;
}
interface Modules {
  "node:child_process": {
    spawnSync(name: string, args: string[], run?: Run): { status: number | null; stdout: Uint8Array | null };
  };
  "node:fs": {
    mkdtempSync(prefix: string): string;
    existsSync(path: string): boolean;
    rmSync(path: string, how: { recursive: boolean; force: boolean }): void;
  };
  "node:os": { tmpdir(): string };
}
const node = globalThis as unknown as {
  process: { getBuiltinModule<Name extends keyof Modules>(name: Name): Modules[Name] };
};
const { spawnSync } = node.process.getBuiltinModule("node:child_process");
const { mkdtempSync, existsSync, rmSync } = node.process.getBuiltinModule("node:fs");
const { tmpdir } = node.process.getBuiltinModule("node:os");

/** Shells, and whether they can name a file with a control character. */
const shells = [
  { name: "bash", args: ["--noprofile", "--norc", "-c"], controls: true },
  { name: "zsh", args: ["-f", "-c"], controls: true },
  { name: "dash", args: ["-c"], controls: false },
  { name: "fish", args: ["--no-config", "-c"], controls: false },
];

// Each tries to leave its quotes and to make a file.
const hostile = [
  ...[";>ran;", "$(>ran)", "\n>ran\n"].flatMap((attempt) =>
    ["'", "\\'", "\\\\'", '"'].flatMap((way) => [
      `/a${way}${attempt}${way}`,
      `/a\x1b${way}${attempt}#`,
      `\t\\${way}${attempt}${way}b\x85`,
    ]),
  ),
  ...fc.sample(
    fc
      .array(
        fc.constantFrom("'", "\\", ";", ">ran", "\n", "\x01", "\x85", "$(", ")", "`", '"', " ", "x", "é"),
        { minLength: 1, maxLength: 14 },
      )
      .map((parts) => parts.join("")),
    { numRuns: 30, seed: 7 },
  ),
];

const root = mkdtempSync(`${tmpdir()}/paste-`);
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe.each(shells)("in $name", ({ name, args, controls }) => {
  const run = (script: string) =>
    spawnSync(name, [...args, script], {
      cwd: root,
      env: { PATH: "/usr/bin:/bin", HOME: root, LANG: "C.UTF-8" },
      timeout: 10_000,
    });
  const there = spawnSync(name, [...args, "exit 0"]).status === 0;

  test.runIf(there)("a pasted name is that name, and never runs anything", { timeout: 120_000 }, () => {
    for (const path of hostile) {
      const { stdout } = run(`printf '[%s]' ${quotePath(path, "linux")}`);
      expect(existsSync(`${root}/ran`), JSON.stringify(path)).toBe(false);
      if (controls || !/\p{Cc}/u.test(path))
        expect(new TextDecoder().decode(stdout ?? undefined)).toBe(`[${path}]`);
    }
  });
});

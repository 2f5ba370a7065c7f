import { Terminal } from "@xterm/xterm";
import { expect, test } from "vitest";
import { maxPrompts, nextPrompt, PromptMarks } from "./prompts";

test.each([
  [[1, 20, 40], 30, -1, 20],
  [[1, 20, 40], 30, 1, 40],
  [[1, 20, 40], 20, -1, 1],
  [[1, 20, 40], 40, 1, null],
  [[-1, 5], 3, -1, null],
  [[], 3, 1, null],
] as const)("from prompts %j at line %i in direction %i is %j", (lines, top, direction, line) => {
  expect(nextPrompt(lines, top, direction)).toBe(line);
});

test("prompts can be jumped to, one line being one prompt, also after old ones are gone", async () => {
  const terminal = new Terminal({ allowProposedApi: true, scrollback: 130 });
  const prompts = new PromptMarks(terminal);
  for (let i = 0; i < 5; i++) {
    for (const data of ["A", "A;cl=m", "B", "D;0"]) prompts.handle(data);
    await new Promise<void>((resolve) => terminal.write(`$ cmd${i}\r\n${"out\r\n".repeat(40)}`, resolve));
  }
  const seen: string[] = [];
  for (const direction of [-1, -1, -1, -1, 1, 1, 1] as const) {
    prompts.jump(direction);
    const buffer = terminal.buffer.active;
    seen.push(buffer.getLine(buffer.viewportY)?.translateToString(true) ?? "");
  }
  expect(seen).toEqual(["$ cmd4", "$ cmd3", "$ cmd2", "$ cmd2", "$ cmd3", "$ cmd4", "out"]);
  prompts.dispose();
  terminal.dispose();
});

test("a flood of prompts keeps only the newest", async () => {
  const terminal = new Terminal({ allowProposedApi: true, scrollback: 10_000 });
  const prompts = new PromptMarks(terminal);
  for (let i = 0; i < 2 * maxPrompts; i++) {
    prompts.handle("A");
    await new Promise<void>((resolve) => terminal.write("$\r\n", resolve));
  }
  expect(terminal.markers.length).toBe(maxPrompts);
  prompts.clear();
  expect(terminal.markers.length).toBe(0);
  terminal.dispose();
});

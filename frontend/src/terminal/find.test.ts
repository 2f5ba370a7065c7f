import { Terminal } from "@xterm/xterm";
import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type LeakTracker, trackDisposables } from "../base/leaks";
import { type Match, maxMatches, TerminalSearch } from "./find";
import { joinedLine } from "./joinedLine";
import { WebLinkProvider } from "./webLinks";

const query = { text: "needle", matchCase: false, wholeWord: false, regex: false };

let tracker: LeakTracker;
let terminal: Terminal;
let search: TerminalSearch;

beforeEach(() => {
  tracker = trackDisposables();
  open(40, 10, 100);
});

afterEach(() => {
  search.dispose();
  terminal.dispose();
  const leaks = tracker.leaks();
  tracker.stop();
  expect(leaks).toEqual([]);
});

function open(cols: number, rows: number, scrollback: number): void {
  terminal = new Terminal({ allowProposedApi: true, cols, rows, scrollback });
  search = new TerminalSearch(terminal);
}

const write = (text: string): Promise<void> => new Promise((resolve) => terminal.write(text, resolve));

/** Waits until all output is searched. */
async function searched(): Promise<void> {
  // The emulator tells that it has parsed only after the callback of the write.
  await new Promise((resolve) => setTimeout(resolve));
  while (search.searching) {
    await new Promise<void>((resolve) => {
      const listening = search.changed(() => {
        listening.dispose();
        resolve();
      });
    });
  }
}

/** The text that a match stands on, read from the buffer. */
function textAt(match: Match | undefined): string {
  if (!match) return "";
  const buffer = terminal.buffer.active;
  let text = "";
  let { row, col, cells } = match;
  row -= search.firstRow;
  for (; cells > 0; row += 1, col = 0) {
    const here = Math.min(cells, terminal.cols - col);
    text += buffer.getLine(row)?.translateToString(false, col, col + here) ?? "";
    cells -= here;
  }
  return text;
}

function countInBuffer(text: string): number {
  const buffer = terminal.buffer.active;
  let count = 0;
  for (let row = 0; row < buffer.length; ) {
    const line = joinedLine(buffer, row);
    count += line.text.split(text).length - 1;
    row += line.rows;
  }
  return count;
}

describe("find", () => {
  test("counts, starts at the last match seen and wraps in both directions", async () => {
    await write("needle 1\r\nneedle 2\r\nneedle 3\r\n");
    search.search(query);
    await searched();
    const positions = [search.state.current];
    for (const step of ["next", "next", "previous", "previous"] as const) {
      search[step]();
      positions.push(search.state.current);
    }
    expect(search.state.count).toBe(3);
    expect(positions).toEqual([3, 1, 2, 1, 3]);
  });

  test("joins wrapped lines and stands right behind wide characters", async () => {
    await write(`${"x".repeat(37)}needle\r\n日本 needle 日本\r\n`);
    search.search(query);
    await searched();
    expect(search.state.count).toBe(2);
    expect(search.matches.map(textAt)).toEqual(["needle", "needle"]);
    expect(search.matches[1]).toMatchObject({ row: 2, col: 5 });
  });

  test("keeps the current match while output comes and old lines go", async () => {
    for (let i = 0; i < 105; i++) await write(`line ${i} needle\r\n`);
    search.search(query);
    await searched();
    for (let i = 0; i < 20; i++) search.previous();
    const current = search.current;
    const line = textAt(current && { ...current, col: 0, cells: 7 });
    await write("more needle\r\n".repeat(30));
    await searched();
    expect(search.state.count).toBe(countInBuffer("needle"));
    const now = search.current;
    expect(textAt(now && { ...now, col: 0, cells: 7 })).toBe(line);
  });

  test("moves the view to a match that is asked for, and never for output", async () => {
    await write(`needle\r\n${"x\r\n".repeat(60)}`);
    search.search(query);
    await searched();
    expect(terminal.buffer.active.viewportY).toBe(0);
    terminal.scrollToBottom();
    const bottom = terminal.buffer.active.viewportY;
    await write("needle\r\n");
    await searched();
    expect(search.state.count).toBe(2);
    expect(terminal.buffer.active.viewportY).toBeGreaterThanOrEqual(bottom);
  });

  test("narrows as one types without leaving the match", async () => {
    await write("need\r\nneedle one\r\nneedle two\r\nother\r\n");
    search.search({ ...query, text: "nee" });
    await searched();
    search.previous();
    expect(search.current?.row).toBe(1);
    search.search({ ...query, text: "needle" });
    await searched();
    expect(search.current?.row).toBe(1);
    search.search({ ...query, text: "needle t" });
    await searched();
    expect(search.current?.row).toBe(2);
  });

  test("says that an expression cannot be used, and goes on with the next", async () => {
    await write("needle\r\n");
    search.search({ ...query, text: "(", regex: true });
    expect(search.state).toEqual({
      count: 0,
      current: 0,
      capped: false,
      error: "This regular expression is not valid.",
    });
    search.search({ ...query, text: "n.+e", regex: true });
    await searched();
    expect(search.state).toMatchObject({ count: 1, current: 1, error: "" });
  });

  test("follows the screen: switched, resized and reset", async () => {
    await write(`${"x".repeat(38)}needle\r\n`);
    search.search(query);
    await searched();
    expect(search.state.count).toBe(1);
    terminal.resize(20, 10);
    await searched();
    expect([search.state.count, textAt(search.current)]).toEqual([1, "needle"]);
    await write("\x1b[?1049h\x1b[Hneedle needle");
    await searched();
    expect(search.state.count).toBe(2);
    await write("\x1b[?1049l");
    await searched();
    expect(search.state.count).toBe(1);
    await write("\x1bc");
    await searched();
    expect(search.state.count).toBe(0);
    expect(search.state.current).toBe(0);
  });

  test("is over when it is closed", async () => {
    await write("needle\r\n");
    search.search(query);
    await searched();
    search.close();
    expect(search.state).toEqual({ count: 0, current: 0, capped: false, error: "" });
    await write("needle\r\n");
    search.next();
    expect(search.matches).toEqual([]);
  });

  test("finds as many as there are, whatever is written and removed meanwhile", async () => {
    const piece = fc.constantFrom(
      "needle",
      "nee",
      "dle ",
      "\r\n",
      "x".repeat(39),
      "日",
      "\x1b[H",
      "\x1b[2J",
      "\x1b[3J",
      "\x1b[A",
      "\x1b[K",
      "\r\n".repeat(12),
      "needle\r\n".repeat(60),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 30 }), async (pieces) => {
        search.search(query);
        for (const text of pieces) await write(text);
        await searched();
        expect(search.state.count).toBe(countInBuffer("needle"));
        for (const match of search.matches) {
          if (match.row >= search.firstRow) expect(textAt(match)).toBe("needle");
        }
        search.close();
      }),
      { numRuns: 15 },
    );
  }, 60_000);
});

describe("20,000 matches", () => {
  test("are counted in slices, and steps between them cost nothing", async () => {
    search.dispose();
    terminal.dispose();
    open(80, 24, 10_000);
    await write("a needle and another needle here\r\n".repeat(10_030));
    search.search(query);
    await searched();
    await searched();
    expect(search.state.count).toBe(20_046);
    const started = performance.now();
    for (let i = 0; i < 1000; i++) search.previous();
    expect(performance.now() - started).toBeLessThan(1_000);
    expect(search.state).toEqual({ count: 20_046, current: 19_046, capped: false, error: "" });
  }, 30_000);

  test("typed letter by letter end at the one that the user was at, not at one passed by", async () => {
    search.dispose();
    terminal.dispose();
    open(80, 24, 20_000);
    await write("a needle here\r\n".repeat(20_000));
    for (const text of ["n", "ne", "nee", "need", "needl", "needle"]) {
      search.search({ ...query, text });
      // A person types on long before twenty thousand lines are searched.
      expect(search.searching).toBe(true);
    }
    await searched();
    expect(search.state).toMatchObject({ count: 20_000, current: 20_000 });
    expect(terminal.buffer.active.viewportY).toBe(terminal.buffer.active.baseY);
    terminal.scrollToLine(5_000);
    search.close();
    for (const text of ["n", "ne", "needle"]) search.search({ ...query, text });
    await searched();
    expect(search.state.current).toBe(5_024);
    expect(terminal.buffer.active.viewportY).toBe(5_000);
  }, 60_000);

  test("and too many to count are said to be more", async () => {
    search.dispose();
    terminal.dispose();
    open(200, 24, 10_000);
    await write(`${"n".repeat(199)}\r\n`.repeat(600));
    search.search({ ...query, text: "n" });
    await searched();
    await searched();
    expect(search.state.capped).toBe(true);
    expect(search.state.count).toBe(maxMatches);
  }, 30_000);
});

describe("web links", () => {
  const uri = "https://example.com/a/long/path/that/wraps/around";

  test("are joined across wrapped rows and found from each of them", async () => {
    await write(`日本 (${uri}), and\r\n`);
    const links = [1, 2, 3].map((row) => {
      let found: unknown;
      new WebLinkProvider(terminal, { activate() {}, hover() {}, leave() {} }).provideLinks(row, (result) => {
        found = result?.map((link) => ({ text: link.text, range: link.range }));
      });
      return found;
    });
    const expected = [{ text: uri, range: { start: { x: 7, y: 1 }, end: { x: 15, y: 2 } } }];
    expect(links).toEqual([expected, expected, undefined]);
  });
});

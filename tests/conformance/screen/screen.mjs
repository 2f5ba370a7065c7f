// A terminal without a window, driven by lines of JSON: what a program prints comes in, what the terminal answers and
// what stands on its screen go out. One per program; it ends with its standard input.
import { createInterface } from "node:readline";
import xterm from "@xterm/headless";

const terminal = new xterm.Terminal({ cols: 120, rows: 40, allowProposedApi: true, scrollback: 5000 });
const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);
terminal.onData((text) => say({ answer: Buffer.from(text, "utf8").toString("base64") }));
terminal.onBinary((text) => say({ answer: Buffer.from(text, "binary").toString("base64") }));

function rows(buffer) {
  const lines = [];
  for (let row = 0; row < terminal.rows; row += 1) {
    lines.push(buffer.getLine(buffer.viewportY + row)?.translateToString(true) ?? "");
  }
  return lines;
}

function everything(buffer) {
  const lines = [];
  for (let row = 0; row < buffer.length; row += 1) {
    const line = buffer.getLine(row);
    const text = line?.translateToString(true) ?? "";
    if (line?.isWrapped && lines.length > 0) lines[lines.length - 1] += text;
    else lines.push(text);
  }
  return lines;
}

for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
  const { write, resize, show, reset } = JSON.parse(line);
  if (reset) terminal.reset();
  if (resize) terminal.resize(resize[0], resize[1]);
  if (write !== undefined) {
    await new Promise((parsed) => terminal.write(Buffer.from(write, "base64"), parsed));
    say({ parsed: true });
  }
  if (show) {
    const buffer = terminal.buffer.active;
    say({
      screen: {
        rows: rows(buffer),
        history: everything(terminal.buffer.normal),
        alternate: buffer.type === "alternate",
        pasteBracketed: terminal.modes.bracketedPasteMode,
        cursor: [buffer.cursorX, buffer.cursorY],
      },
    });
  }
}

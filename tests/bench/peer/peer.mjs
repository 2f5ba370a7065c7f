// @ts-check
/** As many terminals beside each other as the address asks for, each with a socket of its own. */
import { grid, openEmulator, query } from "./emulator.mjs";

/** Parsed output is reported this often, as xterm.js's guide to flow control has it. */
const reportStep = 100_000;

async function openTerminal() {
  const container = document.createElement("div");
  container.className = "terminal";
  document.body.append(container);
  const terminal = await openEmulator(container);
  const socket = new WebSocket(`ws://${location.host}${location.pathname}?cols=${grid.cols}&rows=${grid.rows}`);
  socket.binaryType = "arraybuffer";
  let unreported = 0;
  const report = () => {
    const message = new DataView(new ArrayBuffer(4));
    message.setUint32(0, unreported);
    unreported = 0;
    socket.send(message);
  };
  socket.onmessage = ({ data }) => {
    const bytes = new Uint8Array(data);
    terminal.write(bytes, () => {
      unreported += bytes.length;
      if (unreported >= reportStep) report();
    });
  };
  terminal.onData((text) => socket.send(text));
  terminal.focus();
}

for (let count = Number(query.get("terminals") ?? 1); count > 0; count--) await openTerminal();

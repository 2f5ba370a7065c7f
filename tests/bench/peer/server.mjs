// @ts-check
/**
 * The terminal that the product is compared with: node-pty and ws behind
 * xterm.js, put together as well as its own documentation shows. It also
 * serves the page of the limit, which has no transport at all.
 *
 * Usage: node server.mjs FONT FLOODS, where FLOODS is a folder with a block of
 * each kind. The first line of its output is its address.
 */
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { spawn } from "node-pty";
import { WebSocketServer } from "ws";

const require = createRequire(import.meta.url);
/** A folder of an installed package, found by a file of it. */
const folderOf = (/** @type {string} */ file) => dirname(require.resolve(file));

const [font = "", floods = ""] = process.argv.slice(2);

/** Whoever else is on this machine, and every page, could ask for a shell otherwise. */
const secret = `/${randomBytes(32).toString("hex")}`;

/**
 * What is asked for below the secret; null for everything else.
 * @param {import("node:http").IncomingMessage} request
 */
function asked(request) {
  const url = new URL(request.url ?? "/", "http://127.0.0.1");
  const foreign = request.headers.origin !== undefined && request.headers.origin !== `http://${request.headers.host}`;
  return foreign || !url.pathname.startsWith(`${secret}/`) ? null : { path: url.pathname.slice(secret.length), query: url.searchParams };
}

const files = new Map([
  ["/peer.html", [join(import.meta.dirname, "peer.html"), "text/html"]],
  ["/peer.mjs", [join(import.meta.dirname, "peer.mjs"), "text/javascript"]],
  ["/limit.html", [join(import.meta.dirname, "limit.html"), "text/html"]],
  ["/limit.mjs", [join(import.meta.dirname, "limit.mjs"), "text/javascript"]],
  ["/emulator.mjs", [join(import.meta.dirname, "emulator.mjs"), "text/javascript"]],
  ["/page.css", [join(import.meta.dirname, "page.css"), "text/css"]],
  ["/xterm.css", [require.resolve("@xterm/xterm/css/xterm.css"), "text/css"]],
  ["/xterm.mjs", [join(folderOf("@xterm/xterm"), "xterm.mjs"), "text/javascript"]],
  ["/graphemes.mjs", [join(folderOf("@xterm/addon-unicode-graphemes"), "addon-unicode-graphemes.mjs"), "text/javascript"]],
  ["/font.woff2", [font, "font/woff2"]],
  ...["plain", "coloured", "unicode"].map((kind) => /** @type {const} */ ([`/${kind}`, [join(floods, kind), "text/plain"]])),
]);

const server = createServer((request, response) => {
  const what = asked(request);
  if (what && request.method === "POST") {
    // What the page of the limit has measured, passed on to whoever started us.
    let body = "";
    request.setEncoding("utf8").on("data", (text) => (body += text));
    request.on("end", () => {
      console.log(body);
      response.end();
    });
    return;
  }
  const file = what && files.get(what.path);
  if (!file) {
    response.writeHead(404).end();
    return;
  }
  const [path, type] = file;
  response.writeHead(200, { "Content-Type": `${type}; charset=utf-8` }).end(readFileSync(path));
});

/**
 * Output is gathered for so long or so much, as xterm.js's own demonstration
 * does, and goes out at once when the user has just typed.
 */
const gatherFor = 3;
const gatherBytes = 256 << 10;
/** The flow control of xterm.js's guide: the page has so much unparsed, and the terminal pauses between the two. */
const pauseAt = 512 << 10;
const resumeAt = 128 << 10;

/** @type {import("ws").VerifyClientCallbackSync} */
const verifyClient = ({ req }) => asked(req) !== null;

new WebSocketServer({ server, perMessageDeflate: false, verifyClient }).on("connection", (socket, request) => {
  const query = asked(request)?.query ?? new URLSearchParams();
  const pty = spawn("/bin/bash", [], {
    name: "xterm-256color",
    cols: Number(query.get("cols")),
    rows: Number(query.get("rows")),
    cwd: process.env["HOME"],
    env: { ...process.env, COLORTERM: "truecolor" },
    encoding: null,
  });
  /** @type {Buffer[]} */
  let gathered = [];
  let bytes = 0;
  let unparsed = 0;
  let paused = false;
  let typed = false;
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const send = () => {
    clearTimeout(timer);
    timer = undefined;
    if (bytes > 0 && socket.readyState === socket.OPEN) socket.send(Buffer.concat(gathered));
    gathered = [];
    bytes = 0;
    typed = false;
  };
  pty.onData((text) => {
    // Without an encoding the library hands out buffers, whatever its types say.
    const data = /** @type {Buffer} */ (/** @type {unknown} */ (text));
    gathered.push(data);
    bytes += data.length;
    unparsed += data.length;
    if (unparsed >= pauseAt && !paused) {
      paused = true;
      pty.pause();
    }
    if (typed || bytes >= gatherBytes) send();
    else timer ??= setTimeout(send, gatherFor);
  });
  pty.onExit(() => socket.close());
  socket.on("message", (message, binary) => {
    const data = /** @type {Buffer} */ (message);
    if (binary) {
      // How much more was parsed.
      unparsed -= data.readUInt32BE(0);
      if (paused && unparsed <= resumeAt) {
        paused = false;
        pty.resume();
      }
      return;
    }
    typed = true;
    pty.write(data.toString());
  });
  socket.on("close", () => {
    clearTimeout(timer);
    pty.kill();
  });
});

server.listen(0, "127.0.0.1", () => {
  const address = /** @type {import("node:net").AddressInfo} */ (server.address());
  console.log(`http://127.0.0.1:${address.port}${secret}`);
});

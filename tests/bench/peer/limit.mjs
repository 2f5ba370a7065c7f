// @ts-check
/**
 * The emulator's own write loop: bytes that are in memory already, written as
 * fast as the emulator takes them. Nothing that has a transport can be faster.
 */
import { openEmulator, query } from "./emulator.mjs";

const container = document.createElement("div");
container.className = "terminal";
document.body.append(container);
const terminal = await openEmulator(container);

/** What is written ahead of the parser, so that it never waits. */
const ahead = 512 << 10;

/**
 * @param {Uint8Array} block
 * @param {number} total
 * @returns {Promise<number>} seconds
 */
function flood(block, total) {
  return new Promise((resolve) => {
    const start = performance.now();
    let written = 0;
    let parsed = 0;
    const more = () => {
      while (written < total && written - parsed < ahead) {
        const chunk = block.subarray(0, Math.min(block.length, total - written));
        written += chunk.length;
        terminal.write(chunk, () => {
          parsed += chunk.length;
          if (parsed < total) more();
          else resolve((performance.now() - start) / 1000);
        });
      }
    };
    more();
  });
}

for (const kind of (query.get("kinds") ?? "").split(",")) {
  const block = new Uint8Array(await (await fetch(`./${kind}`)).arrayBuffer());
  const megabytes = Number(query.get("megabytes"));
  await flood(block, 10_000_000);
  const seconds = await flood(block, megabytes * 1_000_000);
  await fetch("./", { method: "POST", body: JSON.stringify({ kind, megabytes, seconds }) });
}

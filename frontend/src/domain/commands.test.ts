import { expect, it } from "vitest";
import { chordKeys } from "./chords";
import { type Command, commands, groups } from "./commands";
import { type Platform, type Surface, usualChords } from "./keymap";

// The tests run in Node, for which the page's sources have no types.
const node = globalThis as unknown as {
  process: { getBuiltinModule(name: "node:fs"): { readFileSync(path: string, encoding: "utf8"): string } };
};
const document = node.process.getBuiltinModule("node:fs").readFileSync("../docs/keyboard.md", "utf8");

/** All chords of a command; "in a tab" only where that is another list. */
function cell(command: Command, platform: Platform): string {
  const keys = (surface: Surface) =>
    usualChords(command, platform, surface).map((chord) => chordKeys(chord, platform).join("+"));
  const [window, tab] = [keys("desktop"), keys("tab")];
  const own = tab.filter((key) => !window.includes(key));
  const text = window.join(", ");
  return own.length === 0 ? text : `${text}; in a tab ${own.join(", ")}`;
}

const tables = groups.map((group) => {
  const rows = commands
    .filter((command) => command.group === group)
    .map(
      (command) =>
        `| ${command.title} | ${cell(command, "linux")} | ${cell(command, "macos")} | \`${command.id}\` |`,
    );
  return [
    `### ${group}`,
    "",
    "| command | Linux, Windows | macOS | name |",
    "| --- | --- | --- | --- |",
    ...rows,
    "",
  ].join("\n");
});

it("has every command and its keys in the document, as they are", async () => {
  const written = document.replace(
    /(<!-- keys: .*? -->\n)[^]*(<!-- end of keys -->)/,
    (_, before: string, after: string) => `${before}\n${tables.join("\n")}\n${after}`,
  );
  for (const { id } of commands) expect(written).toContain(`| \`${id}\` |`);
  await expect(written).toMatchFileSnapshot("../../../docs/keyboard.md");
});

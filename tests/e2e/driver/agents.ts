// Coding agents that are shell scripts: what a scenario needs of a CLI, and nothing of a model.

import { appendFileSync, chmodSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { World } from "./world.ts";

/** Says what it was started with and does what it is told: "exit 3" ends it with that code. */
const script = (name: string) => `#!/bin/bash
case "$1" in
--version) echo "${name} 1.2.3"; exit ;;
debug) echo '{"models":[{"slug":"small","display_name":"Small"},{"slug":"large","display_name":"Large"}]}'; exit ;;
esac
printf 'I am ${name}:'
for arg do printf ' [%s]' "$arg"; done
printf ' in %s\\nagent> ' "$PWD"
while read -r line; do
  case "$line" in
  exit*) exit "\${line#exit }" ;;
  esac
  printf 'heard %s\\nagent> ' "$line"
done
`;

const bin = (world: World) => world.folder("home", "agents");

/** Puts a CLI where the user's own shell finds it. */
export function install(world: World, name: string): void {
  const file = join(bin(world), name);
  writeFileSync(file, script(name));
  chmodSync(file, 0o755);
}

export function uninstall(world: World, name: string): void {
  rmSync(join(bin(world), name));
}

/** Nothing but what is installed here, and the system's own. */
export function prepareAgents(world: World, ...names: string[]): void {
  const path = `PATH=${bin(world)}:/usr/local/bin:/usr/bin:/bin\n`;
  for (const file of [".bashrc", ".bash_profile"]) appendFileSync(join(world.home, file), path);
  for (const name of names) install(world, name);
}

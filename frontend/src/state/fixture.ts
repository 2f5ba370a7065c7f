/** Records for tests, valid and short to write. */
import { type FakeBackend, fakeBackend } from "../bridge/fake";
import type { Harness, Settings, Terminal, Workspace } from "../bridge/client";
import { documentOf } from "../domain/layout/document";
import { gridOf } from "../domain/layout/tree";
import { usualSettings } from "./settings";

/** A well-formed identifier from one hex digit or more. */
export const id = (seed: string) => seed.padStart(32, "0");

export function workspace(
  name: string,
  terminals: readonly string[],
  change: Partial<Workspace> = {},
): Workspace {
  return {
    id: id(name),
    environment: "local",
    path: `/home/ada/${name}`,
    name,
    position: 0,
    missing: false,
    panes: terminals.map((seed) => ({ id: id(`e${seed}`), terminal: id(seed), sendAllKeys: false })),
    layout: { root: documentOf(gridOf(terminals.map((seed) => id(`e${seed}`)))), revision: 1 },
    reopenable: 0,
    revision: 1,
    ...change,
  };
}

export function terminal(seed: string, inWorkspace: string, change: Partial<Terminal> = {}): Terminal {
  return {
    id: id(seed),
    workspace: id(inWorkspace),
    pane: id(`e${seed}`),
    epoch: 1,
    state: "running",
    name: "",
    title: "",
    program: "bash",
    foreground: "",
    background: false,
    cwd: `/home/ada/${inWorkspace}`,
    pid: 100,
    size: { cols: 80, rows: 24 },
    revision: 1,
    ...change,
  };
}

/** A coding agent that is installed and lists its models. */
export function harness(id: string, change: Partial<Harness> = {}): Harness {
  return {
    id,
    name: id.charAt(0).toUpperCase() + id.slice(1),
    icon: '<svg xmlns="http://www.w3.org/2000/svg"><path d="M1 1h14"/></svg>',
    executable: id,
    site: `https://${id}.example`,
    installCommand: `install ${id}`,
    flagsExample: "--flag",
    modelExample: "a model",
    options: [],
    listsModels: true,
    presence: "installed",
    path: `/usr/bin/${id}`,
    version: "1.2.3",
    ...change,
  };
}

/** A backend with these records and nothing else to tell. */
export function backendWith(workspaces: Workspace[] = [], terminals: Terminal[] = []): FakeBackend {
  const backend = fakeBackend();
  backend.answer("App.Info", () => ({
    version: "1.0.0",
    kind: "browser",
    os: "linux",
    arch: "amd64",
    home: "/home/ada",
    configDir: "/home/ada/.config/clanker-grid",
    stateDir: "/home/ada/.local/state/clanker-grid",
    logFile: "",
    avoidsWebGL: false,
    pid: 1,
  }));
  backend.answer("App.Notices", () => []);
  backend.answer("App.Survivors", () => []);
  backend.answer("Workspaces.List", () => workspaces);
  backend.answer("Terminals.List", () => terminals);
  backend.answer("Workspaces.Recents", () => []);
  backend.answer("Settings.Shells", () => []);
  backend.answer("Harnesses.List", () => []);
  answerSettings(backend);
  return backend;
}

/** Settings that are kept for as long as the backend lives. */
function answerSettings(backend: FakeBackend): void {
  let kept: Settings = { ...usualSettings, revision: 1 };
  backend.answer("Settings.Get", () => kept);
  backend.answer("Settings.Defaults", () => usualSettings);
  backend.answer("Settings.Set", (wanted: Settings) => {
    kept = { ...wanted, revision: kept.revision + 1 };
    return kept;
  });
}

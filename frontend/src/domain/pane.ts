/** What a pane says about its terminal. */

export interface PaneFacts {
  readonly state: "pending" | "running" | "exited" | "failed";
  readonly name: string;
  readonly title: string;
  readonly program: string;
  /** What runs in front of the shell; empty or absent while the shell itself does. */
  readonly foreground?: string;
  readonly cwd: string;
  /** The coding agent that the terminal was opened for; with its exit once it has ended. */
  readonly agent?: { readonly name: string; readonly exit?: PaneFacts["exit"] };
  readonly exit?: { readonly code: number; readonly signal?: string };
}

type Named = Pick<PaneFacts, "name" | "title" | "program" | "foreground" | "agent">;

/** The user's own name, else what the program calls itself, else the program in front. */
export function paneTitle(pane: Named): string {
  return ownTitle(pane) || pane.foreground || programName(pane);
}

function ownTitle({ name, title }: Pick<PaneFacts, "name" | "title">): string {
  return name.trim() || title.trim();
}

/** Where a directory is seen from. */
export interface Outlook {
  /** The folder of the workspace. */
  readonly folder: string;
  /** The user's own; empty while it is not known. */
  readonly home: string;
}

/**
 * What tells a pane from others that run the same program: its directory, shortened. Empty for a pane that has
 * a title of its own, which says more. Inside of the workspace's folder it is relative to it, near to home it
 * begins with a tilde, and elsewhere it is the last two names.
 */
export function paneDirectory(pane: Named & Pick<PaneFacts, "cwd">, { folder, home }: Outlook): string {
  if (ownTitle(pane) || !pane.cwd) return "";
  const names = namesOf(pane.cwd);
  const inFolder = below(names, namesOf(folder));
  if (inFolder) return inFolder.join("/") || (names.at(-1) ?? "/");
  const inHome = below(names, namesOf(home));
  if (inHome && inHome.length <= 2) return ["~", ...inHome].join("/");
  return names.length > 2 ? names.slice(-2).join("/") : pane.cwd;
}

/** Shells of Windows report both kinds of slash; a backslash in a name elsewhere is rarer than those. */
function namesOf(path: string): string[] {
  return path.split(/[\\/]+/).filter(Boolean);
}

/** The rest of a path below another one; undefined when it lies elsewhere. The root is above nothing of use. */
function below(names: readonly string[], above: readonly string[]): readonly string[] | undefined {
  const inside = above.length > 0 && above.every((name, index) => names[index] === name);
  return inside ? names.slice(above.length) : undefined;
}

export function programName(pane: Pick<PaneFacts, "program" | "agent">): string {
  if (pane.agent && !pane.agent.exit) return pane.agent.name;
  return pane.program || "Terminal";
}

/** How the process ended, as one sentence without a full stop; empty while it has not. */
export function endingSentence(pane: PaneFacts): string {
  if (pane.state !== "exited") return "";
  const program = programName(pane);
  if (!pane.exit) return `${program} ended`;
  if (pane.exit.signal) return `${program} was ended by ${pane.exit.signal}`;
  return `${program} ended with code ${pane.exit.code}`;
}

/**
 * The short label of an ending that was not clean: "exit 3", "SIGKILL"; empty for a clean one. That of an agent
 * stays while the shell runs in its place.
 */
export function failureLabel(pane: PaneFacts): string {
  if (pane.state === "failed") return "not started";
  const exit = pane.state === "exited" ? pane.exit : pane.agent?.exit;
  if (!exit) return "";
  if (exit.signal) return exit.signal;
  return exit.code === 0 ? "" : `exit ${exit.code}`;
}

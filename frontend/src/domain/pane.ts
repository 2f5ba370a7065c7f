/** What a pane says about its terminal. */

export interface PaneFacts {
  readonly state: "pending" | "running" | "exited" | "failed";
  readonly name: string;
  readonly title: string;
  readonly program: string;
  readonly exit?: { readonly code: number; readonly signal?: string };
}

/** The user's own name, else what the program calls itself, else the program. */
export function paneTitle(pane: Pick<PaneFacts, "name" | "title" | "program">): string {
  return pane.name.trim() || pane.title.trim() || programName(pane);
}

export function programName(pane: Pick<PaneFacts, "program">): string {
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

/** The short label of an ending that was not clean: "exit 3", "SIGKILL"; empty for a clean one. */
export function failureLabel(pane: PaneFacts): string {
  if (pane.state === "failed") return "not started";
  if (pane.state !== "exited" || !pane.exit) return "";
  if (pane.exit.signal) return pane.exit.signal;
  return pane.exit.code === 0 ? "" : `exit ${pane.exit.code}`;
}

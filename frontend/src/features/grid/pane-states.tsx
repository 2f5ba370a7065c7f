import type { RefObject } from "react";
import type { Terminal } from "../../bridge/client";
import { endingSentence, failureLabel, programName } from "../../domain/pane";
import { Button } from "../../ui/button";
import { Icon } from "../../ui/icon";
import { Keys } from "../../ui/keys";
import styles from "./pane.module.css";

/** Shown only when the start takes long enough to be noticed. */
export function Starting({ terminal }: { readonly terminal: Terminal }) {
  return (
    <p className={styles.starting}>
      <Icon name="starting" size={12} />
      {startingWords(terminal)}
    </p>
  );
}

function agentToCome({ agent }: Terminal): boolean {
  return agent !== undefined && agent.exit === undefined;
}

function startingWords(terminal: Terminal): string {
  const known = agentToCome(terminal) || (terminal.program && !terminal.agent);
  return known ? `Starting ${programName(terminal)}` : "Starting the shell";
}

export interface OverProps {
  readonly terminal: Terminal;
  readonly restartRef: RefObject<HTMLButtonElement | null>;
  readonly onRestart: () => void;
  readonly onClose: () => void;
}

/** The process has ended. It lies over the screen, because a terminal is never resized to say something. */
export function Ended({ terminal, restartRef, onRestart, onClose }: OverProps) {
  const said = failureLabel(terminal) !== "";
  return (
    <div className={styles.ended}>
      {/* The header shows an ending that was not clean. */}
      <span className={said ? "visually-hidden" : styles.sentence} role="status">
        {endingSentence(terminal)}
      </span>
      <Button
        ref={restartRef}
        size="small"
        data-control="restart-terminal"
        aria-keyshortcuts="Enter"
        onClick={onRestart}
      >
        Restart
        <Keys keys={["Enter"]} />
      </Button>
      <Button size="small" variant="ghost" data-control="close-ended" onClick={onClose}>
        Close
      </Button>
    </div>
  );
}

/** There is no process: what was to run, why it does not, and what can be done. */
export function NotStarted({ terminal, restartRef, onRestart, onClose }: OverProps) {
  const { failure } = terminal;
  return (
    <div className={styles.failed} role="alert">
      <h2>
        <Icon name="cross" size={12} />
        {(agentToCome(terminal) ? "" : failure?.program) || programName(terminal)} did not start
      </h2>
      <p>{failure?.message}</p>
      {failure?.hint && <p>{failure.hint}</p>}
      <div className={styles.choices}>
        <Button
          ref={restartRef}
          size="small"
          data-control="restart-terminal"
          aria-keyshortcuts="Enter"
          onClick={onRestart}
        >
          Retry
          <Keys keys={["Enter"]} />
        </Button>
        <Button size="small" variant="ghost" data-control="close-ended" onClick={onClose}>
          Close
        </Button>
      </div>
    </div>
  );
}

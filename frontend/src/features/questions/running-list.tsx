import { useStore } from "zustand";
import type { Process, RunningWork } from "../../bridge/client";
import { withTilde } from "../../domain/wording";
import type { Session } from "../../state/session";
import { Icon } from "../../ui/icon";
import styles from "./questions.module.css";

export interface RunningListProps {
  readonly running: readonly RunningWork[];
  /** Tells panes of one name apart. */
  readonly session: Pick<Session, "records" | "info">;
}

/** What would be ended, one row per program, with the pane that it runs in. */
export function RunningList({ running, session }: RunningListProps) {
  const terminals = useStore(session.records.store, (state) => state.terminals.records);
  const home = useStore(session.info, (info) => info?.home ?? "");
  const placeOf = ({ terminal, title, program }: RunningWork) => {
    const known = terminals.get(terminal);
    // A pane may be called by what runs in it, which is said already; then its shell names it.
    const name = [title, known?.program].find((each) => each !== program);
    return [name, known && withTilde(known.cwd, home)].filter(Boolean).join(", ");
  };
  return (
    <ul className={styles.list}>
      {running.map((work) => (
        <li key={`${work.terminal}:${work.pid}`} className={styles.row}>
          <Icon name="terminal" size={12} />
          <span className={`mono ${styles.program}`}>{work.program}</span>
          {placeOf(work) && <span className={styles.title}>in {placeOf(work)}</span>}
          <Pid pid={work.pid} />
        </li>
      ))}
    </ul>
  );
}

/** What goes on running by itself. */
export function ProcessList({ processes }: { readonly processes: readonly Process[] }) {
  return (
    <ul className={styles.list}>
      {processes.map((process) => (
        <li key={`${process.pid}:${process.startTime}`} className={styles.row}>
          <span className={`mono ${styles.program}`}>{process.name}</span>
          <Pid pid={process.pid} />
        </li>
      ))}
    </ul>
  );
}

function Pid({ pid }: { readonly pid: number }) {
  return (
    <span className={styles.pid}>
      process <span className="mono">{pid}</span>
    </span>
  );
}

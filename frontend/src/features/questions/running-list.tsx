import type { Process, RunningWork } from "../../bridge/client";
import { Icon } from "../../ui/icon";
import styles from "./questions.module.css";

/** What would be ended, one row per program. */
export function RunningList({ running }: { readonly running: readonly RunningWork[] }) {
  return (
    <ul className={styles.list}>
      {running.map((work) => (
        <li key={`${work.terminal}:${work.pid}`} className={styles.row}>
          <Icon name="terminal" size={12} />
          <span className={`mono ${styles.program}`}>{work.program}</span>
          {work.title !== work.program && <span className={styles.title}>{work.title}</span>}
          <span className={`mono ${styles.pid}`}>{work.pid}</span>
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
          <span className={`mono ${styles.pid}`}>{process.pid}</span>
        </li>
      ))}
    </ul>
  );
}

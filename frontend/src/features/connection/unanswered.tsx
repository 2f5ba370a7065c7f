import { useEffect, useState } from "react";
import { useStore } from "zustand";
import type { StoreApi } from "zustand/vanilla";
import type { ConnectionState } from "../../bridge/client";
import { Icon } from "../../ui/icon";
import styles from "./closed.module.css";

// A machine that wakes up or is short of memory answers again within this; what is silent for longer has ended.
const patience = 60_000;

export interface UnansweredProps {
  readonly connection: StoreApi<ConnectionState>;
  readonly desktop: boolean;
}

/**
 * The link has been lost for long: says how to start again, over a page that goes on trying. What the terminals
 * show can still be read.
 */
export function Unanswered({ connection, desktop }: UnansweredProps) {
  const since = useStore(connection, (state) => (state.phase === "connecting" ? state.since : undefined));
  if (!useLonger(since, patience)) return null;
  return (
    <div className={styles.card} role="alert" data-surface="unanswered">
      <Icon name="linkLost" />
      <div className={styles.words}>
        <h1 className={styles.title}>Clanker Grid does not answer</h1>
        <p className={styles.text}>
          {desktop
            ? "If it has ended, close this window and start Clanker Grid again. This window goes on trying."
            : "If it has ended, start it again and open the address that it prints. This page goes on trying."}
        </p>
        {!desktop && <code className={`mono ${styles.command}`}>clanker serve</code>}
      </div>
    </div>
  );
}

/** Whether a moment (ms) is longer ago than a time; never while there is no such moment. */
function useLonger(since: number | undefined, time: number): boolean {
  const [passed, setPassed] = useState<number>();
  useEffect(() => {
    if (since === undefined) return;
    const timer = setTimeout(() => setPassed(since), Math.max(0, since + time - Date.now()));
    return () => clearTimeout(timer);
  }, [since, time]);
  return since !== undefined && passed === since;
}

import type { ConnectionState } from "../../bridge/client";
import type { PaneMarks, PaneProgress } from "../../state/marks";
import { Elapsed } from "../../ui/elapsed";
import { Icon } from "../../ui/icon";
import { Tooltip } from "../../ui/tooltip";
import styles from "./pane-header.module.css";

export interface PaneMarksRowProps {
  readonly marks: PaneMarks;
  readonly connection: ConnectionState;
  /** Whether every key but the palette's is the program's. */
  readonly sendsAllKeys: boolean;
}

/** What happened in a pane, each with words for those who do not see the mark. */
export function PaneMarksRow({ marks, connection, sendsAllKeys }: PaneMarksRowProps) {
  return (
    <>
      {sendsAllKeys && (
        <Tooltip text="Every key but the palette's goes to the program">
          <span className={styles.mark} data-mark="all-keys">
            <Icon name="keyboard" size={12} />
            all keys
          </span>
        </Tooltip>
      )}
      {marks.copied && (
        <span className={styles.mark} data-mark="copied">
          <Icon name="copied" size={12} />
          copied
        </span>
      )}
      {marks.bell && (
        <Tooltip text="The bell rang">
          <span className={styles.mark} data-mark="bell">
            <Icon name="bell" size={12} label="The bell rang" />
          </span>
        </Tooltip>
      )}
      {connection.phase === "connecting" && (
        <span className={styles.lost} data-mark="link-lost">
          <Icon name="linkLost" size={12} />
          Reconnecting, <Elapsed since={connection.since} />
        </span>
      )}
    </>
  );
}

const progressWords = { set: "", error: ", failed", indeterminate: "", paused: ", paused" };

/** A thin line along the lower edge of the header. */
export function ProgressLine({ progress }: { readonly progress: PaneProgress | null }) {
  if (!progress) return null;
  const known = progress.state !== "indeterminate";
  return (
    <span
      className={styles.progress}
      data-mark="progress"
      data-progress={progress.state}
      role="progressbar"
      aria-label="Progress"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={known ? progress.percent : undefined}
      aria-valuetext={known ? `${progress.percent}%${progressWords[progress.state]}` : "running"}
    >
      <span style={known ? { width: `${progress.percent}%` } : undefined} />
    </span>
  );
}

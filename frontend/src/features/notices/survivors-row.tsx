import type { Survivor } from "../../bridge/client";
import { counted, listed, withTilde } from "../../domain/wording";
import type { Notices } from "../../state/notices";
import { Button } from "../../ui/button";
import { Icon } from "../../ui/icon";
import styles from "./notices.module.css";

export interface SurvivorsRowProps {
  readonly survivors: readonly Survivor[];
  readonly home: string;
  readonly notices: Notices;
}

/** Programs that an earlier run left behind when it was cut off. */
export function SurvivorsRow({ survivors, home, notices }: SurvivorsRowProps) {
  // The shell that they were started from may be gone: what lives is named.
  const programs = survivors.flatMap(({ members, path }) =>
    members.map(({ name, pid }) => `${name} (${pid}) in ${withTilde(path, home)}`),
  );
  return (
    <div className={styles.row} data-level="warning" data-notice="survivors">
      <Icon name="warning" label="Warning" />
      <p className={styles.words}>
        {counted(programs.length, "program")} of an earlier run still {programs.length === 1 ? "runs" : "run"}
        . <span className={styles.hint}>{listed(programs)}</span>
      </p>
      <span className={styles.choices}>
        <Button
          size="small"
          variant="danger"
          data-control="end-survivors"
          onClick={() => void notices.endSurvivors()}
        >
          End
        </Button>
        <Button size="small" data-control="leave-survivors" onClick={() => notices.leaveSurvivors()}>
          Leave
        </Button>
      </span>
    </div>
  );
}

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
  const names = listed(
    survivors.map(({ process, path }) => `${process.name} (${process.pid}) in ${withTilde(path, home)}`),
  );
  return (
    <div className={styles.row} data-level="warning" data-notice="survivors">
      <Icon name="warning" label="Warning" />
      <p className={styles.words}>
        {counted(survivors.length, "program")} of an earlier run still{" "}
        {survivors.length === 1 ? "runs" : "run"}. <span className={styles.hint}>{names}</span>
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

import type { Recent } from "../../bridge/client";
import { ago, counted, withTilde } from "../../domain/wording";
import { Button, IconButton } from "../../ui/button";
import { Icon } from "../../ui/icon";
import { Keys } from "../../ui/keys";
import { Tooltip } from "../../ui/tooltip";
import styles from "./recents.module.css";

export interface RecentsProps {
  readonly recents: readonly Recent[] | undefined;
  readonly now: Date;
  readonly home: string;
  /** The folders that are open now, by their keys. */
  readonly open: ReadonlySet<string>;
  readonly keys: readonly string[];
  readonly onOpen: (recent: Recent) => void;
  readonly onForget: (recent: Recent) => void;
  readonly onBrowse: () => void;
}

/** A folder among those of all environments. */
export function folderKey({ environment, path }: Pick<Recent, "environment" | "path">): string {
  return `${environment}:${path}`;
}

/** Folders that were open before; a folder that is gone can only be removed from the list. */
export function Recents(props: RecentsProps) {
  const { recents, now, home, open, keys, onOpen, onForget, onBrowse } = props;
  return (
    <section className={styles.section} aria-labelledby="recent-heading">
      <div className={styles.head}>
        <h2 id="recent-heading" className={styles.heading}>
          Recent
        </h2>
        {recents?.some((recent) => recent.panes > 0) && (
          <span className={styles.aside}>Opening brings the panes back</span>
        )}
      </div>
      {recents && recents.length > 0 && (
        <ul className={styles.list}>
          {recents.map((recent) => (
            <RecentRow
              key={folderKey(recent)}
              open={open.has(folderKey(recent))}
              recent={recent}
              now={now}
              home={home}
              onOpen={() => onOpen(recent)}
              onForget={() => onForget(recent)}
            />
          ))}
        </ul>
      )}
      {recents?.length === 0 && <p className={styles.empty}>No folder was open before.</p>}
      <div>
        <Button onClick={onBrowse}>
          <Icon name="folder" />
          Open folder
          <Keys keys={keys} />
        </Button>
      </div>
    </section>
  );
}

interface RecentRowProps {
  readonly recent: Recent;
  readonly open: boolean;
  readonly now: Date;
  readonly home: string;
  readonly onOpen: () => void;
  readonly onForget: () => void;
}

function RecentRow({ recent, open, now, home, onOpen, onForget }: RecentRowProps) {
  const path = <span className={`mono ${styles.path}`}>{withTilde(recent.path, home)}</span>;
  const name = <span className={styles.name}>{recent.name}</span>;
  if (recent.missing) {
    return (
      <li className={styles.row} data-missing="true">
        <span className={styles.body}>
          <Icon name="folder" />
          <span className={styles.words}>
            {name}
            {path}
          </span>
          <span className={styles.gone}>Folder not found</span>
        </span>
        <span className={styles.remove}>
          <Button size="small" data-control="forget-recent" data-path={recent.path} onClick={onForget}>
            Remove
          </Button>
        </span>
      </li>
    );
  }
  return (
    <li className={styles.row}>
      <Tooltip text={recent.path}>
        <button
          type="button"
          className={styles.body}
          data-control="recent"
          data-path={recent.path}
          onClick={onOpen}
        >
          <Icon name="folder" />
          <span className={styles.words}>
            {name}
            {path}
          </span>
          <span className={styles.facts}>
            <time dateTime={recent.opened}>{ago(new Date(recent.opened), now)}</time>
            {open ? (
              <span className={`${styles.panes} ${styles.open}`}>Open</span>
            ) : (
              recent.panes > 0 && <span className={styles.panes}>{counted(recent.panes, "pane")}</span>
            )}
          </span>
        </button>
      </Tooltip>
      <span className={styles.forget}>
        <IconButton
          icon="close"
          size={12}
          label={`Remove ${recent.name} from the list`}
          data-control="forget-recent"
          data-path={recent.path}
          onClick={onForget}
        />
      </span>
    </li>
  );
}

import { useEffect, useRef } from "react";
import type { FolderRow } from "../../domain/folders";
import { Icon } from "../../ui/icon";
import styles from "./folder-dialog.module.css";

export interface FolderListProps {
  readonly rows: readonly FolderRow[];
  readonly current: number;
  /** Said when there are no rows. */
  readonly empty: string;
  readonly truncated: boolean;
  readonly onEnter: (path: string) => void;
  readonly onPoint: (index: number) => void;
}

/** The folders of one folder. The focus stays in the filter above; the current row follows its keys. */
export function FolderList({ rows, current, empty, truncated, onEnter, onPoint }: FolderListProps) {
  const list = useRef<HTMLDivElement>(null);
  const currentPath = rows[current]?.path;
  useEffect(() => {
    if (currentPath === undefined) return;
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }, [currentPath]);
  return (
    <div className={styles.frame}>
      <div ref={list} id="folder-rows" className={styles.rows} role="listbox" aria-label="Folders">
        {rows.map((row, index) => (
          // The keys are the filter field's: it has the focus and names the current row.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={row.path}
            id={`folder-row-${index}`}
            role="option"
            aria-selected={index === current}
            tabIndex={-1}
            className={styles.row}
            data-control="folder-entry"
            data-path={row.path}
            onMouseDown={(event) => event.preventDefault()}
            onMouseMove={() => index !== current && onPoint(index)}
            // The second click of a double click may fall on a row of the folder that the first one has opened.
            onClick={(event) => event.detail < 2 && onEnter(row.path)}
          >
            <Icon name="folder" />
            <span className={styles.name}>{row.name}</span>
            {row.repository && (
              <span className={styles.repository}>
                <Icon name="branch" size={12} />
                repository
              </span>
            )}
          </div>
        ))}
      </div>
      {rows.length === 0 && (
        <p className={styles.empty} role="status">
          {empty}
        </p>
      )}
      {truncated && (
        <p className={styles.empty}>The first 2,000 folders are shown; type a path for the others.</p>
      )}
    </div>
  );
}

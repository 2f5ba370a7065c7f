import { type KeyboardEvent, useRef, useState } from "react";
import type { Client, FolderEntry } from "../../bridge/client";
import { movedRow, shownFolders } from "../../domain/folders";
import { withTilde } from "../../domain/wording";
import { Button, IconButton } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { TextField } from "../../ui/text-field";
import { Tooltip } from "../../ui/tooltip";
import styles from "./folder-dialog.module.css";
import { FolderList } from "./folder-list";
import { useFolder } from "./use-folder";

export interface FolderDialogProps {
  readonly client: Client;
  readonly home: string;
  /** Where to begin; the home folder when it is empty or cannot be listed. */
  readonly start: string;
  readonly onCancel: () => void;
  readonly onChoose: (path: string) => void;
}

// A page of rows, as Page Up and Page Down move: what the list shows at its full height.
const page = 10;

/** Picks a folder of the machine that the terminals run on; the same in the desktop and in a browser. */
export function FolderDialog({ client, home, start, onCancel, onChoose }: FolderDialogProps) {
  const { folder, failure, go } = useFolder(client, start);
  const [filter, setFilter] = useState("");
  const [hidden, setHidden] = useState(false);
  const [current, setCurrent] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const rows = shownFolders(folder?.entries ?? [], filter, hidden);

  function enter(path: string) {
    setFilter("");
    setCurrent(0);
    go(path);
    field.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const moved = movedRow(event.key, current, rows.length, page);
    const row: FolderEntry | undefined = rows[current];
    if (moved !== undefined) setCurrent(moved);
    else if (event.key === "Enter" && row) enter(row.path);
    else if (event.key === "Enter" && folder && filter === "") onChoose(folder.path);
    else if (event.key === "Backspace" && filter === "" && folder?.parent) enter(folder.parent);
    else return;
    event.preventDefault();
  }

  return (
    <Dialog
      wide
      title="Open folder"
      initialFocus={field}
      onCancel={onCancel}
      actions={
        <>
          <label className={styles.hidden}>
            <input type="checkbox" checked={hidden} onChange={(event) => setHidden(event.target.checked)} />
            Hidden folders
          </label>
          <Button data-control="cancel" onClick={onCancel}>
            Cancel
          </Button>
          <Button
            variant="primary"
            data-control="folder-choose"
            disabled={!folder}
            onClick={() => folder && onChoose(folder.path)}
          >
            Choose this folder
          </Button>
        </>
      }
    >
      <div className={styles.where}>
        <IconButton
          icon="up"
          label="Parent folder"
          keys={["Backspace"]}
          data-control="folder-up"
          disabled={!folder?.parent}
          onClick={() => folder?.parent && enter(folder.parent)}
        />
        <Tooltip text={folder?.path ?? ""}>
          <span className={`mono ${styles.path}`} aria-live="polite">
            {folder ? withTilde(folder.path, home) : ""}
          </span>
        </Tooltip>
      </div>
      <div className={styles.filter}>
        <TextField
          ref={field}
          label="Filter folders"
          placeholder="Type to filter, Enter opens, Backspace goes up"
          role="combobox"
          aria-expanded="true"
          aria-controls="folder-rows"
          aria-activedescendant={rows.length > 0 ? `folder-row-${current}` : undefined}
          value={filter}
          onChange={(event) => {
            setFilter(event.target.value);
            setCurrent(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <FolderList
        rows={rows}
        current={current}
        empty={emptyText(failure, folder !== undefined, filter)}
        truncated={folder?.truncated ?? false}
        onEnter={enter}
        onPoint={setCurrent}
      />
    </Dialog>
  );
}

function emptyText(failure: string, loaded: boolean, filter: string): string {
  if (failure) return failure;
  if (!loaded) return "";
  return filter ? `No folder matches "${filter}".` : "No folders here.";
}

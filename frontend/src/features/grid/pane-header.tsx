import type { KeyboardEvent, MouseEvent } from "react";
import type { ConnectionState, Terminal } from "../../bridge/client";
import { type Keymap, keysOf } from "../../domain/keymap";
import { failureLabel } from "../../domain/pane";
import type { PaneMarks } from "../../state/marks";
import { IconButton } from "../../ui/button";
import { HarnessIcon } from "../../ui/harness-icon";
import { Icon } from "../../ui/icon";
import { RenameField } from "../../ui/rename-field";
import { Tooltip } from "../../ui/tooltip";
import styles from "./pane-header.module.css";
import type { PaneMenuPlace } from "./pane-menu";
import { PaneMarksRow, ProgressLine } from "./pane-marks";

export interface PaneAgent {
  readonly name: string;
  /** Of its harness; absent while that is not known. */
  readonly drawing: string | undefined;
}

export interface PaneHeaderProps {
  readonly terminal: Terminal | undefined;
  /** The agent that runs in it; absent for a shell. */
  readonly agent: PaneAgent | undefined;
  readonly title: string;
  /** What tells it from others of the same title; empty where nothing needs to. */
  readonly directory: string;
  readonly marks: PaneMarks;
  readonly connection: ConnectionState;
  readonly sendsAllKeys: boolean;
  readonly keymap: Keymap;
  readonly renaming: boolean;
  readonly onRename: () => void;
  /** undefined when the name stays as it was; by a key, the keyboard is to go back to the terminal. */
  readonly onRenamed: (name: string | undefined, byKey: boolean) => void;
  readonly onFocus: () => void;
  readonly onMenu: (at: PaneMenuPlace) => void;
  /** Whether this pane hides the others, and how many there are. */
  readonly zoomed: boolean;
  readonly others: number;
  readonly onSplit: (side: "right" | "below") => void;
  readonly onZoom: () => void;
  readonly onClose: () => void;
}

/** What the terminal is called, what happened to it, and what can be done with it. */
export function PaneHeader(props: PaneHeaderProps) {
  const {
    terminal,
    agent,
    title,
    directory,
    marks,
    connection,
    sendsAllKeys,
    keymap,
    renaming,
    zoomed,
    others,
  } = props;
  const { onRename, onRenamed, onFocus, onMenu, onSplit, onZoom, onClose } = props;
  const renameKeys = keysOf(keymap, "rename-pane");
  const failure = terminal ? failureLabel(terminal) : "";

  function openMenu(event: MouseEvent) {
    // A field has the menu of its text.
    if (event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    onMenu({ x: event.clientX, y: event.clientY });
  }

  function openMenuByKey(event: KeyboardEvent) {
    const asks = event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey);
    if (!asks || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    const { left, bottom } = event.currentTarget.getBoundingClientRect();
    onMenu({ x: left, y: bottom });
  }

  return (
    // What is in it has the focus, and its keys and right clicks come here.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <header className={styles.header} data-pane-handle onContextMenu={openMenu} onKeyDown={openMenuByKey}>
      {agent ? <AgentMark agent={agent} /> : <Icon name="terminal" />}
      {renaming ? (
        <RenameField
          name={title}
          label="Name of this terminal; empty for the program's own title"
          control="rename-input"
          onDone={onRenamed}
        />
      ) : (
        <Tooltip text={terminal?.cwd ?? ""}>
          <button
            type="button"
            className={styles.title}
            data-region="pane-title"
            aria-keyshortcuts={`F2 ${renameKeys.join("+")}`}
            onClick={onFocus}
            onDoubleClick={onRename}
            onKeyDown={(event) => {
              if (event.key !== "F2") return;
              event.preventDefault();
              onRename();
            }}
          >
            {title}
          </button>
        </Tooltip>
      )}
      {directory && !renaming && (
        <span className={`mono ${styles.directory}`} data-region="pane-directory">
          {directory}
        </span>
      )}
      <span className={styles.space} />
      {zoomed && (
        <span className={styles.mark} data-mark="zoomed">
          Zoomed, {others} hidden
        </span>
      )}
      <PaneMarksRow marks={marks} connection={connection} sendsAllKeys={sendsAllKeys} />
      {failure && <span className={styles.failure}>{failure}</span>}
      <span className={styles.actions}>
        <IconButton
          icon="splitRight"
          label="Split right"
          keys={keysOf(keymap, "split-right")}
          data-control="split-right"
          onClick={() => onSplit("right")}
        />
        <IconButton
          icon="splitDown"
          label="Split down"
          keys={keysOf(keymap, "split-down")}
          data-control="split-down"
          onClick={() => onSplit("below")}
        />
        <IconButton
          icon={zoomed ? "unzoom" : "zoom"}
          label={zoomed ? "Show all panes" : "Zoom"}
          keys={keysOf(keymap, "zoom-pane")}
          data-control="zoom-pane"
          disabled={others === 0}
          onClick={onZoom}
        />
        <IconButton
          icon="close"
          label={`Close ${title}`}
          keys={keysOf(keymap, "close-pane")}
          data-control="close-pane"
          onClick={onClose}
        />
      </span>
      <ProgressLine progress={marks.progress} />
    </header>
  );
}

function AgentMark({ agent: { name, drawing } }: { readonly agent: PaneAgent }) {
  return (
    <Tooltip text={name}>
      <span className={styles.agent} role="img" aria-label={name} data-region="pane-agent">
        {drawing ? <HarnessIcon drawing={drawing} /> : <Icon name="starting" />}
      </span>
    </Tooltip>
  );
}

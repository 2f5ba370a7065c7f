import { type KeyboardEvent, type MouseEvent, useRef, useState } from "react";
import type { ConnectionState, Terminal } from "../../bridge/client";
import { type Keymap, keysOf } from "../../domain/keymap";
import { failureLabel } from "../../domain/pane";
import type { PaneMarks } from "../../state/marks";
import { IconButton } from "../../ui/button";
import { Icon } from "../../ui/icon";
import { Tooltip } from "../../ui/tooltip";
import styles from "./pane-header.module.css";
import type { PaneMenuPlace } from "./pane-menu";
import { PaneMarksRow, ProgressLine } from "./pane-marks";

export interface PaneHeaderProps {
  readonly terminal: Terminal | undefined;
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
  const { terminal, title, directory, marks, connection, sendsAllKeys, keymap, renaming, zoomed, others } =
    props;
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
      <Icon name="terminal" />
      {renaming ? (
        <RenameField name={title} onDone={onRenamed} />
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

interface RenameFieldProps {
  readonly name: string;
  readonly onDone: PaneHeaderProps["onRenamed"];
}

// What fits a header; the backend bounds a title to the same length.
const longestName = 256;

function RenameField({ name, onDone }: RenameFieldProps) {
  const [text, setText] = useState(name);
  const answered = useRef(false);

  // Moving the focus away blurs the field, which must not answer a second time.
  function done(answer: string | undefined, byKey: boolean) {
    if (answered.current) return;
    answered.current = true;
    onDone(answer === name ? undefined : answer, byKey);
  }

  return (
    <input
      className={styles.rename}
      data-control="rename-input"
      aria-label="Name of this terminal; empty for the program's own title"
      value={text}
      maxLength={longestName}
      // The field exists only because the user has asked to type a name.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      onFocus={(event) => event.target.select()}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => done(text, false)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === "Enter") done(text, true);
        else if (event.key === "Escape") done(undefined, true);
        else return;
        // The terminal has the focus by now, and some engines deliver what the key types there.
        event.preventDefault();
      }}
    />
  );
}

import { type KeyboardEvent, type PointerEvent, useEffect, useLayoutEffect, useRef } from "react";
import type { Workspace } from "../../bridge/client";
import { IconButton } from "../../ui/button";
import { Icon } from "../../ui/icon";
import { RenameField } from "../../ui/rename-field";
import { Tooltip } from "../../ui/tooltip";
import styles from "./title-bar.module.css";

export interface WorkspaceTabProps {
  readonly workspace: Workspace;
  readonly active: boolean;
  /** Whether Tab stops here; the other tabs are reached by arrow keys. */
  readonly stop: boolean;
  readonly renaming: boolean;
  readonly dragged: boolean;
  /** Of the workspace in front, with which it is closed. */
  readonly closeKeys: readonly string[];
  readonly onShow: () => void;
  readonly onClose: () => void;
  readonly onRename: () => void;
  /** undefined when the name stays as it was. */
  readonly onRenamed: (name: string | undefined) => void;
  readonly onMoveBy: (step: 1 | -1) => void;
  readonly onPress: (event: PointerEvent) => void;
  /** Its menu is asked for, at a place in CSS pixels of the page. */
  readonly onMenu: (at: { readonly x: number; readonly y: number }) => void;
}

const middleButton = 1;

/** One workspace in the title bar. */
export function WorkspaceTab(props: WorkspaceTabProps) {
  const { workspace, active, stop, renaming, dragged, closeKeys, onShow, onClose, onRename, onPress } = props;
  const tab = useRef<HTMLLIElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  /** The keyboard was here before the element was moved or replaced. */
  const held = useRef(false);

  useEffect(() => {
    if (active) tab.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [active, workspace.position]);
  // An element that is moved in the page loses the keyboard.
  useLayoutEffect(() => {
    if (renaming || !held.current) return;
    held.current = false;
    button.current?.focus();
  });

  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key] as 1 | -1 | undefined;
    const modified = event.ctrlKey || event.metaKey;
    if (asksForMenu(event)) {
      const { left, bottom } = event.currentTarget.getBoundingClientRect();
      props.onMenu({ x: left, y: bottom });
      event.preventDefault();
      return;
    }
    if (event.shiftKey || event.altKey) return;
    if (event.key === "F2" && !modified) {
      held.current = true;
      onRename();
    } else if (step !== undefined && modified) {
      held.current = true;
      props.onMoveBy(step);
    } else if (step !== undefined) {
      neighbour(event.currentTarget, step)?.focus();
    } else return;
    event.preventDefault();
  }

  return (
    // The keys for the menu are the button's.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      ref={tab}
      className={styles.tab}
      data-active={active}
      data-dragged={dragged}
      data-workspace-tab={workspace.id}
      onAuxClick={(event) => {
        if (event.button === middleButton) onClose();
      }}
      onContextMenu={(event) => {
        // The field of the name has a menu of the browser's own.
        if (renaming) return;
        event.preventDefault();
        props.onMenu({ x: event.clientX, y: event.clientY });
      }}
    >
      {renaming ? (
        <span className={styles.renaming}>
          <RenameField
            name={workspace.name}
            label="Name of this workspace; empty for the folder's name"
            control="rename-workspace"
            onDone={(name, byKey) => {
              if (!byKey) held.current = false;
              props.onRenamed(name);
            }}
          />
        </span>
      ) : (
        <Tooltip text={workspace.missing ? `Folder not found: ${workspace.path}` : workspace.path}>
          <button
            ref={button}
            type="button"
            className={styles.show}
            tabIndex={stop ? 0 : -1}
            aria-current={active ? "page" : undefined}
            data-missing={workspace.missing}
            aria-keyshortcuts="F2"
            onClick={onShow}
            onDoubleClick={onRename}
            onPointerDown={onPress}
            onKeyDown={onKeyDown}
          >
            {workspace.missing && <Icon name="folderMissing" size={12} label="Folder not found" />}
            <span className={styles.name} dir="auto">
              {workspace.name}
            </span>
          </button>
        </Tooltip>
      )}
      <span className={styles.close}>
        <IconButton
          icon="close"
          size={12}
          label={`Close ${workspace.name}`}
          keys={active ? closeKeys : []}
          tabIndex={stop ? 0 : -1}
          data-control="close-workspace"
          onClick={onClose}
        />
      </span>
    </li>
  );
}

/** Not every webview turns these keys into an event for a menu. */
function asksForMenu({ key, shiftKey, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  if (ctrlKey || altKey || metaKey) return false;
  return key === "ContextMenu" || (key === "F10" && shiftKey);
}

function neighbour(from: Element, step: 1 | -1): HTMLElement | undefined {
  const row = from.closest("ul");
  const buttons = [...(row?.querySelectorAll<HTMLElement>("[data-workspace-tab] > button") ?? [])];
  return buttons[buttons.findIndex((button) => button === from) + step];
}

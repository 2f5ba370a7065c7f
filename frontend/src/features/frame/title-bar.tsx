import type { ReactNode } from "react";
import { useStore } from "zustand";
import type { DesktopWindow } from "../../bridge/client";
import { type Keymap, keysOf } from "../../domain/keymap";
import type { Session } from "../../state/session";
import { IconButton } from "../../ui/button";
import { Icon } from "../../ui/icon";
import styles from "./title-bar.module.css";
import { WindowButtons } from "./window-buttons";
import { WorkspaceTab } from "./workspace-tab";

export interface BareTitleBarProps {
  /** The desktop's own window; absent in a browser. */
  readonly window: DesktopWindow | null;
  readonly macos: boolean;
  readonly children?: ReactNode;
}

/** The mark, the part that moves the window, and in the desktop the buttons of the window. */
export function BareTitleBar({ window, macos, children }: BareTitleBarProps) {
  return (
    <header className={styles.bar} data-inset={window && macos ? "macos" : undefined}>
      {!(window && macos) && (
        <span className={styles.mark}>
          <Icon name="mark" />
        </span>
      )}
      {children}
      <span className={styles.drag} onDoubleClick={() => window?.toggleMaximise()} />
      {window && !macos && <WindowButtons window={window} />}
    </header>
  );
}

export interface TitleBarProps extends Omit<BareTitleBarProps, "children"> {
  readonly session: Session;
  readonly keymap: Keymap;
}

/** One tab per workspace. */
export function TitleBar({ session, keymap, window, macos }: TitleBarProps) {
  const records = useStore(session.records.store, (state) => state.workspaces.records);
  const front = useStore(session.view, (state) => state.focus.active);
  const workspaces = [...records.values()];
  const active = front === undefined ? undefined : records.get(front);
  return (
    <BareTitleBar window={window} macos={macos}>
      <nav className={styles.tabs} aria-label="Workspaces" data-region="tabs">
        <ul>
          {workspaces.map((workspace) => (
            <WorkspaceTab
              key={workspace.id}
              workspace={workspace}
              active={workspace.id === active?.id}
              closeKeys={keysOf(keymap, "close-workspace")}
              onShow={() => session.commands.showWorkspace(workspace.id)}
              onClose={() => void session.commands.closeWorkspace(workspace.id)}
            />
          ))}
          {!active && (
            <li className={styles.tab} data-active="true">
              <span className={styles.name} aria-current="page">
                New workspace
              </span>
            </li>
          )}
        </ul>
      </nav>
      {active && (
        <span className={styles.plus}>
          <IconButton
            icon="plus"
            label="New workspace"
            keys={keysOf(keymap, "open-folder")}
            data-control="new-workspace"
            onClick={() => session.commands.showLauncher()}
          />
        </span>
      )}
    </BareTitleBar>
  );
}

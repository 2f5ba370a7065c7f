import { useStore } from "zustand";
import type { DesktopWindow } from "../../bridge/client";
import { activePlace } from "../../domain/focus";
import { type Keymap, keysOf } from "../../domain/keymap";
import type { Session } from "../../state/session";
import { IconButton } from "../../ui/button";
import { Icon } from "../../ui/icon";
import styles from "./title-bar.module.css";
import { WindowButtons } from "./window-buttons";
import { WorkspaceTab } from "./workspace-tab";

export interface TitleBarProps {
  readonly session: Session;
  readonly keymap: Keymap;
  /** The desktop's own window; absent in a browser. */
  readonly window: DesktopWindow | null;
  readonly macos: boolean;
}

/** The mark, one tab per workspace, and in the desktop the buttons of the window. */
export function TitleBar({ session, keymap, window, macos }: TitleBarProps) {
  const records = useStore(session.records.store, (state) => state.workspaces.records);
  const focus = useStore(session.view, (state) => state.focus);
  const workspaces = [...records.values()];
  const active = activePlace(focus, workspaces);
  return (
    <header className={styles.bar} data-inset={window && macos ? "macos" : undefined}>
      {!(window && macos) && (
        <span className={styles.mark}>
          <Icon name="mark" />
        </span>
      )}
      <nav className={styles.tabs} aria-label="Workspaces" data-region="tabs">
        <ul>
          {workspaces.map((workspace) => (
            <WorkspaceTab
              key={workspace.id}
              workspace={workspace}
              active={workspace.id === active?.id}
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
      <span className={styles.drag} onDoubleClick={() => window?.toggleMaximise()} />
      {window && !macos && <WindowButtons window={window} />}
    </header>
  );
}

import type { ReactNode } from "react";
import { useStore } from "zustand";
import type { ClipboardAccess, DesktopWindow } from "../../bridge/client";
import { type Keymap, keysOf } from "../../domain/keymap";
import type { Session } from "../../state/session";
import { IconButton } from "../../ui/button";
import { Icon } from "../../ui/icon";
import styles from "./title-bar.module.css";
import { WindowButtons } from "./window-buttons";
import { WorkspaceTabs } from "./workspace-tabs";

export interface BareTitleBarProps {
  /** The desktop's own window, where it has no frame of the system's; absent in a browser. */
  readonly window: DesktopWindow | null;
  readonly macos: boolean;
  readonly children?: ReactNode;
}

/** The mark, the part that moves the window, and in the desktop the buttons of the window. */
export function BareTitleBar({ window, macos, children }: BareTitleBarProps) {
  return (
    <header
      className={styles.bar}
      data-inset={window && macos ? "macos" : undefined}
      data-framed={window === null}
    >
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
  readonly clipboard: Pick<ClipboardAccess, "write">;
  readonly giveKeyboardBack: () => void;
}

/** One tab per workspace. */
export function TitleBar({ session, keymap, clipboard, giveKeyboardBack, ...bare }: TitleBarProps) {
  const front = useStore(session.view, (state) => state.focus.active);
  const known = useStore(session.records.store, (state) => state.workspaces.records);
  return (
    <BareTitleBar {...bare}>
      <WorkspaceTabs
        session={session}
        keymap={keymap}
        clipboard={clipboard}
        giveKeyboardBack={giveKeyboardBack}
      />
      {front !== undefined && known.has(front) && (
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

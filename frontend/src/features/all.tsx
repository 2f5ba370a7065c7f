import { useEffect } from "react";
import { useStore } from "zustand";
import type { Backend } from "../bridge/client";
import { activePlace } from "../domain/focus";
import type { Keymap } from "../domain/keymap";
import type { Session } from "../state/session";
import styles from "./all.module.css";
import { ClosedSurface } from "./connection/closed";
import { StatusBar } from "./frame/status-bar";
import { BareTitleBar, TitleBar } from "./frame/title-bar";
import { Toolbar } from "./frame/toolbar";
import type { TerminalViews } from "./grid/terminal-views";
import { WorkspaceGrid } from "./grid/workspace-grid";
import { Launcher } from "./launcher/launcher";
import { NoticesList } from "./notices/notices";
import { Questions } from "./questions/questions";

export interface ApplicationProps {
  readonly backend: Backend;
  readonly session: Session;
  readonly views: TerminalViews;
  readonly keymap: Keymap;
  readonly macos: boolean;
}

/** Puts the features together: which surface is in front, and what lies over it. */
export function Application({ backend, session, views, keymap, macos }: ApplicationProps) {
  const { workspaces, hydrated } = useStore(session.records.store);
  const info = useStore(session.info);
  const focus = useStore(session.view, (state) => state.focus);
  const connection = useStore(session.connection);
  const places = [...workspaces.records.values()];
  const active = activePlace(focus, places);
  const ready = hydrated && info !== null;
  useEffect(() => {
    document.title = active ? `${active.name} - Clanker Grid` : "Clanker Grid";
  }, [active]);

  if (connection.phase === "closed") {
    return (
      <div className={styles.window}>
        <BareTitleBar window={backend.window} macos={macos} />
        <ClosedSurface
          reason={connection.reason}
          desktop={backend.shell === "desktop"}
          onReload={() => window.location.reload()}
        />
      </div>
    );
  }
  return (
    <div className={styles.window}>
      <TitleBar session={session} keymap={keymap} window={backend.window} macos={macos} />
      {active && <Toolbar session={session} keymap={keymap} />}
      {ready && !active && <Launcher session={session} client={backend.client} keymap={keymap} />}
      {!ready && <p className={styles.loading}>Connecting</p>}
      {/* Workspaces behind the launcher stay in the page as well: their terminals go on reading. */}
      <div className={styles.workspaces} data-front={active !== undefined}>
        {ready &&
          places.map((workspace) => (
            <WorkspaceGrid
              key={workspace.id}
              session={session}
              views={views}
              keymap={keymap}
              workspace={workspace}
              active={workspace.id === active?.id}
            />
          ))}
      </div>
      <StatusBar session={session} browser={backend.shell === "browser"} />
      <NoticesList session={session} place={active ? "top" : "bottom"} />
      <Questions session={session} />
    </div>
  );
}

import { useEffect, useLayoutEffect, useRef } from "react";
import { useStore } from "zustand";
import type { Backend } from "../bridge/client";
import type { Actions } from "../state/actions";
import type { Keyboard } from "../state/keyboard";
import type { Session } from "../state/session";
import styles from "./all.module.css";
import { ClosedSurface } from "./connection/closed";
import { Unanswered } from "./connection/unanswered";
import { giveBack } from "./keys/keyboard-place";
import { BareStatusBar, StatusBar } from "./frame/status-bar";
import { BareTitleBar, TitleBar } from "./frame/title-bar";
import { Toolbar } from "./frame/toolbar";
import { TerminalMenu } from "./grid/terminal-menu";
import type { TerminalViews } from "./grid/terminal-views";
import { WorkspaceGrid } from "./grid/workspace-grid";
import { Launcher } from "./launcher/launcher";
import { NoticesList } from "./notices/notices";
import { Palette } from "./palette/palette";
import { Questions } from "./questions/questions";
import { settingsPlaces } from "./settings/catalogue";
import { Settings } from "./settings/settings";

export interface ApplicationProps {
  readonly backend: Backend;
  readonly session: Session;
  readonly views: TerminalViews;
  readonly keyboard: Keyboard;
  readonly actions: Actions;
  readonly macos: boolean;
  /** What lasts as long as the tab; without it, nothing does. */
  readonly memory?: Pick<Storage, "getItem" | "setItem">;
}

/** Puts the features together: which surface is in front, and what lies over it. */
export function Application(props: ApplicationProps) {
  const { backend, session, views, keyboard, actions, macos, memory } = props;
  const keymap = useStore(keyboard.keymap);
  const workspaces = useStore(session.records.store, (state) => state.workspaces.records);
  const hydrated = useStore(session.records.store, (state) => state.hydrated);
  const info = useStore(session.info);
  const front = useStore(session.view, (state) => state.focus.active);
  const settings = useStore(session.view, (state) => state.settings);
  const connection = useStore(session.connection);
  const systemTitleBar = useStore(session.settings.store, ({ appearance }) => appearance.systemTitleBar);
  // In an order of their own: an element that is moved in the page would lose its place in the history.
  const places = [...workspaces.values()].sort((one, other) => (one.id < other.id ? -1 : 1));
  const frame = systemTitleBar && info?.os === "linux" ? null : backend.window;
  const ready = hydrated && info !== null;
  const active = ready && front !== undefined ? workspaces.get(front) : undefined;
  const worked = settings === undefined ? active : undefined;
  useEffect(() => {
    document.title = active ? `${active.name} - Clanker Grid` : "Clanker Grid";
  }, [active]);

  const area = useRef<HTMLDivElement>(null);
  const closed = connection.phase === "closed";
  // Before the first frame, so that no terminal is ever given a size of another shape of the grid.
  useLayoutEffect(() => {
    const element = area.current;
    if (!element) return;
    const measure = () => session.arrangement.measured(element.clientWidth, element.clientHeight);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [session, closed]);

  const giveKeyboardBack = () => giveBack(document, () => focusTerminal(session, views));

  if (connection.phase === "closed") {
    return (
      <div className={styles.window}>
        <BareTitleBar window={frame} macos={macos} />
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
      {ready ? (
        <TitleBar
          session={session}
          keymap={keymap}
          window={frame}
          macos={macos}
          clipboard={backend.clipboard}
          giveKeyboardBack={giveKeyboardBack}
        />
      ) : (
        <BareTitleBar window={frame} macos={macos} />
      )}
      {worked && (
        <Toolbar
          session={session}
          client={backend.client}
          keymap={keymap}
          onSettings={() => actions.perform("settings")}
          giveKeyboardBack={giveKeyboardBack}
        />
      )}
      {settings !== undefined && (
        <Settings
          session={session}
          backend={backend}
          keyboard={keyboard}
          section={settings}
          giveKeyboardBack={giveKeyboardBack}
        />
      )}
      {ready && !active && settings === undefined && (
        <Launcher
          session={session}
          client={backend.client}
          clipboard={backend.clipboard}
          keymap={keymap}
          onSettings={() => actions.perform("settings")}
        />
      )}
      {!ready && settings === undefined && <p className={styles.loading}>Connecting</p>}
      {/* Workspaces behind the launcher or the settings stay in the page as well: their terminals go on reading. */}
      <div ref={area} className={styles.workspaces} data-front={worked !== undefined}>
        {ready &&
          places.map((workspace) => (
            <WorkspaceGrid
              key={workspace.id}
              session={session}
              views={views}
              keymap={keymap}
              workspace={workspace}
              active={workspace.id === worked?.id}
            />
          ))}
      </div>
      {/* Until it is known what there is, nothing is said of it. */}
      {ready ? <StatusBar session={session} keymap={keymap} surface={keyboard.surface} /> : <BareStatusBar />}
      <Unanswered connection={session.connection} desktop={backend.shell === "desktop"} />
      <NoticesList session={session} />
      <TerminalMenu session={session} views={views} keymap={keymap} />
      <Palette
        session={session}
        actions={actions}
        keymap={keymap}
        places={settingsPlaces(backend.shell === "desktop" && info?.os === "linux")}
        memory={memory}
        giveKeyboardBack={giveKeyboardBack}
      />
      <Questions session={session} />
    </div>
  );
}

function focusTerminal(session: Session, views: TerminalViews): void {
  const terminal = session.commands.focusedTerminal();
  if (terminal) views.get(terminal.id)?.focus();
}

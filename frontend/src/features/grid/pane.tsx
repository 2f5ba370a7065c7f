import { memo, useEffect, useRef, useState } from "react";
import { useStore } from "zustand";
import type { PaneID, Terminal, TerminalID, WorkspaceID } from "../../bridge/client";
import type { Keymap } from "../../domain/keymap";
import { paneDirectory, paneTitle } from "../../domain/pane";
import { noMarks } from "../../state/marks";
import type { Session } from "../../state/session";
import { useEndedKeys } from "./ended-keys";
import { FindBar } from "./find-bar";
import styles from "./pane.module.css";
import { type PaneAgent, PaneHeader } from "./pane-header";
import { PaneMenu, type PaneMenuPlace } from "./pane-menu";
import { Ended, NotStarted, Starting } from "./pane-states";
import type { TerminalViews } from "./terminal-views";

export interface PaneProps {
  readonly session: Session;
  readonly views: TerminalViews;
  readonly keymap: Keymap;
  readonly workspace: WorkspaceID;
  readonly pane: PaneID;
  readonly terminal: TerminalID;
  readonly focused: boolean;
  readonly active: boolean;
  /** Whether it fills the area, and how many panes it hides then. */
  readonly zoomed: boolean;
  readonly others: number;
}

/** The identifier of a pane's element. */
export function paneElement(pane: PaneID): string {
  return `pane-${pane}`;
}

/** One terminal with its header and what is to be said about its process. */
export const Pane = memo(function Pane(props: PaneProps) {
  const { session, views, keymap, workspace, pane, terminal: id, focused, active } = props;
  const { zoomed, others } = props;
  const { arrangement, commands } = session;
  // undefined for the moment between a pane and the first snapshot of its terminal.
  const terminal = useStore(session.records.store, (state) => state.terminals.records.get(id));
  const screen = useRef<HTMLDivElement>(null);
  const restart = useRef<HTMLButtonElement>(null);
  const marks = useStore(session.marks.store, (all) => all.get(id) ?? noMarks);
  const connection = useStore(session.connection);
  const sendsAllKeys = useStore(
    session.records.store,
    ({ workspaces }) =>
      workspaces.records.get(workspace)?.panes.find((each) => each.id === pane)?.sendAllKeys ?? false,
  );
  const home = useStore(session.info, (info) => info?.home ?? "");
  const folder = useStore(
    session.records.store,
    ({ workspaces }) => workspaces.records.get(workspace)?.path ?? "",
  );
  const agent = useAgent(session, terminal);
  const [menuAt, setMenuAt] = useState<PaneMenuPlace>();
  const finding = useStore(session.view, (state) => state.finding === id);
  const renaming = useStore(session.view, (state) => state.renaming === id);
  const sought = useStore(session.view, (state) => state.sought);
  const asked = useStore(session.view, (state) => state.question !== undefined);
  const known = terminal !== undefined;
  const title = terminal ? paneTitle(terminal) : "Terminal";
  const over = terminal?.state === "exited" || terminal?.state === "failed";
  const lookedAt = active && focused && !asked && known;

  useEffect(() => {
    if (known && screen.current) views.show(id, screen.current);
  }, [views, id, known]);

  useEffect(() => {
    if (!lookedAt) return;
    session.marks.lookedAt(id);
    views.get(id)?.focus();
  }, [session, views, id, lookedAt]);

  function focusTerminal() {
    views.get(id)?.focus();
  }

  function startAgain() {
    focusTerminal();
    void commands.restart(id);
  }

  const endedKeys = useEndedKeys(over, terminal?.epoch ?? 0, restart, startAgain);

  return (
    // Not a landmark: several panes may well have the same title.
    <div
      role="group"
      id={paneElement(pane)}
      className={styles.pane}
      aria-label={title}
      data-pane={pane}
      data-terminal={id}
      data-state={terminal?.state ?? "pending"}
      data-epoch={terminal?.epoch ?? 0}
      data-focused={active && focused}
      data-zoomed={zoomed}
      data-exit-code={terminal?.state === "exited" ? terminal.exit?.code : undefined}
      data-link={connection.phase === "open" ? undefined : "lost"}
      onMouseDownCapture={() => commands.focusPane(workspace, pane)}
    >
      <PaneHeader
        terminal={terminal}
        agent={agent}
        title={title}
        directory={terminal ? paneDirectory(terminal, { folder, home }) : ""}
        marks={marks}
        connection={connection}
        sendsAllKeys={sendsAllKeys}
        keymap={keymap}
        renaming={renaming}
        onRename={() => commands.startRenaming(id)}
        onRenamed={(name, byKey) => {
          commands.endRenaming();
          if (name !== undefined) void commands.rename(id, name);
          // A click that ended the renaming says itself where the keyboard is wanted.
          if (byKey) focusTerminal();
        }}
        onFocus={focusTerminal}
        onMenu={setMenuAt}
        zoomed={zoomed}
        others={others}
        onSplit={(side) => void arrangement.split(side, pane)}
        onZoom={() => arrangement.zoom(pane)}
        onClose={() => void commands.closeTerminal(id)}
      />
      {menuAt && (
        <PaneMenu
          session={session}
          keymap={keymap}
          workspace={workspace}
          pane={pane}
          terminal={id}
          title={title}
          zoomed={zoomed}
          others={others}
          sendsAllKeys={sendsAllKeys}
          at={menuAt}
          onClose={() => setMenuAt(undefined)}
          focusTerminal={focusTerminal}
        />
      )}
      <div className={styles.body}>
        {/* The keys go to the emulator in it; one that has no process leaves some of them to the pane. */}
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
        <div ref={screen} className={styles.screen} data-screen onKeyDownCapture={endedKeys} />
        {finding && views.get(id) && (
          <FindBar
            find={views.get(id)?.find}
            sought={sought}
            onSeek={(next) => commands.seek(next)}
            onClose={() => {
              commands.find(false);
              focusTerminal();
            }}
          />
        )}
        {terminal?.state === "pending" && <Starting terminal={terminal} />}
        {terminal?.state === "exited" && (
          <Ended
            terminal={terminal}
            restartRef={restart}
            onClose={() => void commands.closeTerminal(id)}
            onRestart={startAgain}
          />
        )}
        {terminal?.state === "failed" && (
          <NotStarted
            terminal={terminal}
            restartRef={restart}
            onClose={() => void commands.closeTerminal(id)}
            onRestart={startAgain}
          />
        )}
      </div>
    </div>
  );
});

/** The agent that runs in a terminal, with the drawing of its harness. */
function useAgent(session: Session, terminal: Terminal | undefined): PaneAgent | undefined {
  const running = terminal?.agent && !terminal.agent.exit ? terminal.agent : undefined;
  const drawing = useStore(
    session.harnesses.store,
    ({ list }) => list.find(({ id }) => id === running?.harness)?.icon,
  );
  return running && { name: running.name, drawing };
}

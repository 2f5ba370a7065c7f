import { useStore } from "zustand";
import type { Workspace } from "../../bridge/client";
import { focusedPane } from "../../domain/focus";
import { gridShape } from "../../domain/grid";
import { type Keymap, keysOf } from "../../domain/keymap";
import type { Session } from "../../state/session";
import { Keys } from "../../ui/keys";
import { Pane } from "./pane";
import type { TerminalViews } from "./terminal-views";
import styles from "./workspace-grid.module.css";

export interface WorkspaceGridProps {
  readonly session: Session;
  readonly views: TerminalViews;
  readonly keymap: Keymap;
  readonly workspace: Workspace;
  /** Whether it is in front. One that is not stays in the page, unseen and unmeasured. */
  readonly active: boolean;
}

/** The panes of one workspace. */
export function WorkspaceGrid({ session, views, keymap, workspace, active }: WorkspaceGridProps) {
  const focus = useStore(session.view, (state) => state.focus);
  const terminals = useStore(session.records.store, (state) => state.terminals.records);
  const focused = focusedPane(focus, workspace);
  const { rows, tracks, cells } = gridShape(workspace.panes.length);
  return (
    <main
      className={styles.grid}
      data-active={active}
      data-surface={active ? "workspace" : undefined}
      data-workspace={workspace.id}
      data-region={active ? "grid" : undefined}
      aria-label={`Terminals of ${workspace.name}`}
      aria-hidden={!active}
      style={{
        gridTemplateColumns: `repeat(${tracks}, minmax(0, 1fr))`,
        gridTemplateRows: `repeat(${rows}, minmax(96px, 1fr))`,
      }}
    >
      {active && <h1 className="visually-hidden">{workspace.name}</h1>}
      {workspace.panes.length === 0 && (
        <p className={styles.empty}>
          No terminals. Start one above or press <Keys keys={keysOf(keymap, "new-terminal")} />
          <span className="visually-hidden">{keysOf(keymap, "new-terminal").join(" ")}</span>
        </p>
      )}
      {workspace.panes.map((pane, index) => (
        <Pane
          key={pane.id}
          session={session}
          views={views}
          keymap={keymap}
          workspace={workspace.id}
          pane={pane}
          terminal={terminals.get(pane.terminal)}
          cell={cells[index]}
          focused={pane.id === focused?.id}
          active={active}
        />
      ))}
    </main>
  );
}

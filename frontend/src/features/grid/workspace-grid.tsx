import { type CSSProperties, memo, useLayoutEffect, useRef } from "react";
import { useStore } from "zustand";
import type { Workspace } from "../../bridge/client";
import { focusedPane } from "../../domain/focus";
import { gridShape, type Placement, smallestPane } from "../../domain/grid";
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

/**
 * The panes of one workspace. It places them and knows nothing of their terminals, so that what one terminal
 * tells is work for one pane and not for two hundred.
 */
export const WorkspaceGrid = memo(function WorkspaceGrid(props: WorkspaceGridProps) {
  const { session, views, keymap, workspace, active } = props;
  const focused = useStore(session.view, ({ focus }) => focusedPane(focus, workspace)?.id);
  const room = useStore(session.view, (state) => state.room);
  const { rows, tracks, cells } = gridShape(workspace.panes.length, room);
  const grid = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    // What is being clicked must not move away under the pointer.
    if (!active || focused === undefined || grid.current?.matches(":active")) return;
    grid.current?.querySelector(`[data-pane="${focused}"]`)?.scrollIntoView({ block: "nearest" });
  }, [active, focused, rows, tracks]);
  return (
    <main
      ref={grid}
      className={styles.grid}
      data-active={active}
      data-surface={active ? "workspace" : undefined}
      data-workspace={workspace.id}
      data-region={active ? "grid" : undefined}
      aria-label={`Terminals of ${workspace.name}`}
      aria-hidden={!active}
      style={{
        gridTemplateColumns: `repeat(${tracks}, minmax(0, 1fr))`,
        gridTemplateRows: `repeat(${rows}, minmax(${smallestPane.height}px, 1fr))`,
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
        <div key={pane.id} className={styles.cell} style={placed(cells[index])}>
          <Pane
            session={session}
            views={views}
            keymap={keymap}
            workspace={workspace.id}
            pane={pane.id}
            terminal={pane.terminal}
            focused={pane.id === focused}
            active={active}
          />
        </div>
      ))}
    </main>
  );
});

function placed(cell: Placement | undefined): CSSProperties | undefined {
  return cell && { gridRow: cell.row + 1, gridColumn: `${cell.column + 1} / span ${cell.span}` };
}

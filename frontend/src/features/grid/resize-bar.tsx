import { useEffect } from "react";
import { useStore } from "zustand";
import type { WorkspaceID } from "../../bridge/client";
import type { Direction } from "../../domain/layout/tree";
import type { Session } from "../../state/session";
import { Keys } from "../../ui/keys";
import styles from "./resize-bar.module.css";

export interface ResizeBarProps {
  readonly session: Session;
  readonly workspace: WorkspaceID;
}

/** Says that arrow keys size the focused pane, and takes them meanwhile. */
export function ResizeBar({ session, workspace }: ResizeBarProps) {
  const resizing = useStore(session.view, (state) => state.resizing === workspace);
  useEffect(() => (resizing ? takeArrows(window, session) : undefined), [session, resizing]);
  return (
    // The region is always there: a live region that comes with its text is not read out.
    <div
      className={styles.region}
      role="status"
      aria-live="polite"
      data-surface={resizing ? "resize" : undefined}
    >
      {resizing && (
        <p className={styles.bar}>
          <strong>Resizing</strong>
          <span>
            <Keys keys={["←", "↑", "↓", "→"]} />
            <span className="visually-hidden">Arrow keys</span> move an edge
          </span>
          <span>
            <Keys keys={["Shift"]} />
            <span className="visually-hidden">Shift</span> further
          </span>
          <span>
            <Keys keys={["Enter"]} />
            <span className="visually-hidden">Enter</span> keeps
          </span>
          <span>
            <Keys keys={["Esc"]} />
            <span className="visually-hidden">Escape</span> takes back
          </span>
        </p>
      )}
    </div>
  );
}

const directions: Readonly<Record<string, Direction>> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
};

/**
 * No plain key is the program's while panes are sized: what was typed without looking would end as a command.
 * Keys with Ctrl, Alt or Cmd go on to whoever wants them.
 */
function takeArrows(page: Window, session: Session): () => void {
  const { arrangement } = session;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.target instanceof Element && event.target.closest('[role="dialog"], [role="menu"]')) return;
    const direction = directions[event.key];
    if (direction) arrangement.resize(direction, event.shiftKey);
    else if (event.key === "Enter") arrangement.endResizing(true);
    else if (event.key === "Escape") arrangement.endResizing(false);
    event.preventDefault();
    event.stopPropagation();
  };
  page.addEventListener("keydown", onKeyDown, { capture: true });
  return () => page.removeEventListener("keydown", onKeyDown, { capture: true });
}

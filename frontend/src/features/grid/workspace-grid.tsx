import { type CSSProperties, memo, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import type { Workspace } from "../../bridge/client";
import { focusedPane } from "../../domain/focus";
import { geometryOf, layoutMetrics, type Rect, zoomedRect } from "../../domain/layout/geometry";
import { panesOf } from "../../domain/layout/tree";
import { dropWords } from "../../domain/layout/wording";
import type { Keymap } from "../../domain/keymap";
import { zoomedPane } from "../../domain/zoom";
import type { Session } from "../../state/session";
import { Empty } from "./empty";
import { Pane, paneElement } from "./pane";
import { usePaneDrag } from "./pane-drag";
import { ResizeBar } from "./resize-bar";
import { sizesOf, Splitter } from "./splitter";
import { useSteadyOrder } from "./steady-order";
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
 * The panes of one workspace, each at its place. It knows nothing of their terminals, so that what one terminal
 * tells is work for one pane and not for two hundred. Nothing in here is ever moved in the page: a pane comes to
 * another place by its style alone, and its emulator notices no more than a new size.
 */
export const WorkspaceGrid = memo(function WorkspaceGrid(props: WorkspaceGridProps) {
  const { session, views, keymap, workspace, active } = props;
  const focused = useStore(session.view, ({ focus }) => focusedPane(focus, workspace)?.id);
  const zoomed = useStore(session.view, (state) => zoomedPane(state.zoomed, workspace));
  const tree = useStore(session.layouts.store, (trees) => trees.get(workspace.id));
  const scale = useStore(session.settings.store, ({ appearance }) => appearance.uiScale / 100);
  const area = useAreaInFront(session, active);
  const metrics = useMemo(() => layoutMetrics(scale), [scale]);
  const geometry = useMemo(() => geometryOf(tree, area, metrics), [tree, area, metrics]);
  const whole = useMemo(() => zoomedRect(area, metrics), [area, metrics]);
  const content = useRef<HTMLDivElement>(null);
  const drag = usePaneDrag(session, workspace.id, content, zoomed === undefined ? geometry : undefined);
  const panes = useSteadyOrder(workspace.panes);
  const size = zoomed === undefined ? geometry.content : area;

  useLayoutEffect(() => {
    const shown = content.current;
    // What is being clicked must not move away under the pointer.
    if (!active || focused === undefined || shown === null || shown.matches(":active")) return;
    if (size.width <= area.width && size.height <= area.height) return;
    const pane = shown.querySelector(`[data-pane="${focused}"]`);
    pane?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [active, focused, size, area]);

  return (
    <main
      className={styles.grid}
      data-active={active}
      data-surface={active ? "workspace" : undefined}
      data-workspace={workspace.id}
      data-region={active ? "grid" : undefined}
      data-dragging={drag.pane !== undefined}
      aria-label={`Terminals of ${workspace.name}`}
      aria-hidden={!active}
    >
      {active && <h1 className="visually-hidden">{workspace.name}</h1>}
      {workspace.panes.length === 0 && (
        <Empty session={session} keymap={keymap} workspace={workspace} active={active} />
      )}
      {/* Its keyboard counterpart are the commands that move a pane. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div className={styles.scroll}>
        <div
          ref={content}
          className={styles.content}
          style={{ width: size.width, height: size.height }}
          // The order in the page never changes; the one that is read out follows the layout.
          aria-owns={panesOf(tree).map(paneElement).join(" ") || undefined}
          onPointerDown={drag.start}
        >
          {panes.map((pane) => (
            <div
              key={pane.id}
              className={styles.cell}
              style={placed(pane.id === zoomed ? whole : geometry.panes.get(pane.id))}
              data-hidden={zoomed !== undefined && pane.id !== zoomed}
              data-dragged={drag.pane === pane.id ? true : undefined}
            >
              <Pane
                session={session}
                views={views}
                keymap={keymap}
                workspace={workspace.id}
                pane={pane.id}
                terminal={pane.terminal}
                focused={pane.id === focused}
                active={active}
                zoomed={pane.id === zoomed}
                others={workspace.panes.length - 1}
              />
            </div>
          ))}
          <span id={sizesOf(workspace.id)} hidden>
            Sizes of
          </span>
          {zoomed === undefined &&
            geometry.splitters.map((each) => (
              <Splitter key={each.key} session={session} workspace={workspace.id} placed={each} />
            ))}
          {drag.drop && (
            <div
              className={styles.preview}
              style={placed(drag.drop.preview)}
              data-drop-preview={drag.drop.destination.kind}
            >
              {/* The live region has said it. */}
              <span className={styles.words} aria-hidden="true">
                {dropWords(drag.drop.destination, session.arrangement.namesIn(workspace.id))}
              </span>
            </div>
          )}
        </div>
      </div>
      {active && <Told session={session} />}
      {active && <ResizeBar session={session} workspace={workspace.id} />}
    </main>
  );
});

/** Says what was moved where. */
function Told({ session }: { readonly session: Session }) {
  const told = useStore(session.arrangement.told);
  return (
    <p className="visually-hidden" role="status" aria-live="polite" data-region="told">
      {told}
    </p>
  );
}

/** The area of the grids; one that is not in front keeps the one that it was last shown in. */
function useAreaInFront(session: Session, active: boolean) {
  const now = useStore(session.view, (state) => (active ? state.area : undefined));
  const [last, setLast] = useState(() => session.view.getState().area);
  if (now && now !== last) setLast(now);
  return now ?? last;
}

function placed(rect: Rect | undefined): CSSProperties | undefined {
  return rect && { left: rect.x, top: rect.y, width: rect.width, height: rect.height };
}

import { type CSSProperties, type KeyboardEvent, type PointerEvent, useEffect, useRef } from "react";
import type { WorkspaceID } from "../../bridge/client";
import { dragged, type PlacedSplitter } from "../../domain/layout/geometry";
import { balanced, resized } from "../../domain/layout/sizes";
import type { Session } from "../../state/session";
import { followPointer } from "../../ui/follow-pointer";
import { paneElement } from "./pane";
import styles from "./workspace-grid.module.css";

export interface SplitterProps {
  readonly session: Session;
  readonly workspace: WorkspaceID;
  readonly placed: PlacedSplitter;
}

/** The identifier of the words that begin the names of a workspace's splitters. */
export function sizesOf(workspace: WorkspaceID): string {
  return `sizes-${workspace}`;
}

/** What lies between two panes or groups of panes: it is dragged, or moved by arrow keys, to size both. */
export function Splitter({ session, workspace, placed }: SplitterProps) {
  const { layouts } = session;
  const { splitter, rect, sizes, smallest, index } = placed;
  const sides = [splitter.before, splitter.after].map(paneElement);
  /** Whether what is sketched was done by keys here, and not by another hand. */
  const byKey = useRef(false);
  const startDrag = useSplitterDrag(session, workspace, placed);
  const sideways = splitter.axis === "row";
  const [first, second] = [sizes[index] ?? 0, sizes[index + 1] ?? 0];
  const percent = (size: number) => Math.round((100 * size) / (first + second));

  function onKeyDown(event: KeyboardEvent): void {
    const by = keyDelta(event, sideways, session.arrangement.step(event.shiftKey));
    if (by !== undefined) {
      const wanted = dragged(placed, by);
      layouts.extendSketch(workspace, (tree) => resized(tree, splitter, wanted));
      byKey.current = true;
    } else if (event.key === "Escape" && byKey.current) {
      layouts.dropSketch();
      byKey.current = false;
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  // However long a key was held, it was one change.
  function keep(): void {
    if (byKey.current) layouts.keepSketch();
    byKey.current = false;
  }

  return (
    <div
      role="separator"
      className={styles.splitter}
      style={place(rect)}
      tabIndex={0}
      data-splitter={splitter.axis}
      data-before={splitter.before}
      data-after={splitter.after}
      aria-labelledby={[sizesOf(workspace), ...sides].join(" ")}
      aria-controls={sides.join(" ")}
      aria-orientation={sideways ? "vertical" : "horizontal"}
      aria-valuenow={percent(first)}
      aria-valuemin={percent(smallest[index] ?? 0)}
      aria-valuemax={100 - percent(smallest[index + 1] ?? 0)}
      aria-valuetext={`${percent(first)}% and ${100 - percent(first)}%`}
      onDoubleClick={() => layouts.change(workspace, (tree) => balanced(tree, splitter))}
      onKeyDown={onKeyDown}
      onKeyUp={keep}
      onBlur={keep}
      onPointerDown={startDrag}
    />
  );
}

/** How far a key moves the splitter; undefined for one that does not. */
function keyDelta({ key, ctrlKey, altKey, metaKey }: KeyboardEvent, sideways: boolean, step: number) {
  if (ctrlKey || altKey || metaKey) return undefined;
  const [back, on] = sideways ? ["ArrowLeft", "ArrowRight"] : ["ArrowUp", "ArrowDown"];
  return { [back as string]: -step, [on as string]: step, Home: -Infinity, End: Infinity }[key];
}

/**
 * Sizes follow the pointer, once per frame because every terminal beside the splitter is laid out anew; the
 * backend hears of the last ones.
 */
function useSplitterDrag(session: Session, workspace: WorkspaceID, placed: PlacedSplitter) {
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);
  return (event: PointerEvent<HTMLElement>): void => {
    if (!event.isPrimary || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    stop.current = dragSplitter(session, workspace, placed, event);
  };
}

function dragSplitter(
  { layouts, arrangement }: Session,
  workspace: WorkspaceID,
  placed: PlacedSplitter,
  { clientX, clientY, pointerId }: PointerEvent,
): () => void {
  const { splitter } = placed;
  let frame = 0;
  let delta = 0;
  let moving = false;
  arrangement.endResizing(true);

  function show(): void {
    frame = 0;
    const sizes = dragged(placed, delta);
    layouts.sketch(workspace, (tree) => resized(tree, splitter, sizes));
  }
  function rest(): void {
    cancelAnimationFrame(frame);
  }
  const stop = followPointer(pointerId, {
    moving: () => moving,
    move(now) {
      moving = true;
      delta = splitter.axis === "row" ? now.clientX - clientX : now.clientY - clientY;
      if (frame === 0) frame = requestAnimationFrame(show);
    },
    end() {
      rest();
      if (frame !== 0) show();
      layouts.keepSketch();
    },
    cancel() {
      rest();
      layouts.dropSketch();
    },
  });
  return () => {
    rest();
    stop();
  };
}

function place({ x, y, width, height }: PlacedSplitter["rect"]): CSSProperties {
  return { left: x, top: y, width, height };
}

import {
  type PointerEvent as ReactPointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import type { PaneID, WorkspaceID } from "../../bridge/client";
import type { Geometry } from "../../domain/layout/geometry";
import { type Drop, dropTarget } from "../../domain/layout/places";
import { dropWords } from "../../domain/layout/wording";
import type { Session } from "../../state/session";
import { followPointer } from "../../ui/follow-pointer";

// A hand that clicks moves less than this.
const threshold = 6;
/** What can be pressed in a header without taking hold of the pane. */
const notHandle = 'button:not([data-region="pane-title"]), input';

export interface PaneDrag {
  /** The pane that is being dragged. */
  readonly pane: PaneID | undefined;
  /** What letting it go would do now. */
  readonly drop: Drop | undefined;
  readonly start: (event: ReactPointerEvent) => void;
}

interface Dragged {
  readonly pane: PaneID;
  readonly drop: Drop | undefined;
}

/**
 * Drags a pane by its header with pointer events. The drag and drop of the page itself is not used: in the
 * desktop it belongs to files that are dropped on the window. Without a geometry nothing can be dragged.
 */
export function usePaneDrag(
  session: Session,
  workspace: WorkspaceID,
  content: RefObject<HTMLElement | null>,
  geometry: Geometry | undefined,
): PaneDrag {
  const [dragged, setDragged] = useState<Dragged>();
  // A drag outlives many renderings, and looks at the layout as it is then.
  const latest = useRef(geometry);
  useLayoutEffect(() => {
    latest.current = geometry;
  }, [geometry]);
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);

  function start(event: ReactPointerEvent): void {
    const pane = paneOfHandle(event.target);
    const page = content.current;
    if (!event.isPrimary || event.button !== 0 || pane === undefined || page === null) return;
    if ((latest.current?.panes.size ?? 0) < 2) return;
    const { clientX, clientY, pointerId } = event;
    const words = ({ destination }: Drop) => dropWords(destination, session.arrangement.namesIn(workspace));
    let drop: Drop | undefined;
    let moving = false;

    stop.current = followPointer(pointerId, {
      moving: () => moving,
      move(now) {
        if (!moving && Math.hypot(now.clientX - clientX, now.clientY - clientY) < threshold) return;
        // What the pointer comes over must not take it for its own.
        if (!moving) page.setPointerCapture(pointerId);
        moving = true;
        const box = page.getBoundingClientRect();
        const point = { x: now.clientX - box.left, y: now.clientY - box.top };
        const next = latest.current && dropTarget(latest.current, point, pane);
        if (next && words(next) !== (drop && words(drop))) session.arrangement.tell(words(next));
        drop = next;
        setDragged({ pane, drop });
      },
      end() {
        setDragged(undefined);
        const destination = drop?.destination;
        if (destination) session.arrangement.place(workspace, pane, destination);
      },
      cancel: () => setDragged(undefined),
    });
  }

  return { pane: dragged?.pane, drop: dragged?.drop, start };
}

function paneOfHandle(target: EventTarget): PaneID | undefined {
  if (!(target instanceof Element) || target.closest(notHandle)) return undefined;
  const pane = target.closest("[data-pane-handle]")?.closest<HTMLElement>("[data-pane]");
  return pane?.dataset.pane;
}

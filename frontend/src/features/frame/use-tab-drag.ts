import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useRef, useState } from "react";
import { type Drop, dropAt, type Extent } from "../../domain/tabs";
import { followPointer } from "../../ui/follow-pointer";

export interface TabDrag {
  /** The tab that is on its way. */
  readonly id: string;
  /** Where it would go now; its edge is in CSS pixels of the row of tabs. */
  readonly drop: Drop;
}

export interface TabDragging {
  readonly drag: TabDrag | undefined;
  readonly begin: (event: ReactPointerEvent, id: string) => void;
}

// A hand that clicks is never quite still.
const stillness = 4;
// So close to an end of the row it is scrolled, so fast: sixty tabs in about five seconds.
const nearEnd = 32;
const pixelsPerSecond = 1200;

/**
 * Lets tabs be dragged along their row. Pointer events, because HTML's own dragging is not delivered to a page
 * in the desktop's window. Nothing moves until the tab is let go; a line shows where it would go. Escape, or a
 * pointer that the system takes away, leaves everything as it was.
 */
export function useTabDrag(
  row: RefObject<HTMLElement | null>,
  onDrop: (id: string, position: number) => void,
): TabDragging {
  const [drag, setDrag] = useState<TabDrag>();
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);

  function begin(event: ReactPointerEvent, id: string): void {
    const scroller = row.current;
    if (!scroller || event.button !== 0 || !event.isPrimary) return;
    stop.current?.();
    const start = event.clientX;
    let x = start;
    let current: TabDrag | undefined;
    let frame = 0;

    const follow = () => {
      const { tabs, from } = measured(scroller, id);
      const origin = scroller.getBoundingClientRect().left - scroller.scrollLeft;
      const next = from < 0 ? undefined : { id, drop: dropAt(tabs, from, x - origin) };
      const { position, edge } = current?.drop ?? {};
      if (next && next.drop.position === position && next.drop.edge === edge) return;
      current = next;
      setDrag(next);
    };
    const scroll = (now: number, before = now) => {
      frame = requestAnimationFrame((later) => scroll(later, now));
      const { left, right } = scroller.getBoundingClientRect();
      const step = ((now - before) / 1000) * pixelsPerSecond;
      if (x < left + nearEnd) scroller.scrollLeft -= step;
      else if (x > right - nearEnd) scroller.scrollLeft += step;
      else return;
      follow();
    };
    const rest = () => {
      cancelAnimationFrame(frame);
      setDrag(undefined);
    };
    const unfollow = followPointer(event.pointerId, {
      moving: () => current !== undefined,
      move(now) {
        x = now.clientX;
        if (!current && Math.abs(x - start) < stillness) return;
        if (!current) frame = requestAnimationFrame((first) => scroll(first));
        follow();
      },
      end() {
        rest();
        if (!current) return;
        swallowClick();
        onDrop(current.id, current.drop.position);
      },
      cancel: rest,
    });
    stop.current = () => {
      unfollow();
      rest();
    };
  }

  return { drag, begin };
}

/** The press ends where it began or on another tab; either way it was no click. */
function swallowClick(): void {
  const swallow = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => window.removeEventListener("click", swallow, { capture: true }));
}

/** Where the tabs are in the row, scrolled or not, and which of them is meant. */
function measured(row: HTMLElement, id: string): { tabs: Extent[]; from: number } {
  const elements = [...row.querySelectorAll<HTMLElement>("[data-workspace-tab]")];
  return {
    tabs: elements.map(({ offsetLeft, offsetWidth }) => ({
      start: offsetLeft,
      end: offsetLeft + offsetWidth,
    })),
    from: elements.findIndex((element) => element.dataset["workspaceTab"] === id),
  };
}

import { type RefObject, useLayoutEffect, useState } from "react";
import { type ToolbarRoom, toolbarRoom } from "../../domain/toolbar";

/** What of a bar has room at its present width, in an interface of any size. */
export function useToolbarRoom(
  bar: RefObject<HTMLElement | null>,
  launchers: readonly string[],
  rights: readonly string[],
): ToolbarRoom {
  const [width, setWidth] = useState(Number.POSITIVE_INFINITY);
  useLayoutEffect(() => {
    const element = bar.current;
    if (!element) return;
    const measure = () => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || usualRem;
      // A page that is not drawn measures nothing.
      if (element.clientWidth > 0) setWidth((element.clientWidth * usualRem) / rem);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [bar]);
  return toolbarRoom(width, launchers, rights);
}

const usualRem = 16;

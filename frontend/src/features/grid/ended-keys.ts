import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from "react";

// A key that was meant for the program may be on its way when it ends; nobody reads and answers faster.
const stray = 500;

/**
 * What keys do in a terminal whose process has ended: Enter starts another one, and Tab leads to what else can
 * be done about it. The rest is the emulator's, so that what is left on the screen can still be scrolled.
 */
export function useEndedKeys(
  over: boolean,
  epoch: number,
  card: RefObject<HTMLElement | null>,
  restart: () => void,
): ((event: KeyboardEvent) => void) | undefined {
  const since = useRef(0);
  useLayoutEffect(() => {
    if (over) since.current = performance.now();
  }, [over, epoch]);
  if (!over) return undefined;
  return (event) => {
    if (event.nativeEvent.isComposing) return;
    if (event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Tab") card.current?.focus();
    else if (event.key !== "Enter") return;
    else if (!event.repeat && performance.now() - since.current >= stray) {
      // A second Enter must not ask again while the first is answered.
      since.current = performance.now();
      restart();
    }
    event.preventDefault();
    event.stopPropagation();
  };
}

export interface PointerFollower {
  move(event: PointerEvent): void;
  /** The pointer was let go. */
  end(): void;
  /** Escape, or the system has taken the pointer away. */
  cancel(): void;
  /** Whether Escape is for the drag; until something moves it is for the terminal. */
  readonly moving: () => boolean;
}

/** Follows a pointer that has been pressed until it is let go. Returns how to stop, without any of the endings. */
export function followPointer(pointerId: number, follower: PointerFollower): () => void {
  const onMove = (event: PointerEvent) => {
    if (event.pointerId === pointerId) follower.move(event);
  };
  const onUp = (event: PointerEvent) => {
    if (event.pointerId !== pointerId) return;
    stop();
    follower.end();
  };
  const onCancel = (event: PointerEvent) => {
    if (event.pointerId !== pointerId) return;
    stop();
    follower.cancel();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !follower.moving()) return;
    event.preventDefault();
    event.stopPropagation();
    stop();
    follower.cancel();
  };
  const stop = () => {
    window.removeEventListener("pointermove", onMove);
    window.removeEventListener("pointerup", onUp);
    window.removeEventListener("pointercancel", onCancel);
    window.removeEventListener("keydown", onKey, { capture: true });
  };
  window.addEventListener("pointermove", onMove);
  window.addEventListener("pointerup", onUp);
  window.addEventListener("pointercancel", onCancel);
  window.addEventListener("keydown", onKey, { capture: true });
  return stop;
}

/**
 * Lets the browser ask before it closes or reloads a page in whose terminals something runs. Returns how to stop.
 */
export function askBeforeLeaving(page: Window, runs: () => boolean): () => void {
  const onLeaving = (event: BeforeUnloadEvent) => {
    if (runs()) event.preventDefault();
  };
  page.addEventListener("beforeunload", onLeaving);
  return () => page.removeEventListener("beforeunload", onLeaving);
}

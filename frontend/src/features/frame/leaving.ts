import type { Work } from "../../state/work";

/**
 * Lets the browser ask before it closes or reloads a page in whose terminals something runs. Returns how to stop.
 */
export function askBeforeLeaving(page: Window, work: Pick<Work, "runs" | "look">): () => void {
  const onLeaving = (event: BeforeUnloadEvent) => {
    if (work.runs) event.preventDefault();
  };
  // On its way to the browser's own buttons the pointer leaves the page: the last moment to look once more.
  const onLeave = () => void work.look();
  page.addEventListener("beforeunload", onLeaving);
  page.document.documentElement.addEventListener("mouseleave", onLeave);
  return () => {
    page.removeEventListener("beforeunload", onLeaving);
    page.document.documentElement.removeEventListener("mouseleave", onLeave);
  };
}

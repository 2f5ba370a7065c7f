/** Which pane of a workspace fills its area in a view. Zoom follows the focus, so that it is never in the way. */
import type { Place } from "./focus";

export type Zoomed = ReadonlyMap<string, string>;

/** The zoomed pane; one that has gone ends the zoom, and one that is alone has nothing to hide. */
export function zoomedPane(zoomed: Zoomed, place: Place): string | undefined {
  const pane = zoomed.get(place.id);
  if (pane === undefined || place.panes.length < 2) return undefined;
  return place.panes.some(({ id }) => id === pane) ? pane : undefined;
}

export function withZoom(zoomed: Zoomed, workspace: string, pane: string | undefined): Zoomed {
  if (zoomed.get(workspace) === pane) return zoomed;
  const next = new Map(zoomed);
  if (pane === undefined) next.delete(workspace);
  else next.set(workspace, pane);
  return next;
}

/** The focus of a workspace moves to a pane: while one is zoomed, that one is from now on. */
export function zoomFollowing(zoomed: Zoomed, place: Place, pane: string): Zoomed {
  return zoomedPane(zoomed, place) === undefined ? zoomed : withZoom(zoomed, place.id, pane);
}

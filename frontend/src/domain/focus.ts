/**
 * Where this view is: which workspace is in front and which pane of each workspace has the focus. It belongs
 * to one window or tab and is never shared. A place that is not known yet is kept, because the answer of a call
 * may come before the event that tells of the same thing.
 */

export interface Place {
  readonly id: string;
  readonly panes: readonly { readonly id: string }[];
}

export interface Focus {
  /** The workspace in front; absent while the launcher is. */
  readonly active?: string;
  /** The focused pane of each workspace, by workspace. */
  readonly panes: ReadonlyMap<string, string>;
}

export const noFocus: Focus = { panes: new Map() };

export function activePlace<P extends Place>(focus: Focus, places: readonly P[]): P | undefined {
  return places.find((place) => place.id === focus.active);
}

/** The pane of a workspace that has the focus when the workspace is in front. */
export function focusedPane<P extends Place>(focus: Focus, place: P): P["panes"][number] | undefined {
  const wanted = focus.panes.get(place.id);
  return place.panes.find((pane) => pane.id === wanted) ?? place.panes[0];
}

export function withActive(focus: Focus, workspace: string | undefined): Focus {
  if (focus.active === workspace) return focus;
  return workspace === undefined ? { panes: focus.panes } : { ...focus, active: workspace };
}

export function withFocusedPane(focus: Focus, workspace: string, pane: string): Focus {
  if (focus.panes.get(workspace) === pane) return focus;
  return { ...focus, panes: new Map(focus.panes).set(workspace, pane) };
}

/** Moves on from what has gone: to the next pane of a workspace, and to the next workspace, else the launcher. */
export function followed(focus: Focus, before: readonly Place[], after: readonly Place[]): Focus {
  let result = focus;
  for (const place of before) {
    const now = after.find((other) => other.id === place.id);
    result = now ? movedOn(result, place, now) : forgotten(result, place.id);
  }
  if (focus.active === undefined) return result;
  const index = before.findIndex((place) => place.id === focus.active);
  if (index < 0 || after.some((place) => place.id === focus.active)) return result;
  return withActive(result, successor(after, index)?.id);
}

/** The workspace that lies `step` tabs away, around the end. */
export function cycled(focus: Focus, places: readonly Place[], step: 1 | -1): string | undefined {
  if (places.length === 0) return undefined;
  const index = places.findIndex((place) => place.id === focus.active);
  if (index < 0) return places[step === 1 ? 0 : places.length - 1]?.id;
  return places[(index + step + places.length) % places.length]?.id;
}

function movedOn(focus: Focus, before: Place, after: Place): Focus {
  const pane = focus.panes.get(before.id);
  const index = before.panes.findIndex((other) => other.id === pane);
  if (index < 0 || after.panes.some((other) => other.id === pane)) return focus;
  const next = successor(after.panes, index);
  return next ? withFocusedPane(focus, before.id, next.id) : forgotten(focus, before.id);
}

/** What stands where something has gone: the one after it, else the last. */
function successor<T>(after: readonly T[], index: number): T | undefined {
  return after[Math.min(index, after.length - 1)];
}

function forgotten(focus: Focus, workspace: string): Focus {
  if (!focus.panes.has(workspace)) return focus;
  const panes = new Map(focus.panes);
  panes.delete(workspace);
  return { ...focus, panes };
}

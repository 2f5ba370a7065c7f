/**
 * Where this window is, kept for the next one: which workspace is in front, which pane of each has the focus,
 * and which one is zoomed. A reload of the same tab knows better by itself (see view.ts); this is what a new
 * window starts from.
 */
import { type Disposable, DisposableStore } from "../base/disposable";
import type { Event } from "../base/emitter";
import type { Client, ViewPlace } from "../bridge/client";
import type { ViewState, ViewStore } from "./view";

/** Whether somebody is at this window. */
export interface Presence {
  readonly focused: boolean;
  /** The window has got the focus. */
  readonly came: Event<void>;
  /** The page goes away, perhaps for good. */
  readonly leaves: Event<void>;
  after(milliseconds: number, run: () => void): Disposable;
}

// Walking through panes by key is one walk; longer than this, and a crash would lose where it ended.
const patience = 500;

export class PlaceKeeper implements Disposable {
  private readonly owned = new DisposableStore();
  private waiting: Disposable | undefined;
  private known = "";

  constructor(
    private readonly client: Pick<Client, "views">,
    private readonly view: ViewStore,
    private readonly presence: Presence,
  ) {
    this.owned.add(
      presence.came(() => {
        // Told even if nothing has changed: another window may have been the last one meanwhile, and the backend
        // looks for folders that are missing when somebody turns to a window.
        this.known = "";
        this.soon();
      }),
    );
    this.owned.add(presence.leaves(() => this.now()));
    this.owned.defer(
      view.subscribe((state, before) => {
        if (state.focus !== before.focus || state.zoomed !== before.zoomed) this.soon();
      }),
    );
    this.owned.defer(() => this.waiting?.dispose());
  }

  /** Goes to where the last window was; false when none is known, or it cannot be told. */
  async recall(): Promise<boolean> {
    let place: ViewPlace;
    try {
      place = await this.client.views.place();
    } catch {
      return false; // the first workspace is in front then, and that is all
    }
    this.known = JSON.stringify(place);
    if (place.active === "" && Object.keys(place.focused).length === 0) return false;
    this.view.setState({
      focus: {
        panes: new Map(Object.entries(place.focused)),
        ...(place.active !== "" && { active: place.active }),
      },
      zoomed: new Map(Object.entries(place.zoomed)),
    });
    return true;
  }

  dispose(): void {
    this.owned.dispose();
  }

  private soon(): void {
    this.waiting ??= this.presence.after(patience, () => this.now());
  }

  /** Only the window that somebody is at says where the next one should begin. */
  private now(): void {
    this.waiting?.dispose();
    this.waiting = undefined;
    if (!this.presence.focused) return;
    const place = placeOf(this.view.getState());
    const text = JSON.stringify(place);
    if (text === this.known) return;
    this.known = text;
    // A place that could not be kept is told again with the next change.
    this.client.views.remember(place).catch(() => {
      this.known = "";
    });
  }
}

function placeOf({ focus, zoomed }: Pick<ViewState, "focus" | "zoomed">): ViewPlace {
  return {
    active: focus.active ?? "",
    focused: Object.fromEntries(focus.panes),
    zoomed: Object.fromEntries(zoomed),
  };
}

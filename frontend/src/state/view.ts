/** What belongs to this window or tab alone: where it is, what it asks, and how large its letters are. */
import { createStore, type StoreApi } from "zustand/vanilla";
import type { PaneID, QuitPlan, RunningWork, TerminalID, WorkspaceID } from "../bridge/client";
import { nothingSought, type Sought } from "../domain/finding";
import { type Focus, noFocus } from "../domain/focus";
import { boundless, type GridRoom } from "../domain/grid";

/** A question that must be answered before anything else; one at a time. */
export type Question =
  | {
      readonly kind: "close-terminal";
      readonly terminal: TerminalID;
      readonly title: string;
      readonly running: readonly RunningWork[];
    }
  | {
      readonly kind: "close-workspace";
      readonly workspace: WorkspaceID;
      readonly title: string;
      readonly running: readonly RunningWork[];
    }
  | { readonly kind: "quit"; readonly plan: QuitPlan }
  | { readonly kind: "paste"; readonly text: string; readonly answer: (paste: boolean) => void };

export interface ViewState {
  readonly focus: Focus;
  /** The pane of each workspace that fills its area, by workspace; absent when none does. */
  readonly zoomed: ReadonlyMap<WorkspaceID, PaneID>;
  readonly question: Question | undefined;
  /** CSS pixels. */
  readonly fontSize: number;
  /** Whether the launcher shows its folder list. */
  readonly browsing: boolean;
  /** The terminal whose find bar is open. */
  readonly finding: TerminalID | undefined;
  /** The terminal whose name is being typed. */
  readonly renaming: TerminalID | undefined;
  /** The workspace whose name is being typed, in its tab. */
  readonly renamingWorkspace: WorkspaceID | undefined;
  /** The workspace that the launcher was opened from. */
  readonly cameFrom: WorkspaceID | undefined;
  /** What was looked for last, in whichever terminal. */
  readonly sought: Sought;
  /** How many panes this window has room for. */
  readonly room: GridRoom;
  /** The terminal whose menu is open, and where in the page. */
  readonly menu: { readonly terminal: TerminalID; readonly x: number; readonly y: number } | undefined;
}

export type ViewStore = StoreApi<ViewState>;

export const defaultFontSize = 12;
// Below 8 the letters cannot be told apart; above 32 eighty columns no longer fit any common screen.
const [smallestFont, largestFont] = [8, 32];

export function boundedFontSize(size: number): number {
  return Math.min(largestFont, Math.max(smallestFont, Math.round(size)));
}

/** Where a view keeps what a reload must not lose: sessionStorage, or nothing in a test. */
export type ViewMemory = Pick<Storage, "getItem" | "setItem">;

/** Exported so that no two parts of the page keep different things under one key. */
export const memoryKey = "clanker-grid.place";

export function createViewStore(memory: ViewMemory | undefined): ViewStore {
  const store = createStore<ViewState>(() => ({
    focus: noFocus,
    zoomed: new Map(),
    question: undefined,
    fontSize: defaultFontSize,
    browsing: false,
    finding: undefined,
    renaming: undefined,
    renamingWorkspace: undefined,
    cameFrom: undefined,
    sought: nothingSought,
    room: boundless,
    menu: undefined,
    ...recalled(memory),
  }));
  if (memory) {
    store.subscribe((state, before) => {
      const moved = state.focus !== before.focus || state.zoomed !== before.zoomed;
      if (moved || state.fontSize !== before.fontSize) remember(memory, state);
    });
  }
  return store;
}

/** Whether this tab knows where it was, and need not ask where the last window was. */
export function remembers(memory: ViewMemory | undefined): boolean {
  return recalled(memory).focus !== undefined;
}

function remember(memory: ViewMemory, { focus, zoomed, fontSize }: ViewState): void {
  try {
    memory.setItem(
      memoryKey,
      JSON.stringify({ active: focus.active, panes: [...focus.panes], zoomed: [...zoomed], fontSize }),
    );
  } catch {
    // A page may be denied its storage; then a reload starts at the first workspace, and that is all.
  }
}

function recalled(memory: ViewMemory | undefined): Partial<ViewState> {
  try {
    const kept: unknown = JSON.parse(memory?.getItem(memoryKey) ?? "null");
    if (typeof kept !== "object" || kept === null) return {};
    const { active, panes, zoomed, fontSize } = kept as Record<string, unknown>;
    return {
      ...(Array.isArray(panes) && {
        focus: { panes: pairs(panes), ...(typeof active === "string" && { active }) },
      }),
      zoomed: pairs(zoomed),
      ...(typeof fontSize === "number" && { fontSize: boundedFontSize(fontSize) }),
    };
  } catch {
    return {};
  }
}

function pairs(value: unknown): Map<string, string> {
  return new Map(Array.isArray(value) ? value.filter(isPair) : []);
}

function isPair(value: unknown): value is [string, string] {
  return Array.isArray(value) && typeof value[0] === "string" && typeof value[1] === "string";
}

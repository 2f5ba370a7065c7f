/** What belongs to this window or tab alone: where it is, what lies over it, and what it asks. */
import { createStore, type StoreApi } from "zustand/vanilla";
import type { PaneID, QuitPlan, RunningWork, TerminalID, WorkspaceID } from "../bridge/client";
import { nothingSought, type Sought } from "../domain/finding";
import { type Focus, noFocus } from "../domain/focus";
import type { Extent } from "../domain/layout/geometry";

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
  | {
      readonly kind: "reset-keys";
      /** How many commands have keys of the user's own. */
      readonly own: number;
      readonly reset: () => void;
    }
  | { readonly kind: "paste"; readonly text: string; readonly answer: (paste: boolean) => void };

/** What the palette is narrowed to: what can be launched, or the models of one harness. */
export type PaletteScope =
  | { readonly kind: "launch" }
  | { readonly kind: "models"; readonly harness: string };

/** A part of the settings, in the order of their list. */
export const settingsSections = [
  "general",
  "appearance",
  "terminal",
  "agents",
  "keyboard",
  "data",
  "about",
] as const;
export type SettingsSection = (typeof settingsSections)[number];

export interface ViewState {
  readonly focus: Focus;
  /** The pane of each workspace that fills its area, by workspace; absent when none does. */
  readonly zoomed: ReadonlyMap<WorkspaceID, PaneID>;
  readonly question: Question | undefined;
  /** Whether the command palette is open. */
  readonly palette: boolean;
  /** What of everything it offers; absent for all. */
  readonly scope: PaletteScope | undefined;
  /** The part of the settings that is shown, over the workspaces and the launcher; absent when none is. */
  readonly settings: SettingsSection | undefined;
  /** The setting in it that was asked for, a new one each time; absent when the part as a whole was. */
  readonly soughtSetting: { readonly id: string } | undefined;
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
  /** What the panes of a workspace have room in, in CSS pixels. */
  readonly area: Extent;
  /** The workspace in front, while arrow keys size its panes. */
  readonly resizing: WorkspaceID | undefined;
  /** The terminal whose menu is open, and where in the page. */
  readonly menu: { readonly terminal: TerminalID; readonly x: number; readonly y: number } | undefined;
}

export type ViewStore = StoreApi<ViewState>;

/** Until the window is measured, which it is before anything is shown. */
const usualArea: Extent = { width: 1440, height: 800 };

/** Where a view keeps what a reload must not lose: sessionStorage, or nothing in a test. */
export type ViewMemory = Pick<Storage, "getItem" | "setItem">;

/** Exported so that no two parts of the page keep different things under one key. */
export const memoryKey = "clanker-grid.place";

export function createViewStore(memory: ViewMemory | undefined): ViewStore {
  const store = createStore<ViewState>(() => ({
    focus: noFocus,
    zoomed: new Map(),
    question: undefined,
    palette: false,
    scope: undefined,
    settings: undefined,
    soughtSetting: undefined,
    browsing: false,
    finding: undefined,
    renaming: undefined,
    renamingWorkspace: undefined,
    cameFrom: undefined,
    sought: nothingSought,
    area: usualArea,
    resizing: undefined,
    menu: undefined,
    ...recalled(memory),
  }));
  if (memory) {
    store.subscribe((state, before) => {
      if (state.focus !== before.focus || state.zoomed !== before.zoomed) remember(memory, state);
    });
  }
  return store;
}

/** Whether this tab knows where it was, and need not ask where the last window was. */
export function remembers(memory: ViewMemory | undefined): boolean {
  return recalled(memory).focus !== undefined;
}

function remember(memory: ViewMemory, { focus, zoomed }: ViewState): void {
  try {
    memory.setItem(
      memoryKey,
      JSON.stringify({ active: focus.active, panes: [...focus.panes], zoomed: [...zoomed] }),
    );
  } catch {
    // A page may be denied its storage; then a reload starts at the first workspace, and that is all.
  }
}

function recalled(memory: ViewMemory | undefined): Partial<ViewState> {
  try {
    const kept: unknown = JSON.parse(memory?.getItem(memoryKey) ?? "null");
    if (typeof kept !== "object" || kept === null) return {};
    const { active, panes, zoomed } = kept as Record<string, unknown>;
    return {
      ...(Array.isArray(panes) && {
        focus: { panes: pairs(panes), ...(typeof active === "string" && { active }) },
      }),
      zoomed: pairs(zoomed),
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

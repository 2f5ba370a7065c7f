/** The keys in force in this window: the usual ones for its platform and kind, changed by the user's settings. */
import { createStore, type StoreApi } from "zustand/vanilla";
import { type Disposable, DisposableStore } from "../base/disposable";
import type { TerminalID } from "../bridge/client";
import {
  type CommandID,
  commandOf,
  type Keymap,
  keymapFor,
  type Platform,
  type Stroke,
  type Surface,
} from "../domain/keymap";
import type { Records } from "./records";
import type { SettingsStore } from "./settings";

export interface KeyboardSources {
  readonly settings: SettingsStore;
  readonly records: Records;
}

export class Keyboard implements Disposable {
  readonly keymap: StoreApi<Keymap>;
  private readonly owned = new DisposableStore();

  constructor(
    private readonly sources: KeyboardSources,
    readonly platform: Platform,
    readonly surface: Surface,
  ) {
    const { store } = sources.settings;
    const now = () => keymapFor(platform, surface, store.getState().keyboard.bindings);
    this.keymap = createStore<Keymap>(now);
    this.owned.defer(
      store.subscribe(({ keyboard }, before) => {
        if (keyboard.bindings !== before.keyboard.bindings) this.keymap.setState(now(), true);
      }),
    );
  }

  /** The command that a stroke asks for: in the terminal that it is typed into, or outside of one. */
  commandOf(stroke: Stroke, terminal?: TerminalID): CommandID | undefined {
    const command = commandOf(this.keymap.getState(), stroke);
    // The palette stays within reach, and with it everything else.
    return command !== "palette" && terminal !== undefined && this.sendsAllKeys(terminal)
      ? undefined
      : command;
  }

  /** Whether a terminal's program gets every key but the palette's. */
  sendsAllKeys(terminal: TerminalID): boolean {
    const { records } = this.sources;
    const known = records.terminal(terminal);
    const panes = known ? records.workspace(known.workspace)?.panes : undefined;
    return panes?.find((pane) => pane.terminal === terminal)?.sendAllKeys ?? false;
  }

  dispose(): void {
    this.owned.dispose();
  }
}

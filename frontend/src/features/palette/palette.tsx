import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import { commandOf, type Keymap } from "../../domain/keymap";
import type { Actions } from "../../state/actions";
import type { Session } from "../../state/session";
import { Icon } from "../../ui/icon";
import { Keys } from "../../ui/keys";
import { type Entry, entriesNow, type PalettePlace } from "./entries";
import styles from "./palette.module.css";
import { ranked } from "./ranking";
import { type PaletteMemory, recentChoices, rememberChoice } from "./recent";

export interface PaletteProps {
  readonly session: Session;
  readonly actions: Actions;
  readonly keymap: Keymap;
  /** What of the settings can be gone to. */
  readonly places: readonly PalettePlace[];
  /** Where what was chosen lately is kept; without it, nothing is. */
  readonly memory?: PaletteMemory | undefined;
  /** Gives the keyboard to where it is worked, when what had it before has gone. */
  readonly giveKeyboardBack: () => void;
}

/** Everything that can be done now, one list that is searched by typing. In the page only while it is open. */
export function Palette(props: PaletteProps) {
  const { session, giveKeyboardBack } = props;
  const open = useStore(session.view, (state) => state.palette);
  const chosen = useRef<Entry | undefined>(undefined);
  // Asked while it is drawn, because by the time that it is in the page it has the keyboard.
  const before = useMemo(() => (open ? document.activeElement : null), [open]);

  const giveBack = useRef(giveKeyboardBack);
  useEffect(() => {
    giveBack.current = giveKeyboardBack;
  });

  // When it has gone, so that what an entry opens finds the keyboard in place.
  useLayoutEffect(() => {
    if (!open) return;
    return () => {
      const back = before instanceof HTMLElement && before.isConnected && before !== document.body;
      if (back) before.focus();
      else giveBack.current();
      chosen.current?.run();
      chosen.current = undefined;
    };
  }, [open, before]);

  if (!open) return null;
  return (
    <OpenPalette
      {...props}
      onLeave={(entry) => {
        chosen.current = entry;
        session.commands.showPalette(false);
      }}
    />
  );
}

interface OpenPaletteProps extends PaletteProps {
  readonly onLeave: (chosen?: Entry) => void;
}

function OpenPalette({ session, actions, keymap, places, memory, onLeave }: OpenPaletteProps) {
  const [typed, setTyped] = useState("");
  const [entries] = useState(() => entriesNow(session, actions, keymap, places));
  const [recent] = useState(() => recentChoices(memory));
  const { shown, more } = useMemo(() => ranked(entries, typed, recent), [entries, typed, recent]);
  const input = useRef<HTMLInputElement>(null);
  // At once, so that no key that is pressed meanwhile reaches a terminal.
  const took = useCallback((element: HTMLInputElement | null) => {
    input.current = element;
    element?.focus();
  }, []);
  return (
    <Dialog.Root open onOpenChange={(open) => open || onLeave()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.cover} />
        <Dialog.Popup
          className={styles.popup}
          aria-label="Command palette"
          data-surface="palette"
          initialFocus={input}
          finalFocus={() => false}
          onKeyDown={(event) => {
            // Its own key closes it again.
            if (commandOf(keymap, event.nativeEvent) !== "palette") return;
            event.preventDefault();
            onLeave();
          }}
        >
          <Autocomplete.Root<Entry>
            open
            inline
            mode="none"
            items={shown}
            filteredItems={shown}
            itemToStringValue={({ text }) => text}
            value={typed}
            onValueChange={(value, { reason }) => {
              if (reason !== "item-press") setTyped(value);
            }}
            autoHighlight="always"
            keepHighlight
          >
            <div className={styles.search}>
              <Icon name="search" />
              <Autocomplete.Input
                ref={took}
                className={styles.input}
                aria-label="Command, workspace, pane or setting"
                placeholder="Type a command, a workspace, a pane or a setting"
                data-control="palette-input"
                onKeyDown={(event) => {
                  if (event.key !== "Escape") return;
                  event.preventDefault();
                  event.stopPropagation();
                  onLeave();
                }}
              />
            </div>
            <Autocomplete.Empty>
              {shown.length === 0 && <p className={styles.empty}>No match. Type fewer letters.</p>}
            </Autocomplete.Empty>
            <Autocomplete.List className={styles.list} aria-label="Matches">
              {(entry: Entry) => (
                <Autocomplete.Item
                  key={entry.id}
                  value={entry}
                  className={styles.item}
                  data-control="palette-item"
                  data-command={entry.id}
                  onClick={() => {
                    rememberChoice(memory, entry.id);
                    onLeave(entry);
                  }}
                >
                  <span className={styles.icon}>{entry.icon && <Icon name={entry.icon} />}</span>
                  <bdi className={styles.text}>{entry.text}</bdi>
                  <bdi className={styles.detail}>{entry.detail}</bdi>
                  <Keys keys={entry.keys} />
                  <span className="visually-hidden">{entry.keys.join(" ")}</span>
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
            <Autocomplete.Status className={styles.status}>
              {more > 0 && <span className={styles.more}>{more} more. Type to find them.</span>}
            </Autocomplete.Status>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import { commandOf, type Keymap } from "../../domain/keymap";
import type { Actions } from "../../state/actions";
import type { Session } from "../../state/session";
import { HarnessIcon } from "../../ui/harness-icon";
import { Icon } from "../../ui/icon";
import { Keys } from "../../ui/keys";
import { type Entry, entriesNow, type PalettePlace } from "./entries";
import { useEntries, withNumber, wordsFor } from "./scope";
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
  const scope = useStore(session.view, (state) => state.scope);
  const entries = useEntries(session, scope, () => entriesNow(session, actions, keymap, places));
  const [recent] = useState(() => (scope ? [] : recentChoices(memory)));
  useStore(session.harnesses.store); // what is said of models that are being listed
  const words = wordsFor(session, scope);
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
          aria-label={words.title}
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
                aria-label={words.name}
                placeholder={words.placeholder}
                data-control="palette-input"
                onKeyDown={(event) => {
                  const numbered = scope?.kind === "launch" && typed === "" && withNumber(entries, event);
                  if (numbered) {
                    event.preventDefault();
                    onLeave(numbered);
                    return;
                  }
                  if (event.key !== "Escape") return;
                  event.preventDefault();
                  event.stopPropagation();
                  onLeave();
                }}
              />
            </div>
            <Autocomplete.Empty>
              {shown.length === 0 && <p className={styles.empty}>{typed === "" ? words.empty : noMatch}</p>}
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
                    if (!scope) rememberChoice(memory, entry.id);
                    onLeave(entry);
                  }}
                >
                  <span className={styles.icon}>
                    {entry.icon && <Icon name={entry.icon} />}
                    {entry.drawing && <HarnessIcon drawing={entry.drawing} />}
                  </span>
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

const noMatch = "No match. Type fewer letters.";

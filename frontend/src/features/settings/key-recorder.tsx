import { useEffect, useRef, useState } from "react";
import { type Chord, chordKeys, chordOf, chordWarning, modifiersInWords, usable } from "../../domain/chords";
import { titleOf } from "../../domain/commands";
import { type CommandID, type Keymap, ownerOf } from "../../domain/keymap";
import { Button } from "../../ui/button";
import { Keys } from "../../ui/keys";
import styles from "./settings.module.css";

export interface KeyRecorderProps {
  readonly command: CommandID;
  readonly keymap: Keymap;
  /** What the pressed keys are to replace; none when they are added. */
  readonly replaced: Chord | undefined;
  /** The keys to have instead; none removes what is replaced. */
  readonly onKeys: (chord: Chord | undefined) => void;
  /** Nothing changes; `left` when the keyboard has been taken elsewhere. */
  readonly onCancel: (left: boolean) => void;
}

/**
 * Takes the next keys that are pressed for a command. What costs something is asked about: keys that another
 * command has, and keys that programs need or the system keeps.
 */
export function KeyRecorder({ command, keymap, replaced, onKeys, onCancel }: KeyRecorderProps) {
  const [pressed, setPressed] = useState<Chord | undefined>(undefined);
  const [refusal, setRefusal] = useState("");
  const field = useRef<HTMLButtonElement>(null);
  const use = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (pressed) use.current?.focus();
    else field.current?.focus();
  }, [pressed]);

  const costs = pressed ? costsOf(pressed, command, keymap) : [];
  const forbidden = pressed !== undefined && leavesPaletteWithout(pressed, command, keymap);

  function onKeyDown(event: React.KeyboardEvent) {
    // Tab still leads away for those who have nothing but the keyboard.
    if (event.key === "Tab" && !event.ctrlKey && !event.altKey && !event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const plain = !event.ctrlKey && !event.altKey && !event.metaKey && !event.shiftKey;
    if (plain && event.key === "Escape") onCancel(false);
    else if (plain && event.key === "Backspace") remove();
    else record(chordOf(event.nativeEvent));
  }

  // Taken, so that it does not leave the settings as well.
  function cancelOnEscape(event: React.KeyboardEvent) {
    if (event.key !== "Escape") return;
    event.preventDefault();
    onCancel(false);
  }

  function remove() {
    const last = (keymap.chords.get(command) ?? []).length === 1;
    if (command === "palette" && last) setRefusal("The palette always has a key. Press another one.");
    else if (replaced) onKeys(undefined);
    else onCancel(false);
  }

  function record(chord: Chord | undefined) {
    if (!chord) return;
    if (!usable(chord)) {
      setRefusal(
        `${chordKeys(chord, keymap.platform).join("+")} is typed into programs. Hold ${modifiersInWords(keymap.platform)}.`,
      );
      return;
    }
    setRefusal("");
    if (costsOf(chord, command, keymap).length === 0) onKeys(chord);
    else setPressed(chord);
  }

  if (!pressed) {
    const removes = replaced ? ", Backspace removes" : "";
    return (
      <span className={styles.recorder} data-records-keys>
        <button
          ref={field}
          type="button"
          className={styles.recording}
          data-control="keys-record"
          aria-label={`Press the keys for ${titleOf(command)}. Escape cancels${removes}.`}
          onKeyDown={onKeyDown}
          onBlur={({ currentTarget, relatedTarget }) => {
            if (!currentTarget.parentElement?.contains(relatedTarget)) onCancel(relatedTarget !== null);
          }}
        >
          Press the keys
        </button>
        <span className={styles.description} role="status">
          {refusal || `Esc cancels${removes}`}
        </span>
        {replaced && (
          // A press of the pointer would first leave the field, which ends it.
          <Button
            size="small"
            variant="ghost"
            data-control="keys-remove"
            aria-label={`Remove ${chordKeys(replaced, keymap.platform).join("+")}`}
            onMouseDown={(event) => event.preventDefault()}
            onKeyDown={cancelOnEscape}
            onClick={remove}
          >
            Remove
          </Button>
        )}
      </span>
    );
  }
  return (
    // The keys are those of the question as a whole, whichever of its answers has the focus.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <span className={styles.recorder} onKeyDown={cancelOnEscape}>
      <Keys keys={chordKeys(pressed, keymap.platform)} />
      <span className={styles.costs} role="alert">
        {costs.join(" ")}
      </span>
      {!forbidden && (
        <Button ref={use} size="small" data-control="keys-use" onClick={() => onKeys(pressed)}>
          Use anyway
        </Button>
      )}
      <Button
        ref={forbidden ? use : undefined}
        size="small"
        variant="ghost"
        data-control="keys-cancel"
        onClick={() => onCancel(false)}
      >
        Cancel
      </Button>
    </span>
  );
}

/** What is given up with these keys, one sentence each. */
function costsOf(chord: Chord, command: CommandID, keymap: Keymap): string[] {
  const owner = ownerOf(keymap, chord);
  const keys = chordKeys(chord, keymap.platform).join("+");
  const taken =
    owner === undefined || owner === command
      ? ""
      : leavesPaletteWithout(chord, command, keymap)
        ? `${keys} is the palette's only key, and it always has one.`
        : `${keys} is the key of "${titleOf(owner)}", which loses it.`;
  return [taken, chordWarning(chord, keymap.platform, keymap.surface)].filter((cost) => cost !== "");
}

function leavesPaletteWithout(chord: Chord, command: CommandID, keymap: Keymap): boolean {
  const only = (keymap.chords.get("palette") ?? []).length === 1;
  return command !== "palette" && only && ownerOf(keymap, chord) === "palette";
}

import { type Chord, chordKeys, formatChord } from "../../domain/chords";
import { type Command, titleOf } from "../../domain/commands";
import { type Keymap, mostChords } from "../../domain/keymap";
import { Button, IconButton } from "../../ui/button";
import { Keys } from "../../ui/keys";
import { KeyRecorder } from "./key-recorder";
import styles from "./settings.module.css";

export interface KeyRowProps {
  readonly command: Command;
  readonly keymap: Keymap;
  /** Whether the user has changed its keys. */
  readonly own: boolean;
  /** The place among its keys for which others are recorded; behind the last when they are added. */
  readonly recording: number | undefined;
  readonly onRecord: (at: number) => void;
  readonly onCancel: (left: boolean) => void;
  /** Other keys in that place, or none. */
  readonly onKeys: (at: number, chord: Chord | undefined) => void;
  readonly onReset: () => void;
}

/** A command with its keys, each of which can be changed for itself. */
export function KeyRow(props: KeyRowProps) {
  const { command, keymap, own, recording, onRecord, onCancel, onKeys, onReset } = props;
  const { id } = command;
  const chords = keymap.chords.get(id) ?? [];
  return (
    <li className={styles.keyRow} data-command={id}>
      <span className={styles.keyTitle}>{command.title}</span>
      {recording !== undefined ? (
        <KeyRecorder
          command={id}
          keymap={keymap}
          replaced={chords[recording]}
          onKeys={(chord) => onKeys(recording, chord)}
          onCancel={onCancel}
        />
      ) : (
        <>
          {chords.map((chord, at) => (
            <button
              key={formatChord(chord)}
              type="button"
              className={styles.keyList}
              data-control="keys-change"
              onClick={() => onRecord(at)}
            >
              <span className="visually-hidden">
                {`Change the keys of ${titleOf(id)}, now ${chordKeys(chord, keymap.platform).join(" ")}`}
              </span>
              <Keys keys={chordKeys(chord, keymap.platform)} />
            </button>
          ))}
          {chords.length === 0 && (
            <button
              type="button"
              className={styles.keyList}
              data-control="keys-change"
              onClick={() => onRecord(0)}
            >
              <span className="visually-hidden">{`Change the keys of ${titleOf(id)}, now none`}</span>
              <span className={styles.description} aria-hidden="true">
                None
              </span>
            </button>
          )}
          {chords.length > 0 && chords.length < mostChords && (
            <Button
              size="small"
              variant="ghost"
              data-control="keys-add"
              aria-label={`Add keys to ${titleOf(id)}`}
              onClick={() => onRecord(chords.length)}
            >
              Add
            </Button>
          )}
          <span className={styles.reset}>
            {own && (
              <IconButton
                icon="restart"
                size={12}
                label={`Reset the keys of ${titleOf(id)}`}
                data-control="keys-reset"
                onClick={onReset}
              />
            )}
          </span>
        </>
      )}
    </li>
  );
}

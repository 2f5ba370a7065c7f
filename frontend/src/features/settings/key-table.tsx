import { useState } from "react";
import type { Settings } from "../../bridge/client";
import { type Chord, chordKeys, formatChord } from "../../domain/chords";
import { type Command, titleOf } from "../../domain/commands";
import { type CommandID, type Keymap, rebound, unbound } from "../../domain/keymap";
import { Button, IconButton } from "../../ui/button";
import { Icon } from "../../ui/icon";
import { Keys } from "../../ui/keys";
import { TextField } from "../../ui/text-field";
import { KeyRecorder } from "./key-recorder";
import styles from "./settings.module.css";
import { commandsFitting } from "./use-found";

export interface KeyTableProps {
  readonly keymap: Keymap;
  readonly bindings: Settings["keyboard"]["bindings"];
  /** What of the commands is shown. */
  readonly commands: readonly Command[];
  /** Whether these are all, and not what a search has found. */
  readonly whole: boolean;
  readonly failure: string | undefined;
  readonly onChange: (bindings: Settings["keyboard"]["bindings"]) => void;
}

/** Every command with the keys that work now. */
export function KeyTable({ keymap, bindings, commands, whole, failure, onChange }: KeyTableProps) {
  const [filter, setFilter] = useState("");
  const [recording, setRecording] = useState<CommandID | undefined>(undefined);
  const shown = whole ? commandsFitting(commands, keymap, filter) : commands;
  const changed = Object.keys(bindings).length > 0;

  function bind(id: CommandID, chords: readonly Chord[]) {
    setRecording(undefined);
    onChange(rebound(bindings, keymap, id, chords));
  }

  return (
    <div className={styles.box} data-setting="keyboard.bindings">
      {whole && (
        <div className={styles.tools}>
          <TextField
            small
            label="Filter commands and keys"
            placeholder="Filter commands and keys"
            value={filter}
            data-control="keys-filter"
            onChange={(event) => setFilter(event.target.value)}
          />
          <Button size="small" disabled={!changed} data-control="keys-reset-all" onClick={() => onChange({})}>
            Reset all keys
          </Button>
        </div>
      )}
      {failure !== undefined && (
        <p className={styles.problem} role="status">
          {failure}
        </p>
      )}
      {whole &&
        keymap.problems.map(({ command, message }) => (
          <p key={`${command} ${message}`} className={styles.problem}>
            <Icon name="warning" size={12} />
            {message}
          </p>
        ))}
      <ul aria-label="Commands and their keys">
        {shown.map((command) => (
          <KeyRow
            key={command.id}
            command={command}
            keymap={keymap}
            own={Object.hasOwn(bindings, command.id)}
            recording={recording === command.id}
            onRecord={(on) => setRecording(on ? command.id : undefined)}
            onKeys={(chords) => bind(command.id, chords)}
            onReset={() => onChange(unbound(bindings, command.id))}
          />
        ))}
      </ul>
      {shown.length === 0 && <p className={styles.none}>No command has these words or keys.</p>}
    </div>
  );
}

interface KeyRowProps {
  readonly command: Command;
  readonly keymap: Keymap;
  /** Whether the user has changed its keys. */
  readonly own: boolean;
  readonly recording: boolean;
  readonly onRecord: (on: boolean) => void;
  readonly onKeys: (chords: readonly Chord[]) => void;
  readonly onReset: () => void;
}

function KeyRow({ command, keymap, own, recording, onRecord, onKeys, onReset }: KeyRowProps) {
  const { id } = command;
  const chords = keymap.chords.get(id) ?? [];
  return (
    <li className={styles.keyRow} data-command={id}>
      <span className={styles.keyTitle}>{command.title}</span>
      {recording ? (
        <KeyRecorder command={id} keymap={keymap} onKeys={onKeys} onCancel={() => onRecord(false)} />
      ) : (
        <>
          <button
            type="button"
            className={styles.keyList}
            data-control="keys-change"
            onClick={() => onRecord(true)}
          >
            <span className="visually-hidden">{`Change the keys of ${titleOf(id)}, ${spoken(keymap, chords)}`}</span>
            {chords.map((chord) => (
              <Keys key={formatChord(chord)} keys={chordKeys(chord, keymap.platform)} />
            ))}
            {chords.length === 0 && (
              <span className={styles.description} aria-hidden="true">
                None
              </span>
            )}
          </button>
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

function spoken(keymap: Keymap, chords: readonly Chord[]): string {
  if (chords.length === 0) return "now none";
  return `now ${chords.map((chord) => chordKeys(chord, keymap.platform).join(" ")).join(" or ")}`;
}

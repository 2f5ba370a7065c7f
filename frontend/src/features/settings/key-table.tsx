import { useLayoutEffect, useRef, useState } from "react";
import type { Settings } from "../../bridge/client";
import type { Chord } from "../../domain/chords";
import { type Command, groups } from "../../domain/commands";
import { type CommandID, type Keymap, rebound, unbound, withChord } from "../../domain/keymap";
import { Button } from "../../ui/button";
import { Icon } from "../../ui/icon";
import { TextField } from "../../ui/text-field";
import { KeyRow } from "./key-row";
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
  /** Asks whether all keys are to be reset. */
  readonly onResetAll: () => void;
}

/** One of the keys of a command, by its place among them. */
interface KeyPlace {
  readonly command: CommandID;
  readonly at: number;
}

/** Every command with the keys that work now. */
export function KeyTable(props: KeyTableProps) {
  const { keymap, bindings, commands, whole, failure, onChange, onResetAll } = props;
  const [filter, setFilter] = useState("");
  const [recording, setRecording] = useState<KeyPlace | undefined>(undefined);
  const { table, keyboardGoesTo } = useKeyboardAt();
  const shown = whole ? commandsFitting(commands, keymap, filter) : commands;
  const changed = Object.keys(bindings).length > 0;

  function bind(command: CommandID, at: number, chord: Chord | undefined) {
    setRecording(undefined);
    keyboardGoesTo({ command, at });
    const chords = withChord(keymap.chords.get(command) ?? [], at, chord);
    onChange(rebound(bindings, keymap, command, chords));
  }

  const row = (command: Command) => (
    <KeyRow
      key={command.id}
      command={command}
      keymap={keymap}
      own={Object.hasOwn(bindings, command.id)}
      recording={recording?.command === command.id ? recording.at : undefined}
      onRecord={(at) => setRecording({ command: command.id, at })}
      onCancel={(left) => {
        setRecording(undefined);
        if (!left && recording) keyboardGoesTo(recording);
      }}
      onKeys={(at, chord) => bind(command.id, at, chord)}
      onReset={() => {
        keyboardGoesTo({ command: command.id, at: 0 });
        onChange(unbound(bindings, command.id));
      }}
    />
  );

  return (
    <div ref={table} className={styles.box} data-setting="keyboard.bindings">
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
          <Button size="small" disabled={!changed} data-control="keys-reset-all" onClick={onResetAll}>
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
      {groups.map((group) => {
        const inGroup = shown.filter((command) => command.group === group);
        if (inGroup.length === 0) return null;
        return (
          <div key={group} className={styles.keyGroup}>
            <h3 className={styles.keyHeading}>{group}</h3>
            <ul aria-label={`${group}: commands and their keys`}>{inGroup.map(row)}</ul>
          </div>
        );
      })}
      {shown.length === 0 && <p className={styles.none}>No command has these words or keys.</p>}
    </div>
  );
}

/** Gives the keyboard to a key of the table once it is in the page, because what had it goes away with a change. */
function useKeyboardAt() {
  const table = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState<KeyPlace | undefined>(undefined);
  useLayoutEffect(() => {
    if (!wanted) return;
    const keys = [
      ...(table.current?.querySelectorAll<HTMLElement>(
        `[data-command="${wanted.command}"] [data-control="keys-change"]`,
      ) ?? []),
    ];
    // A command that no longer fits what is looked for has left the table.
    const place =
      keys[wanted.at] ??
      keys.at(-1) ??
      table.current?.querySelector<HTMLElement>('[data-control="keys-filter"]');
    place?.focus();
  }, [wanted]);
  return { table, keyboardGoesTo: setWanted };
}

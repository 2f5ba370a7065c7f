import { type KeyboardEvent, useEffect, useRef, useSyncExternalStore } from "react";
import { findSummary, type Sought } from "../../domain/finding";
import type { TerminalFind } from "../../terminal/view";
import { IconButton } from "../../ui/button";
import { TextField } from "../../ui/text-field";
import { Tooltip } from "../../ui/tooltip";
import styles from "./find-bar.module.css";

export interface FindBarProps {
  readonly find: TerminalFind | undefined;
  /** What was looked for last time, to begin with. */
  readonly sought: Sought;
  readonly onSeek: (sought: Sought) => void;
  readonly onClose: () => void;
}

const options = [
  { key: "matchCase", sign: "Aa", label: "Match case" },
  { key: "wholeWord", sign: "W", label: "Whole words" },
  { key: "regex", sign: ".*", label: "Regular expression" },
] as const;

/** Finds text in the scrollback of one terminal, as one types. */
export function FindBar({ find, sought, onSeek, onClose }: FindBarProps) {
  const field = useRef<HTMLInputElement>(null);
  const state = useSyncExternalStore(
    (changed) => {
      const subscription = find?.changed(changed);
      return () => subscription?.dispose();
    },
    () => find?.state,
  );

  useEffect(() => find?.search(sought), [find, sought]);
  useEffect(() => {
    field.current?.focus();
    // What is typed now replaces it.
    field.current?.select();
    return () => find?.close();
  }, [find]);

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") onClose();
    else if (event.key === "Enter" && event.target === field.current) {
      if (event.shiftKey) find?.previous();
      else find?.next();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    // Escape and Enter work wherever the focus is in the bar.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      className={styles.bar}
      data-surface="find"
      role="search"
      aria-label="Find in this terminal"
      onKeyDown={onKeyDown}
    >
      <TextField
        ref={field}
        small
        mono
        label="Find"
        placeholder="Find"
        value={sought.text}
        invalid={Boolean(state?.error)}
        data-control="find-input"
        onChange={(event) => onSeek({ ...sought, text: event.target.value })}
      />
      <Tooltip text={state?.error ?? ""}>
        <span className={styles.count} data-control="find-count" role="status">
          {findSummary(sought.text, state)}
        </span>
      </Tooltip>
      {options.map(({ key, sign, label }) => (
        <Tooltip key={key} text={label}>
          <button
            type="button"
            className={styles.option}
            aria-label={label}
            aria-pressed={sought[key]}
            onClick={() => onSeek({ ...sought, [key]: !sought[key] })}
          >
            {sign}
          </button>
        </Tooltip>
      ))}
      <IconButton
        icon="up"
        label="Previous match"
        keys={["Shift", "Enter"]}
        data-control="find-previous"
        onClick={() => find?.previous()}
      />
      <IconButton
        icon="down"
        label="Next match"
        keys={["Enter"]}
        data-control="find-next"
        onClick={() => find?.next()}
      />
      <IconButton icon="close" label="Close" keys={["Esc"]} data-control="find-close" onClick={onClose} />
    </div>
  );
}

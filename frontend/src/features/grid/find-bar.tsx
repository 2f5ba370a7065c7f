import { type KeyboardEvent, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { findSummary } from "../../domain/finding";
import type { TerminalFind } from "../../terminal/view";
import { IconButton } from "../../ui/button";
import { TextField } from "../../ui/text-field";
import { Tooltip } from "../../ui/tooltip";
import styles from "./find-bar.module.css";

export interface FindBarProps {
  readonly find: TerminalFind | undefined;
  readonly onClose: () => void;
}

const options = [
  { key: "matchCase", sign: "Aa", label: "Match case" },
  { key: "wholeWord", sign: "W", label: "Whole words" },
  { key: "regex", sign: ".*", label: "Regular expression" },
] as const;

type Options = Record<(typeof options)[number]["key"], boolean>;

/** Finds text in the scrollback of one terminal, as one types. */
export function FindBar({ find, onClose }: FindBarProps) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState<Options>({ matchCase: false, wholeWord: false, regex: false });
  const state = useSyncExternalStore(
    (changed) => {
      const subscription = find?.changed(changed);
      return () => subscription?.dispose();
    },
    () => find?.state,
  );

  useEffect(() => find?.search({ text, ...chosen }), [find, text, chosen]);
  useEffect(() => {
    field.current?.focus();
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
        value={text}
        invalid={Boolean(state?.error)}
        data-control="find-input"
        onChange={(event) => setText(event.target.value)}
      />
      <span
        className={styles.count}
        data-control="find-count"
        role="status"
        title={state?.error || undefined}
      >
        {findSummary(text, state)}
      </span>
      {options.map(({ key, sign, label }) => (
        <Tooltip key={key} text={label}>
          <button
            type="button"
            className={styles.option}
            aria-label={label}
            aria-pressed={chosen[key]}
            onClick={() => setChosen({ ...chosen, [key]: !chosen[key] })}
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

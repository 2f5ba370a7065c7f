import { NumberField as Base } from "@base-ui/react/number-field";
import { type KeyboardEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Icon } from "./icon";
import styles from "./number-field.module.css";

export interface NumberFieldProps {
  /** The accessible name. */
  readonly label: string;
  readonly "aria-describedby"?: string | undefined;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** After the number. */
  readonly unit?: string;
  readonly onChange: (value: number) => void;
  /** A number beyond the bounds was typed, and `used` is taken for it; undefined when one fits again. */
  readonly onClamped: (used: number | undefined) => void;
}

type Data = { readonly [name: `data-${string}`]: string | undefined };

/**
 * A whole number between bounds. Arrow keys and the buttons step; what is typed counts by Enter and when the
 * field is left, and Escape takes it back.
 */
export function NumberField(props: NumberFieldProps & Data) {
  const { label, value, min, max, step, unit, onChange, onClamped, ...data } = props;
  // What is being typed; nothing of it counts before it is complete.
  const [typed, setTyped] = useState<number | null | undefined>(undefined);
  const abandoned = useRef(false);

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const input = event.currentTarget;
    const pending = typed !== undefined || input.value.replaceAll(",", "") !== String(value);
    if ((event.key !== "Enter" && event.key !== "Escape") || !pending) return;
    // Whoever owns the field would otherwise leave it as well.
    event.preventDefault();
    // The field reads its text, and writes its number, when it is left.
    abandoned.current = event.key === "Escape";
    input.blur();
    abandoned.current = false;
    // A text that is no number it leaves as it is, until there is another one to write.
    flushSync(() => setTyped(null));
    setTyped(undefined);
    input.focus();
  }

  return (
    <Base.Root
      className={styles.root}
      value={typed === undefined ? value : typed}
      min={min}
      max={max}
      step={step}
      largeStep={step * 5}
      smallStep={step}
      allowOutOfRange
      format={{ maximumFractionDigits: 0 }}
      locale="en-US"
      onValueChange={(next, { reason }) => {
        if (reason === "input-change" || reason === "input-clear" || reason === "input-paste") {
          setTyped(next);
          return;
        }
        if (next === null || reason === "input-blur") return;
        setTyped(undefined);
        onClamped(undefined);
        onChange(bounded(next, min, max));
      }}
      onValueCommitted={(next, { reason }) => {
        if (reason === "increment-press" || reason === "decrement-press" || reason === "keyboard") return;
        setTyped(undefined);
        if (abandoned.current) return;
        // An empty field says nothing, and goes back to what it was.
        const used = next === null ? value : bounded(next, min, max);
        onClamped(next !== null && used !== Math.round(next) ? used : undefined);
        if (used !== value) onChange(used);
      }}
    >
      <Base.Group className={styles.group}>
        <Base.Decrement className={styles.step} aria-label={`Less: ${label}`} tabIndex={-1}>
          <Icon name="minus" size={12} />
        </Base.Decrement>
        <Base.Input
          {...data}
          className={styles.input}
          aria-label={label}
          inputMode="numeric"
          onKeyDown={onKeyDown}
        />
        {unit !== undefined && <span className={styles.unit}>{unit}</span>}
        <Base.Increment className={styles.step} aria-label={`More: ${label}`} tabIndex={-1}>
          <Icon name="plus" size={12} />
        </Base.Increment>
      </Base.Group>
    </Base.Root>
  );
}

function bounded(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, Math.round(value)));
}

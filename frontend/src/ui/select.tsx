import type { ComponentPropsWithRef } from "react";
import { Icon } from "./icon";
import styles from "./select.module.css";

export interface SelectOption<Value extends string> {
  readonly value: Value;
  readonly text: string;
}

export interface SelectProps<Value extends string>
  extends Omit<ComponentPropsWithRef<"select">, "className" | "onChange" | "value" | "children"> {
  /** The accessible name. */
  readonly label: string;
  readonly value: Value;
  readonly options: readonly SelectOption<Value>[];
  readonly onChange: (value: Value) => void;
}

type Data = { readonly [name: `data-${string}`]: string | undefined };

/**
 * One of a list that has no room to stand open. The list is the system's own: it is known to whoever uses the
 * system, reads well aloud, and is not bounded by the window.
 */
export function Select<Value extends string>(props: SelectProps<Value> & Data) {
  const { label, value, options, onChange, ...rest } = props;
  return (
    <span className={styles.place}>
      <select
        {...rest}
        className={styles.select}
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value as Value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
      <Icon name="down" size={12} />
    </span>
  );
}

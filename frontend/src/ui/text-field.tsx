import type { ComponentPropsWithRef } from "react";
import styles from "./text-field.module.css";

export interface TextFieldProps extends Omit<ComponentPropsWithRef<"input">, "className" | "type"> {
  /** The accessible name. */
  readonly label: string;
  /** For anything that could be typed into a shell. */
  readonly mono?: boolean;
  readonly invalid?: boolean;
  readonly small?: boolean;
}

type Data = { readonly [name: `data-${string}`]: string | undefined };

/** One line of text. */
export function TextField({ label, mono, invalid, small, ...rest }: TextFieldProps & Data) {
  const classes = [
    styles.field,
    mono ? "mono" : "",
    invalid ? styles.invalid : "",
    small ? styles.small : "",
  ];
  return (
    <input
      type="text"
      autoComplete="off"
      autoCapitalize="off"
      autoCorrect="off"
      spellCheck={false}
      {...rest}
      aria-label={label}
      aria-invalid={invalid || undefined}
      className={classes.filter(Boolean).join(" ")}
    />
  );
}

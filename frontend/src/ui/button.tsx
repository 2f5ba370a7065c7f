import type { ComponentPropsWithRef } from "react";
import styles from "./button.module.css";
import { Icon, type IconName } from "./icon";
import { Tooltip } from "./tooltip";

type Native = Omit<ComponentPropsWithRef<"button">, "type" | "className">;
type Data = { readonly [name: `data-${string}`]: string | boolean | undefined };

export interface ButtonProps extends Native {
  readonly variant?: "primary" | "secondary" | "ghost" | "danger";
  readonly size?: "small" | "normal" | "large";
}

/** A button with words. A surface has at most one that is primary; danger is never filled. */
export function Button({ variant = "secondary", size = "normal", ...rest }: ButtonProps & Data) {
  return <button type="button" {...rest} className={`${styles.button} ${styles[variant]} ${styles[size]}`} />;
}

export interface IconButtonProps extends Native {
  readonly icon: IconName;
  /** The accessible name and the text of the tooltip. */
  readonly label: string;
  readonly keys?: readonly string[];
  readonly size?: 12 | 16;
}

/** A button without words: it always has a name and a tooltip. */
export function IconButton({ icon, label, keys = [], size = 16, ...rest }: IconButtonProps & Data) {
  return (
    <Tooltip text={label} keys={keys}>
      <button type="button" {...rest} aria-label={label} className={styles.iconButton}>
        <Icon name={icon} size={size} />
      </button>
    </Tooltip>
  );
}

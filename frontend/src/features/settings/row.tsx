import { type ReactNode, useId } from "react";
import { IconButton } from "../../ui/button";
import styles from "./settings.module.css";

export interface RowProps {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  /** What went wrong, or what was taken instead. */
  readonly message?: string | undefined;
  /** Present when the value is not the default. */
  readonly onReset?: (() => void) | undefined;
  /** The control, which is described by what the row says. */
  readonly children: (describedBy: string) => ReactNode;
}

/** One setting: its name, its control, and beside it what it means and what went wrong. */
export function Row({ id, name, description, message, onReset, children }: RowProps) {
  const words = useId();
  return (
    <div className={styles.row} data-setting={id} data-plain={description === undefined}>
      <span className={styles.name}>{name}</span>
      <div className={styles.control}>{children(words)}</div>
      <div className={styles.words} id={words}>
        {description !== undefined && <p className={styles.description}>{description}</p>}
        <p className={styles.message} role="status">
          {message}
        </p>
      </div>
      <span className={styles.reset}>
        {onReset && (
          <IconButton
            icon="restart"
            size={12}
            label={`Reset ${name} to its default`}
            data-control="setting-reset"
            onClick={onReset}
          />
        )}
      </span>
    </div>
  );
}

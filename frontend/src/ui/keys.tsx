import styles from "./keys.module.css";

export interface KeysProps {
  readonly keys: readonly string[];
  /** On a filled button the keys take the colour of its label. */
  readonly onAccent?: boolean;
}

/** The keys of an action, one cap for each. */
export function Keys({ keys, onAccent = false }: KeysProps) {
  if (keys.length === 0) return null;
  return (
    <span className={styles.keys} aria-hidden="true">
      {keys.map((key) => (
        <kbd key={key} className={onAccent ? styles.onAccent : styles.key}>
          {key}
        </kbd>
      ))}
    </span>
  );
}

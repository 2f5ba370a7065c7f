import { useRef, useState } from "react";
import styles from "./rename-field.module.css";

export interface RenameFieldProps {
  readonly name: string;
  /** The accessible name; says what an empty name means. */
  readonly label: string;
  readonly control: string;
  /** undefined when the name stays as it was; by a key, the keyboard is to go back to where it was. */
  readonly onDone: (name: string | undefined, byKey: boolean) => void;
}

// What fits a header or a tab; the backend bounds names to the same length.
const longestName = 256;

/** A name that is typed where it stands. Enter keeps it, Escape does not, and leaving it does. */
export function RenameField({ name, label, control, onDone }: RenameFieldProps) {
  const [text, setText] = useState(name);
  const answered = useRef(false);

  // Moving the focus away blurs the field, which must not answer a second time.
  function done(answer: string | undefined, byKey: boolean) {
    if (answered.current) return;
    answered.current = true;
    onDone(answer === name ? undefined : answer, byKey);
  }

  return (
    <input
      className={styles.field}
      data-control={control}
      aria-label={label}
      value={text}
      maxLength={longestName}
      dir="auto"
      // The field exists only because the user has asked to type a name.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      onFocus={(event) => event.target.select()}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => done(text, false)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === "Enter") done(text, true);
        else if (event.key === "Escape") done(undefined, true);
        else return;
        // The keyboard is elsewhere by now, and some engines deliver what the key types there.
        event.preventDefault();
        event.stopPropagation();
      }}
    />
  );
}

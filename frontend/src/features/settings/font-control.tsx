import { useEffect, useRef, useState } from "react";
import { families, fontStack } from "../../domain/fonts";
import { installed, monospaced } from "../../ui/installed-fonts";
import { TextField } from "../../ui/text-field";
import styles from "./settings.module.css";

export interface FontControlProps {
  readonly label: string;
  readonly "aria-describedby": string;
  readonly mono: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly "data-control": string;
}

// As long as somebody types; every terminal is measured anew for each change.
const pause = 500;

/** A family name with a preview, and a word about a font that is not there. */
export function FontControl(props: FontControlProps) {
  const { label, mono, value, onChange, ...data } = props;
  const [typed, setTyped] = useState<string | undefined>(undefined);
  const shown = typed ?? value;
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function commit(text: string) {
    clearTimeout(timer.current);
    setTyped(undefined);
    if (text.trim() !== value) onChange(text.trim());
  }

  const missing = families(shown).filter((family) => !installed(family));
  const uneven = mono
    ? families(shown).filter((family) => !missing.includes(family) && !monospaced(family))
    : [];
  const bundled = mono ? "var(--font-mono)" : '"Inter", system-ui, sans-serif';
  return (
    <span className={styles.font}>
      <TextField
        {...data}
        label={label}
        value={shown}
        maxLength={200}
        placeholder={mono ? "JetBrains Mono" : "Inter"}
        onChange={(event) => {
          const text = event.target.value;
          setTyped(text);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => commit(text), pause);
        }}
        onBlur={() => typed !== undefined && commit(typed)}
        onKeyDown={(event) => {
          if (typed === undefined || typed === value) return;
          if (event.key === "Enter") commit(typed);
          if (event.key !== "Escape") return;
          // Whoever owns the field would otherwise leave it as well.
          event.preventDefault();
          clearTimeout(timer.current);
          setTyped(undefined);
        }}
      />
      <span className={styles.sample} style={{ fontFamily: fontStack(shown, bundled) }} aria-hidden="true">
        {mono ? "const x1 = 0Oo; // Il|" : "The grid keeps 12 panes"}
      </span>
      {uneven.length > 0 && (
        <span className={styles.missing} role="status">
          {uneven.join(", ")} is not monospaced: letters have too much or too little room in a terminal.
        </span>
      )}
      {missing.length > 0 && (
        <span className={styles.missing} role="status">
          {missing.join(", ")} is not installed: the bundled font is used.
        </span>
      )}
    </span>
  );
}

import { Toggle } from "@base-ui/react/toggle";
import { ToggleGroup } from "@base-ui/react/toggle-group";
import { Icon, type IconName } from "./icon";
import styles from "./segment.module.css";

export interface SegmentOption<Value extends string> {
  readonly value: Value;
  readonly text: string;
  readonly icon?: IconName;
  /** The accessible name where the text alone does not say it. */
  readonly label?: string;
  readonly control: string;
}

export interface SegmentProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly SegmentOption<Value>[];
  readonly onChange: (value: Value) => void;
}

/** One choice of a few. Arrow keys move between the choices. */
export function Segment<Value extends string>({ label, value, options, onChange }: SegmentProps<Value>) {
  return (
    <ToggleGroup<Value>
      className={styles.segment}
      aria-label={label}
      value={[value]}
      onValueChange={([next]) => {
        // Pressing the current choice again would leave none chosen.
        if (next !== undefined) onChange(next);
      }}
    >
      {options.map((option) => (
        <Toggle
          key={option.value}
          value={option.value}
          className={styles.option}
          aria-label={option.label}
          data-control={option.control}
        >
          {option.icon && <Icon name={option.icon} />}
          {option.text}
        </Toggle>
      ))}
    </ToggleGroup>
  );
}

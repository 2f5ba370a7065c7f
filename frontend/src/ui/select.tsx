import { Select as Base } from "@base-ui/react/select";
import { Icon } from "./icon";
import styles from "./select.module.css";

export interface SelectOption<Value extends string> {
  readonly value: Value;
  readonly text: string;
  /** Beside the text, in the quiet tone. */
  readonly detail?: string;
}

export interface SelectProps<Value extends string> {
  /** The accessible name. */
  readonly label: string;
  readonly describedBy?: string | undefined;
  readonly value: Value;
  readonly options: readonly SelectOption<Value>[];
  readonly onChange: (value: Value) => void;
}

type Data = { readonly [name: `data-${string}`]: string | undefined };

/** One of a list that has no room to stand open. */
export function Select<Value extends string>(props: SelectProps<Value> & Data) {
  const { label, describedBy, value, options, onChange, ...data } = props;
  const current = options.find((option) => option.value === value);
  return (
    <Base.Root<Value>
      value={value}
      onValueChange={(next) => next !== null && onChange(next)}
      modal={false}
      items={options.map((option) => ({ value: option.value, label: option.text }))}
    >
      <Base.Trigger {...data} className={styles.trigger} aria-label={label} aria-describedby={describedBy}>
        <Base.Value className={styles.value}>{current?.text ?? value}</Base.Value>
        <Base.Icon>
          <Icon name="down" size={12} />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner className={styles.place} alignItemWithTrigger={false} sideOffset={4} align="start">
          <Base.Popup className={styles.popup}>
            <Base.List className={styles.list}>
              {options.map((option) => (
                <Base.Item key={option.value} value={option.value} className={styles.item}>
                  <span className={styles.mark}>
                    <Base.ItemIndicator>
                      <Icon name="check" size={12} />
                    </Base.ItemIndicator>
                  </span>
                  <Base.ItemText className={styles.text}>{option.text}</Base.ItemText>
                  {option.detail !== undefined && <span className={styles.detail}>{option.detail}</span>}
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

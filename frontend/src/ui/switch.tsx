import { Switch as Base } from "@base-ui/react/switch";
import styles from "./switch.module.css";

export interface SwitchProps {
  /** The accessible name. */
  readonly label: string;
  readonly "aria-describedby"?: string | undefined;
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
}

type Data = { readonly [name: `data-${string}`]: string | undefined };

/** On or off. Space and Enter change it. */
export function Switch({ label, on, onChange, ...data }: SwitchProps & Data) {
  return (
    <Base.Root
      {...data}
      nativeButton
      render={<button type="button" aria-label={label} />}
      className={styles.switch}
      aria-label={label}
      checked={on}
      onCheckedChange={onChange}
    >
      <Base.Thumb className={styles.knob} />
    </Base.Root>
  );
}

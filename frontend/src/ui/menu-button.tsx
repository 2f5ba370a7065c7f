import { Menu as Base } from "@base-ui/react/menu";
import type { ReactElement } from "react";
import { HarnessIcon } from "./harness-icon";
import { Icon, type IconName } from "./icon";
import { Keys } from "./keys";
import styles from "./menu.module.css";
import { Tooltip } from "./tooltip";

export interface MenuChoice {
  readonly text: string;
  /** Unique in its menu. */
  readonly id: string;
  readonly control: string;
  readonly icon?: IconName;
  /** In place of an icon, the drawing of a harness. */
  readonly drawing?: string;
  /** A quiet word at the end. */
  readonly note?: string;
  /** The same for what could be typed, such as a path. */
  readonly detail?: string;
  readonly keys?: readonly string[];
  /** What of the group is so now. */
  readonly current?: boolean;
  readonly disabled?: boolean;
  readonly onChoose: () => void;
}

export interface MenuGroup {
  readonly label: string;
  readonly choices: readonly MenuChoice[];
}

export interface MenuButtonProps {
  /** The accessible name of the button and of its menu, and the text of the tooltip. */
  readonly label: string;
  readonly keys?: readonly string[];
  readonly control: string;
  readonly trigger: ReactElement;
  readonly groups: readonly MenuGroup[];
  readonly align?: "start" | "end";
  readonly onOpen?: () => void;
  /** Called when it has gone, to put the keyboard where it belongs. */
  readonly onLeft: () => void;
}

/**
 * A button with a menu under it. Arrow keys move, Enter chooses, Escape leaves. Either way the keyboard goes back
 * to where it is worked, and to the button only where there is no such place.
 */
export function MenuButton(props: MenuButtonProps) {
  const { label, keys = [], control, trigger, groups, align = "start", onOpen, onLeft } = props;
  return (
    <Base.Root modal={false} onOpenChange={(open) => open && onOpen?.()}>
      <Tooltip text={label} keys={keys}>
        <Base.Trigger render={trigger} aria-label={label} data-control={control} />
      </Tooltip>
      <Base.Portal>
        <Base.Positioner
          className={styles.place}
          side="bottom"
          align={align}
          sideOffset={4}
          collisionPadding={8}
        >
          <Base.Popup
            className={`${styles.popup} ${styles.bounded}`}
            aria-label={label}
            data-surface="menu"
            finalFocus={() => {
              onLeft();
              return isLost(document.activeElement);
            }}
          >
            {groups.map((group) => (
              <Base.Group key={group.label} className={styles.group}>
                <Base.GroupLabel className={styles.label}>{group.label}</Base.GroupLabel>
                {group.choices.map((choice) => (
                  <Choice key={choice.id} choice={choice} />
                ))}
              </Base.Group>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** Nowhere, or in the menu that goes away. */
function isLost(active: Element | null): boolean {
  return active === null || active === document.body || active.closest('[role="menu"]') !== null;
}

function Choice({ choice }: { readonly choice: MenuChoice }) {
  const { text, id, control, icon, drawing, note, detail, keys = [], current, disabled, onChoose } = choice;
  return (
    <Base.Item
      className={styles.item}
      data-control={control}
      data-choice={id}
      aria-current={current ? "true" : undefined}
      disabled={disabled ?? false}
      onClick={onChoose}
    >
      {icon && <Icon name={icon} />}
      {drawing && <HarnessIcon drawing={drawing} />}
      <span className={styles.text} dir="auto">
        {text}
      </span>
      {note && <span className={styles.detail}>{note}</span>}
      {detail && <span className={`mono ${styles.detail}`}>{detail}</span>}
      <Keys keys={keys} />
    </Base.Item>
  );
}

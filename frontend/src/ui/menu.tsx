import { Menu as Base } from "@base-ui/react/menu";
import { Keys } from "./keys";
import styles from "./menu.module.css";

export interface MenuItem {
  readonly label: string;
  readonly keys: readonly string[];
  readonly control: string;
  readonly disabled?: boolean;
  readonly onChoose: () => void;
}

export interface PointMenuProps {
  /** The accessible name. */
  readonly label: string;
  /** Where it opens, in CSS pixels of the page. */
  readonly at: { readonly x: number; readonly y: number };
  readonly items: readonly MenuItem[];
  readonly onClose: () => void;
  /** Called when it has gone, to put the keyboard where it belongs. */
  readonly onClosed: () => void;
}

/** A menu at a point. It is in the page only while it is open; arrow keys move, Enter chooses, Escape leaves. */
export function PointMenu({ label, at, items, onClose, onClosed }: PointMenuProps) {
  const anchor = { getBoundingClientRect: () => new DOMRect(at.x, at.y, 0, 0) };
  return (
    <Base.Root open modal={false} onOpenChange={(open) => open || onClose()}>
      <Base.Portal>
        <Base.Positioner className={styles.place} anchor={anchor} side="bottom" align="start">
          <Base.Popup
            className={`${styles.popup} ${styles.bounded}`}
            aria-label={label}
            data-surface="menu"
            onContextMenu={(event) => event.preventDefault()}
            finalFocus={() => {
              onClosed();
              return false;
            }}
          >
            {items.map(({ label: text, keys, control, disabled, onChoose }) => (
              <Base.Item
                key={control}
                className={styles.item}
                data-control={control}
                disabled={disabled ?? false}
                onClick={onChoose}
              >
                {text}
                <Keys keys={keys} />
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

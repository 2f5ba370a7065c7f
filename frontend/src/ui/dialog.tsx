import { Dialog as Base } from "@base-ui/react/dialog";
import type { ReactNode, RefObject } from "react";
import styles from "./dialog.module.css";

export interface DialogProps {
  readonly title: string;
  /** One or two sentences under the title. */
  readonly description?: ReactNode;
  readonly children?: ReactNode;
  /** The row of buttons at the end. */
  readonly actions: ReactNode;
  readonly onCancel: () => void;
  /** What has the focus first; the first control otherwise. */
  readonly initialFocus?: RefObject<HTMLElement | null>;
  /** Where the focus goes at the end; back to where it came from otherwise. */
  readonly finalFocus?: () => HTMLElement | null;
  readonly wide?: boolean;
  /** The name of the surface in the contract for tests. */
  readonly surface?: "dialog" | "quit";
}

/** A question over everything else. It is in the page only while it is asked; Escape is always the safe answer. */
export function Dialog(props: DialogProps) {
  const { title, description, children, actions, onCancel, initialFocus, finalFocus, wide, surface } = props;
  return (
    <Base.Root open onOpenChange={(open) => open || onCancel()} disablePointerDismissal>
      <Base.Portal>
        <Base.Backdrop className={styles.scrim} />
        <Base.Popup
          className={`${styles.popup} ${wide ? styles.wide : ""}`}
          data-surface={surface ?? "dialog"}
          {...(initialFocus && { initialFocus })}
          {...(finalFocus && { finalFocus: () => finalFocus() ?? true })}
        >
          <Base.Title className={styles.title}>{title}</Base.Title>
          {description !== undefined && (
            <Base.Description className={styles.description}>{description}</Base.Description>
          )}
          {children}
          <div className={styles.actions}>{actions}</div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

import { Tooltip as Base } from "@base-ui/react/tooltip";
import type { ReactElement } from "react";
import { Keys } from "./keys";
import styles from "./tooltip.module.css";

export interface TooltipProps {
  readonly text: string;
  readonly keys?: readonly string[];
  /** The control that the tip belongs to; it keeps its own accessible name. */
  readonly children: ReactElement;
}

/**
 * A line of text near a control, for those who hover or focus it; without a text there is no tip. It goes with
 * the pointer and is nothing that a pointer could rest on, because it may lie over a terminal.
 */
export function Tooltip({ text, keys = [], children }: TooltipProps) {
  return (
    <Base.Root disabled={text === ""} disableHoverablePopup>
      <Base.Trigger render={children} delay={500} />
      <Base.Portal>
        <Base.Positioner sideOffset={6} collisionPadding={8}>
          <Base.Popup className={styles.tip}>
            {text}
            <Keys keys={keys} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

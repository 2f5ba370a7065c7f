import { type Keymap, keysOf } from "../../domain/keymap";
import type { Session } from "../../state/session";
import { Button } from "../../ui/button";
import { Icon } from "../../ui/icon";
import { Tooltip } from "../../ui/tooltip";
import styles from "./toolbar.module.css";

export interface ToolbarProps {
  readonly session: Session;
  readonly keymap: Keymap;
}

/** What can be started in the workspace in front. */
export function Toolbar({ session, keymap }: ToolbarProps) {
  return (
    <section className={styles.bar} aria-label="Start" data-region="toolbar">
      <Tooltip text="New terminal" keys={keysOf(keymap, "new-terminal")}>
        <Button
          variant="ghost"
          data-control="new-terminal"
          aria-label="New terminal"
          onClick={() => void session.commands.newTerminal()}
        >
          <Icon name="terminal" />
          Terminal
        </Button>
      </Tooltip>
    </section>
  );
}

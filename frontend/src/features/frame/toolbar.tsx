import { type Keymap, keysOf } from "../../domain/keymap";
import type { Client } from "../../bridge/client";
import type { Session } from "../../state/session";
import { Button } from "../../ui/button";
import { Icon } from "../../ui/icon";
import { Tooltip } from "../../ui/tooltip";
import { LaunchTerminal } from "./launch-terminal";
import styles from "./toolbar.module.css";

export interface ToolbarProps {
  readonly session: Session;
  readonly client: Pick<Client, "settings">;
  readonly keymap: Keymap;
  readonly onSettings: () => void;
  readonly giveKeyboardBack: () => void;
}

/**
 * What can be started in the workspace in front, and the surfaces beside it. In a narrow window the words go
 * first: those on the right, then those of what can be started.
 */
export function Toolbar({ session, client, keymap, onSettings, giveKeyboardBack }: ToolbarProps) {
  return (
    <section className={styles.bar} aria-label="Tools" data-region="toolbar">
      <LaunchTerminal session={session} client={client} keymap={keymap} giveKeyboardBack={giveKeyboardBack} />
      <span className={styles.space} />
      <Tooltip text="Settings" keys={keysOf(keymap, "settings")}>
        <Button variant="ghost" data-control="open-settings" aria-label="Settings" onClick={onSettings}>
          <Icon name="settings" />
          <span className={styles.right}>Settings</span>
        </Button>
      </Tooltip>
    </section>
  );
}

import { useRef } from "react";
import { useStore } from "zustand";
import type { Client } from "../../bridge/client";
import { offered } from "../../domain/harnesses";
import { type Keymap, keysOf } from "../../domain/keymap";
import type { Session } from "../../state/session";
import { Button } from "../../ui/button";
import { Icon } from "../../ui/icon";
import { Tooltip } from "../../ui/tooltip";
import { LaunchAgent } from "./launch-agent";
import { LaunchTerminal } from "./launch-terminal";
import { MoreAgents } from "./more-agents";
import styles from "./toolbar.module.css";
import { useToolbarRoom } from "./use-toolbar-room";

export interface ToolbarProps {
  readonly session: Session;
  readonly client: Pick<Client, "settings">;
  readonly keymap: Keymap;
  readonly onSettings: () => void;
  readonly giveKeyboardBack: () => void;
}

const rights = ["Settings"];

/** What can be started in the workspace in front, and the surfaces beside it. */
export function Toolbar({ session, client, keymap, onSettings, giveKeyboardBack }: ToolbarProps) {
  const bar = useRef<HTMLElement>(null);
  const list = useStore(session.harnesses.store, (state) => state.list);
  const chosen = useStore(session.settings.store, ({ launch }) => launch.harnesses);
  const harnesses = offered(list, chosen);
  const launchers = [...harnesses.map(({ name }) => name), "Terminal"];
  const { rightWords, launchWords, shown } = useToolbarRoom(bar, launchers, rights);
  const inBar = harnesses.slice(0, shown - 1);
  const inMenu = harnesses.slice(shown - 1);
  return (
    <section
      ref={bar}
      className={styles.bar}
      aria-label="Tools"
      data-region="toolbar"
      data-launch-words={launchWords}
      data-right-words={rightWords}
    >
      {inBar.map((harness) => (
        <LaunchAgent
          key={harness.id}
          session={session}
          harness={harness}
          giveKeyboardBack={giveKeyboardBack}
        />
      ))}
      {inMenu.length > 0 && (
        <MoreAgents session={session} harnesses={inMenu} giveKeyboardBack={giveKeyboardBack} />
      )}
      {harnesses.length > 0 && <span className={styles.divider} />}
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

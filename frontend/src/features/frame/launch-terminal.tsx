import { useCallback, useEffect, useState } from "react";
import type { Client, ShellChoice } from "../../bridge/client";
import { type Keymap, keysOf } from "../../domain/keymap";
import type { Session } from "../../state/session";
import { Button } from "../../ui/button";
import { Icon } from "../../ui/icon";
import { MenuButton, type MenuChoice } from "../../ui/menu-button";
import { Tooltip } from "../../ui/tooltip";
import styles from "./toolbar.module.css";

export interface LaunchTerminalProps {
  readonly session: Session;
  readonly client: Pick<Client, "settings">;
  readonly keymap: Keymap;
  readonly giveKeyboardBack: () => void;
}

/** Starts a terminal at the best place; the caret says which shell, or which side of the focused pane. */
export function LaunchTerminal({ session, client, keymap, giveKeyboardBack }: LaunchTerminalProps) {
  const { arrangement } = session;
  const [shells, refresh] = useShells(session, client);
  return (
    <span className={styles.split}>
      <Tooltip text="New terminal" keys={keysOf(keymap, "new-terminal")}>
        <Button
          variant="ghost"
          data-control="new-terminal"
          aria-label="New terminal"
          onClick={() => void arrangement.newTerminal()}
        >
          <Icon name="terminal" />
          <span className={styles.launch}>Terminal</span>
        </Button>
      </Tooltip>
      <MenuButton
        label="Choose a shell or a side"
        control="launch-terminal"
        onOpen={refresh}
        onLeft={giveKeyboardBack}
        trigger={
          <button type="button" className={styles.caret}>
            <Icon name="down" size={12} />
          </button>
        }
        groups={[
          {
            label: "Side of the focused pane",
            choices: [
              {
                id: "split-right",
                text: "Split right",
                control: "launch-right",
                icon: "splitRight",
                keys: keysOf(keymap, "split-right"),
                onChoose: () => void arrangement.split("right"),
              },
              {
                id: "split-down",
                text: "Split down",
                control: "launch-down",
                icon: "splitDown",
                keys: keysOf(keymap, "split-down"),
                onChoose: () => void arrangement.split("below"),
              },
            ],
          },
          {
            label: "Shell",
            choices: shells.map(
              (shell): MenuChoice => ({
                id: shell.id,
                text: shell.name,
                control: "launch-shell",
                icon: "terminal",
                ...(shell.default ? { note: "Your login shell" } : { detail: shell.id }),
                onChoose: () => void arrangement.newTerminal({ shell: shell.id }),
              }),
            ),
          },
        ]}
      />
    </span>
  );
}

/** The shells that can be chosen; asked for before the menu is opened, so that it does not grow under the pointer. */
function useShells(
  { notices }: Session,
  client: Pick<Client, "settings">,
): [shells: readonly ShellChoice[], refresh: () => void] {
  const [shells, setShells] = useState<readonly ShellChoice[]>([]);
  const refresh = useCallback(() => {
    client.settings
      .shells()
      .then(setShells, (failure: unknown) => notices.report(failure, "Listing the shells"));
  }, [client, notices]);
  useEffect(refresh, [refresh]);
  return [shells, refresh];
}

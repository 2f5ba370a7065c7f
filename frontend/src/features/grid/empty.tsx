import { useEffect, useRef } from "react";
import { useStore } from "zustand";
import type { Workspace } from "../../bridge/client";
import { type Keymap, keysOf } from "../../domain/keymap";
import type { Session } from "../../state/session";
import { Button } from "../../ui/button";
import { Keys } from "../../ui/keys";
import styles from "./workspace-grid.module.css";

export interface EmptyProps {
  readonly session: Session;
  readonly keymap: Keymap;
  readonly workspace: Workspace;
  readonly active: boolean;
}

/** A workspace without panes. It takes the keyboard, which would otherwise be nowhere. */
export function Empty({ session, keymap, workspace, active }: EmptyProps) {
  const { arrangement } = session;
  const first = useRef<HTMLButtonElement>(null);
  const asked = useStore(session.view, ({ question, palette }) => question !== undefined || palette);
  useEffect(() => {
    if (active && !asked) first.current?.focus();
  }, [active, asked]);
  return (
    <div className={styles.empty}>
      <p>No terminals</p>
      <div className={styles.choices}>
        <Button
          ref={first}
          variant="primary"
          data-control="first-terminal"
          onClick={() => void arrangement.newTerminal()}
        >
          New terminal
          <Keys keys={keysOf(keymap, "new-terminal")} />
        </Button>
        {workspace.reopenable > 0 && (
          <Button data-control="reopen-pane" onClick={() => void arrangement.reopenPane()}>
            Reopen closed pane
            <Keys keys={keysOf(keymap, "reopen-pane")} />
          </Button>
        )}
      </div>
    </div>
  );
}

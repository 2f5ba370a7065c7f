import type { RefObject } from "react";
import { useStore } from "zustand";
import type { Session } from "../../state/session";
import { Button } from "../../ui/button";
import { Icon } from "../../ui/icon";
import { Keys } from "../../ui/keys";
import { TextField } from "../../ui/text-field";
import styles from "./settings.module.css";

export interface SettingsBarProps {
  readonly session: Session;
  readonly fieldRef: RefObject<HTMLInputElement | null>;
  readonly search: string;
  readonly onSearch: (search: string) => void;
  readonly onBack: () => void;
}

/** The way back, and the search over all settings. */
export function SettingsBar({ session, fieldRef, search, onSearch, onBack }: SettingsBarProps) {
  const front = useStore(session.view, (state) => state.focus.active);
  const name = useStore(session.records.store, ({ workspaces }) => workspaces.records.get(front ?? "")?.name);
  return (
    <header className={styles.bar}>
      <Button variant="ghost" data-control="settings-back" onClick={onBack}>
        <Icon name="back" />
        <bdi className={styles.back}>Back{name === undefined ? "" : ` to ${name}`}</bdi>
        <Keys keys={["Esc"]} />
      </Button>
      <h1 className={styles.heading}>Settings</h1>
      <div role="search" className={styles.search}>
        <Icon name="search" />
        <TextField
          ref={fieldRef}
          label="Search settings"
          placeholder="Search settings"
          value={search}
          data-control="settings-search"
          onChange={(event) => onSearch(event.target.value)}
        />
        <Keys keys={["/"]} />
      </div>
    </header>
  );
}

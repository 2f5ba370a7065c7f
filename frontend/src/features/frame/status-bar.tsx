import { useStore } from "zustand";
import { focusedPane } from "../../domain/focus";
import { counted, withTilde } from "../../domain/wording";
import type { Session } from "../../state/session";
import { Icon } from "../../ui/icon";
import { Keys } from "../../ui/keys";
import { Tooltip } from "../../ui/tooltip";
import { LinkState } from "./link-state";
import styles from "./status-bar.module.css";

/** Where the focused terminal is, how many there are, and whether the page is connected. */
export function StatusBar({ session, browser }: { readonly session: Session; readonly browser: boolean }) {
  const { records, view } = session;
  const home = useStore(session.info, (info) => info?.home ?? "");
  const front = useStore(view, (state) => state.focus.active);
  const workspace = useStore(records.store, ({ workspaces }) =>
    front === undefined ? undefined : workspaces.records.get(front),
  );
  const terminal = useStore(view, ({ focus }) => workspace && focusedPane(focus, workspace)?.terminal);
  const cwd = useStore(records.store, ({ terminals }) => terminals.records.get(terminal ?? "")?.cwd);
  const folder = cwd || workspace?.path;
  const running = useStore(records.store, ({ terminals }) => terminals.records.size);
  return (
    <footer className={styles.bar}>
      {folder === undefined ? (
        <span className={styles.item}>
          <Icon name="terminal" size={12} />
          {running === 0 ? "No terminals running" : counted(running, "terminal")}
        </span>
      ) : (
        <Tooltip text={folder}>
          <span className={styles.folder}>
            <Icon name="folder" size={12} label="Folder of the focused terminal" />
            <span className="mono">{withTilde(folder, home)}</span>
          </span>
        </Tooltip>
      )}
      <span className={styles.space} />
      {browser && <LinkState connection={session.connection} />}
      {folder === undefined ? (
        <span className={styles.item}>
          Next field
          <Keys keys={["Tab"]} />
        </span>
      ) : (
        <span className={styles.item}>
          <Icon name="terminal" size={12} />
          {running === 0 ? "No terminals running" : counted(running, "terminal")}
        </span>
      )}
    </footer>
  );
}

import { useStore } from "zustand";
import type { Workspace } from "../../bridge/client";
import { focusedPane } from "../../domain/focus";
import { type Keymap, keysOf, type Surface } from "../../domain/keymap";
import { counted, withTilde } from "../../domain/wording";
import type { Session } from "../../state/session";
import { Icon } from "../../ui/icon";
import { Keys } from "../../ui/keys";
import { Tooltip } from "../../ui/tooltip";
import { AppHint } from "./app-hint";
import { LastNotice } from "./last-notice";
import { LinkState } from "./link-state";
import styles from "./status-bar.module.css";

export interface StatusBarProps {
  readonly session: Session;
  readonly keymap: Keymap;
  readonly surface: Surface;
}

/** Before anything is known. */
export function BareStatusBar() {
  return <footer className={styles.bar} />;
}

/** Where one is, what was said last, how many terminals there are, and whether the page is connected. */
export function StatusBar({ session, keymap, surface }: StatusBarProps) {
  const { records, view } = session;
  const front = useStore(view, (state) => state.focus.active);
  const workspace = useStore(records.store, ({ workspaces }) =>
    front === undefined ? undefined : workspaces.records.get(front),
  );
  const total = useStore(records.store, ({ terminals }) => terminals.records.size);
  const everywhere = total === 0 ? "No terminals running" : counted(total, "terminal");
  return (
    <footer className={styles.bar}>
      {workspace ? <Whereabouts session={session} workspace={workspace} /> : <Count text={everywhere} />}
      <LastNotice notices={session.notices} />
      <span className={styles.space} />
      {surface === "tab" && <AppHint />}
      {surface !== "desktop" && <LinkState connection={session.connection} />}
      {workspace ? (
        <Count
          text={workspace.panes.length === 0 ? "No terminals" : counted(workspace.panes.length, "terminal")}
          more={total > workspace.panes.length ? `${everywhere} in all workspaces` : ""}
        />
      ) : (
        <>
          <Hint text="Next field" keys={["Tab"]} />
          <Hint text="Command palette" keys={keysOf(keymap, "palette")} />
        </>
      )}
    </footer>
  );
}

/** The workspace's folder, and the directory of the focused pane where that is another one. */
function Whereabouts({ session, workspace }: { readonly session: Session; readonly workspace: Workspace }) {
  const home = useStore(session.info, (info) => info?.home ?? "");
  const terminal = useStore(session.view, ({ focus }) => focusedPane(focus, workspace)?.terminal ?? "");
  const cwd = useStore(session.records.store, ({ terminals }) => terminals.records.get(terminal)?.cwd ?? "");
  return (
    <>
      <Tooltip text={workspace.missing ? `Folder not found: ${workspace.path}` : workspace.path}>
        <span className={styles.folder} data-missing={workspace.missing}>
          <Icon
            name={workspace.missing ? "folderMissing" : "folder"}
            size={12}
            label={workspace.missing ? "Folder of the workspace, not found" : "Folder of the workspace"}
          />
          <bdi className="mono">{withTilde(workspace.path, home)}</bdi>
        </span>
      </Tooltip>
      {cwd !== "" && cwd !== workspace.path && (
        <>
          <span className={styles.rule} />
          <Tooltip text={cwd}>
            <span className={styles.directory}>
              <Icon name="terminal" size={12} label="Directory of the focused terminal" />
              <bdi className="mono">{within(cwd, workspace.path) ?? withTilde(cwd, home)}</bdi>
            </span>
          </Tooltip>
        </>
      )}
    </>
  );
}

/** What follows a folder's own path; undefined for what lies elsewhere. */
function within(path: string, folder: string): string | undefined {
  const next = path.charAt(folder.length);
  return path.startsWith(folder) && (next === "/" || next === "\\")
    ? path.slice(folder.length + 1)
    : undefined;
}

function Count({ text, more = "" }: { readonly text: string; readonly more?: string }) {
  return (
    <Tooltip text={more}>
      <span className={styles.item}>
        <Icon name="terminal" size={12} />
        {text}
      </span>
    </Tooltip>
  );
}

function Hint({ text, keys }: { readonly text: string; readonly keys: readonly string[] }) {
  if (keys.length === 0) return null;
  return (
    <span className={styles.hint}>
      {text}
      <Keys keys={keys} />
    </span>
  );
}

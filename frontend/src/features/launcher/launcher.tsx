import { useCallback, useMemo } from "react";
import { useStore } from "zustand";
import type { Client, ClipboardAccess } from "../../bridge/client";
import { type Keymap, keysOf } from "../../domain/keymap";
import type { Session } from "../../state/session";
import { Button } from "../../ui/button";
import { Icon } from "../../ui/icon";
import { Tooltip } from "../../ui/tooltip";
import { Agents } from "./agents";
import { useCompletion } from "./completion";
import { FolderDialog } from "./folder-dialog";
import styles from "./launcher.module.css";
import { NewWorkspace } from "./new-workspace";
import { folderKey, Recents } from "./recents";
import { useWhat } from "./use-what";
import { useRecents } from "./use-recents";

export interface LauncherProps {
  readonly session: Session;
  readonly client: Client;
  readonly clipboard: ClipboardAccess;
  readonly keymap: Keymap;
  readonly onSettings: () => void;
}

/** Opens a folder: one that was open before, one that is typed, or one that is picked. */
export function Launcher({ session, client, clipboard, keymap, onSettings }: LauncherProps) {
  const home = useStore(session.info, (info) => info?.home ?? "");
  const browsing = useStore(session.view, (state) => state.browsing);
  const { notices, commands, launching } = session;
  const failedRecents = useCallback(
    (failure: unknown) => notices.report(failure, "Reading recent folders"),
    [notices],
  );
  const recents = useRecents(client, failedRecents);
  const { path, terminals, failure, busy } = useStore(launching.store);
  const what = useWhat(session);
  const completion = useCompletion(client, path);
  const workspaces = useStore(session.records.store, (state) => state.workspaces.records);
  const open = useMemo(() => new Set([...workspaces.values()].map(folderKey)), [workspaces]);

  return (
    <main className={styles.surface} data-surface="launcher">
      <div className={styles.content}>
        <div className={styles.head}>
          <h1 className={styles.heading}>Open a workspace</h1>
          <Tooltip text="Settings" keys={keysOf(keymap, "settings")}>
            <Button variant="ghost" data-control="open-settings" onClick={onSettings}>
              <Icon name="settings" />
              Settings
            </Button>
          </Tooltip>
        </div>
        <p className={styles.lead}>A workspace is one folder and the terminals and agents that run in it.</p>
        <div className={styles.columns}>
          <Recents
            recents={recents.list}
            now={recents.at}
            home={home}
            open={open}
            keys={keysOf(keymap, "open-folder")}
            onOpen={(recent) => void launching.restore(recent)}
            onForget={recents.forget}
            onBrowse={() => commands.browse(true)}
          />
          <NewWorkspace
            path={path}
            terminals={terminals}
            failure={failure}
            busy={busy}
            home={home}
            completion={completion}
            plainKeys={keysOf(keymap, "new-terminal")}
            what={what}
            onPath={(next) => launching.choosePath(next)}
            onTerminals={(count) => launching.chooseTerminals(count)}
            onBrowse={() => commands.browse(true)}
            onOpen={() => void launching.open()}
            onPlain={() => void launching.openPlain()}
          >
            <Agents session={session} clipboard={clipboard} />
          </NewWorkspace>
        </div>
      </div>
      {browsing && (
        <FolderDialog
          client={client}
          home={home}
          start={path}
          onCancel={() => commands.browse(false)}
          onChoose={(folder) => {
            commands.browse(false);
            launching.choosePath(folder);
          }}
        />
      )}
    </main>
  );
}

import { useCallback, useState } from "react";
import { useStore } from "zustand";
import { CallError, type Client } from "../../bridge/client";
import { type Keymap, keysOf } from "../../domain/keymap";
import type { Session } from "../../state/session";
import { FolderDialog } from "./folder-dialog";
import styles from "./launcher.module.css";
import { NewWorkspace } from "./new-workspace";
import { Recents } from "./recents";
import { useRecents } from "./use-recents";

export interface LauncherProps {
  readonly session: Session;
  readonly client: Client;
  readonly keymap: Keymap;
}

export interface OpenFailure {
  readonly message: string;
  readonly hint: string;
}

/** Opens a folder: one that was open before, one that is typed, or one that is picked. */
export function Launcher({ session, client, keymap }: LauncherProps) {
  const home = useStore(session.info, (info) => info?.home ?? "");
  const browsing = useStore(session.view, (state) => state.browsing);
  const { notices, commands } = session;
  const failedRecents = useCallback(
    (failure: unknown) => notices.report(failure, "Reading recent folders"),
    [notices],
  );
  const recents = useRecents(client, failedRecents);
  const [path, setPath] = useState("");
  const [terminals, setTerminals] = useState(4);
  const [failure, setFailure] = useState<OpenFailure>();
  const [busy, setBusy] = useState(false);

  async function open(folder: string) {
    if (busy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await commands.openFolder(folder, terminals);
    } catch (error) {
      setPath(folder);
      setFailure(described(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <main className={styles.surface} data-surface="launcher">
      <div className={styles.content}>
        <h1 className={styles.heading}>Open a workspace</h1>
        <p className={styles.lead}>A workspace is one folder and the terminals that run in it.</p>
        <div className={styles.columns}>
          <Recents
            recents={recents.list}
            now={recents.at}
            home={home}
            keys={keysOf(keymap, "open-folder")}
            onOpen={(recent) => void open(recent.path)}
            onForget={recents.forget}
            onBrowse={() => commands.browse(true)}
          />
          <NewWorkspace
            path={path}
            terminals={terminals}
            failure={failure}
            busy={busy}
            onPath={(next) => {
              setPath(next);
              setFailure(undefined);
            }}
            onTerminals={setTerminals}
            onBrowse={() => commands.browse(true)}
            onOpen={() => void open(path)}
          />
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
            setPath(folder);
            setFailure(undefined);
          }}
        />
      )}
    </main>
  );
}

function described(error: unknown): OpenFailure {
  if (error instanceof CallError) return { message: error.message, hint: error.hint };
  return { message: "The folder could not be opened.", hint: "Try again; the log names the cause." };
}

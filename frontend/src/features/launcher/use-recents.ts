import { useCallback, useEffect, useState } from "react";
import type { Client, Recent } from "../../bridge/client";

export interface RecentsState {
  /** undefined until the list has arrived. */
  readonly list: readonly Recent[] | undefined;
  /** When it arrived; ages are told from here, so that they do not change while one reads. */
  readonly at: Date;
  readonly forget: (recent: Recent) => void;
}

/** The folders that were open before, asked for each time the launcher comes to the front. */
export function useRecents(client: Client, failed: (failure: unknown) => void): RecentsState {
  const [state, setState] = useState<{ list?: readonly Recent[]; at: Date }>(() => ({ at: new Date() }));
  useEffect(() => {
    let current = true;
    client.workspaces.recents().then(
      (list) => current && setState({ list, at: new Date() }),
      (failure: unknown) => {
        if (!current) return;
        setState({ list: [], at: new Date() });
        failed(failure);
      },
    );
    return () => {
      current = false;
    };
  }, [client, failed]);

  const forget = useCallback(
    (recent: Recent) => {
      setState(({ list, at }) => ({ list: list?.filter((other) => other !== recent) ?? [], at }));
      client.workspaces.forgetRecent(recent.environment, recent.path).catch(failed);
    },
    [client, failed],
  );
  return { list: state.list, at: state.at, forget };
}

import { useStore } from "zustand";
import type { StoreApi } from "zustand/vanilla";
import type { ConnectionState } from "../../bridge/client";
import { Icon } from "../../ui/icon";
import { Elapsed } from "../../ui/elapsed";
import styles from "./status-bar.module.css";

/** Whether a browser page has its link to the application. */
export function LinkState({ connection }: { readonly connection: StoreApi<ConnectionState> }) {
  const state = useStore(connection);
  if (state.phase === "open") return <span className={styles.item}>Connected</span>;
  if (state.phase === "closed") return <span className={styles.lost}>Not connected</span>;
  return (
    <span className={styles.lost}>
      <Icon name="linkLost" size={12} />
      Reconnecting, <Elapsed since={state.since} />
    </span>
  );
}

/**
 * Whether something runs that a person may not want to leave behind. A page that is about to close cannot wait
 * for an answer, so it goes by what the backend has told of each terminal, and asks nothing. That may be half a
 * second old; closing a page ends nothing, so it costs at most a question too many or too few.
 */
import type { StoreApi } from "zustand/vanilla";
import type { ConnectionState } from "../bridge/client";
import type { Records } from "./records";

/** A page without its connection has nothing to leave behind. */
export function workRuns(on: {
  readonly records: Pick<Records, "store">;
  readonly connection: StoreApi<ConnectionState>;
}): boolean {
  if (on.connection.getState().phase !== "open") return false;
  const { records } = on.records.store.getState().terminals;
  return [...records.values()].some(({ foreground, background }) => foreground !== "" || background);
}

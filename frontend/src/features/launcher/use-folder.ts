import { useCallback, useEffect, useRef, useState } from "react";
import { CallError, type Client, type Folder } from "../../bridge/client";

export interface FolderState {
  /** The last folder that could be listed; it stays while another one is asked for. */
  readonly folder: Folder | undefined;
  /** Why the folder asked for last could not be listed. */
  readonly failure: string;
  readonly go: (path: string) => void;
}

/** Lists one folder at a time; only the answer to the latest question counts. */
export function useFolder(client: Client, start: string): FolderState {
  const [folder, setFolder] = useState<Folder>();
  const [failure, setFailure] = useState("");
  const latest = useRef(0);

  const answer = useCallback((listing: Promise<Folder>) => {
    latest.current += 1;
    const request = latest.current;
    listing.then(
      (listed) => {
        if (request !== latest.current) return;
        setFolder(listed);
        setFailure("");
      },
      (error: unknown) => {
        if (request !== latest.current) return;
        setFailure(error instanceof CallError ? error.message : "The folder could not be listed.");
      },
    );
  }, []);

  useEffect(() => {
    // What stands in the field may be half typed; the home folder is always a place to begin.
    answer(client.folders.list(start).catch(() => client.folders.list("")));
    return () => {
      latest.current += 1;
    };
  }, [answer, client, start]);

  return { folder, failure, go: (path) => answer(client.folders.list(path)) };
}

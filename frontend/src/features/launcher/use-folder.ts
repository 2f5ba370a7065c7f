import { useCallback, useEffect, useRef, useState } from "react";
import { CallError, type Client, type Folder } from "../../bridge/client";
import { parentOf } from "./completion";

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
    answer(nearest(client, start));
    return () => {
      latest.current += 1;
    };
  }, [answer, client, start]);

  return { folder, failure, go: (path) => answer(client.folders.list(path)) };
}

/** What stands in the field may be half typed: then the nearest folder above it, and the home folder at last. */
async function nearest(client: Client, start: string): Promise<Folder> {
  for (let path: string | undefined = start.trim(); path; path = parentOf(path)) {
    try {
      return await client.folders.list(path);
    } catch {
      // The one above it may be there.
    }
  }
  return client.folders.list("");
}

import { useEffect, useState } from "react";
import type { Client, Folder } from "../../bridge/client";

/** A typed path, cut after its last separator: the folder, and how the name in it begins. */
export function cutPath(path: string): { readonly folder: string; readonly begun: string } {
  const cut = Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1;
  return { folder: path.slice(0, cut), begun: path.slice(cut) };
}

/** The folder above a typed path; undefined above the first one, and for what is no path. */
export function parentOf(path: string): string | undefined {
  const { folder } = cutPath(path.replace(/[/\\]+$/, ""));
  return folder === "" ? undefined : folder;
}

/**
 * The path with its last name completed: to the one folder that begins so, or to what all of those have in
 * common. Undefined when that adds nothing, and before anything of a name is typed.
 */
export function completed(path: string, names: readonly string[]): string | undefined {
  const { folder, begun } = cutPath(path);
  if (begun === "") return undefined;
  const [first, ...others] = names.filter((name) => name.startsWith(begun));
  if (first === undefined) return undefined;
  const common = others.reduce(shared, first);
  if (common.length <= begun.length) return undefined;
  // With its separator a single folder can be typed on.
  return folder + common + (others.length === 0 ? separatorOf(folder) : "");
}

function shared(one: string, other: string): string {
  const [a, b] = [[...one], [...other]];
  const end = a.findIndex((letter, index) => letter !== b[index]);
  return end < 0 ? one : a.slice(0, end).join("");
}

function separatorOf(folder: string): string {
  return folder.endsWith("\\") ? "\\" : "/";
}

/**
 * What Tab makes of a typed path. The folder is listed while one types, because a key has to be taken or left
 * at once.
 */
export function useCompletion(client: Pick<Client, "folders">, path: string): string | undefined {
  const { folder } = cutPath(path);
  const [listed, setListed] = useState<{ readonly folder: string; readonly entries: Folder["entries"] }>();
  useEffect(() => {
    if (folder === "") return;
    let current = true;
    client.folders.list(folder).then(
      // Of a list that was cut it is not known what else begins so.
      ({ entries, truncated }) => current && setListed(truncated ? undefined : { folder, entries }),
      () => current && setListed(undefined),
    );
    return () => {
      current = false;
    };
  }, [client, folder]);
  if (listed?.folder !== folder) return undefined;
  return completed(
    path,
    listed.entries.map((entry) => entry.name),
  );
}

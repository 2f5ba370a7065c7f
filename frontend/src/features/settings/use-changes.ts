import { useCallback, useState } from "react";
import { CallError, type Settings } from "../../bridge/client";
import type { SettingsStore } from "../../state/settings";

export interface Changes {
  /** Why the last change of a setting was not taken or not kept, by its name in the settings file. */
  readonly failures: Readonly<Record<string, string>>;
  readonly change: (id: string, make: (settings: Settings) => Settings) => void;
}

/** Changes settings and keeps what went wrong, to be said where it was tried. */
export function useChanges(settings: SettingsStore): Changes {
  const [failures, setFailures] = useState<Readonly<Record<string, string>>>({});
  const change = useCallback(
    (id: string, make: (settings: Settings) => Settings) => {
      settings.change(make).then(
        () => setFailures((known) => without(known, id)),
        (failure: unknown) => setFailures((known) => ({ ...known, [id]: sentence(failure) })),
      );
    },
    [settings],
  );
  return { failures, change };
}

function without(failures: Readonly<Record<string, string>>, id: string): Readonly<Record<string, string>> {
  if (failures[id] === undefined) return failures;
  const { [id]: _, ...rest } = failures;
  return rest;
}

/** What to say of a failed call; the backend's own words where there are some. */
export function sentence(failure: unknown): string {
  if (!(failure instanceof CallError)) return "This did not work. Try again.";
  return [failure.message, failure.hint].filter(Boolean).join(" ");
}

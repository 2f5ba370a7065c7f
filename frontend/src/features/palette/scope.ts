/** What a palette that is narrowed to a part of everything says and offers. */
import { type KeyboardEvent, useEffect, useMemo, useState } from "react";
import { useStore } from "zustand";
import type { Session } from "../../state/session";
import type { PaletteScope } from "../../state/view";
import { type Entry, entriesOf } from "./entries";

export interface PaletteWords {
  readonly title: string;
  /** The accessible name of the field. */
  readonly name: string;
  readonly placeholder: string;
  /** When there is nothing to offer. */
  readonly empty: string;
}

export function wordsFor(session: Session, scope: PaletteScope | undefined): PaletteWords {
  if (scope === undefined) {
    return {
      title: "Command palette",
      name: "Command, workspace, pane or setting",
      placeholder: "Type a command, a workspace, a pane or a setting",
      empty: "No match. Type fewer letters.",
    };
  }
  if (scope.kind === "launch") {
    return {
      title: "Launch",
      name: "What to launch",
      placeholder: "Press a number, or type a name",
      empty: "No coding agent is installed.",
    };
  }
  const name = session.harnesses.named(scope.harness)?.name ?? "The agent";
  const { models, asking } = session.harnesses.store.getState();
  const failed = models[scope.harness]?.failed;
  return {
    title: `Models of ${name}`,
    name: `Model of ${name}`,
    placeholder: `Launch ${name} with`,
    empty: asking.has(scope.harness) ? "Listing the models" : failed || `${name} lists no models.`,
  };
}

/** As they are when it opens; models come when the CLI has listed them. */
export function useEntries(
  session: Session,
  scope: PaletteScope | undefined,
  everything: () => Entry[],
): readonly Entry[] {
  const [fixed] = useState(() => (scope ? [] : everything()));
  const models = useStore(session.harnesses.store, (state) =>
    scope?.kind === "models" ? state.models[scope.harness] : undefined,
  );
  useEffect(() => {
    if (scope?.kind === "models") void session.harnesses.askModels(scope.harness);
  }, [session, scope]);
  const narrowed = useMemo(
    () => (scope ? entriesOf(session, scope, models) : undefined),
    [session, scope, models],
  );
  return narrowed ?? fixed;
}

/** The entry whose number was pressed. */
export function withNumber(entries: readonly Entry[], event: KeyboardEvent): Entry | undefined {
  if (event.ctrlKey || event.altKey || event.metaKey || !/^[1-9]$/.test(event.key)) return undefined;
  return entries.find(({ keys }) => keys[0] === event.key);
}

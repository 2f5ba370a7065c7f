import { useStore } from "zustand";
import { choicesFor, pickedOf } from "../../domain/harnesses";
import { counted } from "../../domain/wording";
import type { Session } from "../../state/session";

/** What a new workspace would show: "4 plain terminals", "1 Codex agent on gpt-5". */
export function useWhat({ harnesses, launching, settings }: Session): string {
  const { harness: picked, models, terminals } = useStore(launching.store);
  const list = useStore(harnesses.store, (state) => state.list);
  const chosen = useStore(settings.store, ({ launch }) => launch.harnesses);
  const harness = pickedOf(list, chosen, picked);
  if (!harness) return counted(terminals, "plain terminal");
  const model = models[picked] || choicesFor(chosen, picked).model;
  return `${counted(terminals, `${harness.name} agent`)}${model && ` on ${model}`}`;
}

/** Which coding agents are offered, and which models come first. */

export interface HarnessFacts {
  readonly id: string;
  readonly presence: "checking" | "installed" | "missing" | "unusable";
}

/** What the user has chosen for one; the zero values are those of a user who has changed nothing. */
export interface HarnessChoices {
  readonly hidden: boolean;
  readonly flags: string;
  readonly model: string;
  readonly favourites: string[];
  readonly options: Record<string, boolean>;
}

export interface ModelFacts {
  readonly id: string;
  readonly name: string;
  readonly provider: string;
}

type Chosen = Readonly<Record<string, HarnessChoices>>;

const nothingChosen: HarnessChoices = { hidden: false, flags: "", model: "", favourites: [], options: {} };

export function choicesFor(chosen: Chosen, id: string): HarnessChoices {
  return chosen[id] ?? nothingChosen;
}

/** Those that can be launched and are to be seen. */
export function offered<H extends HarnessFacts>(harnesses: readonly H[], chosen: Chosen): readonly H[] {
  return harnesses.filter(({ id, presence }) => presence === "installed" && !choicesFor(chosen, id).hidden);
}

/** What was picked, as long as it is offered; undefined is the shell. */
export function pickedOf<H extends HarnessFacts>(
  harnesses: readonly H[],
  chosen: Chosen,
  picked: string,
): H | undefined {
  return offered(harnesses, chosen).find(({ id }) => id === picked);
}

/** Those that are to be seen and cannot be launched. */
export function absent<H extends HarnessFacts>(harnesses: readonly H[], chosen: Chosen): readonly H[] {
  return harnesses.filter(
    ({ id, presence }) =>
      (presence === "missing" || presence === "unusable") && !choicesFor(chosen, id).hidden,
  );
}

/** "Codex", "Codex with opus": what a launch is called. */
export function launchInWords(name: string, model: string): string {
  return model === "" ? name : `${name} with ${model}`;
}

/** The models that are offered without a search: the default, the favourites, and short lists as a whole. */
export function nearModels(
  { model, favourites }: HarnessChoices,
  listed: readonly ModelFacts[],
): readonly string[] {
  const near = new Set([...(model === "" ? [] : [model]), ...favourites]);
  if (listed.length <= shortList) for (const { id } of listed) near.add(id);
  return [...near];
}

// A menu of more rows is searched rather than read.
const shortList = 8;

/** With or without one of the favourites, which keep their order. */
export function withFavourite(
  favourites: readonly string[],
  model: string,
  favourite: boolean,
): readonly string[] {
  const others = favourites.filter((each) => each !== model);
  return favourite ? [...others, model] : others;
}

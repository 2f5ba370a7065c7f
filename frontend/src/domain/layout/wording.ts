/** What the place of a pane is in words: for those who do not see a preview, and beside it for those who do. */
import type { Destination } from "./changes";
import type { Side } from "./tree";

const besideWords: Readonly<Record<Side, string>> = {
  left: "left of",
  right: "right of",
  above: "above",
  below: "below",
};

const edgeWords: Readonly<Record<Side, string>> = {
  left: "left",
  right: "right",
  above: "upper",
  below: "lower",
};

export type NameOf = (pane: string) => string;

/** What letting a pane go would do. */
export function dropWords(to: Destination, nameOf: NameOf): string {
  return to.kind === "swap" ? `Swap with ${nameOf(to.pane)}` : `Place ${placeWords(to, nameOf)}`;
}

/** What was done with a pane. */
export function movedWords(pane: string, to: Destination, nameOf: NameOf): string {
  const name = nameOf(pane);
  return to.kind === "swap"
    ? `${name} swapped with ${nameOf(to.pane)}`
    : `${name} placed ${placeWords(to, nameOf)}`;
}

function placeWords(to: Exclude<Destination, { kind: "swap" }>, nameOf: NameOf): string {
  return to.kind === "edge"
    ? `along the ${edgeWords[to.side]} edge`
    : `${besideWords[to.side]} ${nameOf(to.pane)}`;
}

import { describe, expect, it } from "vitest";
import {
  absent,
  choicesFor,
  type HarnessChoices,
  launchInWords,
  nearModels,
  offered,
  pickedOf,
  withFavourite,
} from "./harnesses";

const harness = (id: string, presence: "checking" | "installed" | "missing" | "unusable" = "installed") => ({
  id,
  presence,
});
const choices = (change: Partial<HarnessChoices> = {}): HarnessChoices => ({
  ...choicesFor({}, "any"),
  ...change,
});
const model = (id: string) => ({ id, name: "", provider: "" });

describe("which agents are offered", () => {
  const list = [
    harness("a"),
    harness("b", "missing"),
    harness("c"),
    harness("d", "checking"),
    harness("e", "unusable"),
  ];

  it("offers what is installed and not hidden", () => {
    expect(offered(list, {}).map(({ id }) => id)).toEqual(["a", "c"]);
    expect(offered(list, { a: choices({ hidden: true }) }).map(({ id }) => id)).toEqual(["c"]);
  });

  it("lists what is not there, unless it is hidden or not looked for yet", () => {
    expect(absent(list, {}).map(({ id }) => id)).toEqual(["b", "e"]);
    expect(absent(list, { b: choices({ hidden: true }) }).map(({ id }) => id)).toEqual(["e"]);
  });

  it("takes what was picked only as long as it is offered", () => {
    expect(pickedOf(list, {}, "a")?.id).toBe("a");
    expect(pickedOf(list, {}, "b")).toBeUndefined();
    expect(pickedOf(list, {}, "")).toBeUndefined();
    expect(pickedOf(list, { a: choices({ hidden: true }) }, "a")).toBeUndefined();
  });
});

describe("which models are near", () => {
  it("begins with the default and the favourites, each once", () => {
    const chosen = choices({ model: "two", favourites: ["three", "two"] });
    const many = Array.from({ length: 9 }, (_, index) => model(`listed-${index}`));
    expect(nearModels(chosen, many)).toEqual(["two", "three"]);
  });

  it("shows a short list as a whole", () => {
    expect(nearModels(choices(), [model("one"), model("two")])).toEqual(["one", "two"]);
  });
});

it("adds a favourite at the end, once, and takes it away", () => {
  expect(withFavourite(["a", "b"], "a", true)).toEqual(["b", "a"]);
  expect(withFavourite(["a", "b"], "a", false)).toEqual(["b"]);
});

it("names a launch by its model, where it has one", () => {
  expect(launchInWords("Codex", "")).toBe("Codex");
  expect(launchInWords("Codex", "gpt")).toBe("Codex with gpt");
});

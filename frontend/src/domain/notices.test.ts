import { expect, it } from "vitest";
import { merged } from "./notices";

const notice = (id: string, message: string, level = "info", hint?: string) => ({
  id,
  level,
  message,
  ...(hint !== undefined && { hint }),
});

it("merges notices that say the same, where the first of them was", () => {
  const shown = merged([notice("1", "a"), notice("2", "b"), notice("3", "a")]);
  expect(shown.map(({ notice: { message }, ids }) => [message, ids])).toEqual([
    ["a", ["1", "3"]],
    ["b", ["2"]],
  ]);
});

it("keeps apart what differs in its level or its next step", () => {
  expect(merged([notice("1", "a"), notice("2", "a", "error"), notice("3", "a", "info", "c")])).toHaveLength(
    3,
  );
});

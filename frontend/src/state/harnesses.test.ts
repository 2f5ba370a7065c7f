import { afterEach, describe, expect, it } from "vitest";
import { CallError, type Harness, type ModelList } from "../bridge/client";
import { fakeBackend } from "../bridge/fake";
import { harness } from "./fixture";
import { Harnesses } from "./harnesses";

const list = (...ids: string[]): ModelList => ({
  models: ids.map((id) => ({ id, name: "", provider: "" })),
  standIn: false,
  listed: "2026-01-01T00:00:00Z",
  failed: "",
  hint: "",
  incomplete: false,
});

function made(known: Harness[] = [harness("crab")]) {
  const backend = fakeBackend();
  backend.answer("Harnesses.List", () => known);
  const harnesses = new Harnesses(backend);
  cleanup.push(() => harnesses.dispose());
  return { backend, harnesses };
}

const cleanup: (() => void)[] = [];
afterEach(() => {
  for (const each of cleanup.splice(0)) each();
});

describe("what is known of the coding agents", () => {
  it("is asked for, and told of afterwards", async () => {
    const { backend, harnesses } = made([harness("crab", { presence: "checking" })]);
    await harnesses.hydrate();
    expect(harnesses.named("crab")?.presence).toBe("checking");
    backend.emit("harnesses", [harness("crab")]);
    expect(harnesses.named("crab")?.presence).toBe("installed");
    expect(harnesses.named("squid")).toBeUndefined();
  });

  it("is not overtaken by an older answer", async () => {
    const { backend, harnesses } = made();
    backend.answer("Harnesses.List", () => {
      backend.emit("harnesses", [harness("crab", { version: "2" })]);
      return [harness("crab", { version: "1" })];
    });
    await harnesses.hydrate();
    expect(harnesses.named("crab")?.version).toBe("2");
  });

  it("is looked for anew once at a time, and a failure is the caller's", async () => {
    const { backend, harnesses } = made();
    backend.answer("Harnesses.Recheck", () => [harness("crab", { version: "3" })]);
    await Promise.all([harnesses.recheck(), harnesses.recheck()]);
    expect(backend.calls.filter(({ method }) => method === "Harnesses.Recheck")).toHaveLength(1);
    expect(harnesses.named("crab")?.version).toBe("3");
    backend.answer("Harnesses.Recheck", () => {
      throw new CallError("unavailable", "Not now.");
    });
    await expect(harnesses.recheck()).rejects.toThrow("Not now.");
    expect(harnesses.store.getState().rechecking).toBe(false);
  });
});

describe("models", () => {
  it("are asked for where they are listed, and once at a time", async () => {
    const { backend, harnesses } = made([harness("crab"), harness("squid", { listsModels: false })]);
    await harnesses.hydrate();
    backend.answer("Harnesses.Models", () => list("one"));
    await Promise.all([
      harnesses.askModels("crab"),
      harnesses.askModels("crab"),
      harnesses.askModels("squid"),
    ]);
    expect(backend.calls.filter(({ method }) => method === "Harnesses.Models")).toHaveLength(1);
    expect(harnesses.store.getState().models.crab?.models.map(({ id }) => id)).toEqual(["one"]);
    expect(harnesses.store.getState().asking.size).toBe(0);
  });

  it("stay when asking fails, which is said beside them", async () => {
    const { backend, harnesses } = made();
    await harnesses.hydrate();
    backend.answer("Harnesses.Models", () => list("one"));
    await harnesses.askModels("crab");
    backend.answer("Harnesses.Models", () => {
      throw new CallError("timeout", "It did not answer.", "Try again.");
    });
    await harnesses.askModels("crab", true);
    const { models } = harnesses.store.getState();
    expect(models.crab).toMatchObject({
      failed: "It did not answer.",
      hint: "Try again.",
      models: [{ id: "one" }],
    });
  });
});

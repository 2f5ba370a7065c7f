import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CallError } from "../../bridge/client";
import type { FakeBackend } from "../../bridge/fake";
import { backendWith, harness } from "../../state/fixture";
import { Session } from "../../state/session";
import { useStore } from "zustand";
import { Agents } from "./agents";
import { useChanges } from "./use-changes";

let session: Session;
let backend: FakeBackend;

function Surface() {
  const agents = useStore(session.harnesses.store, ({ list }) => list);
  const { failures, change } = useChanges(session.settings);
  return (
    <Agents
      session={session}
      client={backend.client}
      clipboard={backend.clipboard}
      agents={agents}
      failures={failures}
      change={change}
    />
  );
}

beforeEach(async () => {
  backend = backendWith();
  backend.answer("Harnesses.List", () => [
    harness("crab", { options: [{ id: "yolo", label: "Yolo", help: "Asks nothing.", default: false }] }),
    harness("eel", { presence: "missing", listsModels: false }),
  ]);
  backend.answer("Harnesses.Models", () => ({
    models: [{ id: "one", name: "One", provider: "" }],
    standIn: false,
    listed: new Date(Date.now() - 5 * 60_000).toISOString(),
    failed: "",
    hint: "",
    incomplete: false,
  }));
  session = new Session(backend);
  await waitFor(() => expect(session.info.getState()).not.toBeNull());
  render(<Surface />);
  await act(async () => {});
});
afterEach(() => {
  cleanup();
  session.dispose();
});

const chosen = () => session.settings.store.getState().launch.harnesses.crab;
const crab = () => within(screen.getByRole("region", { name: "Crab" }));
const flags = () => crab().getByRole("textbox", { name: "Extra flags of Crab" });

describe("the settings of a coding agent", () => {
  it("say whether it is there, and how it is installed where it is not", () => {
    expect(crab().getByText("1.2.3")).toBeTruthy();
    const eel = within(screen.getByRole("region", { name: "Eel" }));
    expect(eel.getByText("Not installed")).toBeTruthy();
    expect(eel.getByText("install eel")).toBeTruthy();
    expect(eel.queryByText("List of models")).toBeNull();
  });

  it("hide it", async () => {
    fireEvent.click(crab().getByRole("switch", { name: "Show Crab" }));
    await waitFor(() => expect(chosen()?.hidden).toBe(true));
  });

  it("keep flags that a launch can use, and say what is wrong with others", async () => {
    backend.answer("Harnesses.Check", (_id: string, next: { flags: string }) => {
      if (next.flags.includes('"')) throw new CallError("invalid", "The quote is not closed.", "Close it.");
    });
    fireEvent.change(flags(), { target: { value: '--a "b' } });
    fireEvent.keyDown(flags(), { key: "Enter" });
    expect(await crab().findByText("The quote is not closed. Close it.")).toBeTruthy();
    expect(chosen()).toBeUndefined();
    fireEvent.change(flags(), { target: { value: "--a b" } });
    fireEvent.blur(flags());
    await waitFor(() => expect(chosen()?.flags).toBe("--a b"));
    expect(crab().queryByText("The quote is not closed. Close it.")).toBeNull();
  });

  it("choose a default model and favourites, listed or named by hand", async () => {
    const field = crab().getByRole("combobox", { name: "Default model of Crab" });
    fireEvent.change(field, { target: { value: " by hand " } });
    fireEvent.keyDown(field, { key: "Enter" });
    await waitFor(() => expect(chosen()?.model).toBe("by hand"));
    const add = crab().getByRole("combobox", { name: "Add a favourite model of Crab" });
    for (const model of ["one", "two"]) {
      fireEvent.change(add, { target: { value: model } });
      fireEvent.keyDown(add, { key: "Enter" });
      await waitFor(() => expect(chosen()?.favourites).toContain(model));
    }
    fireEvent.click(crab().getByRole("button", { name: "Remove one from the favourites" }));
    await waitFor(() => expect(chosen()?.favourites).toEqual(["two"]));
  });

  it("tell how old the list of models is, and refresh it", async () => {
    expect(await crab().findByText("1 model, listed 5m ago")).toBeTruthy();
    fireEvent.click(crab().getByRole("button", { name: "Refresh the models of Crab" }));
    await waitFor(() =>
      expect(backend.calls.filter(({ method }) => method === "Harnesses.Models").at(-1)?.params).toEqual([
        "crab",
        true,
      ]),
    );
  });

  it("have choices of one harness alone", async () => {
    fireEvent.click(crab().getByRole("switch", { name: "Yolo" }));
    await waitFor(() => expect(chosen()?.options).toEqual({ yolo: true }));
  });
});

import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { Harness } from "../../bridge/client";
import type { FakeBackend } from "../../bridge/fake";
import { backendWith, harness, workspace } from "../../state/fixture";
import { Session } from "../../state/session";
import { Agents } from "./agents";

let session: Session;
let backend: FakeBackend;

async function start(list: Harness[]): Promise<void> {
  backend = backendWith();
  backend.answer("Harnesses.List", () => list);
  backend.answer("Harnesses.Models", () => ({
    models: [{ id: "one", name: "One", provider: "" }],
    standIn: false,
    failed: "",
    hint: "",
    incomplete: false,
  }));
  backend.answer("Workspaces.Open", () => ({ workspace: workspace("src", []), existing: false }));
  session = new Session(backend);
  await waitFor(() => expect(session.info.getState()).not.toBeNull());
  render(<Agents session={session} clipboard={backend.clipboard} />);
}

afterEach(() => {
  cleanup();
  session.dispose();
});

async function opens(): Promise<unknown> {
  session.launching.choosePath("/src");
  await session.launching.open();
  return backend.calls.findLast(({ method }) => method === "Workspaces.Open")?.params;
}

describe("what each terminal of a new workspace runs", () => {
  it("is the shell until an agent is chosen, with a model if one wants", async () => {
    await start([harness("crab"), harness("eel")]);
    expect(screen.getByRole<HTMLInputElement>("radio", { name: /Terminal/ }).checked).toBe(true);
    expect(await opens()).toEqual(["/src", 4, null]);
    fireEvent.click(screen.getByRole("radio", { name: /Crab/ }));
    expect(await opens()).toEqual(["/src", 4, { harness: "crab" }]);
    await screen.findByRole("option", { name: "one" });
    fireEvent.change(screen.getByRole("combobox", { name: "Model of Crab" }), { target: { value: "one" } });
    expect(await opens()).toEqual(["/src", 4, { harness: "crab", model: "one" }]);
  });

  it("is the shell again when the agent is gone", async () => {
    await start([harness("crab")]);
    fireEvent.click(screen.getByRole("radio", { name: /Crab/ }));
    backend.emit("harnesses", [harness("crab", { presence: "missing" })]);
    await waitFor(() => expect(screen.queryByRole("radio", { name: /Crab/ })).toBeNull());
    expect(screen.getByRole<HTMLInputElement>("radio", { name: /Terminal/ }).checked).toBe(true);
    expect(await opens()).toEqual(["/src", 4, null]);
  });

  it("lists what is not installed with the vendor's command, to be copied", async () => {
    await start([harness("crab"), harness("eel", { presence: "missing" })]);
    expect(screen.getByText("1 of 2 coding agents found")).toBeTruthy();
    const missing = screen.getByRole("list", { name: "Not installed" });
    expect(missing.textContent).toContain("install eel");
    fireEvent.click(within(missing).getByRole("button", { name: /Copy/ }));
    await waitFor(() => expect(backend.clipboardText).toBe("install eel"));
  });

  it("is looked for again on request", async () => {
    await start([harness("crab", { presence: "missing" })]);
    backend.answer("Harnesses.Recheck", () => [harness("crab")]);
    fireEvent.click(screen.getByRole("button", { name: "Recheck" }));
    expect(await screen.findByRole("radio", { name: /Crab/ })).toBeTruthy();
  });
});

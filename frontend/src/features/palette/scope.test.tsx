import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { keymapFor } from "../../domain/keymap";
import { Actions } from "../../state/actions";
import { backendWith, harness, workspace } from "../../state/fixture";
import { Session } from "../../state/session";
import type { PaletteScope } from "../../state/view";
import { Palette } from "./palette";

let session: Session;
let backend: ReturnType<typeof backendWith>;

beforeEach(async () => {
  backend = backendWith([workspace("a", [])]);
  backend.answer("Harnesses.List", () => [
    harness("crab"),
    harness("eel"),
    harness("squid", { presence: "missing" }),
  ]);
  backend.answer("Terminals.New", () => ({ id: "e", terminal: "t", sendAllKeys: false }));
  session = new Session(backend);
  const actions = new Actions(session, backend.client, () => undefined);
  await waitFor(() => expect(session.info.getState()).not.toBeNull());
  render(
    <Palette
      session={session}
      actions={actions}
      keymap={keymapFor("linux", "desktop")}
      places={[]}
      giveKeyboardBack={() => {}}
    />,
  );
});
afterEach(() => {
  cleanup();
  session.dispose();
});

async function open(scope?: PaletteScope): Promise<HTMLInputElement> {
  act(() => session.commands.showPalette(true, scope));
  return screen.findByRole<HTMLInputElement>("combobox");
}
const rows = () => screen.queryAllByRole("option").map((row) => row.textContent);
const launches = () =>
  backend.calls.filter(({ method }) => method === "Terminals.New").map(({ params }) => params[1]);

describe("the palette", () => {
  it("offers each agent that can be launched", async () => {
    const input = await open();
    fireEvent.change(input, { target: { value: "launch" } });
    await waitFor(() => expect(rows().some((row) => row?.includes("Launch Crab"))).toBe(true));
    expect(rows().some((row) => row?.includes("Launch Squid"))).toBe(false);
  });

  it("narrowed to what can be launched takes a number", async () => {
    const input = await open({ kind: "launch" });
    expect(rows()).toHaveLength(3);
    fireEvent.keyDown(input, { key: "2" });
    await waitFor(() =>
      expect(launches()).toEqual([expect.objectContaining({ launch: { harness: "eel" } })]),
    );
    expect(session.view.getState()).toMatchObject({ palette: false, scope: undefined });
  });

  it("takes a number as a letter once something is typed", async () => {
    const input = await open({ kind: "launch" });
    fireEvent.change(input, { target: { value: "c" } });
    fireEvent.keyDown(input, { key: "2" });
    expect(session.view.getState().palette).toBe(true);
    expect(launches()).toEqual([]);
  });

  it("narrowed to models shows them when they are listed, and launches one", async () => {
    backend.answer("Harnesses.Models", () => ({
      models: [
        { id: "x/one", name: "The One", provider: "x" },
        { id: "two", name: "two", provider: "" },
      ],
      standIn: false,
      failed: "",
      hint: "",
      incomplete: false,
    }));
    await open({ kind: "models", harness: "crab" });
    expect(screen.getByRole("dialog", { name: "Models of Crab" })).toBeTruthy();
    await waitFor(() => expect(rows()).toEqual(["x/oneThe One, x", "two"]));
    fireEvent.click(screen.getAllByRole("option")[0] as HTMLElement);
    await waitFor(() =>
      expect(launches()).toEqual([expect.objectContaining({ launch: { harness: "crab", model: "x/one" } })]),
    );
  });

  it("says why there are no models", async () => {
    backend.answer("Harnesses.Models", () => ({
      models: [],
      standIn: false,
      failed: "Crab is signed out.",
      hint: "",
      incomplete: false,
    }));
    await open({ kind: "models", harness: "crab" });
    expect(await screen.findByText("Crab is signed out.")).toBeTruthy();
  });
});

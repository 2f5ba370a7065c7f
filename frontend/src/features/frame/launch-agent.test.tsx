import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { Harness, HarnessSettings } from "../../bridge/client";
import type { FakeBackend } from "../../bridge/fake";
import { keymapFor } from "../../domain/keymap";
import { backendWith, harness, id, terminal, workspace } from "../../state/fixture";
import { Session } from "../../state/session";
import { Toolbar } from "./toolbar";

let session: Session;
let backend: FakeBackend;

async function start(list: Harness[], chosen: Record<string, Partial<HarnessSettings>> = {}): Promise<void> {
  backend = backendWith([workspace("src", ["1"])], [terminal("1", "src")]);
  backend.answer("Harnesses.List", () => list);
  backend.answer("Terminals.New", () => ({ id: id("e9"), terminal: id("9"), sendAllKeys: false }));
  session = new Session(backend);
  await waitFor(() => expect(session.info.getState()).not.toBeNull());
  const nothing = { hidden: false, flags: "", model: "", favourites: [], options: {} };
  await session.settings.change((now) => ({
    ...now,
    launch: {
      harnesses: Object.fromEntries(
        Object.entries(chosen).map(([name, one]) => [name, { ...nothing, ...one }]),
      ),
    },
  }));
  render(
    <Toolbar
      session={session}
      client={backend.client}
      keymap={keymapFor("linux", "desktop")}
      onSettings={() => {}}
      giveKeyboardBack={() => {}}
    />,
  );
}

afterEach(() => {
  cleanup();
  session.dispose();
});

const launches = () =>
  backend.calls.filter(({ method }) => method === "Terminals.New").map(({ params }) => params[1]);
const openMenu = () =>
  fireEvent.click(screen.getByRole("button", { name: "Choose a model or a side for Crab" }));

describe("a launch button", () => {
  it("is there for each agent that is installed and not hidden", async () => {
    await start([harness("crab"), harness("squid", { presence: "missing" }), harness("eel")], {
      eel: { hidden: true },
    });
    const names = screen.getAllByRole("button").map((button) => button.getAttribute("aria-label"));
    expect(names.filter((name) => name?.startsWith("Launch"))).toEqual(["Launch Crab"]);
  });

  it("appears when its CLI is installed meanwhile", async () => {
    await start([harness("crab", { presence: "checking" })]);
    expect(screen.queryByRole("button", { name: "Launch Crab" })).toBeNull();
    backend.emit("harnesses", [harness("crab")]);
    expect(await screen.findByRole("button", { name: "Launch Crab" })).toBeTruthy();
  });

  it("launches the default at the best place, and leaves the model to the backend", async () => {
    await start([harness("crab")], { crab: { model: "big" } });
    fireEvent.click(screen.getByRole("button", { name: "Launch Crab" }));
    await waitFor(() =>
      expect(launches()).toEqual([expect.objectContaining({ launch: { harness: "crab" } })]),
    );
  });

  it("has a menu of favourites and listed models", async () => {
    await start([harness("crab")], { crab: { favourites: ["dear"] } });
    backend.answer("Harnesses.Models", () => ({
      models: [{ id: "one", name: "One", provider: "" }],
      standIn: false,
      failed: "",
      hint: "",
      incomplete: false,
    }));
    openMenu();
    expect(await screen.findByRole("menuitem", { name: /one/ })).toBeTruthy();
    const rows = screen.getAllByRole("menuitem").map((row) => row.textContent);
    expect(rows.slice(0, 3)).toEqual(["Default of the CLI", "dear", "one"]);
    fireEvent.click(screen.getByRole("menuitem", { name: "dear" }));
    await waitFor(() =>
      expect(launches()).toEqual([expect.objectContaining({ launch: { harness: "crab", model: "dear" } })]),
    );
  });

  it("leaves a long list to the palette", async () => {
    await start([harness("crab")]);
    backend.answer("Harnesses.Models", () => ({
      models: Array.from({ length: 40 }, (_, index) => ({ id: `m${index}`, name: "", provider: "" })),
      standIn: false,
      failed: "",
      hint: "",
      incomplete: false,
    }));
    openMenu();
    fireEvent.click(await screen.findByRole("menuitem", { name: "Search 40 models" }));
    expect(session.view.getState()).toMatchObject({
      palette: true,
      scope: { kind: "models", harness: "crab" },
    });
  });

  it("splits the focused pane for it", async () => {
    await start([harness("crab")]);
    backend.answer("Harnesses.Models", () => ({
      models: [],
      standIn: false,
      failed: "Crab is signed out.",
      hint: "",
      incomplete: false,
    }));
    openMenu();
    expect(await screen.findByRole("menuitem", { name: "Crab is signed out." })).toBeTruthy();
    fireEvent.click(screen.getByRole("menuitem", { name: "Split right" }));
    await waitFor(() =>
      expect(launches()).toEqual([{ beside: id("e1"), side: "right", launch: { harness: "crab" } }]),
    );
  });
});

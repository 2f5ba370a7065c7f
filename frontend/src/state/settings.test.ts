import { describe, expect, it } from "vitest";
import { CallError, type Settings } from "../bridge/client";
import { fakeBackend } from "../bridge/fake";
import { SettingsStore, usualSettings } from "./settings";

const scaled = (uiScale: number) => (settings: Settings) => ({
  ...settings,
  appearance: { ...settings.appearance, uiScale },
});
const themed = (theme: Settings["appearance"]["theme"]) => (settings: Settings) => ({
  ...settings,
  appearance: { ...settings.appearance, theme },
});

/** A backend that keeps settings as the real one does. */
function keeper() {
  const backend = fakeBackend();
  const kept = { settings: { ...usualSettings, revision: 1 } };
  backend.answer("Settings.Get", () => kept.settings);
  backend.answer("Settings.Defaults", () => usualSettings);
  backend.answer("Settings.Set", (wanted: Settings) => {
    if (wanted.revision !== kept.settings.revision)
      throw new CallError("conflict", "They have changed since.");
    kept.settings = { ...wanted, revision: wanted.revision + 1 };
    return kept.settings;
  });
  const store = new SettingsStore(backend);
  return { backend, kept, store, shown: () => store.store.getState().appearance };
}

describe("a change of the settings", () => {
  it("shows at once and is kept", async () => {
    const { store, kept, shown } = keeper();
    await store.hydrate();
    const done = store.change(scaled(150));
    expect(shown().uiScale).toBe(150);
    await done;
    expect(kept.settings.appearance.uiScale).toBe(150);
    expect(shown().uiScale).toBe(150);
  });

  it("is made again on what another view has made", async () => {
    const { store, kept, backend, shown } = keeper();
    await store.hydrate();
    kept.settings = { ...themed("slate")(kept.settings), revision: 7 };
    await store.change(scaled(150));
    expect(kept.settings.appearance).toMatchObject({ theme: "slate", uiScale: 150 });
    expect(shown()).toMatchObject({ theme: "slate", uiScale: 150 });
    expect(backend.calls.filter(({ method }) => method === "Settings.Set")).toHaveLength(2);
  });

  it("stays in sight while another view's change arrives", async () => {
    const { store, backend, shown } = keeper();
    await store.hydrate();
    let answer: (settings: Settings) => void = () => {};
    backend.answer("Settings.Set", () => new Promise((resolve) => (answer = resolve)));
    const done = store.change(scaled(150));
    await Promise.resolve();
    backend.emit("settings", { ...themed("light")(usualSettings), revision: 9 });
    expect(shown()).toMatchObject({ theme: "light", uiScale: 150 });
    answer({ ...scaled(150)(themed("light")(usualSettings)), revision: 10 });
    await done;
    expect(shown()).toMatchObject({ theme: "light", uiScale: 150 });
  });

  it("is taken back when the backend refuses it, and later ones are not", async () => {
    const { store, backend, kept, shown } = keeper();
    await store.hydrate();
    const set = (wanted: Settings) => {
      if (wanted.appearance.uiScale > 300) throw new CallError("invalid", "The scale is too large.");
      kept.settings = { ...wanted, revision: wanted.revision + 1 };
      return kept.settings;
    };
    backend.answer("Settings.Set", set);
    const [refused, taken] = [store.change(scaled(900)), store.change(themed("slate"))];
    expect(shown()).toMatchObject({ theme: "slate", uiScale: 900 });
    await expect(refused).rejects.toMatchObject({ kind: "invalid" });
    await taken;
    expect(shown()).toMatchObject({ theme: "slate", uiScale: 100 });
    expect(kept.settings.appearance.uiScale).toBe(100);
  });

  it("stays in force when it could not be kept, which is told", async () => {
    const { store, backend, kept, shown } = keeper();
    await store.hydrate();
    backend.answer("Settings.Set", (wanted: Settings) => {
      kept.settings = { ...wanted, revision: wanted.revision + 1 };
      throw new CallError("storage", "The settings could not be kept.");
    });
    await expect(store.change(scaled(150))).rejects.toMatchObject({ kind: "storage" });
    expect(shown().uiScale).toBe(150);
  });

  it("gives up when it never gets its turn", async () => {
    const { store, backend, shown } = keeper();
    await store.hydrate();
    backend.answer("Settings.Set", () => {
      throw new CallError("conflict", "They have changed since.");
    });
    await expect(store.change(scaled(150))).rejects.toMatchObject({ kind: "conflict" });
    expect(shown().uiScale).toBe(100);
  });
});

describe("the settings of another view", () => {
  it("show at once, and the newest win", async () => {
    const { store, backend, shown } = keeper();
    await store.hydrate();
    backend.emit("settings", { ...themed("slate")(usualSettings), revision: 5 });
    backend.emit("settings", { ...themed("light")(usualSettings), revision: 4 });
    expect(shown().theme).toBe("slate");
  });

  it("count anew with another owner", async () => {
    const { store, backend, shown } = keeper();
    await store.hydrate();
    backend.emit("settings", { ...themed("slate")(usualSettings), revision: 5 });
    store.forget();
    await store.hydrate();
    expect(shown().theme).toBe("system");
  });
});

import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CallError, type Settings as Chosen } from "../../bridge/client";
import type { FakeBackend } from "../../bridge/fake";
import { Keyboard } from "../../state/keyboard";
import { backendWith, workspace } from "../../state/fixture";
import { Session } from "../../state/session";
import { usualSettings } from "../../state/settings";
import type { SettingsSection } from "../../state/view";
import { useStore } from "zustand";
import { Settings } from "./settings";

let backend: FakeBackend;
let session: Session;
let keyboard: Keyboard;
let gaveBack: number;

function Surface() {
  const section = useStore(session.view, (state) => state.settings);
  if (section === undefined) return null;
  return (
    <Settings
      session={session}
      backend={backend}
      keyboard={keyboard}
      section={section}
      giveKeyboardBack={() => {
        gaveBack += 1;
      }}
    />
  );
}

beforeEach(async () => {
  gaveBack = 0;
  backend = backendWith([workspace("a", [])]);
  backend.answer("Settings.Shells", () => [
    { id: "/bin/bash", name: "bash", default: true },
    { id: "/usr/bin/fish", name: "fish", default: false },
  ]);
  backend.answer("Settings.Locations", () => [
    { id: "settings", name: "Settings", path: "/home/ada/.config/clanker-grid/settings.json" },
    { id: "screens", name: "Kept screens", path: "" },
  ]);
  session = new Session(backend);
  keyboard = new Keyboard(session, "linux", "desktop");
  await waitFor(() => expect(session.info.getState()).not.toBeNull());
});
afterEach(() => {
  cleanup();
  keyboard.dispose();
  session.dispose();
});

async function show(section: SettingsSection): Promise<void> {
  session.commands.showSettings(section);
  render(<Surface />);
  await act(async () => {});
}
const now = () => session.settings.store.getState();
const row = (id: string) => {
  const found = document.querySelector<HTMLElement>(`[data-setting="${id}"]`);
  if (!found) throw new Error(`there is no row ${id}`);
  return found;
};
const rows = () =>
  [...document.querySelectorAll("[data-setting]")].map((each) => each.getAttribute("data-setting"));
const search = (text: string) =>
  fireEvent.change(screen.getByLabelText("Search settings"), { target: { value: text } });
const kept = () =>
  backend.calls.filter(({ method }) => method === "Settings.Set").at(-1)?.params[0] as Chosen;

describe("the settings", () => {
  it("have the keyboard while they are shown, and give it back by Escape", async () => {
    await show("appearance");
    expect(document.activeElement?.textContent).toBe("Appearance");
    fireEvent.keyDown(document.activeElement ?? document.body, { key: "Escape" });
    expect(session.view.getState().settings).toBeUndefined();
    expect(gaveBack).toBe(1);
  });

  it("show their parts by arrow keys and by a click", async () => {
    await show("general");
    fireEvent.keyDown(document.activeElement ?? document.body, { key: "ArrowDown" });
    expect(document.activeElement?.textContent).toBe("Appearance");
    fireEvent.click(document.activeElement ?? document.body);
    expect(screen.getByRole("heading", { level: 2 }).textContent).toBe("Appearance");
    expect(rows()).toContain("appearance.uiScale");
  });

  it("change at once, and go back to their default", async () => {
    await show("general");
    const control = screen.getByRole("switch", { name: "Keep screens" });
    expect(control.getAttribute("aria-checked")).toBe("true");
    expect(within(row("general.restoreScreens")).queryByLabelText(/^Reset/)).toBeNull();
    fireEvent.click(control);
    expect(now().general.restoreScreens).toBe(false);
    await waitFor(() => expect(kept().general.restoreScreens).toBe(false));
    fireEvent.click(
      within(row("general.restoreScreens")).getByLabelText("Reset Keep screens to its default"),
    );
    expect(now().general.restoreScreens).toBe(true);
  });

  it("say beside the row what the backend refuses, and take it back", async () => {
    await show("appearance");
    backend.answer("Settings.Set", () => {
      throw new CallError("invalid", "This theme is not known.", "Choose another one.");
    });
    fireEvent.click(screen.getByRole("button", { name: "Slate" }));
    expect(now().appearance.theme).toBe("slate");
    await waitFor(() => expect(row("appearance.theme").textContent).toContain("This theme is not known."));
    expect(now().appearance.theme).toBe("system");
    expect(row("appearance.uiScale").textContent).not.toContain("This theme");
  });

  it("follow what another view has changed", async () => {
    await show("general");
    act(() =>
      backend.emit("settings", {
        ...usualSettings,
        general: { ...usualSettings.general, restoreScreens: false },
        revision: 9,
      }),
    );
    expect(screen.getByRole("switch", { name: "Keep screens" }).getAttribute("aria-checked")).toBe("false");
  });

  it("have the system's title bar only in the desktop on Linux", async () => {
    await show("appearance");
    expect(rows()).not.toContain("appearance.systemTitleBar");
  });
});

describe("a number", () => {
  const field = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Terminal text size" });
  const typed = (text: string) => {
    act(() => field().focus());
    fireEvent.change(field(), { target: { value: text } });
  };

  it("steps by the buttons and by arrow keys", async () => {
    await show("appearance");
    fireEvent.click(screen.getByLabelText("More: Terminal text size"));
    expect(now().appearance.fontSize).toBe(13);
    fireEvent.keyDown(field(), { key: "ArrowDown" });
    expect(now().appearance.fontSize).toBe(12);
  });

  it("counts when the field is left, and not while it is typed", async () => {
    await show("appearance");
    typed("1");
    expect(now().appearance.fontSize).toBe(12);
    typed("18");
    fireEvent.blur(field());
    expect(now().appearance.fontSize).toBe(18);
  });

  it.each([
    ["900", 72],
    ["2", 6],
    ["-5", 6],
  ])("beyond its bounds, %s, becomes %i, which is said", async (text, used) => {
    await show("appearance");
    typed(text);
    fireEvent.blur(field());
    expect(now().appearance.fontSize).toBe(used);
    expect(row("appearance.fontSize").textContent).toContain(
      `Only 6 to 72 px can be used, so it is ${used}.`,
    );
    fireEvent.click(within(row("appearance.fontSize")).getByLabelText(/^Reset/));
    expect(row("appearance.fontSize").textContent).not.toContain("Only 6");
  });

  it("counts by Enter, which keeps the keyboard in the field", async () => {
    await show("appearance");
    typed("18");
    fireEvent.keyDown(field(), { key: "Enter" });
    expect(now().appearance.fontSize).toBe(18);
    expect(document.activeElement).toBe(field());
    typed("900");
    fireEvent.keyDown(field(), { key: "Enter" });
    expect([now().appearance.fontSize, field().value]).toEqual([72, "72"]);
  });

  it.each(["18", "900", "", "-"])("%j is taken back by Escape, and a second one leaves", async (text) => {
    await show("appearance");
    typed(text);
    fireEvent.keyDown(field(), { key: "Escape" });
    expect([now().appearance.fontSize, field().value]).toEqual([12, "12"]);
    expect(row("appearance.fontSize").textContent).not.toContain("Only 6");
    expect(document.activeElement).toBe(field());
    expect(session.view.getState().settings).toBe("appearance");
    fireEvent.keyDown(field(), { key: "Escape" });
    expect(session.view.getState().settings).toBeUndefined();
  });

  it.each(["", "abc"])("that is none, %j, changes nothing", async (text) => {
    await show("appearance");
    typed(text);
    fireEvent.blur(field());
    expect(now().appearance.fontSize).toBe(12);
    expect(field().value).toBe("12");
  });
});

describe("all keys", () => {
  it("are reset only after a question that counts the user's own", async () => {
    await show("keyboard");
    const bindings = { find: ["F3"], "split-right": [] };
    act(() => backend.emit("settings", { ...usualSettings, keyboard: { bindings }, revision: 9 }));
    fireEvent.click(screen.getByText("Reset all keys"));
    expect(now().keyboard.bindings).toEqual(bindings);
    expect(session.view.getState().question).toMatchObject({ kind: "reset-keys", own: 2 });
    act(() => session.commands.answer(true));
    expect(now().keyboard.bindings).toEqual({});
  });
});

describe("a setting that was asked for", () => {
  it.each([
    ["appearance", "appearance.fontSize"],
    ["general", "general.restoreScreens"],
    ["appearance", "appearance.theme"],
    ["terminal", "terminal.shell"],
  ] as const)("in %s, %s, has the keyboard", async (section, setting) => {
    await show("about");
    search("version");
    act(() => session.commands.showSettings(section, setting));
    expect(screen.getByRole("heading", { level: 2 })).toBeTruthy();
    expect(row(setting).contains(document.activeElement)).toBe(true);
    expect(document.activeElement?.getAttribute("data-control")).not.toBe("setting-reset");
  });
});

describe("the search", () => {
  it.each([
    ["osc 52", ["terminal.clipboardWrites"]],
    ["colour mode", ["appearance.theme", "keyboard.bindings"]],
    ["color mode", ["appearance.theme", "keyboard.bindings"]],
    ["focused pane", ["terminal.clipboardWrites"]],
    ["10000 lines", ["terminal.scrollback"]],
    ["settings.json", ["data.settings"]],
    ["linux amd64", ["about.system"]],
  ])("finds for %j %j", async (text, found) => {
    await show("general");
    search(text);
    expect(rows().toSorted()).toEqual(found);
  });

  it("finds commands by their keys", async () => {
    await show("general");
    search("ctrl+shift+d");
    expect(
      [...document.querySelectorAll("li[data-command]")].map((each) => each.getAttribute("data-command")),
    ).toEqual(["split-right"]);
  });

  it("is reached by /, and left by Escape before the settings are", async () => {
    await show("general");
    fireEvent.keyDown(document.activeElement ?? document.body, { key: "/" });
    expect(document.activeElement).toBe(screen.getByLabelText("Search settings"));
    search("nothing has these words");
    expect(screen.getByText(/^No setting has these words/)).toBeTruthy();
    fireEvent.keyDown(screen.getByLabelText("Search settings"), { key: "Escape" });
    expect(screen.getByRole("heading", { level: 2 }).textContent).toBe("General");
    expect(session.view.getState().settings).toBe("general");
  });
});

describe("a font", () => {
  it.each([
    ["DejaVu Serif", true],
    ["DejaVu Sans Mono", false],
  ])("for terminals, %s, is said not to be monospaced: %j", async (family, said) => {
    // Known by its width, and one of them with letters of different widths.
    const context = {
      font: "",
      measureText(text: string) {
        if (this.font.includes("Serif") && text.startsWith("i")) return { width: 1 };
        return { width: this.font.includes("DejaVu") ? 9 : 8 };
      },
    };
    const canvas = vi.spyOn(HTMLCanvasElement.prototype, "getContext");
    canvas.mockReturnValue(context as unknown as ReturnType<HTMLCanvasElement["getContext"]>);
    await show("appearance");
    const field = screen.getByRole("textbox", { name: "Terminal font" });
    fireEvent.change(field, { target: { value: family } });
    expect(row("appearance.terminalFont").textContent?.includes("is not monospaced")).toBe(said);
  });

  it("that is being typed is taken back by Escape; one that is not is left at once", async () => {
    await show("appearance");
    const field = screen.getByRole<HTMLInputElement>("textbox", { name: "Terminal font" });
    act(() => field.focus());
    fireEvent.change(field, { target: { value: "Fira" } });
    fireEvent.keyDown(field, { key: "Escape" });
    expect(field.value).toBe("");
    fireEvent.keyDown(field, { key: "Escape" });
    expect(session.view.getState().settings).toBeUndefined();
    expect(now().appearance.terminalFont).toBe("");
  });

  it("counts by Enter", async () => {
    await show("appearance");
    const field = screen.getByRole("textbox", { name: "Terminal font" });
    fireEvent.change(field, { target: { value: " Fira Code " } });
    expect(now().appearance.terminalFont).toBe("");
    fireEvent.keyDown(field, { key: "Enter" });
    expect(now().appearance.terminalFont).toBe("Fira Code");
  });
});

describe("the shell", () => {
  it("is one of those that there are, and one that is gone stays to be seen", async () => {
    await show("terminal");
    const list = screen.getByRole<HTMLSelectElement>("combobox", { name: "Shell" });
    const texts = () => [...list.options].map(({ text }) => text);
    await waitFor(() => expect(texts()).toHaveLength(3));
    expect(texts()[0]).toBe("Login shell, /bin/bash");
    fireEvent.change(list, { target: { value: "/usr/bin/fish" } });
    expect(now().terminal.shell).toBe("/usr/bin/fish");
    act(() =>
      backend.emit("settings", {
        ...usualSettings,
        terminal: { ...usualSettings.terminal, shell: "/opt/nu" },
        revision: 99,
      }),
    );
    await waitFor(() => expect(texts().at(-1)).toBe("/opt/nu, not found"));
    expect(list.value).toBe("/opt/nu");
  });
});

describe("places and facts", () => {
  it("are copied, and can be revealed only in the desktop", async () => {
    await show("data");
    fireEvent.click(screen.getByLabelText("Copy Settings"));
    await waitFor(() => expect(backend.clipboardText).toBe("/home/ada/.config/clanker-grid/settings.json"));
    expect(row("data.screens").textContent).toContain("Cannot be kept");
    expect(screen.queryByText("Reveal")).toBeNull();
  });

  it("of this application are copied as a whole", async () => {
    await show("about");
    fireEvent.click(screen.getByLabelText("Copy all of this"));
    await waitFor(() =>
      expect(backend.clipboardText).toContain("Version: 1.0.0\nRuns as: browser application"),
    );
  });
});

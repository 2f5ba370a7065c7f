import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { keymapFor } from "../../domain/keymap";
import { Actions } from "../../state/actions";
import { backendWith, id, terminal, workspace } from "../../state/fixture";
import { Session } from "../../state/session";
import { Palette } from "./palette";

let session: Session;
let kept: Map<string, string>;
let field: HTMLTextAreaElement;
let backend: ReturnType<typeof backendWith>;
const keymap = keymapFor("linux", "desktop");
const places = [
  { section: "keyboard", text: "Settings: Keyboard", keywords: "preferences" },
  { section: "appearance", setting: "appearance.fontSize", text: "Setting: Text size", keywords: "font" },
] as const;

beforeEach(async () => {
  kept = new Map();
  backend = backendWith(
    [workspace("a", ["1", "2"]), workspace("b", ["3"])],
    [
      terminal("1", "a", { name: "server" }),
      terminal("2", "a", { title: "vim notes" }),
      terminal("3", "b", { cwd: "/home/ada/b/docs" }),
    ],
  );
  session = new Session(backend);
  const actions = new Actions(session, backend.client, () => undefined);
  await waitFor(() => expect(session.info.getState()).not.toBeNull());
  field = document.createElement("textarea");
  document.body.append(field);
  field.focus();
  const memory = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  render(
    <Palette
      session={session}
      actions={actions}
      keymap={keymap}
      places={places}
      memory={memory}
      giveKeyboardBack={() => field.focus()}
    />,
  );
});
afterEach(() => {
  cleanup();
  field.remove();
  session.dispose();
});

const open = async () => {
  act(() => session.commands.showPalette(true));
  const input = await screen.findByRole("combobox");
  await waitFor(() => expect(document.activeElement).toBe(input));
  return input as HTMLInputElement;
};
const options = () => screen.getAllByRole("option");
const type = (text: string) => fireEvent.change(screen.getByRole("combobox"), { target: { value: text } });
const press = (key: string, change: object = {}) =>
  fireEvent.keyDown(screen.getByRole("combobox"), { key, ...change });
const gone = () => waitFor(() => expect(screen.queryByRole("combobox")).toBeNull());

describe("the palette", () => {
  it("is a field and a list that belong together, with a row chosen from the start", async () => {
    const input = await open();
    const list = screen.getByRole("listbox");
    expect(input.getAttribute("aria-controls")).toBe(list.id);
    expect(screen.getByRole("dialog", { name: "Command palette" })).toBeTruthy();
    await waitFor(() => expect(input.getAttribute("aria-activedescendant")).toBe(options()[0]?.id));
    press("ArrowDown");
    await waitFor(() => expect(input.getAttribute("aria-activedescendant")).toBe(options()[1]?.id));
  });

  it("shows what can be done now, with its keys, and nothing else", async () => {
    await open();
    const split = screen.getByRole("option", { name: /^Split right/ });
    expect(within(split).getByText("D")).toBeTruthy();
    expect(screen.queryByRole("option", { name: /^Restart terminal/ })).toBeNull();
    expect(screen.queryByRole("option", { name: /^Command palette/ })).toBeNull();
    // The workspace in front is no place to go to; the other one is, by its own key.
    expect(screen.getByRole("option", { name: /^b \/home\/ada\/b/ }).textContent).toContain("2");
    expect(screen.queryByRole("option", { name: /^a \/home\/ada\/a/ })).toBeNull();
  });

  it("goes to a pane by its title", async () => {
    await open();
    type("vim");
    await waitFor(() => expect(options()[0]?.textContent).toContain("vim notes"));
    press("Enter");
    await gone();
    expect(session.view.getState().focus.panes.get(id("a"))).toBe(id("e2"));
    expect(document.activeElement).toBe(field);
  });

  it("tells panes of one program apart by their directories", async () => {
    await open();
    expect(screen.getByRole("option", { name: /^bash b, docs/ })).toBeTruthy();
  });

  it.each([
    ["settings keyb", { settings: "keyboard", soughtSetting: undefined }],
    ["setting font", { settings: "appearance", soughtSetting: { id: "appearance.fontSize" } }],
  ])("goes to the settings by %j", async (typed, expected) => {
    await open();
    type(typed);
    await waitFor(() => expect(options()[0]?.textContent).toContain("Setting"));
    press("Enter");
    await gone();
    expect(session.view.getState()).toMatchObject(expected);
  });

  it("runs the chosen command once the keyboard is back, and shows it first the next time", async () => {
    let where: Element | null = null;
    vi.spyOn(session.arrangement, "split").mockImplementation(async () => {
      where = document.activeElement;
    });
    await open();
    type("split ri");
    await waitFor(() => expect(options()[0]?.textContent).toContain("Split right"));
    press("Enter");
    await gone();
    expect(where).toBe(field);
    await open();
    expect(options()[0]?.textContent).toContain("Split right");
  });

  it.each([
    ["Escape", {}],
    ["P", { ctrlKey: true, shiftKey: true, code: "KeyP" }],
  ])("leaves by %s and gives the keyboard back", async (key, change) => {
    await open();
    type("spl");
    press(key, change);
    await gone();
    expect(document.activeElement).toBe(field);
    expect(kept.size).toBe(0);
  });

  it("says so when nothing fits", async () => {
    await open();
    type("qqqqqq");
    await waitFor(() => expect(screen.getByText(/^No match/)).toBeTruthy());
    expect(screen.queryByRole("option")).toBeNull();
    press("Enter");
    expect(screen.getByRole("combobox")).toBeTruthy();
  });

  it("keeps what cannot be remembered for itself", async () => {
    kept.set("clanker-grid.palette", '{"broken":');
    await open();
    expect(options().length).toBeGreaterThan(10);
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Terminal, Workspace } from "../bridge/client";
import type { FakeBackend } from "../bridge/fake";
import { type CommandID, commands } from "../domain/commands";
import { Actions, type FocusedTerminal } from "./actions";
import { backendWith, id, terminal, workspace } from "./fixture";
import { Session } from "./session";

let backend: FakeBackend;
let session: Session;
let actions: Actions;
let emulator: FocusedTerminal & { selected: boolean; readonly told: string[] };

async function start(workspaces: Workspace[], terminals: Terminal[]): Promise<void> {
  backend = backendWith(workspaces, terminals);
  session = new Session(backend);
  emulator = {
    selected: false,
    told: [],
    hasSelection: () => emulator.selected,
    copy: () => emulator.told.push("copy") > 0,
    pasteClipboard: async () => emulator.told.push("paste") > 1,
    jumpToPrompt: (direction) => void emulator.told.push(`prompt ${direction}`),
    scrollTo: (end) => void emulator.told.push(`scroll ${end}`),
    selectAll: () => void emulator.told.push("select all"),
  };
  actions = new Actions(session, backend.client, () => emulator);
  await vi.waitFor(() => expect(session.info.getState()).not.toBeNull());
}

beforeEach(() =>
  start(
    [workspace("a", ["1", "2"]), workspace("b", ["3"])],
    ["1", "2"].map((one) => terminal(one, "a")),
  ),
);
afterEach(() => session.dispose());

const callsTo = (method: string) =>
  backend.calls.filter((call) => call.method === method).map(({ params }) => params);
const availableNow = () =>
  commands.filter(({ id: command }) => actions.available(command)).map((command) => command.id);

describe("a command", () => {
  it("needs what the list of commands says", async () => {
    expect(availableNow()).toContain("zoom-pane");
    session.commands.showWorkspace(id("b"));
    expect(availableNow()).not.toContain("zoom-pane");
    expect(availableNow()).toContain("split-right");
    session.commands.showLauncher();
    expect(availableNow()).not.toContain("split-right");
    expect(availableNow()).toEqual(
      expect.arrayContaining(["palette", "settings", "open-folder", "workspace-2"]),
    );
  });

  it("that works on panes is not there while the settings cover them", () => {
    session.commands.showSettings();
    const covered: CommandID[] = [
      "split-right",
      "close-pane",
      "find",
      "zoom-pane",
      "new-terminal",
      "close-workspace",
    ];
    for (const command of covered) expect(actions.available(command)).toBe(false);
    expect(actions.available("theme-dark")).toBe(true);
  });

  it("that is not available does nothing", () => {
    session.commands.showLauncher();
    const before = backend.calls.length;
    for (const command of ["split-right", "close-pane", "workspace-9", "restart-terminal"] as const) {
      actions.perform(command);
    }
    expect(backend.calls.length).toBe(before);
  });

  it("of the clipboard needs something to take", () => {
    expect(actions.available("copy")).toBe(false);
    emulator.selected = true;
    actions.perform("copy");
    actions.perform("prompt-previous");
    expect(emulator.told).toEqual(["copy", "prompt -1"]);
  });

  it("says so when the clipboard cannot be read", async () => {
    actions.perform("paste");
    await vi.waitFor(() => expect(session.notices.store.getState().local).toHaveLength(1));
    actions.perform("paste");
    expect(emulator.told).toEqual(["paste", "paste"]);
  });

  it("restarts only what has ended", async () => {
    expect(actions.available("restart-terminal")).toBe(false);
    backend.answer("Terminals.Restart", () => null);
    backend.emit("terminal", terminal("1", "a", { state: "exited", revision: 2 }));
    actions.perform("restart-terminal");
    expect(callsTo("Terminals.Restart")).toEqual([[id("1")]]);
  });

  it("sends all keys to the program, and ends that", async () => {
    backend.answer("Terminals.SendAllKeys", () => null);
    actions.perform("send-all-keys");
    const sending = workspace("a", ["1", "2"], { revision: 2 });
    backend.emit("workspace", {
      ...sending,
      panes: sending.panes.map((pane) => ({ ...pane, sendAllKeys: true })),
    });
    actions.perform("send-all-keys");
    await vi.waitFor(() =>
      expect(callsTo("Terminals.SendAllKeys")).toEqual([
        [id("1"), true],
        [id("1"), false],
      ]),
    );
  });

  it("quits at once where nothing runs, and asks where something does", async () => {
    const running: unknown[] = [];
    backend.answer("App.QuitPlan", () => ({ running, keepsRunning: [] }));
    backend.answer("App.Quit", () => null);
    actions.perform("quit");
    await vi.waitFor(() => expect(callsTo("App.Quit")).toHaveLength(1));
    running.push({ workspace: id("a"), terminal: id("1"), title: "vim", program: "vim", pid: 7 });
    actions.perform("quit");
    await vi.waitFor(() => expect(session.view.getState().question?.kind).toBe("quit"));
    expect(callsTo("App.Quit")).toHaveLength(1);
  });
});

describe("the text of terminals", () => {
  const size = () => session.settings.store.getState().appearance.fontSize;

  it("changes its size for all, within bounds, and returns to where it began", async () => {
    for (let i = 0; i < 80; i++) actions.perform("font-larger");
    expect(size()).toBe(72);
    for (let i = 0; i < 80; i++) actions.perform("font-smaller");
    expect(size()).toBe(6);
    actions.perform("font-reset");
    expect(size()).toBe(12);
    await vi.waitFor(() =>
      expect(callsTo("Settings.Set").at(-1)).toMatchObject([{ appearance: { fontSize: 12 } }]),
    );
  });
});

describe("a theme", () => {
  it("is a setting, and not offered while it is chosen", async () => {
    expect(actions.available("theme-system")).toBe(false);
    actions.perform("theme-slate");
    expect(session.settings.store.getState().appearance.theme).toBe("slate");
    expect([actions.available("theme-slate"), actions.available("theme-system")]).toEqual([false, true]);
  });
});

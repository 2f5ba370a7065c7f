import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { commands, groups } from "../../domain/commands";
import { keymapFor } from "../../domain/keymap";
import { KeyTable } from "./key-table";

type Bindings = Record<string, string[]>;
let latest: Bindings = {};
let asked = 0;
beforeEach(() => {
  latest = {};
  asked = 0;
});

// As many as the tests speak of; all of them take their time to be drawn.
const few = commands.filter(({ id }) => ["find", "palette", "split-right", "quit"].includes(id));

function Table({
  first = {},
  listed = few,
}: {
  readonly first?: Bindings;
  readonly listed?: typeof commands;
}) {
  const [bindings, setBindings] = useState(first);
  return (
    <KeyTable
      keymap={keymapFor("linux", "desktop", bindings)}
      bindings={bindings}
      commands={listed}
      whole
      failure={undefined}
      onChange={(next) => {
        latest = next;
        setBindings(next);
      }}
      onResetAll={() => {
        asked += 1;
      }}
    />
  );
}
afterEach(cleanup);

const row = (id: string) => {
  const found = document.querySelector<HTMLElement>(`li[data-command="${id}"]`);
  if (!found) throw new Error(`there is no command ${id}`);
  return found;
};
const keysOf = (id: string) => [...row(id).querySelectorAll("kbd")].map((key) => key.textContent).join("+");
const record = (id: string) => {
  const [first] = within(row(id)).getAllByRole("button", { name: /^Change the keys/ });
  if (first) fireEvent.click(first);
  return within(row(id)).getByRole("button", { name: /^Press the keys for/ });
};
const press = (target: Element, key: string, change: object = {}) =>
  fireEvent.keyDown(target, { key, code: /^[A-Z]$/.test(key) ? `Key${key}` : key, ...change });
const ctrlShift = { ctrlKey: true, shiftKey: true };

describe("the keys of a command", () => {
  it("are the next ones that are pressed", () => {
    render(<Table />);
    const field = record("split-right");
    expect(document.activeElement).toBe(field);
    press(field, "Control", { ctrlKey: true });
    press(field, "M", ctrlShift);
    expect(latest).toEqual({ "split-right": ["Ctrl+Shift+M"] });
    expect(keysOf("split-right")).toBe("Ctrl+Shift+M");
  });

  it("stay as they were after Escape, and when the field is left", () => {
    render(<Table />);
    press(record("split-right"), "Escape");
    expect(keysOf("split-right")).toBe("Ctrl+Shift+D");
    const field = record("split-right");
    act(() => field.blur());
    expect(keysOf("split-right")).toBe("Ctrl+Shift+D");
    expect(latest).toEqual({});
  });

  it("are none after Backspace, but for the palette's", () => {
    render(<Table />);
    press(record("find"), "Backspace");
    expect(latest).toEqual({ find: [] });
    expect(row("find").textContent).toContain("None");
    press(record("palette"), "Backspace");
    expect(latest).toEqual({ find: [], palette: ["Alt+Shift+P"] });
    press(record("palette"), "Backspace");
    expect(row("palette").textContent).toContain("The palette always has a key.");
    expect(latest).toEqual({ find: [], palette: ["Alt+Shift+P"] });
  });

  it("of another command are taken from it only when that is wanted", () => {
    render(<Table />);
    press(record("find"), "D", ctrlShift);
    expect(within(row("find")).getByRole("alert").textContent).toBe(
      'Ctrl+Shift+D is the key of "Split right", which loses it.',
    );
    fireEvent.click(within(row("find")).getByText("Cancel"));
    expect(latest).toEqual({});
    press(record("find"), "D", ctrlShift);
    expect(document.activeElement?.textContent).toBe("Use anyway");
    fireEvent.click(within(row("find")).getByText("Use anyway"));
    expect(latest).toEqual({ find: ["Ctrl+Shift+D"], "split-right": [] });
    expect([keysOf("find"), keysOf("split-right")]).toEqual(["Ctrl+Shift+D", ""]);
  });

  it("that programs need are taken only when that is wanted", () => {
    render(<Table />);
    press(record("find"), "c", { ctrlKey: true, code: "KeyC" });
    expect(within(row("find")).getByRole("alert").textContent).toBe(
      "Programs in terminals no longer get Ctrl+C: interrupt.",
    );
    fireEvent.click(within(row("find")).getByText("Use anyway"));
    expect(latest).toEqual({ find: ["Ctrl+C"] });
  });

  it("cannot be what is typed into programs", () => {
    render(<Table />);
    const field = record("find");
    press(field, "x", { code: "KeyX" });
    expect(row("find").textContent).toContain("X is typed into programs. Hold Ctrl, Alt or Super.");
    expect(latest).toEqual({});
  });

  it("cannot be the only ones of the palette", () => {
    render(<Table first={{ palette: ["F1"] }} />);
    press(record("find"), "F1");
    expect(within(row("find")).getByRole("alert").textContent).toContain("the palette's only key");
    expect(within(row("find")).queryByText("Use anyway")).toBeNull();
  });

  it("go back to the usual ones, one by one and all at once", () => {
    render(<Table first={{ find: ["F3"], "split-right": [] }} />);
    fireEvent.click(within(row("find")).getByLabelText("Reset the keys of Find in terminal"));
    expect(latest).toEqual({ "split-right": [] });
    fireEvent.click(screen.getByText("Reset all keys"));
    expect(asked).toBe(1);
    expect(latest).toEqual({ "split-right": [] });
    fireEvent.click(within(row("split-right")).getByLabelText("Reset the keys of Split right"));
    expect(keysOf("split-right")).toBe("Ctrl+Shift+D");
    expect(screen.getByText<HTMLButtonElement>("Reset all keys").disabled).toBe(true);
  });

  it("are added to and removed from one by one", () => {
    render(<Table />);
    fireEvent.click(within(row("find")).getByLabelText("Add keys to Find in terminal"));
    press(within(row("find")).getByRole("button", { name: /^Press the keys for/ }), "F3");
    fireEvent.click(within(row("find")).getByText("Use anyway"));
    expect(latest).toEqual({ find: ["Ctrl+Shift+F", "F3"] });
    expect(document.activeElement).toBe(within(row("find")).getByRole("button", { name: /now F3$/ }));
    fireEvent.click(within(row("find")).getByRole("button", { name: /now Ctrl Shift F$/ }));
    fireEvent.click(within(row("find")).getByLabelText("Remove Ctrl+Shift+F"));
    expect(latest).toEqual({ find: ["F3"] });
  });
});

describe("the keyboard", () => {
  const key = (id: string) => within(row(id)).getByRole("button", { name: /^Change the keys/ });
  const answer = (text: string) => fireEvent.click(within(row("find")).getByText(text));

  it.each<[string, (field: HTMLElement) => void]>([
    ["recorded", (field) => press(field, "M", ctrlShift)],
    ["removed", (field) => press(field, "Backspace")],
    ["left as they are", (field) => press(field, "Escape")],
    ["left because the window is", (field) => act(() => field.blur())],
    ["taken from another command", (field) => [press(field, "D", ctrlShift), answer("Use anyway")]],
    ["not taken from another command", (field) => [press(field, "D", ctrlShift), answer("Cancel")]],
  ])("is back at the key of the command when keys are %s", (_, act) => {
    render(<Table />);
    act(record("find"));
    expect(document.activeElement).toBe(key("find"));
  });

  it("is there as well when its keys are reset", () => {
    render(<Table first={{ find: ["F3"] }} />);
    fireEvent.click(within(row("find")).getByLabelText("Reset the keys of Find in terminal"));
    expect(document.activeElement).toBe(key("find"));
  });

  it("stays where it was taken", () => {
    render(<Table />);
    record("find");
    const filter = screen.getByLabelText("Filter commands and keys");
    act(() => filter.focus());
    expect(document.activeElement).toBe(filter);
  });

  it("ends by Escape what keys cost, and nothing more", () => {
    let others = 0;
    render(
      // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
      <div onKeyDown={({ defaultPrevented }) => (others += defaultPrevented ? 0 : 1)}>
        <Table />
      </div>,
    );
    press(record("find"), "D", ctrlShift);
    press(within(row("find")).getByText("Use anyway"), "Escape");
    expect(within(row("find")).queryByText("Use anyway")).toBeNull();
    expect(document.activeElement).toBe(key("find"));
    expect([latest, others]).toEqual([{}, 0]);
  });
});

describe("the table", () => {
  it("is in the groups of the commands, in the order of the documentation", () => {
    render(<Table listed={commands} />);
    expect(screen.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      ...groups,
    ]);
  });

  it("says what of the settings is ignored", () => {
    render(<Table first={{ "fly-away": ["Ctrl+Shift+M"], find: ["Nope"] }} />);
    expect(screen.getByText('"fly-away" is no command and is ignored.')).toBeTruthy();
    expect(screen.getByText('"Nope" is no key for "Find in terminal" and is ignored.')).toBeTruthy();
  });

  it("is filtered by words and by keys", () => {
    render(<Table />);
    const filter = screen.getByLabelText("Filter commands and keys");
    fireEvent.change(filter, { target: { value: "ctrl shift d" } });
    expect([...document.querySelectorAll("li[data-command]")].length).toBe(1);
    fireEvent.change(filter, { target: { value: "no such" } });
    expect(screen.getByText("No command has these words or keys.")).toBeTruthy();
  });
});

import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Notice } from "../../bridge/client";
import type { FakeBackend } from "../../bridge/fake";
import { backendWith, terminal, workspace } from "../../state/fixture";
import { Session } from "../../state/session";
import { NoticesList } from "./notices";

let session: Session;
let backend: FakeBackend;

beforeEach(async () => {
  vi.useFakeTimers();
  backend = backendWith([workspace("a", ["1"])], [terminal("1", "a")]);
  session = new Session(backend);
  await vi.advanceTimersByTimeAsync(10);
  render(<NoticesList session={session} />);
});
afterEach(() => {
  cleanup();
  session.dispose();
  vi.useRealTimers();
});

const notice = (id: string, level: Notice["level"], message = `${level}.`): Notice => ({
  id,
  level,
  message,
});
const add = (...notices: Notice[]) => act(() => notices.forEach((each) => session.notices.add(each)));
const after = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const rows = () => [...document.querySelectorAll<HTMLElement>("[data-notice]")];

describe("notices", () => {
  it("that say the same are one with a count, and are dismissed as one", () => {
    add(notice("1", "warning"), notice("2", "warning"));
    expect(rows()).toHaveLength(1);
    expect(rows()[0]?.textContent).toContain("(2 times)");
    fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
    expect(session.notices.store.getState().local).toEqual([]);
  });

  it("that only inform go after 8 seconds, the others stay", async () => {
    add(notice("1", "info"), notice("2", "warning"), notice("3", "error"));
    await after(7900);
    expect(rows()).toHaveLength(3);
    await after(200);
    expect(rows().map((row) => row.dataset.level)).toEqual(["warning", "error"]);
  });

  it("stay while they are pointed at or have the focus", async () => {
    add(notice("1", "info"));
    const row = rows()[0] as HTMLElement;
    fireEvent.pointerEnter(row);
    await after(20_000);
    fireEvent.focus(screen.getByRole("button", { name: "Dismiss" }));
    fireEvent.pointerLeave(row);
    await after(20_000);
    expect(rows()).toHaveLength(1);
    fireEvent.blur(screen.getByRole("button", { name: "Dismiss" }));
    await after(8100);
    expect(rows()).toHaveLength(0);
  });

  it("lie above what is said of an ended program", () => {
    const region = screen.getByRole("region", { name: "Notices" });
    expect(region.dataset.aboveCard).toBe("false");
    act(() =>
      backend.emit("terminal", terminal("1", "a", { revision: 2, state: "exited", exit: { code: 0 } })),
    );
    expect(region.dataset.aboveCard).toBe("true");
  });
});

import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Tooltip } from "./tooltip";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function Anchor({ text = "the whole path" }) {
  return (
    <Tooltip text={text}>
      <button type="button">anchor</button>
    </Tooltip>
  );
}

async function hover(): Promise<void> {
  const anchor = screen.getByText("anchor");
  fireEvent.pointerEnter(anchor, { pointerType: "mouse" });
  fireEvent.mouseEnter(anchor);
  fireEvent.mouseMove(anchor);
  await act(() => vi.advanceTimersByTimeAsync(1000));
}
const later = () => act(() => vi.advanceTimersByTimeAsync(1000));
const tip = () => screen.queryByText("the whole path");

it("goes with the pointer", async () => {
  render(<Anchor />);
  await hover();
  expect(tip()).not.toBeNull();
  fireEvent.mouseLeave(screen.getByText("anchor"));
  await later();
  expect(tip()).toBeNull();
});

it("goes with a click", async () => {
  render(<Anchor />);
  await hover();
  fireEvent.pointerDown(screen.getByText("anchor"));
  fireEvent.click(screen.getByText("anchor"));
  await later();
  expect(tip()).toBeNull();
});

it("goes with what it belongs to", async () => {
  const { rerender } = render(<Anchor />);
  await hover();
  expect(tip()).not.toBeNull();
  rerender(<p>nothing</p>);
  await later();
  expect(tip()).toBeNull();
});

it("does not come without a text", async () => {
  render(<Anchor text="" />);
  await hover();
  expect(document.querySelector('[role="tooltip"], [data-open]')).toBeNull();
});

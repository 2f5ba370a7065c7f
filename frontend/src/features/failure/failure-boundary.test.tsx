import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { FailureBoundary } from "./failure-boundary";

afterEach(cleanup);

function Broken(): never {
  throw new Error("a defect");
}

it("offers a reload instead of an empty window", () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const reload = vi.fn();
  render(
    <FailureBoundary onReload={reload}>
      <Broken />
    </FailureBoundary>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Reload" }));
  expect(reload).toHaveBeenCalledOnce();
});

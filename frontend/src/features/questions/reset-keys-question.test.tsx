import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { backendWith } from "../../state/fixture";
import { Session } from "../../state/session";
import { Questions } from "./questions";

afterEach(cleanup);

it.each([
  ["Cancel", 0],
  ["Reset all keys", 1],
])("says what resetting all keys loses, and %s resets %i times", async (answer, expected) => {
  const session = new Session(backendWith());
  let resets = 0;
  render(<Questions session={session} />);
  act(() =>
    session.commands.ask({
      kind: "reset-keys",
      own: 3,
      reset: () => {
        resets += 1;
      },
    }),
  );
  expect(
    await screen.findByText("Your own keys of 3 commands are lost. This cannot be undone."),
  ).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: answer }));
  expect(session.view.getState().question).toBeUndefined();
  expect(resets).toBe(expected);
  session.dispose();
});

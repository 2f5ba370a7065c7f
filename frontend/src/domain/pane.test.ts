import { describe, expect, it } from "vitest";
import { endingSentence, failureLabel, type PaneFacts, paneTitle } from "./pane";

const facts = (change: Partial<PaneFacts>): PaneFacts => ({
  state: "running",
  name: "",
  title: "",
  program: "bash",
  ...change,
});

describe("the title of a pane", () => {
  it.each([
    [facts({ name: "Build", title: "make", program: "bash" }), "Build"],
    [facts({ name: "  ", title: "make" }), "make"],
    [facts({}), "bash"],
    [facts({ program: "" }), "Terminal"],
  ])("of %j is %s", (pane, expected) => {
    expect(paneTitle(pane)).toBe(expected);
  });
});

describe("the end of a process", () => {
  it.each([
    [facts({}), "", ""],
    [facts({ state: "exited", exit: { code: 0 } }), "bash ended with code 0", ""],
    [facts({ state: "exited", exit: { code: 3 } }), "bash ended with code 3", "exit 3"],
    [
      facts({ state: "exited", exit: { code: 0, signal: "SIGKILL" } }),
      "bash was ended by SIGKILL",
      "SIGKILL",
    ],
    [facts({ state: "exited" }), "bash ended", ""],
    [facts({ state: "failed" }), "", "not started"],
  ])("of %j reads %s and %s", (pane, sentence, label) => {
    expect([endingSentence(pane), failureLabel(pane)]).toEqual([sentence, label]);
  });
});

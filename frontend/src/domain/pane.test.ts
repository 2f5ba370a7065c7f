import { describe, expect, it } from "vitest";
import { endingSentence, failureLabel, type PaneFacts, paneDirectory, paneTitle } from "./pane";

const facts = (change: Partial<PaneFacts>): PaneFacts => ({
  state: "running",
  name: "",
  title: "",
  program: "bash",
  cwd: "/home/ada/shop",
  ...change,
});

describe("the title of a pane", () => {
  it.each([
    [facts({ name: "Build", title: "make", program: "bash" }), "Build"],
    [facts({ name: "  ", title: "make" }), "make"],
    [facts({}), "bash"],
    [facts({ foreground: "vim" }), "vim"],
    [facts({ title: "make", foreground: "vim" }), "make"],
    [facts({ foreground: "" }), "bash"],
    [facts({ program: "" }), "Terminal"],
  ])("of %j is %s", (pane, expected) => {
    expect(paneTitle(pane)).toBe(expected);
  });
});

describe("the directory of a pane", () => {
  const from = { folder: "/home/ada/shop", home: "/home/ada" };

  it.each([
    ["/home/ada/shop", "shop"],
    ["/home/ada/shop/", "shop"],
    ["/home/ada/shop/api/v1/tests", "api/v1/tests"],
    ["/home/ada/shopping", "~/shopping"],
    ["/home/ada", "~"],
    ["/home/ada/notes/2026", "~/notes/2026"],
    ["/home/ada/src/go/pkg", "go/pkg"],
    ["/var/log/nginx", "log/nginx"],
    ["/var/log", "/var/log"],
    ["/", "/"],
    ["", ""],
  ])("%s reads %s", (cwd, expected) => {
    expect(paneDirectory(facts({ cwd }), from)).toBe(expected);
  });

  it("on Windows is told by either slash", () => {
    const there = { folder: "C:\\work\\shop", home: "C:\\Users\\ada" };
    expect(paneDirectory(facts({ cwd: "C:\\work\\shop\\api" }), there)).toBe("api");
    expect(paneDirectory(facts({ cwd: "C:/Users/ada/notes" }), there)).toBe("~/notes");
  });

  it("is not said of a pane with a title of its own, and needs no home", () => {
    expect(paneDirectory(facts({ name: "Build" }), from)).toBe("");
    expect(paneDirectory(facts({ title: "make" }), from)).toBe("");
    expect(paneDirectory(facts({ cwd: "/srv/a/b" }), { folder: "/", home: "" })).toBe("a/b");
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

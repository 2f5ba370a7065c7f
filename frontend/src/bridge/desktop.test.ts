import { expect, test, vi } from "vitest";
import { CallError } from "./client";
import { callDesktop, desktopGlobals } from "./desktop";

function host(rejection?: unknown) {
  const emitted = new Map<string, (data: unknown) => void>();
  return {
    emitted,
    go: {
      bind: {
        Workspaces: {
          Open: async (...params: unknown[]) => {
            if (rejection !== undefined) throw rejection;
            return params;
          },
        },
      },
      app: { Desktop: { Socket: async () => ({ url: "ws://127.0.0.1:1/socket", token: "t" }) } },
    },
    runtime: {
      EventsOn(name: string, listener: (data: unknown) => void) {
        emitted.set(name, listener);
        return () => emitted.delete(name);
      },
    },
  };
}

test("a browser has no desktop", () => {
  expect(desktopGlobals({})).toBeNull();
});

test("calls go to the bound method with their parameters", async () => {
  const globals = desktopGlobals(host());
  expect(globals && (await callDesktop(globals, "Workspaces.Open", ["/src", 4]))).toEqual(["/src", 4]);
});

test.each([
  ["an object", { kind: "not-found", message: "The folder /x does not exist.", hint: "Choose another." }],
  [
    "its JSON",
    JSON.stringify({ kind: "not-found", message: "The folder /x does not exist.", hint: "Choose another." }),
  ],
])("an error that comes as %s keeps kind, message and hint", async (_, rejection) => {
  const globals = desktopGlobals(host(rejection));
  const failure =
    globals && (await callDesktop(globals, "Workspaces.Open", []).catch((error: unknown) => error));
  expect(failure).toBeInstanceOf(CallError);
  expect(failure).toMatchObject({
    kind: "not-found",
    message: "The folder /x does not exist.",
    hint: "Choose another.",
  });
});

test("native text never becomes a message", async () => {
  const globals = desktopGlobals(host("open /home/me/.secret: permission denied"));
  const failure =
    globals && (await callDesktop(globals, "Workspaces.Open", []).catch((error: unknown) => error));
  expect(failure).toMatchObject({ kind: "internal", message: "The operation failed." });
});

test("a call that the desktop does not have fails at once", async () => {
  const globals = desktopGlobals(host());
  await expect(globals && callDesktop(globals, "Nothing.Here", [])).rejects.toMatchObject({
    kind: "unsupported",
  });
});

test("the window hears that the page asks whether to quit", () => {
  const page = host();
  const asked = vi.fn(async () => {});
  desktopGlobals({ ...page, go: { app: { Desktop: { AsksToQuit: asked } } } })?.asksToQuit();
  expect(asked).toHaveBeenCalledExactlyOnceWith();
});

test("events are heard until the subscription ends", () => {
  const page = host();
  const heard: unknown[] = [];
  const subscription = desktopGlobals(page)?.on("notices", (data) => heard.push(data));
  page.emitted.get("notices")?.([1]);
  subscription?.dispose();
  expect([heard, page.emitted.size]).toEqual([[[1]], 0]);
});

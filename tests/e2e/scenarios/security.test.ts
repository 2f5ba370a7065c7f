// Who is let in, and where the token may be found.

import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { run } from "../driver/app.ts";
import * as processes from "../driver/processes.ts";
import { ask, hello, upgrade } from "../driver/raw.ts";
import { scenario } from "../driver/stage.ts";
import { until } from "../driver/wait.ts";

const view = "0123456789abcdef0123456789abcdef";

scenario("only the token of this start opens the socket", async (stage) => {
  const old = stage.app.token;
  await stage.app.stop();
  await stage.start();
  const tab = await stage.tabAt(`${stage.app.origin}/`);
  const token = stage.app.token;
  expect(token).not.toBe(old);
  expect(Buffer.from(token, "base64url")).toHaveLength(32);
  for (const wrong of ["", "x", old, `${token}x`, token.slice(1), token.toUpperCase()]) {
    expect([wrong === "" ? "none" : "wrong", await hello(tab.page, { t: "hello", v: 1, token: wrong, view })]).toEqual([
      wrong === "" ? "none" : "wrong",
      { welcomed: false, code: 4401 },
    ]);
  }
  for (const first of ["not json", JSON.stringify({ t: "call", id: 1, method: "App.Info", params: [] }), JSON.stringify({ t: "hello", v: 1, token, view: "short" })]) {
    expect((await hello(tab.page, first)).welcomed).toBe(false);
  }
  expect((await hello(tab.page, { t: "hello", v: 1, token, view })).welcomed).toBe(true);
}, { expectedComplaints: /.*/ });

scenario("foreign pages and foreign names are refused before anything is upgraded", async (stage) => {
  const { app } = stage;
  expect((await ask(app, { path: "/socket", headers: upgrade(app) })).status).toBe(101);
  const refused: [string, Record<string, string>][] = [
    ["a foreign origin", { Origin: "https://evil.example" }],
    ["an origin on another port", { Origin: "http://127.0.0.1:1" }],
    ["a null origin", { Origin: "null" }],
    ["a secure origin of the same host", { Origin: app.origin.replace("http", "https") }],
    ["a foreign host", { Host: "evil.example", Origin: "http://evil.example" }],
    ["a host that begins as ours", { Host: "127.0.0.1.evil.example", Origin: "http://127.0.0.1.evil.example" }],
  ];
  for (const [what, headers] of refused) {
    expect([what, (await ask(app, { path: "/socket", headers: upgrade(app, headers) })).status]).toEqual([what, 403]);
  }
  expect((await ask(app, { headers: { Host: "evil.example" } })).status).toBe(403);
  const port = new URL(app.origin).port;
  expect((await ask(app, { headers: { Host: `localhost:${port}` } })).status).toBe(200);
});

scenario("a post as hooks send it is refused on this surface", async (stage) => {
  const { app } = stage;
  for (const path of ["/", "/socket", "/hook", "/index.html"]) {
    const answer = await ask(app, {
      method: "POST",
      path,
      headers: { Host: new URL(app.origin).host, "Content-Type": "application/json", Authorization: `Bearer ${app.token}` },
      body: '{"event":"stop"}',
    });
    expect([path, answer.status]).toEqual([path, 405]);
  }
});

scenario("the page comes with the headers that keep it to itself", async (stage) => {
  const { headers } = await ask(stage.app, {});
  expect(headers["content-security-policy"]).toContain("default-src 'self'");
  expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  expect(headers["content-security-policy"]).not.toMatch(/script-src[^;]*unsafe/);
  expect(headers["referrer-policy"]).toBe("no-referrer");
  expect(headers["x-content-type-options"]).toBe("nosniff");
});

scenario("it listens on the loopback address alone", async (stage) => {
  const port = Number(new URL(stage.app.origin).port).toString(16).toUpperCase().padStart(4, "0");
  const listening = ["/proc/net/tcp", "/proc/net/tcp6"]
    .flatMap((file) => readFileSync(file, "utf8").split("\n"))
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields[3] === "0A" && fields[1]?.endsWith(`:${port}`))
    .map((fields) => fields[1]);
  expect(listening).toEqual([`0100007F:${port}`]);
});

scenario("an address that is not loopback cannot be asked for", async (stage) => {
  for (const args of [["--port", "0.0.0.0:8080"], ["--host", "0.0.0.0"], ["--listen", "0.0.0.0:1"], ["--port", "70000"], ["--port", "-1"]]) {
    const finished = await run(stage.world, ["serve", ...args]);
    expect([args, finished.code, finished.stdout]).toEqual([args, 2, ""]);
  }
}, { manual: true });

scenario("the token is in no argument list, environment, log or file, and leaves the address bar", async (stage) => {
  const tab = await stage.workspace();
  await tab.pane().runToEnd("env; echo se''en");
  const { token } = stage.app;
  expect(token.length).toBeGreaterThanOrEqual(43);
  expect(tab.page.url()).not.toContain(token);
  expect(tab.page.url()).not.toContain("#token");
  expect(await tab.pane().text()).not.toContain(token);
  const ours = processes.all();
  expect(ours.filter((process) => process.command.includes(token)).map((process) => process.pid)).toEqual([]);
  for (const process of processes.of(stage.world)) {
    expect([...processes.environment(process.pid).values()].filter((value) => value.includes(token))).toEqual([]);
  }
  for (const file of processes.filesBelow(stage.world.root)) {
    expect([file, readFileSync(file, "latin1").includes(token)]).toEqual([file, false]);
  }
  expect(stage.app.stdout.split(token)).toHaveLength(2);
  expect(stage.app.stderr).not.toContain(token);
  expect(await tab.page.evaluate(() => document.cookie)).toBe("");
  expect(await tab.page.evaluate((secret) => Object.values({ ...localStorage }).some((value) => String(value).includes(secret)), token)).toBe(false);
  // A reload is still let in, from the session's own memory.
  await tab.reload();
});

scenario("a page without the token says what to do", async (stage) => {
  const tab = await stage.tabAt(`${stage.app.origin}/`);
  await until("the sentence that says what to do", async () => (await tab.page.locator("body").innerText()).includes("clanker serve"));
}, { expectedComplaints: /WebSocket/ });

scenario("file names in the page's address do not leave its own files", async (stage) => {
  for (const path of ["/../../etc/passwd", "/..%2f..%2fetc/passwd", "/%2e%2e/state.db", "//etc/passwd", "/.keep"]) {
    const answer = await ask(stage.app, { path, headers: { Host: new URL(stage.app.origin).host } });
    expect([path, answer.body.includes("root:")]).toEqual([path, false]);
    expect(answer.status).not.toBe(500);
  }
});

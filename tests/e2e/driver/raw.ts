// Requests as no browser would send them, and a view that never reads.

import { request, type IncomingMessage } from "node:http";
import type { App } from "./app.ts";
import type { Page } from "./page.ts";

export interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

export interface Question {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** Sends one request to the application's port; headers are sent as given. */
export function ask(app: App, question: Question): Promise<Answer> {
  const { hostname, port } = new URL(app.origin);
  return new Promise((settle, fail) => {
    const sent = request(
      { hostname, port, method: question.method ?? "GET", path: question.path ?? "/", headers: question.headers ?? {}, agent: false },
      (answer) => {
        let body = "";
        answer.setEncoding("utf8").on("data", (text: string) => (body += text));
        answer.on("end", () => settle({ status: answer.statusCode ?? 0, headers: answer.headers, body }));
        answer.on("error", fail);
      },
    );
    sent.on("upgrade", (answer, socket) => {
      socket.destroy();
      settle({ status: answer.statusCode ?? 0, headers: answer.headers, body: "" });
    });
    sent.on("error", fail);
    sent.end(question.body);
  });
}

/** The headers of a WebSocket's opening, completed or replaced by some others. */
export function upgrade(app: App, others: Record<string, string> = {}): Record<string, string> {
  return {
    Host: new URL(app.origin).host,
    Origin: app.origin,
    Connection: "Upgrade",
    Upgrade: "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
    ...others,
  };
}

export interface SocketEnd {
  readonly welcomed: boolean;
  readonly code: number;
}

/**
 * Opens a socket from inside of a page with a hello of the caller's choice and
 * answers how it ended, or that it was let in.
 */
export function hello(page: Page, message: unknown): Promise<SocketEnd> {
  return page.evaluate(
    (first) =>
      new Promise<SocketEnd>((settle) => {
        const socket = new WebSocket(`${location.origin.replace("http", "ws")}/socket`);
        let welcomed = false;
        socket.onopen = () => socket.send(typeof first === "string" ? first : JSON.stringify(first));
        socket.onmessage = (event) => {
          welcomed ||= typeof event.data === "string" && event.data.includes('"welcome"');
          if (welcomed) {
            socket.close();
          }
        };
        socket.onclose = (event) => settle({ welcomed, code: event.code });
      }),
    message,
  );
}

/**
 * Attaches to a terminal as a visible view and never says that it has parsed
 * anything, like a tab whose page hangs.
 */
export async function attachAndNeverRead(page: Page, token: string, terminal: string): Promise<void> {
  await page.evaluate(
    ({ token, terminal }) =>
      new Promise<void>((settle, fail) => {
        const view = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
        const socket = new WebSocket(`${location.origin.replace("http", "ws")}/socket`);
        socket.onopen = () => socket.send(JSON.stringify({ t: "hello", v: 1, token, view }));
        socket.onmessage = (event) => {
          if (typeof event.data !== "string") {
            return;
          }
          const message = JSON.parse(event.data) as { t: string };
          if (message.t === "welcome") {
            socket.send(JSON.stringify({ t: "visible", value: true }));
            socket.send(JSON.stringify({ t: "attach", terminal, offset: -1 }));
          }
          if (message.t === "attached") {
            settle();
          }
        };
        socket.onclose = (event) => fail(new Error(`closed with ${event.code}`));
      }),
    { token, terminal },
  );
}

/** Joins the socket, the calls and the events to the backend of a browser or of the desktop. */
import { type Disposable, DisposableStore } from "../base/disposable";
import { Emitter } from "../base/emitter";
import type { Backend, DesktopWindow, Events, TerminalID } from "./client";
import { DesktopClipboard, PageClipboard } from "./clipboard";
import { callDesktop, type DesktopGlobals, desktopEvents, desktopGlobals } from "./desktop";
import { type Client, createClient } from "./generated";
import { after, listen, pageVisibility } from "./page";
import { UiSocket } from "./socket";
import { SocketEvents } from "./socketEvents";
import { SocketTerminals } from "./terminals";
import { sessionToken } from "./token";
import { BackendUploads } from "./uploads";
import { claimView, holdLock } from "./viewIdentity";
import { socketPath } from "./wire";

/** Builds the backend of this window, whichever shell it is in. */
export function openBackend(): Backend {
  const globals = desktopGlobals(window);
  return globals ? openDesktop(globals) : openBrowser();
}

function openBrowser(): Backend {
  const store = new DisposableStore();
  const { socket, view } = openSocket(
    store,
    async () => ({ url: socketUrl(window.location), token: sessionToken() }),
    "App.Info",
  );
  const client = createClient((method, params) => socket.call(method, params));
  return {
    shell: "browser",
    client,
    events: store.add(new SocketEvents(socket)),
    connection: socket,
    terminals: store.add(new SocketTerminals(socket, view, pageVisibility, after)),
    clipboard: new PageClipboard(),
    uploads: new BackendUploads(client),
    openLink: (terminal, uri) => openLink(client, terminal, uri),
    window: null,
    dispose: () => store.dispose(),
  };
}

function openDesktop(globals: DesktopGlobals): Backend {
  const store = new DisposableStore();
  // The socket carries only terminals here, on this machine: it cannot die in silence.
  const { socket, view } = openSocket(store, () => globals.socket(), "");
  const client = createClient((method, params) => callDesktop(globals, method, params));
  const events: Events = desktopEvents(globals);
  return {
    shell: "desktop",
    client,
    events,
    connection: socket,
    terminals: store.add(new SocketTerminals(socket, view, pageVisibility, after)),
    clipboard: new DesktopClipboard(client),
    uploads: new BackendUploads(client),
    openLink: (terminal, uri) => openLink(client, terminal, uri),
    window: desktopWindow(globals, store),
    dispose: () => store.dispose(),
  };
}

function openSocket(
  store: DisposableStore,
  target: () => Promise<{ url: string; token: string }>,
  probe: string,
): { socket: UiSocket; view: () => string } {
  let view = "";
  const identity = claimView({ sessionStorage, crypto, hold: holdLock });
  const socket = store.add(
    new UiSocket(
      {
        async target() {
          const [{ url, token }, claimed] = await Promise.all([target(), identity]);
          view = claimed;
          return { url, token, view };
        },
        connect: (url) => new WebSocket(url),
        now: () => Date.now(),
        random: () => Math.random(),
        after,
      },
      probe,
    ),
  );
  // Signs that the network or the person is back: do not wait out the pause.
  store.add(listen(window, "online", () => socket.retry()));
  store.add(pageVisibility.onChange(() => pageVisibility.visible && socket.retry()));
  return { socket, view: () => view };
}

export function socketUrl(location: Pick<Location, "protocol" | "host">): string {
  return `${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}${socketPath}`;
}

async function openLink(client: Client, terminal: TerminalID, uri: string): Promise<void> {
  const { openUrl } = await client.links.open(terminal, uri);
  if (openUrl !== "") window.open(openUrl, "_blank", "noopener,noreferrer");
}

function desktopWindow(globals: DesktopGlobals, store: DisposableStore): DesktopWindow {
  const dropped = store.add(new Emitter<{ x: number; y: number; paths: string[] }>());
  store.add(globals.filesDropped((drop) => dropped.fire(drop)) satisfies Disposable);
  return {
    minimise: () => globals.minimise(),
    toggleMaximise: () => globals.toggleMaximise(),
    close: () => globals.close(),
    asksToQuit: () => globals.asksToQuit(),
    filesDropped: dropped.event,
  };
}

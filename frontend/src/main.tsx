// First, before anything else runs or loads: it takes the token out of the address.
import "./bridge/token";
import "./ui/tokens.css";
import "./ui/fonts.css";
import "./ui/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { openBackend } from "./bridge/backend";
import { after, pagePresence, pageVisibility } from "./bridge/page";
import { Application } from "./features/all";
import { FailureBoundary } from "./features/failure/failure-boundary";
import { TerminalViews } from "./features/grid/terminal-views";
import { keepKeyboard } from "./features/keys/keyboard-place";
import { askBeforeLeaving } from "./features/frame/leaving";
import { takeKeys } from "./features/keys/keys";
import { platformOf, surfaceOf } from "./features/platform";
import { Actions } from "./state/actions";
import { Keyboard } from "./state/keyboard";
import { Session } from "./state/session";
import { Work } from "./state/work";
import { TerminalView } from "./terminal/view";
import { Appearance } from "./ui/theme";

// A terminal measures its letters once, so the font must be there first; without it the page starts all the same.
const fontPatience = 1500;

async function start(container: HTMLElement): Promise<void> {
  const root = document.documentElement;
  const platform = platformOf(navigator);
  const backend = openBackend();
  const session = new Session(backend, sessionStorage, pagePresence);
  const keyboard = new Keyboard(session, platform, surfaceOf(backend.shell, window));
  const views = new TerminalViews({ backend, session, keyboard, create: TerminalView });
  const actions = new Actions(session, backend.client, () => {
    const terminal = session.commands.focusedTerminal();
    return terminal && views.get(terminal.id);
  });
  // What the application wrote into the page is newer than what this tab remembers.
  const look = {
    getItem: (key: string) => root.dataset.look ?? sessionStorage.getItem(key),
    setItem: (key: string, value: string) => sessionStorage.setItem(key, value),
  };
  const appearance = new Appearance(root, () => views.themeChanged(), look);
  session.settings.store.subscribe((settings) => appearance.show(settings.appearance));
  const showConnection = () => {
    root.dataset.connection = session.connection.getState().phase;
  };
  showConnection();
  session.connection.subscribe(showConnection);
  const focusTerminal = () => {
    const terminal = session.commands.focusedTerminal();
    if (terminal) views.get(terminal.id)?.focus();
  };
  takeKeys(window, { session, keyboard, actions, focusTerminal });
  keepKeyboard(window, session, focusTerminal);
  if (backend.shell === "browser") {
    askBeforeLeaving(window, new Work(backend.client, session, { page: pageVisibility, after }));
  }
  await Promise.race([
    Promise.allSettled(['12px "JetBrains Mono"', '12px "Inter"'].map((font) => document.fonts.load(font))),
    new Promise((resolve) => setTimeout(resolve, fontPatience)),
  ]);
  createRoot(container).render(
    <StrictMode>
      <FailureBoundary onReload={() => window.location.reload()}>
        <Application
          backend={backend}
          session={session}
          views={views}
          keyboard={keyboard}
          actions={actions}
          macos={platform === "macos"}
          memory={sessionStorage}
        />
      </FailureBoundary>
    </StrictMode>,
  );
}

const container = document.getElementById("root");
if (container) void start(container);

// First, before anything else runs or loads: it takes the token out of the address.
import "./bridge/token";
import "./ui/tokens.css";
import "./ui/fonts.css";
import "./ui/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { openBackend } from "./bridge/backend";
import { pagePresence } from "./bridge/page";
import { keymapFor } from "./domain/keymap";
import { Application } from "./features/all";
import { FailureBoundary } from "./features/failure/failure-boundary";
import { TerminalViews } from "./features/grid/terminal-views";
import { keepKeyboard } from "./features/keys/keyboard-place";
import { takeKeys } from "./features/keys/keys";
import { platformOf, surfaceOf } from "./features/platform";
import { Session } from "./state/session";
import { TerminalView } from "./terminal/view";
import { followSystemTheme } from "./ui/theme";

// A terminal measures its letters once, so the font must be there first; without it the page starts all the same.
const fontPatience = 1500;

async function start(container: HTMLElement): Promise<void> {
  const root = document.documentElement;
  const platform = platformOf(navigator);
  const backend = openBackend();
  const session = new Session(backend, sessionStorage, pagePresence);
  const views = new TerminalViews({ backend, session, create: TerminalView, keys: platform });
  const keymap = keymapFor(platform, surfaceOf(backend.shell, window));

  followSystemTheme(root, () => views.themeChanged());
  const showConnection = () => {
    root.dataset.connection = session.connection.getState().phase;
  };
  showConnection();
  session.connection.subscribe(showConnection);
  const focusTerminal = () => {
    const terminal = session.commands.focusedTerminal();
    if (terminal) views.get(terminal.id)?.focus();
  };
  takeKeys(window, session, keymap, focusTerminal);
  keepKeyboard(window, session, focusTerminal);
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
          keymap={keymap}
          macos={platform === "macos"}
        />
      </FailureBoundary>
    </StrictMode>,
  );
}

const container = document.getElementById("root");
if (container) void start(container);

// First, before anything else runs or loads: it takes the token out of the address.
import "./bridge/token";
import "./ui/tokens.css";
import "./ui/fonts.css";
import "./ui/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { openBackend } from "./bridge/backend";
import { pagePresence } from "./bridge/page";
import { Application } from "./features/all";
import { assemble } from "./features/assembly";
import { FailureBoundary } from "./features/failure/failure-boundary";
import { askBeforeLeaving } from "./features/frame/leaving";
import { platformOf, surfaceOf } from "./features/platform";
import { workRuns } from "./state/work";
import { TerminalView } from "./terminal/view";
import { Appearance } from "./ui/theme";

// A terminal measures its letters once, so the font must be there first; without it the page starts all the same.
const fontPatience = 1500;

async function start(container: HTMLElement): Promise<void> {
  const root = document.documentElement;
  const platform = platformOf(navigator);
  const backend = openBackend();
  const assembly = assemble(window, {
    backend,
    platform,
    surface: surfaceOf(backend.shell, window),
    create: TerminalView,
    around: [sessionStorage, pagePresence],
  });
  const { session, views } = assembly;
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
  if (backend.shell === "browser") {
    askBeforeLeaving(window, () => workRuns(session));
  }
  await Promise.race([
    Promise.allSettled(['12px "JetBrains Mono"', '12px "Inter"'].map((font) => document.fonts.load(font))),
    new Promise((resolve) => setTimeout(resolve, fontPatience)),
  ]);
  createRoot(container).render(
    <StrictMode>
      <FailureBoundary onReload={() => window.location.reload()}>
        <Application {...assembly} macos={platform === "macos"} memory={sessionStorage} />
      </FailureBoundary>
    </StrictMode>,
  );
}

const container = document.getElementById("root");
if (container) void start(container);

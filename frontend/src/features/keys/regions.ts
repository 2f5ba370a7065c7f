/**
 * Moves the keyboard focus around the parts of a workspace: the terminal, the header of its pane, the toolbar,
 * the tabs. It is the way out of a terminal, which takes Tab and every plain key for its program.
 */
export function nextRegion(page: Document, focusTerminal: () => void): void {
  const stops = [
    '[data-focused="true"] [data-region="pane-title"]',
    '[data-region="toolbar"] button',
    '[data-region="tabs"] button[aria-current="page"]',
  ].flatMap((selector) => page.querySelector<HTMLElement>(selector) ?? []);
  const current = stops.findIndex((stop) => regionOf(stop)?.contains(page.activeElement));
  const next = stops[current + 1];
  if (next) next.focus();
  else focusTerminal();
}

function regionOf(stop: HTMLElement): Element | null {
  return stop.closest("header, [data-region]");
}

/**
 * Moves the keyboard focus around the parts of the window: in a workspace the terminal, the header of its pane,
 * the toolbar, the tabs and what there is to know; in the launcher its field, the tabs and what there is to
 * know; in the settings their search, their parts, what of them is shown, and the tabs. It is the way out of a terminal, which takes Tab and every plain key for its program.
 */
export function nextRegion(page: Document, focusTerminal: () => void): void {
  const stops = [
    '[data-focused="true"] [data-region="pane-title"]',
    '[data-surface="launcher"] [data-control="folder-path"]',
    '[data-surface="settings"] [data-control="settings-search"]',
    '[data-region="settings-parts"] button',
    '[data-region="settings-page"] :is(button, input)',
    '[data-region="toolbar"] button',
    // The launcher's own tab is no button.
    page.querySelector('[data-surface="launcher"]') === null
      ? '[data-region="tabs"] button[aria-current="page"]'
      : '[data-region="tabs"] button',
    '[data-surface="notices"] button',
  ].flatMap((selector) => page.querySelector<HTMLElement>(selector) ?? []);
  const current = stops.findIndex((stop) => regionOf(stop)?.contains(page.activeElement));
  const next = stops[current + 1];
  if (next) next.focus();
  else if (page.querySelector('[data-surface="launcher"], [data-surface="settings"]')) stops[0]?.focus();
  else focusTerminal();
}

function regionOf(stop: HTMLElement): Element | null {
  return stop.closest("header, [data-region], [data-surface]");
}

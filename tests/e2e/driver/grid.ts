// The grid in front as one sees it: which panes there are and where.

import type { Locator } from "./page.ts";
import type { Tab } from "./tab.ts";
import { until } from "./wait.ts";

export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where each terminal is, in whole CSS pixels. */
export async function places(tab: Tab): Promise<Map<string, Rect>> {
  const found = await tab.page.locator("[data-pane]:visible").evaluateAll((panes) =>
    panes.map((pane) => {
      const { x, y, width, height } = pane.getBoundingClientRect();
      const round = Math.round;
      return [(pane as HTMLElement).dataset["terminal"] ?? "", { x: round(x), y: round(y), width: round(width), height: round(height) }] as const;
    }),
  );
  return new Map(found);
}

/** The same as a text, to compare. */
export async function picture(tab: Tab): Promise<string> {
  const all = [...(await places(tab))].sort(([one], [other]) => (one < other ? -1 : 1));
  return all.map(([terminal, { x, y, width, height }]) => `${terminal.slice(0, 8)} ${x},${y} ${width}x${height}`).join("\n");
}

export async function waitForPanes(tab: Tab, count: number): Promise<void> {
  await until(`${count} panes`, async () => (await tab.panes()) === count, { seen: () => tab.describe() });
}

export async function waitForPicture(tab: Tab, wanted: string): Promise<void> {
  await until("the same arrangement", async () => (await picture(tab)) === wanted, { seen: async () => `${await picture(tab)}\nwanted:\n${wanted}` });
}

/** Panes cover the area without lying over each other. */
export async function overlaps(tab: Tab): Promise<string[]> {
  const all = [...(await places(tab))];
  const found: string[] = [];
  for (const [i, [name, a]] of all.entries()) {
    for (const [other, b] of all.slice(i + 1)) {
      if (a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height) {
        found.push(`${name} over ${other}`);
      }
    }
  }
  return found;
}

/** The terminal of the pane that has the focus. */
export async function focused(tab: Tab): Promise<string> {
  return (await tab.page.locator('[data-pane][data-focused="true"]:visible').getAttribute("data-terminal")) ?? "";
}

/** What a pane is dragged by. */
export function handle(tab: Tab, terminal: string): Locator {
  return tab.paneOf(terminal).locator.locator('[data-region="pane-title"]');
}

/** Where each pane is: its name in the workspace, which outlives its terminal. */
export async function layout(tab: Tab): Promise<string> {
  const found = await tab.page.locator("[data-pane]:visible").evaluateAll((panes) =>
    panes.map((pane) => {
      const { x, y, width, height } = pane.getBoundingClientRect();
      return `${(pane as HTMLElement).dataset["pane"]} ${[x, y, width, height].map(Math.round).join(" ")}`;
    }),
  );
  return found.sort().join("\n");
}

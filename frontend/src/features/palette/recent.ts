/** What was chosen lately in this view; it lasts as long as the tab. */

export type PaletteMemory = Pick<Storage, "getItem" | "setItem">;

const memoryKey = "clanker-grid.palette";
// As many as are seen at a glance.
const most = 8;

export function recentChoices(memory: PaletteMemory | undefined): readonly string[] {
  try {
    const kept: unknown = JSON.parse(memory?.getItem(memoryKey) ?? "[]");
    return Array.isArray(kept) ? kept.filter((id) => typeof id === "string").slice(0, most) : [];
  } catch {
    return [];
  }
}

export function rememberChoice(memory: PaletteMemory | undefined, id: string): void {
  const choices = [id, ...recentChoices(memory).filter((other) => other !== id)].slice(0, most);
  try {
    memory?.setItem(memoryKey, JSON.stringify(choices));
  } catch {
    // Without storage the list begins with the first command, and that is all.
  }
}

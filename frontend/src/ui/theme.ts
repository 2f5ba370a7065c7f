/** How the interface looks as a whole: which set of tokens is in force, how large it is, and its font. */
import { fontStack } from "../domain/fonts";

export type Theme = "dark" | "light" | "slate";

export interface Look {
  /** The system's is one of dark and light. */
  readonly theme: Theme | "system";
  /** Percent. The style sheets are in rem, so the size of the root's font is the size of everything. */
  readonly uiScale: number;
  /** A family name, or empty for the bundled one. */
  readonly uiFont: string;
}

/** Where a reload finds how the page looked, before anything else is known. */
export type LookMemory = Pick<Storage, "getItem" | "setItem">;

const memoryKey = "clanker-grid.look";
const prefersLight = "(prefers-color-scheme: light)";
// What a rem is at 100 percent; the build divides pixels by it.
const rem = 16;
const bundled = '"Inter", system-ui, -apple-system, "Segoe UI", sans-serif';

export class Appearance {
  private readonly system: MediaQueryList | undefined;
  private look: Look;
  private shown = "";
  private readonly onSystem = () => this.apply();

  /** `changed` is told after the document has other colours. */
  constructor(
    private readonly root: HTMLElement,
    private readonly changed: () => void,
    private readonly memory?: LookMemory,
  ) {
    this.system = root.ownerDocument.defaultView?.matchMedia(prefersLight);
    this.system?.addEventListener("change", this.onSystem);
    this.look = this.recalled();
    this.apply();
  }

  show(look: Look): void {
    this.look = look;
    this.apply();
    try {
      const { theme, uiScale, uiFont } = look;
      this.memory?.setItem(memoryKey, JSON.stringify({ theme, uiScale, uiFont }));
    } catch {
      // Without storage a reload shows the system's theme until the settings are there.
    }
  }

  dispose(): void {
    this.system?.removeEventListener("change", this.onSystem);
  }

  private apply(): void {
    const { root, look } = this;
    root.style.fontSize = `${(rem * look.uiScale) / 100}px`;
    if (look.uiFont.trim() === "") root.style.removeProperty("--font-ui");
    else root.style.setProperty("--font-ui", fontStack(look.uiFont, bundled));
    const theme = look.theme === "system" ? (this.system?.matches ? "light" : "dark") : look.theme;
    if (theme === this.shown) return;
    this.shown = theme;
    root.dataset.theme = theme;
    this.changed();
  }

  private recalled(): Look {
    const usual: Look = { theme: "system", uiScale: 100, uiFont: "" };
    try {
      const kept: unknown = JSON.parse(this.memory?.getItem(memoryKey) ?? "null");
      return isLook(kept) ? kept : usual;
    } catch {
      return usual;
    }
  }
}

function isLook(value: unknown): value is Look {
  if (typeof value !== "object" || value === null) return false;
  const { theme, uiScale, uiFont } = value as Record<keyof Look, unknown>;
  return (
    ["system", "dark", "light", "slate"].includes(String(theme)) &&
    typeof uiScale === "number" &&
    uiScale >= 50 &&
    uiScale <= 300 &&
    typeof uiFont === "string"
  );
}

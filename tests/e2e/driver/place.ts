// Where the application is shown: in a browser, or in its window. A scenario is the same in both.

import type { App, StartOptions, Status } from "./app.ts";
import type { Size } from "./page.ts";
import type { Tab } from "./tab.ts";
import type { World } from "./world.ts";

/** What somebody looks with. */
export interface Look {
  readonly viewport?: Size;
  readonly colorScheme?: "light" | "dark";
}

export const firstLook = { viewport: { width: 1440, height: 900 }, colorScheme: "dark" } as const;

export interface Place {
  readonly kind: "browser" | "desktop";
  /** Whether there can be but one page. */
  readonly single: boolean;
  start(world: World, options: StartOptions, look: Look): Promise<App>;
  /** A page that shows the application, connected. */
  show(app: App, look: Look): Promise<Tab>;
  /** What the application itself holds of the system. */
  footprint(app: App): Promise<Status["process"]>;
  /** Takes one's eyes off a page. */
  leave(tab: Tab): Promise<void>;
  /** Keeps a picture of what can be seen outside of the pages. */
  picture(folder: string): Promise<void>;
  /** Leaves every page. */
  leaveAll(): Promise<void>;
  /** Ends what remains, after the application. */
  close(): Promise<void>;
}

// Which scenarios are performed in the window: a small set on every run, all of them on a full one, except for those
// that are about a browser. Names are given up to where they begin to differ.

interface Choice {
  /** Performed on every run. */
  readonly always?: readonly string[];
  /** What a window cannot show, with the reason; one for the whole file, or one for each name. */
  readonly browserOnly?: string | Readonly<Record<string, string>>;
}

const several = "the window has one page, and this is about several";
const token = "the window's page is handed its token by a binding, and nothing is printed";
const account = "the screen admits the account that started it alone";

export const choices: Readonly<Record<string, Choice>> = {
  accessibility: { always: ["palette and settings can be read and operated by everyone"] },
  agents: { always: ["an agent is launched by its button"] },
  ending: {
    browserOnly: { "a page whose application ended says so": "the window ends with its application" },
  },
  flood: {},
  grid: {
    always: [
      "a pane is split to the right and down",
      "a pane is dragged to an edge",
      "a zoomed pane fills the grid",
      "a change of the layout is undone",
    ],
    browserOnly: { "two windows rearrange at once": several },
  },
  hardship: {
    browserOnly: {
      "keys that are typed while the application is stopped": "the window stops with its application",
      "a page that stands still": "a browser can stop a page; tests/desktop ends the window's page",
    },
  },
  hostile: {},
  idle: { browserOnly: "what a page does is read by the browser's own tracing; tests/desktop looks at the window's processes" },
  input: { browserOnly: "an input method is played by the browser; tests/desktop has a real one in the window" },
  keyboard: {
    always: ["open, split, arrange, find, settings and close"],
    browserOnly: {
      "a reload is asked about": "the question is the browser's own",
      "what an application window is good for": "the hint is for plain tabs",
    },
  },
  killed: {},
  launcher: {
    always: ["a folder opens with ", "a folder is opened, used and closed by keyboard alone"],
    browserOnly: { "a second serve prints": "it is about serve", "a folder without permission": account },
  },
  pane: {},
  renderer: { browserOnly: "WebGL in software is too slow in the window; tests/desktop looks at the pixels of its screen" },
  replay: {
    always: ["a reload brings back the grid"],
    browserOnly: {
      "fifty megabytes written while nobody looks": "the window's page is closed with the application",
      "a terminal that ended while nobody looked": "the window's page is closed with the application",
    },
  },
  restore: {
    always: ["everything comes back after a quit"],
    browserOnly: { "everything comes back after the application was killed": "a second page looks at what the first had kept" },
  },
  security: { browserOnly: token },
  soak: { browserOnly: "it has a tier of its own" },
  status: {
    browserOnly: { "without an owner status says so": "nothing is opened", "a chosen port is used": "it is about serve" },
  },
  still: { browserOnly: "what the page asks for is read from its socket, which the driver cannot see" },
  storage: {
    browserOnly: { "a state file of a newer version": "it is about serve", "a home that cannot be written": account },
  },
  tabs: { browserOnly: { "a tab is dragged to another place": several } },
  text: {
    always: ["keys reach the program", "a paste of several lines", "find counts, moves and keeps its marks"],
    browserOnly: {
      "links open on Ctrl+click": "in the window the system opens them, and what a browser opens can be watched",
      "a dropped file is uploaded": "a window is given paths; tests/desktop drops real ones",
      "a pasted image is uploaded": "tests/desktop copies a real one in another program",
      "a picture on the clipboard": "tests/desktop copies a real one in another program",
    },
  },
  views: {
    always: ["a program that prints for ever"],
    browserOnly: {
      "two tabs watch": several,
      "the tab that was last used": several,
      "a tab that never reads": several,
      "a tab closed in the middle": several,
      "a lost connection is told": "its frames cannot make a detour through the driver",
    },
  },
};

const starts = (name: string, beginnings: readonly string[]): boolean => beginnings.some((beginning) => name.startsWith(beginning));

/** Whether anything of a file is performed. */
export function hasSome({ always = [], browserOnly }: Choice, full: boolean): boolean {
  return full ? typeof browserOnly !== "string" : always.length > 0;
}

/** Whether a scenario is performed in the window. */
export function performed(name: string, full: boolean): boolean {
  const all = Object.values(choices);
  if (!full) {
    return all.some(({ always = [] }) => starts(name, always));
  }
  return !all.some(({ browserOnly }) => typeof browserOnly === "object" && starts(name, Object.keys(browserOnly)));
}

/** Every setting that is one value: what it is called, what it means, and between which bounds it lies. */
import type { Settings } from "../../bridge/client";
import { type SettingsSection, settingsSections } from "../../state/view";

interface Described {
  readonly name: string;
  /** Other words by which it is looked for. */
  readonly keywords?: string;
  /** One sentence or two; what a person reads before changing it. */
  readonly description: string;
  /** Where it means something; everywhere unless told otherwise. */
  readonly only?: "linux-desktop";
}

interface Common extends Described {
  /** As in the settings file. */
  readonly id: string;
  readonly section: SettingsSection;
}

export interface Option {
  readonly value: string;
  readonly text: string;
}

export interface SwitchSetting extends Common, Access<boolean> {
  readonly kind: "switch";
}

export interface ChoiceSetting extends Common, Access<string> {
  readonly kind: "choice";
  readonly options: readonly Option[];
}

export interface NumberSetting extends Common, Access<number> {
  readonly kind: "number";
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly unit: string;
}

export interface TextSetting extends Common, Access<string> {
  readonly kind: "font" | "shell";
}

interface Access<Value> {
  readonly get: (settings: Settings) => Value;
  readonly set: (settings: Settings, value: Value) => Settings;
  /** With the value of other settings, such as the defaults. */
  readonly like: (settings: Settings, others: Settings) => Settings;
}

export type Setting = SwitchSetting | ChoiceSetting | NumberSetting | TextSetting;

type Part = "general" | "appearance" | "terminal";
type KeysOf<P extends Part, Value> = {
  [K in keyof Settings[P]]: Settings[P][K] extends Value ? K : never;
}[keyof Settings[P]] &
  string;

/** Reads and writes one value of one part; every setting lies in the section of its part's name. */
function at<P extends Part, K extends keyof Settings[P] & string>(part: P, key: K) {
  const get = (settings: Settings) => settings[part][key];
  const set = (settings: Settings, value: Settings[P][K]): Settings => ({
    ...settings,
    [part]: { ...settings[part], [key]: value },
  });
  return {
    id: `${part}.${key}`,
    section: part,
    get,
    set,
    like: (settings: Settings, others: Settings) => set(settings, get(others)),
  };
}

function onOff<P extends Part, K extends KeysOf<P, boolean>>(
  part: P,
  key: K,
  words: Described,
): SwitchSetting {
  return { kind: "switch", ...words, ...(at(part, key) as unknown as Access<boolean> & Common) };
}

function choice<P extends Part, K extends KeysOf<P, string>>(
  part: P,
  key: K,
  options: Readonly<Record<Settings[P][K] & string, string>>,
  words: Described,
): ChoiceSetting {
  const listed = Object.entries<string>(options).map(([value, text]) => ({ value, text }));
  return {
    kind: "choice",
    options: listed,
    ...words,
    ...(at(part, key) as unknown as Access<string> & Common),
  };
}

function number<P extends Part, K extends KeysOf<P, number>>(
  part: P,
  key: K,
  bounds: Pick<NumberSetting, "min" | "max" | "step" | "unit">,
  words: Described,
): NumberSetting {
  return { kind: "number", ...bounds, ...words, ...(at(part, key) as unknown as Access<number> & Common) };
}

function text<P extends Part, K extends KeysOf<P, string>>(
  kind: TextSetting["kind"],
  part: P,
  key: K,
  words: Described,
): TextSetting {
  return { kind, ...words, ...(at(part, key) as unknown as Access<string> & Common) };
}

const asksBeforePaste = at("terminal", "pasteWarning");

/** In the order in which they are shown. The bounds are those of the backend, which has the last word. */
export const catalogue: readonly Setting[] = [
  onOff("general", "restoreWorkspaces", {
    name: "Reopen workspaces",
    description: "Opens at the start what was open at the end.",
  }),
  onOff("general", "restoreScreens", {
    name: "Keep screens",
    description:
      "Shows the last 1,000 lines of a pane above its restored shell. Switched off, what was kept is removed.",
  }),
  choice(
    "appearance",
    "theme",
    { system: "System", dark: "Dark", light: "Light", slate: "Slate" },
    {
      name: "Theme",
      keywords: "colour color dark light mode appearance",
      description: "System follows the desktop between dark and light.",
    },
  ),
  number(
    "appearance",
    "uiScale",
    { min: 50, max: 300, step: 10, unit: "%" },
    {
      name: "Interface scale",
      keywords: "zoom size dpi",
      description: "The size of everything but the text of terminals.",
    },
  ),
  text("font", "appearance", "uiFont", {
    name: "Interface font",
    description: "A family name. Empty is Inter, which is bundled.",
  }),
  text("font", "appearance", "terminalFont", {
    name: "Terminal font",
    description: "A family name of a monospaced font. Empty is JetBrains Mono, which is bundled.",
  }),
  number(
    "appearance",
    "fontSize",
    { min: 6, max: 72, step: 1, unit: "px" },
    {
      name: "Terminal text size",
      keywords: "font zoom larger smaller bigger",
      description: "Of all terminals, in every window and tab.",
    },
  ),
  number(
    "appearance",
    "lineHeight",
    { min: 100, max: 200, step: 5, unit: "%" },
    { name: "Line height", description: "The height of a terminal's rows." },
  ),
  choice(
    "appearance",
    "cursor",
    { block: "Block", bar: "Bar", underline: "Underline" },
    { name: "Cursor", description: "Its shape, unless a program asks for another one." },
  ),
  onOff("appearance", "cursorBlink", {
    name: "Blinking cursor",
    description: "Unless a program asks for the other.",
  }),
  onOff("appearance", "systemTitleBar", {
    name: "Title bar of the system",
    description: "The window manager draws the title bar and the buttons of the window.",
    only: "linux-desktop",
  }),
  choice(
    "appearance",
    "graphics",
    { auto: "Automatic", always: "Always", never: "Never" },
    {
      name: "Graphics card for the window",
      keywords: "gpu acceleration hardware compositing nvidia dmabuf blank white black memory",
      description: "Applies from the next start on. Never is for a window that stays blank.",
      only: "linux-desktop",
    },
  ),
  number(
    "terminal",
    "scrollback",
    { min: 0, max: 100_000, step: 1000, unit: "lines" },
    { name: "Scrollback", description: "Lines kept above the screen. Fewer drop the oldest at once." },
  ),
  {
    kind: "switch",
    id: asksBeforePaste.id,
    section: "terminal",
    name: "Ask before pasting lines",
    description: "When several lines would be run one by one, because the program does not know pastes.",
    get: (settings) => asksBeforePaste.get(settings) === "lines",
    set: (settings, asks) => asksBeforePaste.set(settings, asks ? "lines" : "never"),
    like: asksBeforePaste.like,
  },
  choice(
    "terminal",
    "clipboardWrites",
    { off: "Off", focused: "Focused pane", always: "Always" },
    {
      name: "Clipboard from programs",
      description: "Whether a program may set the clipboard (OSC 52). Reading it is always refused.",
    },
  ),
  text("shell", "terminal", "shell", {
    name: "Shell",
    description: "Of new terminals. Those that run keep theirs.",
  }),
  onOff("terminal", "shellIntegration", {
    name: "Shell integration",
    description: "New shells report their directory and prompts. Nothing is written to your shell's files.",
  }),
  choice(
    "terminal",
    "renderer",
    { auto: "Automatic", dom: "Compatible (DOM)", webgl: "Graphics card (WebGL)" },
    {
      name: "Drawing",
      keywords: "renderer gpu graphics acceleration hardware fast slow garbled blank",
      description:
        "What draws terminals. Automatic uses the graphics card where a short trial shows that it is fast, for the eight that were last in sight.",
    },
  ),
];

export const sectionNames: Readonly<Record<SettingsSection, string>> = {
  general: "General",
  agents: "Coding agents",
  appearance: "Appearance",
  terminal: "Terminal",
  keyboard: "Keyboard",
  data: "Data and logs",
  about: "About",
};

/** A value in the words that are on the screen, for the search. */
export function valueInWords(setting: Setting, settings: Settings): string {
  switch (setting.kind) {
    case "switch":
      return setting.get(settings) ? "on" : "off";
    case "number":
      return `${setting.get(settings)} ${setting.unit}`;
    case "choice":
      return setting.options.find(({ value }) => value === setting.get(settings))?.text ?? "";
    default:
      return setting.get(settings);
  }
}

/** A place of the settings that can be gone to from elsewhere. */
export interface SettingsPlace {
  readonly section: SettingsSection;
  /** As in the settings file; absent for the part as a whole. */
  readonly setting?: string;
  readonly text: string;
  readonly keywords: string;
}

/** Every part of the settings and every single one. */
export function settingsPlaces(linuxDesktop: boolean): readonly SettingsPlace[] {
  const sections = settingsSections.map((section) => ({
    section,
    text: `Settings: ${sectionNames[section]}`,
    keywords: "preferences options",
  }));
  const single = catalogue
    .filter(({ only }) => only === undefined || linuxDesktop)
    .map(({ section, id, name, keywords = "" }) => ({
      section,
      setting: id,
      text: `Setting: ${name}`,
      keywords: `preferences options ${keywords}`,
    }));
  return [...sections, ...single];
}

/** Whether every word that was typed is in one of the texts, wherever. */
export function fits(typed: string, ...texts: readonly string[]): boolean {
  const all = texts.join(" ").toLowerCase();
  const words = typed.trim().toLowerCase().split(/\s+/);
  return words.every((word) => all.includes(word));
}

// The page of the window, with keys and a pointer as real as WebDriver's.

import type { Keyboard, Locator, Mouse, Page, Role, RoleOptions, Size } from "./page.ts";
import { until } from "./wait.ts";
import type { Action, Session } from "./webdriver.ts";
import { wanted } from "./webdriverFind.ts";
import { chord, down, typing, up } from "./webdriverKeys.ts";
import { WindowLocator } from "./webdriverLocator.ts";

/** Actions of one request: few enough for the driver to answer long before its deadline. */
const atOnce = 300;

class WindowKeyboard implements Keyboard {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  press(keys: string): Promise<void> {
    return this.#session.act("key", ...chord(keys));
  }

  async type(text: string): Promise<void> {
    for (const part of text.match(/[\n\x20-\x7e]+|[^\n\x20-\x7e]+/g) ?? []) {
      if (part.charCodeAt(0) > 0x7e) {
        // No key has it: it comes from an input method, in one piece.
        await this.#session.evaluate((committed) => document.execCommand("insertText", false, committed), part);
        continue;
      }
      const actions = typing(part);
      for (let start = 0; start < actions.length; start += atOnce) {
        await this.#session.act("key", ...actions.slice(start, start + atOnce));
      }
    }
  }

  down(key: string): Promise<void> {
    return this.#session.act("key", down(key));
  }

  up(key: string): Promise<void> {
    return this.#session.act("key", up(key));
  }
}

export type OtherButton = "middle" | "right";

/** What is known of the window and not of its page. */
export interface Frame {
  gone(): boolean;
  /** Writes what can be seen of it to a file. The driver's own pictures wait for something to be drawn, in vain where all is still. */
  picture(path: string): Promise<void>;
  /** Clicks at a point of it with a button other than the first: the driver lets go of the first one, whichever it has pressed. */
  click(button: OtherButton, x: number, y: number): Promise<void>;
}

/** Whole pixels: the driver takes no others. */
function to(x: number, y: number): Action {
  return { type: "pointerMove", duration: 0, origin: "viewport", x: Math.round(x), y: Math.round(y) };
}

export class WindowMouse implements Mouse {
  readonly #session: Session;
  #at = { x: 0, y: 0 };
  #turned = { x: 0, y: 0 };
  readonly #frame: Frame;

  constructor(session: Session, frame: Frame) {
    this.#session = session;
    this.#frame = frame;
  }

  move(x: number, y: number): Promise<void> {
    this.#at = { x, y };
    return this.#session.act("pointer", to(x, y));
  }

  down(): Promise<void> {
    return this.#session.act("pointer", { type: "pointerDown", button: 0 });
  }

  up(): Promise<void> {
    return this.#session.act("pointer", { type: "pointerUp", button: 0 });
  }

  click(x: number, y: number, options: { readonly clickCount?: number; readonly button?: "left" | OtherButton } = {}): Promise<void> {
    this.#at = { x, y };
    const { button = "left" } = options;
    if (button !== "left") {
      return this.#frame.click(button, Math.round(x), Math.round(y));
    }
    const click: Action[] = [
      { type: "pointerDown", button: 0 },
      { type: "pointerUp", button: 0 },
    ];
    return this.#session.act("pointer", to(x, y), ...Array.from({ length: options.clickCount ?? 1 }, () => click).flat());
  }

  /** WebKit's driver takes a turn for where the wheel stands, and passes on how far that is from where it stood. */
  wheel(deltaX: number, deltaY: number): Promise<void> {
    this.#turned = { x: this.#turned.x + deltaX, y: this.#turned.y + deltaY };
    const at = { x: Math.round(this.#at.x), y: Math.round(this.#at.y) };
    return this.#session.act("wheel", { type: "scroll", duration: 0, origin: "viewport", ...at, deltaX: this.#turned.x, deltaY: this.#turned.y });
  }
}

export class WindowPage implements Page {
  readonly keyboard: Keyboard;
  readonly mouse: WindowMouse;
  readonly #session: Session;
  readonly #frame: Frame;

  constructor(session: Session, frame: Frame) {
    this.#session = session;
    this.#frame = frame;
    this.keyboard = new WindowKeyboard(session);
    this.mouse = new WindowMouse(session, frame);
  }

  locator(selector: string, options?: { readonly hasText?: string | RegExp }): Locator {
    return this.#root().locator(selector, options);
  }

  getByRole(role: Role, options?: RoleOptions): Locator {
    return this.#root().getByRole(role, options);
  }

  getByText(text: string, options: { readonly exact?: boolean } = {}): Locator {
    return this.#root().narrowed({ text: wanted(text, options.exact) });
  }

  #root(): WindowLocator {
    return new WindowLocator(this.#session, this.keyboard, this.mouse);
  }

  evaluate(script: string): Promise<unknown>;
  evaluate<R>(run: () => R | Promise<R>): Promise<R>;
  evaluate<R, A>(run: (argument: A) => R | Promise<R>, argument: A): Promise<R>;
  evaluate(run: string | ((argument: unknown) => unknown), argument?: unknown): Promise<unknown> {
    return typeof run === "string" ? this.#session.execute(run) : this.#session.evaluate(run, argument);
  }

  /** The window has no frame, so its size is the page's. */
  async setViewportSize(size: Size): Promise<void> {
    await this.#session.place(size);
    const now = () => this.#session.evaluate(() => ({ width: window.innerWidth, height: window.innerHeight }));
    const reached = async () => {
      const { width, height } = await now();
      return width === size.width && height === size.height;
    };
    await until(`a window of ${size.width} by ${size.height}`, reached, { seen: now });
  }

  screenshot(options: { readonly path: string }): Promise<void> {
    return this.#frame.picture(options.path);
  }

  reload(): Promise<void> {
    return this.#session.reload();
  }

  url(): string {
    return "wails://wails/"; // the window shows nothing else
  }

  isClosed(): boolean {
    return this.#frame.gone();
  }

  close(): Promise<void> {
    throw new Error("the window closes with its application: a scenario that closes a page is for the browser");
  }
}

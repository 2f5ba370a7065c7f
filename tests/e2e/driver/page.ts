// What a scenario may do with a page, wherever it is shown. Playwright's own objects fit these shapes; in the window
// they are made of WebDriver's commands.

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Keyboard {
  /** Presses a key with those held for it, as "Control+Shift+P". */
  press(keys: string): Promise<void>;
  type(text: string): Promise<void>;
  down(key: string): Promise<void>;
  up(key: string): Promise<void>;
}

export interface Mouse {
  move(x: number, y: number): Promise<void>;
  down(): Promise<void>;
  up(): Promise<void>;
  click(x: number, y: number, options?: { readonly clickCount?: number }): Promise<void>;
  wheel(deltaX: number, deltaY: number): Promise<void>;
}

export type Role = "alert" | "button" | "img" | "menuitem" | "option" | "region" | "tooltip";

export interface RoleOptions {
  readonly name?: string;
  readonly exact?: boolean;
}

export type LocatorState = "attached" | "detached" | "visible" | "hidden";

export interface Waiting {
  readonly timeout?: number;
}

/** Finds elements anew each time that it is used. */
export interface Locator {
  locator(selector: string, options?: { readonly hasText?: string | RegExp }): Locator;
  getByRole(role: Role, options?: RoleOptions): Locator;
  filter(options: { readonly hasText?: string | RegExp }): Locator;
  first(): Locator;
  last(): Locator;
  nth(index: number): Locator;

  click(options?: { readonly button?: "left" | "middle" | "right"; readonly position?: Point }): Promise<void>;
  dblclick(): Promise<void>;
  hover(): Promise<void>;
  fill(value: string): Promise<void>;
  press(keys: string): Promise<void>;
  focus(options?: Waiting): Promise<void>;
  scrollIntoViewIfNeeded(): Promise<void>;
  waitFor(options: { readonly state: LocatorState }): Promise<void>;

  count(): Promise<number>;
  isVisible(): Promise<boolean>;
  getAttribute(name: string, options?: Waiting): Promise<string | null>;
  innerText(): Promise<string>;
  inputValue(): Promise<string>;
  boundingBox(): Promise<(Point & Size) | null>;
  evaluate<R>(run: (element: HTMLElement) => R | Promise<R>): Promise<R>;
  evaluate<R>(run: (element: HTMLElement, argument: string) => R | Promise<R>, argument: string): Promise<R>;
  evaluateAll<R>(run: (elements: HTMLElement[]) => R | Promise<R>): Promise<R>;
}

export interface Page {
  readonly keyboard: Keyboard;
  readonly mouse: Mouse;
  locator(selector: string, options?: { readonly hasText?: string | RegExp }): Locator;
  getByRole(role: Role, options?: RoleOptions): Locator;
  getByText(text: string, options?: { readonly exact?: boolean }): Locator;
  /** Runs the text of a script, or a function that sees its argument and nothing else. */
  evaluate(script: string): Promise<unknown>;
  evaluate<R>(run: () => R | Promise<R>): Promise<R>;
  evaluate<R, A>(run: (argument: A) => R | Promise<R>, argument: A): Promise<R>;
  setViewportSize(size: Size): Promise<void>;
  screenshot(options: { readonly path: string }): Promise<unknown>;
  reload(): Promise<unknown>;
  url(): string;
  isClosed(): boolean;
  close(): Promise<void>;
}

/** The clipboard that the page pastes from. */
export interface Clipboard {
  read(): Promise<string>;
  write(text: string): Promise<void>;
}

// A locator over WebDriver. Questions and preparations run as one script in the page, so that nothing can change
// between finding an element and looking at it; what a person does is then done by the real devices.

import type { Keyboard, Locator, LocatorState, Point, Role, RoleOptions, Size, Waiting } from "./page.ts";
import { patience, until } from "./wait.ts";
import type { Session } from "./webdriver.ts";
import { find, type Step, wanted } from "./webdriverFind.ts";
import type { WindowMouse } from "./webdriverPage.ts";

/** Where an element can be clicked, or why not yet. */
type Readiness = Point | { readonly not: string };

/** A name for what matched, when one was meant. */
class Ambiguous extends Error {}

export class WindowLocator implements Locator {
  readonly #session: Session;
  readonly #keyboard: Keyboard;
  readonly #mouse: WindowMouse;
  readonly #steps: readonly Step[];

  constructor(session: Session, keyboard: Keyboard, mouse: WindowMouse, steps: readonly Step[] = []) {
    this.#session = session;
    this.#keyboard = keyboard;
    this.#mouse = mouse;
    this.#steps = steps;
  }

  narrowed(...steps: readonly Step[]): WindowLocator {
    return new WindowLocator(this.#session, this.#keyboard, this.#mouse, [...this.#steps, ...steps]);
  }

  locator(selector: string, options: { readonly hasText?: string | RegExp } = {}): WindowLocator {
    const css = selector.replace(/:visible$/, "");
    return this.narrowed({ css }, ...(css === selector ? [] : [{ visible: true } as const])).filter(options);
  }

  getByRole(role: Role, options: RoleOptions = {}): WindowLocator {
    return this.narrowed({ role, ...(options.name === undefined ? {} : { name: wanted(options.name, options.exact) }) });
  }

  filter(options: { readonly hasText?: string | RegExp }): WindowLocator {
    return options.hasText === undefined ? this : this.narrowed({ hasText: wanted(options.hasText) });
  }

  first(): WindowLocator {
    return this.nth(0);
  }

  last(): WindowLocator {
    return this.nth(-1);
  }

  nth(index: number): WindowLocator {
    return this.narrowed({ nth: index });
  }

  async click(options: { readonly button?: "left" | "middle" | "right"; readonly position?: Point } = {}): Promise<void> {
    const { x, y } = await this.#reached(options.position);
    await this.#mouse.click(x, y, { button: options.button ?? "left" });
  }

  async dblclick(): Promise<void> {
    const { x, y } = await this.#reached();
    await this.#mouse.click(x, y, { clickCount: 2 });
  }

  async hover(): Promise<void> {
    const { x, y } = await this.#reached();
    await this.#mouse.move(x, y);
  }

  /** Replaces a field's text as an input method does, in one piece. */
  async fill(value: string): Promise<void> {
    await this.#reached();
    await this.#one((element, text) => {
      const field = element as HTMLInputElement;
      field.focus();
      field.select();
      document.execCommand(text === "" ? "delete" : "insertText", false, text);
    }, value);
  }

  async press(keys: string): Promise<void> {
    await this.focus();
    await this.#keyboard.press(keys);
  }

  focus(options?: Waiting): Promise<void> {
    return this.#one((element) => element.focus(), undefined, options);
  }

  scrollIntoViewIfNeeded(): Promise<void> {
    return this.#one((element) => element.scrollIntoView({ block: "nearest", inline: "nearest" }), undefined);
  }

  async waitFor(options: { readonly state: LocatorState }): Promise<void> {
    const { state } = options;
    await this.#until(`${String(this)} to be ${state}`, async () => {
      const count = await this.count();
      if (state === "attached" || state === "detached") {
        return count > 0 === (state === "attached");
      }
      return (await this.isVisible()) === (state === "visible");
    });
  }

  count(): Promise<number> {
    return this.#all((elements) => elements.length, undefined);
  }

  async isVisible(): Promise<boolean> {
    const count = await this.narrowed({ visible: true }).count();
    if (count > 1) {
      throw new Ambiguous(`${String(this)} is visible ${count} times`);
    }
    return count === 1;
  }

  getAttribute(name: string, options?: Waiting): Promise<string | null> {
    return this.#one((element, attribute) => element.getAttribute(attribute), name, options).then((value) => value ?? null);
  }

  innerText(): Promise<string> {
    return this.#one((element) => element.innerText, undefined);
  }

  inputValue(): Promise<string> {
    return this.#one((element) => (element as HTMLInputElement).value, undefined);
  }

  async boundingBox(): Promise<(Point & Size) | null> {
    const box = await this.#one((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x, y, width, height };
    }, undefined);
    return box.width === 0 && box.height === 0 ? null : box;
  }

  evaluate<R>(run: (element: HTMLElement) => R | Promise<R>): Promise<R>;
  evaluate<R>(run: (element: HTMLElement, argument: string) => R | Promise<R>, argument: string): Promise<R>;
  evaluate<R>(run: (element: HTMLElement, argument: string) => R | Promise<R>, argument = ""): Promise<R> {
    return this.#one(run, argument);
  }

  evaluateAll<R>(run: (elements: HTMLElement[]) => R | Promise<R>): Promise<R> {
    return this.#all(run, undefined);
  }

  toString(): string {
    return this.#steps.map((step) => JSON.stringify(step)).join(" ");
  }

  /** Waits until the element is there, seen, enabled, at rest and on top, and answers where to touch it. */
  async #reached(position?: Point): Promise<Point> {
    let last = "";
    return this.#until(
      `${String(this)} to be reachable`,
      async () => {
        const readiness: Readiness = await this.#once(reach, position ?? null);
        if ("not" in readiness) {
          last = readiness.not;
          return undefined;
        }
        return readiness;
      },
      { seen: () => last },
    );
  }

  #all<A, R>(run: (elements: HTMLElement[], argument: A) => R | Promise<R>, argument: A): Promise<R> {
    return this.#session.execute(`return (${run.toString()})((${find.toString()})(args[0]), args[1]);`, this.#steps, argument) as Promise<R>;
  }

  /** Asks the one element that is meant, or fails. */
  async #once<A, R>(run: (element: HTMLElement, argument: A) => R | Promise<R>, argument: A): Promise<R> {
    const script = `const found = (${find.toString()})(args[0]);
return found.length === 1 ? { value: await (${run.toString()})(found[0], args[1]) } : { count: found.length };`;
    const answer = (await this.#session.execute(script, this.#steps, argument)) as { value?: R; count?: number };
    if (answer.count !== undefined) {
      const text = `${String(this)} is in the page ${answer.count} times`;
      throw answer.count > 1 ? new Ambiguous(text) : new Error(text);
    }
    return answer.value as R;
  }

  /** Asks the one element that is meant as soon as it is there. */
  async #one<A, R>(run: (element: HTMLElement, argument: A) => R | Promise<R>, argument: A, options: Waiting = {}): Promise<R> {
    const { answer } = await this.#until(String(this), async () => ({ answer: await this.#once(run, argument) }), { deadline: options.timeout ?? patience });
    return answer;
  }

  /** What matches twice does not become right by waiting. */
  async #until<T>(what: string, check: () => Promise<T>, options: Parameters<typeof until>[2] = {}): Promise<NonNullable<Exclude<T, false>>> {
    const outcome = await until(
      what,
      async () => {
        try {
          const value = await check();
          return value === undefined || value === false ? undefined : { value };
        } catch (error) {
          if (error instanceof Ambiguous) {
            return { error };
          }
          throw error;
        }
      },
      options,
    );
    if ("error" in outcome) {
      throw outcome.error;
    }
    return outcome.value as NonNullable<Exclude<T, false>>;
  }
}

/** Runs in the page: scrolls to an element and judges whether a click would arrive. */
async function reach(element: HTMLElement, position: Point | null): Promise<Readiness> {
  const inView = ({ left, top, right, bottom }: DOMRect) => left >= 0 && top >= 0 && right <= window.innerWidth && bottom <= window.innerHeight;
  if (!inView(element.getBoundingClientRect())) {
    element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  }
  const before = element.getBoundingClientRect();
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  const box = element.getBoundingClientRect();
  if (box.width === 0 || box.height === 0 || getComputedStyle(element).visibility !== "visible") {
    return { not: "not visible" };
  }
  if (before.x !== box.x || before.y !== box.y || before.width !== box.width || before.height !== box.height) {
    return { not: "still moving" };
  }
  if (element.matches(":disabled") || element.getAttribute("aria-disabled") === "true") {
    return { not: "disabled" };
  }
  const x = box.x + (position?.x ?? box.width / 2);
  const y = box.y + (position?.y ?? box.height / 2);
  const top = document.elementFromPoint(x, y);
  if (top === null || !(element.contains(top) || (top instanceof HTMLLabelElement && top.control === element))) {
    return { not: `behind ${top?.outerHTML.slice(0, 200) ?? "nothing"}` };
  }
  return { x, y };
}

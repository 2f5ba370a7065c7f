// One pane of a grid, as a person sees and uses it.

import type { Clipboard, Locator, Page } from "./page.ts";
import { until, type WaitOptions } from "./wait.ts";
import { prompt } from "./world.ts";

/** What a pane is seen in, and pasted into from. */
export interface View {
  readonly page: Page;
  readonly clipboard: Clipboard;
}

export class Pane {
  readonly locator: Locator;
  readonly #view: View;

  constructor(view: View, locator: Locator) {
    this.#view = view;
    this.locator = locator;
  }

  /** A pane that keeps naming the same terminal when others come and go. */
  async pinned(): Promise<Pane> {
    const id = await this.attribute("data-terminal");
    return new Pane(this.#view, this.#view.page.locator(`[data-pane][data-terminal="${id}"]`));
  }

  async attribute(name: string): Promise<string> {
    return (await this.locator.getAttribute(name, { timeout: 5000 })) ?? "";
  }

  terminal(): Promise<string> {
    return this.attribute("data-terminal");
  }

  state(): Promise<string> {
    return this.attribute("data-state");
  }

  control(name: string): Locator {
    return this.locator.locator(`[data-control="${name}"]`);
  }

  mark(name: string): Locator {
    return this.locator.locator(`[data-mark="${name}"]`);
  }

  /** The rows on the screen, without trailing blanks. */
  async text(): Promise<string> {
    return this.locator.locator(".xterm-rows").evaluate((rows) =>
      [...rows.children]
        .map((row) => (row.textContent ?? "").replaceAll("\u00a0", " ").trimEnd())
        .join("\n")
        .trimEnd(),
    );
  }

  async waitForText(wanted: string | RegExp, options: WaitOptions = {}): Promise<string> {
    return until(
      `${String(wanted)} on the screen`,
      async () => {
        const text = await this.text();
        return (typeof wanted === "string" ? text.includes(wanted) : wanted.test(text)) ? text : undefined;
      },
      { seen: () => this.text().catch(String), ...options },
    );
  }

  async waitForState(state: string, options: WaitOptions = {}): Promise<void> {
    await until(`the state ${state}`, async () => (await this.state()) === state, { seen: () => this.state().catch(String), ...options });
  }

  /** Waits until the shell asks for input. */
  async ready(): Promise<void> {
    await this.waitForText(prompt);
  }

  async focus(): Promise<void> {
    await this.locator.locator(".xterm-screen").click({ position: { x: 40, y: 10 } });
    await until("the pane's focus", async () => (await this.attribute("data-focused")) === "true");
  }

  /** Puts text on the clipboard and pastes it as a person does. */
  async paste(text: string): Promise<void> {
    await this.focus();
    await this.#view.clipboard.write(text);
    await this.#view.page.keyboard.press("Control+Shift+V");
  }

  /** Types text, key by key, into the pane. */
  async type(text: string): Promise<void> {
    await this.focus();
    await this.#view.page.keyboard.type(text);
  }

  async press(...keys: string[]): Promise<void> {
    await this.focus();
    for (const key of keys) {
      await this.#view.page.keyboard.press(key);
    }
  }

  /** Types a command and Enter. */
  async run(command: string): Promise<void> {
    await this.type(command);
    await this.#view.page.keyboard.press("Enter");
  }

  /**
   * Runs a command and waits until it has ended, by a word that the shell
   * computes, so that the echo of the command line is not taken for it.
   */
  async runToEnd(command: string, options: WaitOptions = {}): Promise<string> {
    const word = Math.random().toString(36).slice(2, 8);
    await this.run(`${command}; echo "en""d-${word}"`);
    return this.waitForText(`end-${word}`, options);
  }
}

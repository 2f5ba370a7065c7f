/**
 * How the cursor of one terminal looks: as the user has chosen, unless the program asks for something else, and
 * without blinking while it rests. The emulator keeps a program's wish where no option reaches it, and its WebGL
 * renderer takes notice of options alone, so that the wishes are kept here and become options.
 */
import type { IDisposable, Terminal } from "@xterm/xterm";
import { type Disposable, DisposableStore, toDisposable } from "../base/disposable";
import type { TerminalSettings } from "./contract";

export type CursorChoice = Pick<TerminalSettings, "cursor" | "cursorBlink">;

/** The shapes of DECSCUSR in its order, each first blinking and then steady. */
const shapes = ["block", "underline", "bar"] as const;

/** The private mode for a cursor that blinks. */
const blinkMode = 12;

export class Cursor implements Disposable {
  private readonly store = new DisposableStore();
  private wished: Partial<CursorChoice> = {};
  private resting = false;

  constructor(
    private readonly terminal: Terminal,
    private chosen: CursorChoice,
  ) {
    const { parser } = terminal;
    this.own(
      parser.registerCsiHandler({ intermediates: " ", final: "q" }, ([shape]) => {
        this.wish(shape);
        return true;
      }),
    );
    // The emulator's own handlers, which come after these, do the rest of what a sequence says.
    for (const [final, cursorBlink] of [
      ["h", true],
      ["l", false],
    ] as const)
      this.own(
        parser.registerCsiHandler({ prefix: "?", final }, (modes) => {
          if (modes.includes(blinkMode)) this.wished = { ...this.wished, cursorBlink };
          return false;
        }),
      );
    const reset = (): boolean => {
      this.reset();
      return false;
    };
    this.own(parser.registerEscHandler({ final: "c" }, reset));
    this.own(parser.registerCsiHandler({ intermediates: "!", final: "p" }, reset));
  }

  dispose(): void {
    this.store.dispose();
  }

  choose(chosen: CursorChoice): void {
    this.chosen = chosen;
    this.apply();
  }

  /** Forgets what the program has asked for. */
  reset(): void {
    this.wished = {};
    this.apply();
  }

  /** Stays lit while it rests, whoever wants it to blink. */
  rest(resting: boolean): void {
    this.resting = resting;
    this.apply();
  }

  private wish(shape: number | number[] | undefined): void {
    const number = typeof shape === "number" ? shape : 0;
    const cursor = shapes[Math.ceil(number / 2) - 1];
    if (cursor) this.wished = { cursor, cursorBlink: number % 2 === 1 };
    else if (number === 0) this.wished = {};
    this.apply();
  }

  private apply(): void {
    const { cursor, cursorBlink } = { ...this.chosen, ...this.wished };
    const { options } = this.terminal;
    options.cursorStyle = cursor;
    options.cursorBlink = cursorBlink && !this.resting;
  }

  private own(registration: IDisposable): void {
    this.store.add(toDisposable(() => registration.dispose()));
  }
}

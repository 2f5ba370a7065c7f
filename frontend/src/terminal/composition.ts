/**
 * Text that no key of the emulator's sends: what an input method composes, and what comes without a key. Browsers
 * disagree about the events around it (WebKitGTK ends compositions that never began, and ends most of them twice,
 * first with nothing), but each says in an event what was entered. The emulator compares what its field holds before
 * and after instead, and sends letters twice where the two tell different stories. So here every text is taken from
 * its event, once, and the emulator finds its field empty; it only shows what is composed.
 */
import type { Terminal } from "@xterm/xterm";
import { type Disposable, DisposableStore } from "../base/disposable";

/** The key code of every key that an input method takes for itself. */
const methodsKey = 229;
/** Held for another key, or for the input method; none of them ends a composition. */
const modifiers: ReadonlySet<string> = new Set(["Shift", "Control", "Alt", "AltGraph", "Meta", "CapsLock"]);
/** Not `insertFromComposition`, which the end of the composition tells as well. */
const insertions: ReadonlySet<string> = new Set(["insertText", "insertReplacementText"]);

/** Decides what is sent, from events alone: every call answers with the text that the program gets now. */
export class Composition {
  private running = false;
  private shown = "";
  private given = "";

  start(): void {
    this.running = true;
    this.shown = "";
    this.given = "";
  }

  update(text: string): void {
    this.shown = text;
  }

  /** A key that has sent what was shown cannot be taken back, so only what goes beyond that is new. */
  end(text: string): string {
    const { given } = this;
    this.running = false;
    this.shown = "";
    this.given = "";
    return text.startsWith(given) ? text.slice(given.length) : "";
  }

  /** Whether the key belongs to the input method, so that nobody else may act on it. */
  owns(key: Pick<KeyboardEvent, "key" | "keyCode">): boolean {
    return key.keyCode === methodsKey || (this.running && modifiers.has(key.key));
  }

  /** A key of the program's own does not overtake what is still shown. */
  interrupt(): string {
    if (!this.running) return "";
    this.running = false;
    this.given = this.shown;
    return this.shown;
  }

  /** Text that was put into the field outside of a composition. No key has sent it: those never get there. */
  insert(event: Pick<InputEvent, "inputType" | "data" | "isComposing">): string {
    if (event.isComposing) return "";
    if (event.inputType === "insertLineBreak") return "\r";
    return insertions.has(event.inputType) ? (event.data ?? "") : "";
  }
}

/** Takes the text of an emulator's field. It is made when the emulator is open, and asked about each key first. */
export class TextEntry implements Disposable {
  private readonly store = new DisposableStore();
  private readonly composition = new Composition();

  constructor(
    private readonly terminal: Terminal,
    private readonly field: HTMLTextAreaElement,
    /** Where Option is the program's Meta, keys with it are never composed with. */
    private readonly optionIsMeta: boolean,
  ) {
    // In the capture phase, before the emulator: what is selected with the mouse is kept in the field too, and it
    // must not count that as composed.
    this.on("compositionstart", true, () => {
      field.value = "";
      terminal.scrollToBottom();
      this.composition.start();
    });
    this.on("compositionupdate", false, (event) => {
      if (event instanceof CompositionEvent) this.composition.update(event.data);
    });
    this.on("compositionend", false, (event) => {
      if (event instanceof CompositionEvent) this.enter(this.composition.end(event.data));
    });
    this.on("input", true, (event) => {
      if (!(event instanceof InputEvent)) return;
      event.stopPropagation();
      if (!event.isComposing) this.enter(this.composition.insert(event));
    });
    // What a key has sent is not text for the field as well.
    const keys = terminal.onKey(({ domEvent }) => domEvent.preventDefault());
    this.store.defer(() => keys.dispose());
  }

  dispose(): void {
    this.store.dispose();
  }

  /** Whether the emulator may see a key that goes down. */
  passes(key: KeyboardEvent): boolean {
    if (this.optionIsMeta && key.altKey) return true;
    if (this.composition.owns(key)) return false;
    const text = this.composition.interrupt();
    if (text !== "") this.enter(text);
    return true;
  }

  private enter(text: string): void {
    // First, because an empty field is what keeps the emulator from sending any of it.
    this.field.value = "";
    if (text !== "") this.terminal.input(text, true);
  }

  /** Captured above the field, where the emulator does not listen, or at the field. */
  private on(name: string, capture: boolean, listener: (event: Event) => void): void {
    const where = capture ? this.field.parentElement : this.field;
    if (!where) return;
    where.addEventListener(name, listener, { capture });
    this.store.defer(() => where.removeEventListener(name, listener, { capture }));
  }
}

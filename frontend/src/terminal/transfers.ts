/** Text and files that come by paste or drop, and text that leaves by copy. */
import { type Disposable, toDisposable } from "../base/disposable";

export interface TransferTarget {
  /** Dropped files are another's; pasted ones are not. */
  readonly ignoresDroppedFiles: boolean;
  text(text: string): void;
  files(files: readonly File[]): void;
  /** The browser's paste brought nothing: that of text alone, which Ctrl+Shift+V is, leaves a picture out. */
  emptyPaste(): void;
  /** Whether a click is the program's: then a middle click pastes nothing. */
  takesPointer(event: MouseEvent): boolean;
  /** The text that a copy takes, or null to leave it to the page. */
  selection(): string | null;
}

/** Takes these events before the emulator's own listeners, which know neither files nor care. */
export function receiveTransfers(element: HTMLElement, target: TransferTarget): Disposable {
  const middle = new MiddleClick();
  const pointed = (event: MouseEvent): void => middle.pressed(event, target.takesPointer(event));
  const typed = (): void => middle.over();
  const paste = (event: ClipboardEvent): void => {
    if (middle.pastes) {
      // Goes on to insert, but past the emulator, which would read the event.
      event.stopPropagation();
      return;
    }
    claim(event);
    if (middle.ignored) return;
    if (event.clipboardData?.types.length === 0) target.emptyPaste();
    else receive(event.clipboardData, target);
  };
  const insert = (event: InputEvent): void => {
    if (!middle.pastes || event.inputType !== "insertFromPaste") return;
    claim(event);
    const text = event.data ?? event.dataTransfer?.getData("text/plain");
    if (text) target.text(text);
  };
  const copy = (event: ClipboardEvent): void => {
    const selection = target.selection();
    if (selection === null || !event.clipboardData) return;
    claim(event);
    event.clipboardData.setData("text/plain", selection);
  };
  const dragOver = (event: DragEvent): void => {
    if (!event.dataTransfer || !carriesSomething(event.dataTransfer)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
  };
  const drop = (event: DragEvent): void => {
    // The window listens for the same event, which must get there.
    if (target.ignoresDroppedFiles && event.dataTransfer?.files.length) return;
    claim(event);
    receive(event.dataTransfer, target);
  };
  const capture = { capture: true };
  element.addEventListener("mousedown", pointed, capture);
  element.addEventListener("keydown", typed, capture);
  element.addEventListener("paste", paste, capture);
  element.addEventListener("beforeinput", insert, capture);
  element.addEventListener("copy", copy, capture);
  element.addEventListener("dragover", dragOver, capture);
  element.addEventListener("drop", drop, capture);
  return toDisposable(() => {
    element.removeEventListener("mousedown", pointed, capture);
    element.removeEventListener("keydown", typed, capture);
    element.removeEventListener("paste", paste, capture);
    element.removeEventListener("beforeinput", insert, capture);
    element.removeEventListener("copy", copy, capture);
    element.removeEventListener("dragover", dragOver, capture);
    element.removeEventListener("drop", drop, capture);
  });
}

/**
 * A middle click pastes the primary selection of X11 and Wayland, which only the engine can read: WebKitGTK
 * even tells the clipboard in the paste event and inserts the primary selection. So the engine is let to
 * insert, and what it is about to insert is taken from it. The click lasts until the next key or other button.
 */
class MiddleClick {
  private state: "none" | "pastes" | "ignored" = "none";

  get pastes(): boolean {
    return this.state === "pastes";
  }

  get ignored(): boolean {
    return this.state === "ignored";
  }

  pressed(event: MouseEvent, taken: boolean): void {
    if (event.button !== 1) this.over();
    else this.state = taken ? "ignored" : "pastes";
  }

  over(): void {
    this.state = "none";
  }
}

function claim(event: globalThis.Event): void {
  event.preventDefault();
  event.stopPropagation();
}

function receive(data: DataTransfer | null, target: TransferTarget): void {
  if (!data) return;
  const files = Array.from(data.files);
  const text = data.getData("text/plain");
  // A copied picture may come with a text for it; a dropped file comes with its address. Text that
  // was meant as text never comes with files.
  if (files.length > 0) target.files(files);
  else if (text !== "") target.text(text);
}

function carriesSomething(data: DataTransfer): boolean {
  return data.types.includes("Files") || data.types.includes("text/plain");
}

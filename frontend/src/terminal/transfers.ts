/** Text and files that come by paste or drop, and text that leaves by copy. */
import { type Disposable, toDisposable } from "../base/disposable";

export interface TransferTarget {
  /** Dropped files are another's; pasted ones are not. */
  readonly ignoresDroppedFiles: boolean;
  text(text: string): void;
  files(files: readonly File[]): void;
  /** The text that a copy takes, or null to leave it to the page. */
  selection(): string | null;
}

/** Takes these events before the emulator's own listeners, which know neither files nor care. */
export function receiveTransfers(element: HTMLElement, target: TransferTarget): Disposable {
  const paste = (event: ClipboardEvent): void => {
    claim(event);
    receive(event.clipboardData, target);
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
  element.addEventListener("paste", paste, capture);
  element.addEventListener("copy", copy, capture);
  element.addEventListener("dragover", dragOver, capture);
  element.addEventListener("drop", drop, capture);
  return toDisposable(() => {
    element.removeEventListener("paste", paste, capture);
    element.removeEventListener("copy", copy, capture);
    element.removeEventListener("dragover", dragOver, capture);
    element.removeEventListener("drop", drop, capture);
  });
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

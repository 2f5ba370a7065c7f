import type { CommandID, Platform, Stroke } from "../../domain/keymap";
import type { Actions } from "../../state/actions";
import type { Keyboard } from "../../state/keyboard";
import type { Session } from "../../state/session";
import { nextRegion } from "./regions";

export interface KeyTargets {
  readonly session: Session;
  readonly keyboard: Keyboard;
  readonly actions: Actions;
  readonly focusTerminal: () => void;
}

/**
 * Takes the application's keys before anything in the page sees them, terminals included. While a question
 * stands or something lies over the page that has the keyboard for itself, and while an input method composes,
 * no key is the application's.
 */
export function takeKeys(page: Window, targets: KeyTargets): () => void {
  const { session, keyboard, actions, focusTerminal } = targets;

  function take(event: KeyboardEvent): boolean {
    const place = placeOf(event);
    const command = keyboard.commandOf(event, place.terminal);
    if (command !== undefined) {
      if (place.kind === "terminal" && ownedByTerminals.has(command)) return false;
      if (place.kind === "field" && editsText(event, keyboard.platform)) return false;
      if (place.kind === "field" && command === "copy") page.document.execCommand("copy");
      else actions.perform(command);
      return true;
    }
    if (movesRegion(event, place)) {
      nextRegion(page.document, focusTerminal);
      return true;
    }
    const inSettings = session.view.getState().settings !== undefined;
    return isPlainEscape(event) && !inSettings && session.commands.leaveLauncher();
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing || event.keyCode === composing) return;
    const { question, browsing, menu, palette } = session.view.getState();
    if (question !== undefined || browsing || menu !== undefined || palette || isRecorded(event)) return;
    if (!take(event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  page.addEventListener("keydown", onKeyDown, { capture: true });
  return () => page.removeEventListener("keydown", onKeyDown, { capture: true });
}

// What browsers report for a key that an input method has taken.
const composing = 229;

/** What the emulator does itself, because it alone can let a browser paste. */
const ownedByTerminals: ReadonlySet<CommandID> = new Set(["copy", "paste", "prompt-previous", "prompt-next"]);

interface Place {
  readonly kind: "terminal" | "field" | "page";
  /** The terminal that is typed into; it may want every key for its program. */
  readonly terminal?: string;
}

function placeOf({ target }: KeyboardEvent): Place {
  if (!(target instanceof Element)) return { kind: "page" };
  if (target.closest("[data-screen]") !== null) {
    const terminal = target.closest("[data-terminal]")?.getAttribute("data-terminal");
    return terminal ? { kind: "terminal", terminal } : { kind: "terminal" };
  }
  return { kind: target.matches("input, textarea, [contenteditable=true]") ? "field" : "page" };
}

/** A field of the settings that takes the keys of a command. */
function isRecorded({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest("[data-records-keys]") !== null;
}

/** Whether a field edits its text with these keys, which then mean nothing else there. */
function editsText(stroke: Stroke, platform: Platform): boolean {
  const { key, ctrlKey, metaKey, altKey } = stroke;
  if (platform === "macos" ? !metaKey || ctrlKey : !ctrlKey || metaKey || altKey) return false;
  return /^(?:[avxyz]|Arrow(?:Left|Right|Up|Down)|Backspace|Delete|Home|End)$/i.test(key) && key !== "X";
}

/** Leads back from the launcher; in a terminal it is the program's. */
function isPlainEscape(event: KeyboardEvent): boolean {
  return event.key === "Escape" && !event.ctrlKey && !event.shiftKey && !event.altKey && !event.metaKey;
}

/** F6 outside a terminal; with Ctrl (Cmd) also inside one, where the plain key is the program's. */
function movesRegion(event: KeyboardEvent, place: Place): boolean {
  if (event.key !== "F6" || event.shiftKey || event.altKey) return false;
  return place.kind === "terminal" ? event.ctrlKey || event.metaKey : true;
}

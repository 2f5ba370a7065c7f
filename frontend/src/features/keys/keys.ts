import { type CommandID, commandOf, type Keymap } from "../../domain/keymap";
import type { Commands } from "../../state/commands";
import type { Session } from "../../state/session";
import { nextRegion } from "./regions";

/**
 * Takes the application's keys before anything in the page sees them, terminals included. While a question
 * stands or a menu is open, and while an input method composes, no key is the application's.
 */
export function takeKeys(
  page: Window,
  session: Session,
  keymap: Keymap,
  focusTerminal: () => void,
): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing || event.keyCode === composing) return;
    const { question, browsing, menu } = session.view.getState();
    if (question !== undefined || browsing || menu !== undefined) return;
    const command = commandOf(keymap, event);
    if (command && perform(session.commands, command)) {
      // It was ours.
    } else if (movesRegion(event)) nextRegion(page.document, focusTerminal);
    else if (!isPlainEscape(event) || !session.commands.leaveLauncher()) return;
    event.preventDefault();
    event.stopPropagation();
  };
  page.addEventListener("keydown", onKeyDown, { capture: true });
  return () => page.removeEventListener("keydown", onKeyDown, { capture: true });
}

// What browsers report for a key that an input method has taken.
const composing = 229;

/** Leads back from the launcher; in a terminal it is the program's. */
function isPlainEscape(event: KeyboardEvent): boolean {
  return event.key === "Escape" && !event.ctrlKey && !event.shiftKey && !event.altKey && !event.metaKey;
}

/** F6 outside a terminal; with Ctrl (Cmd) also inside one, where the plain key is the program's. */
function movesRegion(event: KeyboardEvent): boolean {
  if (event.key !== "F6" || event.shiftKey || event.altKey) return false;
  const inTerminal = event.target instanceof Element && event.target.closest("[data-screen]") !== null;
  return inTerminal ? event.ctrlKey || event.metaKey : true;
}

/** Does what a command asks for; false for what the terminal does itself. */
function perform(commands: Commands, action: CommandID): boolean {
  const numbered = /^workspace-(\d)$/.exec(action);
  if (numbered) {
    commands.showNumbered(Number(numbered[1]));
    return true;
  }
  switch (action) {
    case "new-terminal":
      void commands.newTerminal();
      break;
    case "close-pane":
      void commands.closeFocused();
      break;
    case "rename-pane":
      commands.startRenaming();
      break;
    case "close-workspace":
      void commands.closeActiveWorkspace();
      break;
    case "open-folder":
      commands.openFolderByKey();
      break;
    case "find":
      commands.find(true);
      break;
    case "focus-left":
    case "focus-right":
    case "focus-up":
    case "focus-down":
      commands.focusDirection(directions[action]);
      break;
    case "workspace-next":
      commands.showNext(1);
      break;
    case "workspace-previous":
      commands.showNext(-1);
      break;
    case "font-larger":
      commands.changeFont("larger");
      break;
    case "font-smaller":
      commands.changeFont("smaller");
      break;
    case "font-reset":
      commands.changeFont("reset");
      break;
    default:
      return false;
  }
  return true;
}

const directions = {
  "focus-left": "left",
  "focus-right": "right",
  "focus-up": "up",
  "focus-down": "down",
} as const;

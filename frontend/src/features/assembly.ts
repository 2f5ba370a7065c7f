/**
 * What a page is made of beside its components, connected to each other. The start of the page and the tests of
 * the whole make it here, in the same way.
 */
import type { Backend } from "../bridge/client";
import type { Platform, Surface } from "../domain/keymap";
import { Actions } from "../state/actions";
import { Keyboard } from "../state/keyboard";
import { Session } from "../state/session";
import { type NewTerminalView, TerminalViews } from "./grid/terminal-views";
import { keepKeyboard } from "./keys/keyboard-place";
import { takeKeys } from "./keys/keys";

export interface AssemblyOptions {
  readonly backend: Backend;
  readonly platform: Platform;
  readonly surface: Surface;
  readonly create: NewTerminalView;
  /** What the session remembers by, and how it learns that somebody is there. */
  readonly around?: readonly [
    memory: ConstructorParameters<typeof Session>[1],
    presence: ConstructorParameters<typeof Session>[2],
  ];
}

export function assemble(
  page: Window,
  { backend, platform, surface, create, around = [undefined, undefined] }: AssemblyOptions,
) {
  const session = new Session(backend, ...around);
  const keyboard = new Keyboard(session, platform, surface);
  const views = new TerminalViews({ backend, session, keyboard, create });
  const focused = () => {
    const terminal = session.commands.focusedTerminal();
    return terminal && views.get(terminal.id);
  };
  const actions = new Actions(session, backend.client, focused);
  const focusTerminal = () => focused()?.focus();
  const release = [
    takeKeys(page, { session, keyboard, actions, focusTerminal }),
    keepKeyboard(page, session, focusTerminal),
  ];
  return {
    backend,
    session,
    keyboard,
    views,
    actions,
    dispose(): void {
      for (const each of release) each();
      views.dispose();
      session.dispose();
    },
  };
}

export type Assembly = ReturnType<typeof assemble>;

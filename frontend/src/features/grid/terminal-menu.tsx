import { useStore } from "zustand";
import { type Keymap, keysOf } from "../../domain/keymap";
import type { Session } from "../../state/session";
import { PointMenu } from "../../ui/menu";
import type { TerminalViews } from "./terminal-views";

export interface TerminalMenuProps {
  readonly session: Session;
  readonly views: TerminalViews;
  readonly keymap: Keymap;
}

/** What a right click offers in a terminal. One for the window, in the page only while it is open. */
export function TerminalMenu({ session, views, keymap }: TerminalMenuProps) {
  const menu = useStore(session.view, (state) => state.menu);
  const view = menu && views.get(menu.terminal);
  if (!menu || !view) return null;
  const { commands, notices } = session;

  async function paste() {
    if (await view?.pasteClipboard()) return;
    notices.add({
      id: "page:clipboard",
      level: "info",
      message: "The clipboard cannot be read from this menu.",
      hint: `Paste with ${keysOf(keymap, "paste").join("+")}.`,
    });
  }

  return (
    <PointMenu
      label="Terminal"
      at={menu}
      items={[
        {
          label: "Copy",
          keys: keysOf(keymap, "copy"),
          control: "menu-copy",
          disabled: !view.hasSelection(),
          onChoose: () => view.copy(),
        },
        {
          label: "Paste",
          keys: keysOf(keymap, "paste"),
          control: "menu-paste",
          onChoose: () => void paste(),
        },
        {
          label: "Find",
          keys: keysOf(keymap, "find"),
          control: "menu-find",
          onChoose: () => commands.find(true),
        },
      ]}
      onClose={() => commands.closeMenu()}
      onClosed={() => {
        // The find bar takes the keyboard itself.
        if (session.view.getState().finding !== menu.terminal) view.focus();
      }}
    />
  );
}

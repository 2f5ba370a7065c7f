import type { PaneID, TerminalID, WorkspaceID } from "../../bridge/client";
import { type Keymap, keysOf } from "../../domain/keymap";
import type { Direction } from "../../domain/layout/tree";
import type { Session } from "../../state/session";
import { type MenuItem, PointMenu } from "../../ui/menu";

export interface PaneMenuPlace {
  readonly x: number;
  readonly y: number;
}

export interface PaneMenuProps {
  readonly session: Session;
  readonly keymap: Keymap;
  readonly workspace: WorkspaceID;
  readonly pane: PaneID;
  readonly terminal: TerminalID;
  readonly title: string;
  readonly zoomed: boolean;
  readonly others: number;
  readonly sendsAllKeys: boolean;
  readonly at: PaneMenuPlace;
  readonly onClose: () => void;
  readonly focusTerminal: () => void;
}

const directions: readonly Direction[] = ["left", "right", "up", "down"];

/** What a right click offers on a pane's header. In the page only while it is open. */
export function PaneMenu(props: PaneMenuProps) {
  const { session, keymap, workspace, pane, terminal, title, zoomed, others, sendsAllKeys, at } = props;
  const { arrangement, commands, view } = session;
  const alone = others === 0;
  const items: MenuItem[] = [
    {
      label: "Split right",
      keys: keysOf(keymap, "split-right"),
      control: "menu-split-right",
      onChoose: () => void arrangement.split("right", pane),
    },
    {
      label: "Split down",
      keys: keysOf(keymap, "split-down"),
      control: "menu-split-down",
      onChoose: () => void arrangement.split("below", pane),
    },
    {
      label: zoomed ? "Show all panes" : "Zoom",
      keys: keysOf(keymap, "zoom-pane"),
      control: "menu-zoom",
      disabled: alone,
      onChoose: () => arrangement.zoom(pane),
    },
    {
      label: "Rename",
      keys: keysOf(keymap, "rename-pane"),
      control: "menu-rename",
      onChoose: () => commands.startRenaming(terminal),
    },
    {
      label: sendsAllKeys ? "Stop sending all keys" : "Send all keys to the program",
      keys: keysOf(keymap, "send-all-keys"),
      control: "menu-all-keys",
      onChoose: () => void arrangement.sendAllKeys(workspace, pane, !sendsAllKeys),
    },
    ...directions.map((direction) => ({
      label: `Move ${direction}`,
      keys: keysOf(keymap, `move-pane-${direction}`),
      control: `menu-move-${direction}`,
      disabled: alone,
      onChoose: () => {
        commands.focusPane(workspace, pane);
        arrangement.move(direction);
      },
    })),
    {
      label: "Close",
      keys: keysOf(keymap, "close-pane"),
      control: "menu-close",
      onChoose: () => void commands.closeTerminal(terminal),
    },
  ];
  return (
    <PointMenu
      label={`Pane ${title}`}
      at={at}
      items={items}
      onClose={props.onClose}
      onClosed={() => {
        // The name's field takes the keyboard itself.
        if (view.getState().renaming === undefined) props.focusTerminal();
      }}
    />
  );
}

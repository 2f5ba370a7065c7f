import type { ClipboardAccess, WorkspaceID } from "../../bridge/client";
import { type CommandID, type Keymap, keysOf } from "../../domain/keymap";
import type { Session } from "../../state/session";
import { type MenuItem, PointMenu } from "../../ui/menu";

/** A tab whose menu is open, and where in the page. */
export interface TabMenuPlace {
  readonly id: WorkspaceID;
  readonly x: number;
  readonly y: number;
}

export interface TabMenuProps {
  readonly session: Session;
  readonly keymap: Keymap;
  readonly clipboard: Pick<ClipboardAccess, "write">;
  readonly at: TabMenuPlace;
  readonly onClose: () => void;
  readonly giveKeyboardBack: () => void;
}

/** What a right click offers on a workspace's tab. In the page only while it is open. */
export function TabMenu({ session, keymap, clipboard, at, onClose, giveKeyboardBack }: TabMenuProps) {
  const { commands, tabs, records, view, notices } = session;
  const order = records.workspaces();
  const index = order.findIndex(({ id }) => id === at.id);
  const workspace = order[index];
  if (!workspace) return null;
  const { id, path } = workspace;
  // The keys mean the workspace in front; on another tab they would do something else.
  const front = view.getState().focus.active === id;
  const keys = (command: CommandID) => (front ? keysOf(keymap, command) : []);
  const renaming = keys("rename-workspace");

  async function copyPath(): Promise<void> {
    if (await clipboard.write(path)) return;
    notices.add({
      id: "page:clipboard",
      level: "warning",
      message: "The path could not be copied.",
      hint: "It is shown in the status bar.",
    });
  }

  const items: MenuItem[] = [
    {
      label: "Rename",
      keys: renaming.length > 0 ? renaming : ["F2"],
      control: "tab-rename",
      onChoose: () => tabs.startRenaming(id),
    },
    { label: "Copy path", keys: [], control: "tab-copy-path", onChoose: () => void copyPath() },
    {
      label: "Move left",
      keys: keys("move-workspace-left"),
      control: "tab-move-left",
      disabled: index === 0,
      onChoose: () => tabs.moveBy(-1, id),
    },
    {
      label: "Move right",
      keys: keys("move-workspace-right"),
      control: "tab-move-right",
      disabled: index === order.length - 1,
      onChoose: () => tabs.moveBy(1, id),
    },
    {
      label: "Close",
      keys: keys("close-workspace"),
      control: "tab-close",
      onChoose: () => void commands.closeWorkspace(id),
    },
    {
      label: "Close others",
      keys: [],
      control: "tab-close-others",
      disabled: order.length < 2,
      onChoose: () => void tabs.closeOthers(id),
    },
    {
      label: "Reopen closed workspace",
      keys: keysOf(keymap, "reopen-workspace"),
      control: "tab-reopen",
      onChoose: () => void tabs.reopenLast(),
    },
  ];
  return (
    <PointMenu
      label={`Workspace ${workspace.name}`}
      at={at}
      items={items}
      onClose={onClose}
      onClosed={() => {
        // The name's field takes the keyboard itself.
        if (view.getState().renamingWorkspace === undefined) giveKeyboardBack();
      }}
    />
  );
}

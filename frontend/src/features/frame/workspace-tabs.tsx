import { useEffect, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import type { ClipboardAccess, Workspace } from "../../bridge/client";
import { type Keymap, keysOf } from "../../domain/keymap";
import { inOrder } from "../../domain/tabs";
import { withTilde } from "../../domain/wording";
import type { Session } from "../../state/session";
import { Icon } from "../../ui/icon";
import { MenuButton } from "../../ui/menu-button";
import styles from "./title-bar.module.css";
import { TabMenu, type TabMenuPlace } from "./tab-menu";
import { useTabDrag } from "./use-tab-drag";
import { WorkspaceTab } from "./workspace-tab";

export interface WorkspaceTabsProps {
  readonly session: Session;
  readonly keymap: Keymap;
  readonly clipboard: Pick<ClipboardAccess, "write">;
  /** Puts the keyboard where it belongs after a menu was left with the pointer. */
  readonly giveKeyboardBack: () => void;
}

/** One tab per workspace, in the order that the user gave them, and a list of all when they do not fit. */
export function WorkspaceTabs(props: WorkspaceTabsProps) {
  const { session, keymap, clipboard, giveKeyboardBack } = props;
  const { commands, tabs, records, view } = session;
  const known = useStore(records.store, (state) => state.workspaces.records);
  const moves = useStore(records.store, (state) => state.moves);
  const front = useStore(view, (state) => state.focus.active);
  const renaming = useStore(view, (state) => state.renamingWorkspace);
  const workspaces = useMemo(() => inOrder(known.values(), moves), [known, moves]);
  const active = front === undefined ? undefined : known.get(front);
  const row = useRef<HTMLElement>(null);
  const crowded = useOverflow(row, workspaces.length);
  const { drag, begin } = useTabDrag(row, (id, position) => tabs.move(id, position));
  const [menu, setMenu] = useState<TabMenuPlace>();
  const stop = active?.id ?? workspaces[0]?.id;

  return (
    <>
      <nav ref={row} className={styles.tabs} aria-label="Workspaces" data-region="tabs">
        <ul>
          {workspaces.map((workspace) => (
            <WorkspaceTab
              key={workspace.id}
              workspace={workspace}
              active={workspace.id === active?.id}
              stop={workspace.id === stop}
              renaming={workspace.id === renaming}
              dragged={workspace.id === drag?.id}
              closeKeys={keysOf(keymap, "close-workspace")}
              onShow={() => commands.showWorkspace(workspace.id)}
              onClose={() => void commands.closeWorkspace(workspace.id)}
              onRename={() => tabs.startRenaming(workspace.id)}
              onRenamed={(name) => {
                tabs.endRenaming();
                if (name !== undefined) void tabs.rename(workspace.id, name);
              }}
              onMoveBy={(step) => tabs.moveBy(step, workspace.id)}
              onPress={(event) => begin(event, workspace.id)}
              onMenu={(at) => setMenu({ id: workspace.id, ...at })}
            />
          ))}
          {!active && (
            <li className={styles.tab} data-active="true">
              <span className={styles.name} aria-current="page">
                New workspace
              </span>
            </li>
          )}
          {drag && (
            <li
              className={styles.drop}
              aria-hidden="true"
              data-drop={drag.drop.position}
              style={{ left: drag.drop.edge }}
            />
          )}
        </ul>
      </nav>
      {menu && (
        <TabMenu
          session={session}
          keymap={keymap}
          clipboard={clipboard}
          at={menu}
          onClose={() => setMenu(undefined)}
          giveKeyboardBack={giveKeyboardBack}
        />
      )}
      {crowded && (
        <AllWorkspaces
          session={session}
          workspaces={workspaces}
          active={active?.id}
          keymap={keymap}
          giveKeyboardBack={giveKeyboardBack}
        />
      )}
    </>
  );
}

interface AllWorkspacesProps extends Omit<WorkspaceTabsProps, "clipboard"> {
  readonly workspaces: readonly Workspace[];
  readonly active: string | undefined;
}

const numbered = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

function AllWorkspaces({ session, workspaces, active, keymap, giveKeyboardBack }: AllWorkspacesProps) {
  const home = useStore(session.info, (info) => info?.home ?? "");
  return (
    <span className={styles.all}>
      <MenuButton
        label="All workspaces"
        control="all-workspaces"
        onLeft={giveKeyboardBack}
        trigger={
          <button type="button" className={styles.allButton}>
            <Icon name="down" size={12} />
          </button>
        }
        groups={[
          {
            label: "Workspaces",
            choices: workspaces.map((workspace, index) => {
              const number = numbered[index];
              return {
                id: workspace.id,
                text: workspace.name,
                control: "workspace-choice",
                icon: workspace.missing ? "folderMissing" : "folder",
                detail: withTilde(workspace.path, home),
                keys: number === undefined ? [] : keysOf(keymap, `workspace-${number}`),
                current: workspace.id === active,
                onChoose: () => session.commands.showWorkspace(workspace.id),
              };
            }),
          },
        ]}
      />
    </span>
  );
}

/** Whether the row holds more than it shows. */
function useOverflow(row: { readonly current: HTMLElement | null }, count: number): boolean {
  const [crowded, setCrowded] = useState(false);
  useEffect(() => {
    const element = row.current;
    if (!element) return;
    const measure = () => setCrowded(element.scrollWidth > element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [row, count]);
  return crowded;
}

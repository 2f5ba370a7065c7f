import { useEffect, useRef } from "react";
import type { Workspace } from "../../bridge/client";
import { IconButton } from "../../ui/button";
import { Tooltip } from "../../ui/tooltip";
import styles from "./title-bar.module.css";

export interface WorkspaceTabProps {
  readonly workspace: Workspace;
  readonly active: boolean;
  /** Of the workspace in front, with which it is closed. */
  readonly closeKeys: readonly string[];
  readonly onShow: () => void;
  readonly onClose: () => void;
}

const middleButton = 1;

export function WorkspaceTab({ workspace, active, closeKeys, onShow, onClose }: WorkspaceTabProps) {
  const tab = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (active) tab.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [active]);
  return (
    <li
      ref={tab}
      className={styles.tab}
      data-active={active}
      data-workspace-tab={workspace.id}
      onAuxClick={(event) => {
        if (event.button === middleButton) onClose();
      }}
    >
      <Tooltip text={workspace.path}>
        <button
          type="button"
          className={styles.show}
          aria-current={active ? "page" : undefined}
          onClick={onShow}
        >
          <span className={styles.name}>{workspace.name}</span>
        </button>
      </Tooltip>
      <span className={styles.close}>
        <IconButton
          icon="close"
          size={12}
          label={`Close ${workspace.name}`}
          keys={active ? closeKeys : []}
          data-control="close-workspace"
          onClick={onClose}
        />
      </span>
    </li>
  );
}

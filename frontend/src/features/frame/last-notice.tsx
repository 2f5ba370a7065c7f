import { useStore } from "zustand";
import { clock } from "../../domain/wording";
import type { Notices } from "../../state/notices";
import { Icon, type IconName } from "../../ui/icon";
import { Tooltip } from "../../ui/tooltip";
import styles from "./status-bar.module.css";

const icons: Readonly<Record<string, IconName>> = { info: "info", warning: "warning", error: "cross" };

/** What was said last and is no longer over the page, with the time at which it went. */
export function LastNotice({ notices }: { readonly notices: Notices }) {
  const last = useStore(notices.store, (state) => state.last);
  if (!last) return null;
  const { level, message, hint } = last.notice;
  return (
    <>
      <span className={styles.rule} />
      <Tooltip text={hint ? `${message} ${hint}` : message}>
        <span className={styles.notice} data-level={level}>
          <Icon name={icons[level] ?? "info"} size={12} label="Last notice" />
          <time className="mono" dateTime={last.at.toISOString()}>
            {clock(last.at)}
          </time>
          <span>{message}</span>
        </span>
      </Tooltip>
    </>
  );
}

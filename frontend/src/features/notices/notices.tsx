import { useStore } from "zustand";
import type { Notice } from "../../bridge/client";
import type { Session } from "../../state/session";
import { IconButton } from "../../ui/button";
import { Icon, type IconName } from "../../ui/icon";
import styles from "./notices.module.css";
import { SurvivorsRow } from "./survivors-row";

export interface NoticesListProps {
  readonly session: Session;
  /** Over terminals the newest lines are below, on other surfaces the controls are above. */
  readonly place: "top" | "bottom";
}

/** What the user should know. It lies over the page, because no terminal is resized to say something. */
export function NoticesList({ session, place }: NoticesListProps) {
  const { backend, local, survivors } = useStore(session.notices.store);
  const home = useStore(session.info, (info) => info?.home ?? "");
  const notices = [...backend, ...local];
  const empty = notices.length === 0 && survivors.length === 0;
  return (
    // The region is always there: a live region that comes with its text is not read out.
    <section
      className={styles.region}
      aria-label="Notices"
      aria-live="polite"
      data-place={place}
      data-surface={empty ? undefined : "notices"}
    >
      {survivors.length > 0 && <SurvivorsRow survivors={survivors} home={home} notices={session.notices} />}
      {notices.map((notice) => (
        <NoticeRow key={notice.id} notice={notice} onDismiss={() => session.notices.dismiss(notice.id)} />
      ))}
    </section>
  );
}

const levelIcons: Readonly<Record<string, IconName>> = { info: "info", warning: "warning", error: "cross" };
const levelWords: Readonly<Record<string, string>> = { info: "Note", warning: "Warning", error: "Error" };

function NoticeRow({ notice, onDismiss }: { readonly notice: Notice; readonly onDismiss: () => void }) {
  return (
    <div className={styles.row} data-level={notice.level} data-notice={notice.id}>
      <Icon name={levelIcons[notice.level] ?? "info"} label={levelWords[notice.level] ?? "Note"} />
      <p className={styles.words}>
        {notice.message} {notice.hint && <span className={styles.hint}>{notice.hint}</span>}
      </p>
      <IconButton icon="close" size={12} label="Dismiss" data-control="dismiss-notice" onClick={onDismiss} />
    </div>
  );
}

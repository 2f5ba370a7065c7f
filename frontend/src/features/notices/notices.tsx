import { type CSSProperties, useEffect, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import type { Notice, Workspace } from "../../bridge/client";
import { geometryOf, type Rect } from "../../domain/layout/geometry";
import { merged } from "../../domain/notices";
import type { Session } from "../../state/session";
import { IconButton } from "../../ui/button";
import { Icon, type IconName } from "../../ui/icon";
import styles from "./notices.module.css";
import { SurvivorsRow } from "./survivors-row";

// Long enough to read two sentences that nothing has to be done about.
const infoShown = 8000;

/** What the user should know. It lies over the page, because no terminal is resized to say something. */
export function NoticesList({ session }: { readonly session: Session }) {
  const { backend, local, survivors } = useStore(session.notices.store);
  const home = useStore(session.info, (info) => info?.home ?? "");
  const front = useStore(session.view, (state) => state.focus.active);
  const room = useCornerRoom(session, front);
  const panes = useStore(
    session.records.store,
    ({ workspaces }) => workspaces.records.get(front ?? "")?.panes ?? noPanes,
  );
  const ended = useStore(session.records.store, ({ terminals }) =>
    panes.some((pane) => terminals.records.get(pane.terminal)?.state === "exited"),
  );
  const notices = merged([...backend, ...local]);
  const empty = notices.length === 0 && survivors.length === 0;
  return (
    // The region is always there: a live region that comes with its text is not read out.
    <section
      className={styles.region}
      aria-label="Notices"
      aria-live="polite"
      data-above-card={ended}
      data-surface={empty ? undefined : "notices"}
      style={room === undefined ? undefined : ({ "--room": `${room}px` } as CSSProperties)}
    >
      {survivors.length > 0 && <SurvivorsRow survivors={survivors} home={home} notices={session.notices} />}
      {notices.map(({ notice, ids }) => (
        <NoticeRow
          key={ids[0]}
          notice={notice}
          times={ids.length}
          onDismiss={() => {
            for (const id of ids) session.notices.dismiss(id);
          }}
        />
      ))}
    </section>
  );
}

const noPanes: Workspace["panes"] = [];

/** How tall the pane in the corner is that the list lies over, so that the pane's header stays in sight. */
function useCornerRoom(session: Session, front: string | undefined): number | undefined {
  const area = useStore(session.view, (state) => state.area);
  const trees = useStore(session.layouts.store);
  return useMemo(() => {
    const tree = trees.get(front ?? "");
    if (!tree) return undefined;
    const panes = [...geometryOf(tree, area, session.arrangement.metrics).panes.values()];
    const corner = panes.reduce((last, pane) => (isFurther(pane, last) ? pane : last));
    return Math.min(corner.height, area.height);
  }, [session, trees, area, front]);
}

function isFurther(pane: Rect, than: Rect): boolean {
  const [bottom, other] = [pane.y + pane.height, than.y + than.height];
  return bottom > other || (bottom === other && pane.x > than.x);
}

const levelIcons: Readonly<Record<string, IconName>> = { info: "info", warning: "warning", error: "cross" };
const levelWords: Readonly<Record<string, string>> = { info: "Note", warning: "Warning", error: "Error" };

interface NoticeRowProps {
  readonly notice: Notice;
  /** How often the same was said. */
  readonly times: number;
  readonly onDismiss: () => void;
}

function NoticeRow({ notice, times, onDismiss }: NoticeRowProps) {
  const [read, setRead] = useState({ pointed: false, focused: false });
  useExpiry(notice.level === "info" && !read.pointed && !read.focused, times, onDismiss);
  return (
    <div
      className={styles.row}
      data-level={notice.level}
      data-notice={notice.id}
      onPointerEnter={() => setRead((now) => ({ ...now, pointed: true }))}
      onPointerLeave={() => setRead((now) => ({ ...now, pointed: false }))}
      onFocus={() => setRead((now) => ({ ...now, focused: true }))}
      onBlur={() => setRead((now) => ({ ...now, focused: false }))}
    >
      <Icon name={levelIcons[notice.level] ?? "info"} label={levelWords[notice.level] ?? "Note"} />
      <p className={styles.words}>
        {notice.message} {notice.hint && <span className={styles.hint}>{notice.hint}</span>}
        {times > 1 && <span className={styles.hint}> ({times} times)</span>}
      </p>
      <IconButton icon="close" size={12} label="Dismiss" data-control="dismiss-notice" onClick={onDismiss} />
    </div>
  );
}

/** Ends a notice that is not being read; one that is said again begins anew. */
function useExpiry(running: boolean, times: number, onExpire: () => void): void {
  const expire = useRef(onExpire);
  useEffect(() => {
    expire.current = onExpire;
  });
  useEffect(() => {
    if (!running) return;
    const timer = setTimeout(() => expire.current(), infoShown);
    return () => clearTimeout(timer);
  }, [running, times]);
}

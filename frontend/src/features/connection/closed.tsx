import type { ClosedReason } from "../../bridge/client";
import { Button } from "../../ui/button";
import { Icon } from "../../ui/icon";
import styles from "./closed.module.css";

interface Ending {
  readonly title: string;
  readonly text: string;
  /** A command to run, where there is one. */
  readonly command?: string;
  readonly reload?: string;
}

const endings: Readonly<Record<ClosedReason, Ending>> = {
  "not-authenticated": {
    title: "This page is not signed in",
    text: "Its address holds no valid token. Run this command and open the address that it prints.",
    command: "clanker serve",
  },
  replaced: {
    title: "This view was opened somewhere else",
    text: "Another window took it over, and the terminals go on there. Reload to bring it back here.",
    reload: "Reload",
  },
  ended: {
    title: "Clanker Grid has ended",
    text: "Its terminals ended with it. Start it again and open the address that it prints.",
    command: "clanker serve",
  },
  version: {
    title: "This page is from another version",
    text: "The application was replaced by another version. Reload to get its page.",
    reload: "Reload",
  },
};

export interface ClosedSurfaceProps {
  readonly reason: ClosedReason;
  readonly desktop: boolean;
  readonly onReload: () => void;
}

/** The link is gone for good: says why and what to do. */
export function ClosedSurface({ reason, desktop, onReload }: ClosedSurfaceProps) {
  const ending = endings[reason];
  return (
    <main className={styles.surface} data-surface="closed" data-reason={reason}>
      <div className={styles.content} role="alert">
        <Icon name="linkLost" />
        <h1 className={styles.title}>{ending.title}</h1>
        <p className={styles.text}>
          {desktop ? "Close this window and start Clanker Grid again." : ending.text}
        </p>
        {ending.command && !desktop && <code className={`mono ${styles.command}`}>{ending.command}</code>}
        {ending.reload && (
          <Button data-control="reload" onClick={onReload}>
            {ending.reload}
          </Button>
        )}
      </div>
    </main>
  );
}

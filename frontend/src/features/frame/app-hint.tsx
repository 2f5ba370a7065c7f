import { useState } from "react";
import { IconButton } from "../../ui/button";
import { Icon } from "../../ui/icon";
import { Tooltip } from "../../ui/tooltip";
import styles from "./status-bar.module.css";

const cookie = "clanker-grid-app-hint";
const year = 365 * 24 * 3600;

/**
 * Says once that an application window leaves no key to the browser. It is for plain tabs, and stays away after
 * it was dismissed: in a cookie, because each start of the application has another port, and with it another
 * storage, while cookies are shared by all ports of a host.
 */
export function AppHint() {
  const [shown, setShown] = useState(() => !dismissed());
  if (!shown) return null;
  return (
    <span className={styles.appHint} data-hint="app">
      <Tooltip text="In a tab, the browser keeps some keys for itself. An application window has the full map.">
        <span className={styles.appHintText}>
          <Icon name="info" size={12} />
          <span>
            All keys work with <span className="mono">clanker serve --app</span>
          </span>
        </span>
      </Tooltip>
      <IconButton
        icon="close"
        size={12}
        label="Do not show this again"
        data-control="dismiss-hint"
        onClick={() => {
          dismiss();
          setShown(false);
        }}
      />
    </span>
  );
}

function dismissed(): boolean {
  return document.cookie.split(/;\s*/).some((one) => one.startsWith(`${cookie}=`));
}

function dismiss(): void {
  document.cookie = `${cookie}=dismissed; Max-Age=${year}; SameSite=Strict; Path=/`;
}

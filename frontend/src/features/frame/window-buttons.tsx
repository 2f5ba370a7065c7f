import type { DesktopWindow } from "../../bridge/client";
import { Icon } from "../../ui/icon";
import styles from "./title-bar.module.css";

/** The buttons that a window without a system frame must bring itself. */
export function WindowButtons({ window }: { readonly window: DesktopWindow }) {
  return (
    <div className={styles.windowButtons}>
      <button type="button" aria-label="Minimise the window" onClick={() => window.minimise()}>
        <Icon name="minus" />
      </button>
      <button
        type="button"
        aria-label="Maximise or restore the window"
        onClick={() => window.toggleMaximise()}
      >
        <Icon name="maximise" />
      </button>
      <button type="button" aria-label="Close the window" onClick={() => window.close()}>
        <Icon name="close" />
      </button>
    </div>
  );
}

import { type SettingsSection, settingsSections } from "../../state/view";
import { Icon, type IconName } from "../../ui/icon";
import { sectionNames } from "./catalogue";
import styles from "./settings.module.css";

export interface SettingsNavProps {
  /** None while something is searched. */
  readonly current: SettingsSection | undefined;
  readonly onChoose: (section: SettingsSection) => void;
}

const icons: Readonly<Record<SettingsSection, IconName>> = {
  general: "settings",
  agents: "agent",
  appearance: "sun",
  terminal: "terminal",
  keyboard: "keyboard",
  data: "lines",
  about: "info",
};

/** The parts of the settings. Arrow keys move between them as well. */
export function SettingsNav({ current, onChoose }: SettingsNavProps) {
  return (
    <nav className={styles.nav} aria-label="Parts of the settings" data-region="settings-parts">
      <ul>
        {settingsSections.map((section) => (
          <li key={section}>
            <button
              type="button"
              className={styles.part}
              aria-current={section === current ? "page" : undefined}
              data-control="settings-section"
              data-section={section}
              onClick={() => onChoose(section)}
              onKeyDown={(event) => {
                const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
                if (step === undefined) return;
                event.preventDefault();
                moveFocus(event.currentTarget, step);
              }}
            >
              <Icon name={icons[section]} />
              {sectionNames[section]}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function moveFocus(from: HTMLElement, step: number): void {
  const parts = [...(from.closest("ul")?.querySelectorAll<HTMLElement>("button") ?? [])];
  parts[parts.indexOf(from) + step]?.focus();
}

import { useLayoutEffect, useRef } from "react";
import { useStore } from "zustand";
import type { Backend, Settings } from "../../bridge/client";
import type { Keymap } from "../../domain/keymap";
import type { Session } from "../../state/session";
import type { SettingsSection } from "../../state/view";
import { Agents } from "./agents";
import { sectionNames } from "./catalogue";
import { KeyTable } from "./key-table";
import { About, Places } from "./places";
import { SettingRow } from "./setting-row";
import styles from "./settings.module.css";
import { useChanges } from "./use-changes";
import { type Found, useFound, useShells } from "./use-found";

export interface SettingsPageProps {
  readonly session: Session;
  readonly backend: Pick<Backend, "client" | "clipboard" | "shell">;
  readonly keymap: Keymap;
  readonly sections: readonly SettingsSection[];
  /** Empty when nothing is searched. */
  readonly search: string;
  readonly onClear: () => void;
}

/** One part of the settings, or what of all of them fits the search. */
export function SettingsPage({ session, backend, keymap, sections, search, onClear }: SettingsPageProps) {
  const settings = useStore(session.settings.store);
  const defaults = useStore(session.settings.defaults);
  const found = useFound({ session, backend, keymap, search });
  const shells = useShells(backend);
  const { failures, change } = useChanges(session.settings);
  const page = useRef<HTMLDivElement>(null);
  const [first] = sections;
  // Before what is asked for in it is scrolled to.
  useLayoutEffect(() => {
    // Another part begins at its beginning.
    if (first !== undefined) page.current?.scrollTo(0, 0);
  }, [first, search]);
  const bind = (bindings: Settings["keyboard"]["bindings"]) =>
    change("keyboard.bindings", (now) => ({ ...now, keyboard: { ...now.keyboard, bindings } }));
  const shown = search === "" ? sections : sections.filter((section) => countIn(section, found) > 0);

  return (
    <div ref={page} className={styles.page} data-region="settings-page">
      {shown.map((section) => (
        <section key={section} className={styles.section} aria-labelledby={`settings-${section}`}>
          <h2 className={styles.title} id={`settings-${section}`}>
            {sectionNames[section]}
          </h2>
          {section === "keyboard" && (
            <KeyTable
              keymap={keymap}
              bindings={settings.keyboard.bindings}
              commands={found.commands}
              whole={search === ""}
              failure={failures["keyboard.bindings"]}
              onChange={bind}
              onResetAll={() =>
                session.commands.ask({
                  kind: "reset-keys",
                  own: Object.keys(settings.keyboard.bindings).length,
                  reset: () => bind({}),
                })
              }
            />
          )}
          {section === "agents" && (
            <Agents
              session={session}
              client={backend.client}
              clipboard={backend.clipboard}
              agents={found.agents}
              failures={failures}
              change={change}
            />
          )}
          {section === "data" && (
            <Places
              locations={found.locations}
              client={backend.client}
              clipboard={backend.clipboard}
              desktop={backend.shell === "desktop"}
            />
          )}
          {section === "about" && <About facts={found.facts} clipboard={backend.clipboard} />}
          <div className={styles.box}>
            {found.settings
              .filter((setting) => setting.section === section)
              .map((setting) => (
                <SettingRow
                  key={setting.id}
                  setting={setting}
                  settings={settings}
                  defaults={defaults}
                  shells={shells}
                  failure={failures[setting.id]}
                  onChange={(make) => change(setting.id, make)}
                />
              ))}
          </div>
        </section>
      ))}
      {shown.length === 0 && (
        <p className={styles.nothing}>
          No setting has these words.
          <button type="button" className={styles.clear} data-control="settings-clear" onClick={onClear}>
            Clear the search
          </button>
        </p>
      )}
    </div>
  );
}

function countIn(section: SettingsSection, found: Found): number {
  if (section === "agents") return found.agents.length;
  if (section === "keyboard") return found.commands.length;
  if (section === "data") return found.locations.length;
  if (section === "about") return found.facts.length;
  return found.settings.filter((setting) => setting.section === section).length;
}

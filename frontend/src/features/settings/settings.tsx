import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useStore } from "zustand";
import type { Backend } from "../../bridge/client";
import type { Keyboard } from "../../state/keyboard";
import type { Session } from "../../state/session";
import { type SettingsSection, settingsSections } from "../../state/view";
import { SettingsBar } from "./settings-bar";
import { SettingsNav } from "./settings-nav";
import { SettingsPage } from "./settings-page";
import styles from "./settings.module.css";

export interface SettingsProps {
  readonly session: Session;
  readonly backend: Pick<Backend, "client" | "clipboard" | "shell">;
  readonly keyboard: Keyboard;
  readonly section: SettingsSection;
  readonly giveKeyboardBack: () => void;
}

/** Everything that can be chosen, over the workspaces. */
export function Settings({ session, backend, keyboard, section, giveKeyboardBack }: SettingsProps) {
  const [search, setSearch] = useState("");
  const surface = useRef<HTMLElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const keymap = useStore(keyboard.keymap);
  const sought = useStore(session.view, (state) => state.soughtSetting);
  // What is asked for is shown in its part, whatever was searched before.
  const [answered, setAnswered] = useState(sought);
  if (answered !== sought) {
    setAnswered(sought);
    if (sought) setSearch("");
  }
  const searching = search.trim() !== "";
  useKeyboardHere(surface, giveKeyboardBack);
  useLayoutEffect(() => {
    if (sought) goTo(surface.current, sought.id);
  }, [sought]);

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    // A list that hangs over the page has keys of its own.
    if (event.defaultPrevented || !event.currentTarget.contains(event.target as Node)) return;
    const inField = (event.target as Element).matches("input, select");
    if (event.key === "Escape" && search !== "") setSearch("");
    else if (event.key === "Escape") session.commands.leaveSettings();
    else if (event.key === "/" && !inField) field.current?.focus();
    else return;
    event.preventDefault();
  }

  return (
    // The keys are those of the surface as a whole, wherever in it the focus is.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <main
      ref={surface}
      className={styles.surface}
      data-surface="settings"
      aria-label="Settings"
      onKeyDown={onKeyDown}
    >
      <SettingsBar
        session={session}
        fieldRef={field}
        search={search}
        onSearch={setSearch}
        onBack={() => session.commands.leaveSettings()}
      />
      <div className={styles.body}>
        <SettingsNav
          current={searching ? undefined : section}
          onChoose={(next) => {
            setSearch("");
            session.commands.showSettings(next);
          }}
        />
        <SettingsPage
          session={session}
          backend={backend}
          keymap={keymap}
          sections={searching ? settingsSections : [section]}
          search={search.trim()}
          onClear={() => {
            setSearch("");
            field.current?.focus();
          }}
        />
      </div>
    </main>
  );
}

/** Shows the row of a setting and gives its control the keyboard. */
function goTo(surface: HTMLElement | null, setting: string): void {
  const row = surface?.querySelector(`[data-setting="${setting}"]`);
  const control =
    row?.querySelector<HTMLElement>('[data-control="setting"]') ??
    row?.querySelector<HTMLElement>('[aria-pressed="true"]');
  control?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: "center" });
}

/** The keyboard is here while the settings are shown, and back where it was afterwards. */
function useKeyboardHere(surface: RefObject<HTMLElement | null>, giveKeyboardBack: () => void): void {
  const back = useRef(giveKeyboardBack);
  useEffect(() => {
    back.current = giveKeyboardBack;
  });
  // At once, so that no key that is pressed meanwhile reaches a terminal.
  useLayoutEffect(() => {
    surface.current?.querySelector<HTMLElement>('nav [aria-current="page"]')?.focus();
  }, [surface]);
  useEffect(() => () => back.current(), []);
}

import { type ReactNode, useId } from "react";
import { useStore } from "zustand";
import type { ClipboardAccess, Harness, HarnessModel } from "../../bridge/client";
import {
  absent,
  choicesFor,
  type HarnessChoices,
  nearModels,
  offered,
  pickedOf,
} from "../../domain/harnesses";
import type { Session } from "../../state/session";
import { Button } from "../../ui/button";
import { CopyButton } from "../../ui/copy-button";
import { HarnessIcon } from "../../ui/harness-icon";
import { Icon } from "../../ui/icon";
import { Select } from "../../ui/select";
import styles from "./agents.module.css";

export interface AgentsProps {
  readonly session: Session;
  readonly clipboard: ClipboardAccess;
}

/** What each terminal of the new workspace runs: the shell, or a coding agent with a model. */
export function Agents({ session, clipboard }: AgentsProps) {
  const { harnesses, launching } = session;
  const { list, models, rechecking } = useStore(harnesses.store);
  const chosen = useStore(session.settings.store, ({ launch }) => launch.harnesses);
  const picked = useStore(launching.store, ({ harness }) => harness);
  const pickedModels = useStore(launching.store, (state) => state.models);
  const heading = useId();
  const here = offered(list, chosen);
  const current = pickedOf(list, chosen, picked)?.id ?? "";
  const checking = rechecking || list.some(({ presence }) => presence === "checking");
  return (
    <fieldset className={styles.field} aria-labelledby={heading}>
      <div className={styles.head}>
        <span id={heading} className={styles.heading}>
          What each terminal runs
        </span>
        <span className={styles.found} role="status">
          {checking
            ? "Looking for coding agents"
            : `${installed(list)} of ${list.length} coding agents found`}
        </span>
        <Button
          size="small"
          variant="ghost"
          data-control="recheck-agents"
          disabled={rechecking}
          onClick={() => session.commands.recheckAgents()}
        >
          <Icon name="restart" size={12} />
          Recheck
        </Button>
      </div>
      <div className={styles.box}>
        <Choice
          name="Terminal"
          note="Your shell"
          checked={current === ""}
          control="agent-none"
          icon={<Icon name="terminal" />}
          onChoose={() => launching.chooseHarness("")}
        />
        {here.map((harness) => (
          <div key={harness.id} className={styles.row} data-agent={harness.id}>
            <Choice
              name={harness.name}
              note={harness.version}
              checked={current === harness.id}
              control="agent-choice"
              icon={<HarnessIcon drawing={harness.icon} />}
              onChoose={() => {
                launching.chooseHarness(harness.id);
                void harnesses.askModels(harness.id);
              }}
            />
            <span className={styles.model}>
              <Select
                label={`Model of ${harness.name}`}
                data-control="agent-model"
                value={pickedModels[harness.id] ?? ""}
                options={modelOptions(choicesFor(chosen, harness.id), models[harness.id]?.models ?? [])}
                onFocus={() => void harnesses.askModels(harness.id)}
                onChange={(model) => launching.chooseHarness(harness.id, model)}
              />
            </span>
          </div>
        ))}
      </div>
      <Missing harnesses={absent(list, chosen)} clipboard={clipboard} />
    </fieldset>
  );
}

function installed(list: readonly Harness[]): number {
  return list.filter(({ presence }) => presence === "installed").length;
}

// A list of the system's own has no search; beyond these the toolbar and the palette find a model.
const mostOptions = 300;

function modelOptions(choices: HarnessChoices, listed: readonly HarnessModel[]) {
  const near = nearModels(choices, []);
  const others = listed.map(({ id }) => id).filter((id) => !near.includes(id));
  return [
    { value: "", text: choices.model === "" ? "default" : `default, ${choices.model}` },
    ...[...near, ...others].slice(0, mostOptions).map((model) => ({ value: model, text: model })),
  ];
}

interface ChoiceProps {
  readonly name: string;
  readonly note: string;
  readonly checked: boolean;
  readonly control: string;
  readonly icon: ReactNode;
  readonly onChoose: () => void;
}

function Choice({ name, note, checked, control, icon, onChoose }: ChoiceProps) {
  return (
    <label className={styles.choice}>
      <input
        type="radio"
        name="agent"
        className={styles.radio}
        checked={checked}
        data-control={control}
        onChange={onChoose}
      />
      {icon}
      <span className={styles.name}>{name}</span>
      <span className={`mono ${styles.note}`}>{note}</span>
    </label>
  );
}

interface MissingProps {
  readonly harnesses: readonly Harness[];
  readonly clipboard: ClipboardAccess;
}

const fewMissing = 2;

/** Those that are not there, with the vendor's own way to install them. It is copied and never run. */
function Missing({ harnesses, clipboard }: MissingProps) {
  if (harnesses.length === 0) return null;
  return (
    // A long list of what is not there would push away what can be done.
    <details className={styles.absence} open={harnesses.length <= fewMissing}>
      <summary className={styles.summary} data-control="agents-missing">
        {harnesses.length} not installed
      </summary>
      <ul className={styles.box} aria-label="Not installed">
        {harnesses.map(({ id, name, icon, presence, installCommand, site, path }) => (
          <li key={id} className={styles.missing} data-agent={id}>
            <HarnessIcon drawing={icon} />
            <span className={styles.absent}>
              <span>
                {name}
                <span className={styles.tag}>
                  {presence === "missing" ? "Not installed" : "Cannot be started"}
                </span>
              </span>
              <span className={`mono ${styles.command}`}>{installCommand || path || site}</span>
            </span>
            <CopyButton
              text={installCommand || site}
              what={installCommand ? `the command that installs ${name}` : `the address of ${name}`}
              clipboard={clipboard}
              data-control="agent-install-copy"
            />
          </li>
        ))}
      </ul>
    </details>
  );
}

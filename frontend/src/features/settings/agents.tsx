import { useStore } from "zustand";
import type { Client, ClipboardAccess, Harness, HarnessSettings, Settings } from "../../bridge/client";
import { choicesFor } from "../../domain/harnesses";
import type { Session } from "../../state/session";
import { Button } from "../../ui/button";
import { CopyButton } from "../../ui/copy-button";
import { HarnessIcon } from "../../ui/harness-icon";
import { Icon } from "../../ui/icon";
import { Switch } from "../../ui/switch";
import { AgentFlags } from "./agent-flags";
import { AgentModels } from "./agent-models";
import { Row } from "./row";
import styles from "./settings.module.css";
import type { Changes } from "./use-changes";

export interface AgentsProps extends Pick<Changes, "failures" | "change"> {
  readonly session: Session;
  readonly client: Pick<Client, "harnesses">;
  readonly clipboard: ClipboardAccess;
  readonly agents: readonly Harness[];
}

/** The coding agents of the machine, and how each is launched. */
export function Agents({ session, client, clipboard, agents, failures, change }: AgentsProps) {
  const { harnesses } = session;
  const rechecking = useStore(harnesses.store, (state) => state.rechecking);
  return (
    <>
      <div className={styles.agentsHead}>
        <p className={styles.description}>
          Agents are found on the PATH of your login shell, and looked for once a minute.
        </p>
        <Button
          size="small"
          data-control="recheck-agents"
          disabled={rechecking}
          onClick={() => session.commands.recheckAgents()}
        >
          <Icon name="restart" size={12} />
          {rechecking ? "Looking" : "Recheck"}
        </Button>
      </div>
      {agents.map((harness) => (
        <Agent
          key={harness.id}
          session={session}
          client={client}
          clipboard={clipboard}
          harness={harness}
          failures={failures}
          change={change}
        />
      ))}
    </>
  );
}

interface AgentProps extends Omit<AgentsProps, "agents"> {
  readonly harness: Harness;
}

function Agent({ session, client, clipboard, harness, failures, change }: AgentProps) {
  const { id, name, icon } = harness;
  const choices = useStore(session.settings.store, ({ launch }) => choicesFor(launch.harnesses, id));
  const setting = `launch.harnesses.${id}`;
  const set = (part: string, next: Partial<HarnessSettings>) =>
    change(`${setting}.${part}`, (now) => withChoices(now, id, next));
  return (
    <section className={`${styles.box} ${styles.agent}`} aria-label={name} data-setting={setting}>
      <h3 className={styles.agentName}>
        <HarnessIcon drawing={icon} />
        {name}
        <Presence harness={harness} />
      </h3>
      {harness.presence === "missing" && (
        <Row
          id={`${setting}.install`}
          name="Install"
          description="The vendor's command. It is never run for you."
        >
          {() => (
            <>
              <span className={`mono ${styles.value}`}>{harness.installCommand || harness.site}</span>
              <CopyButton
                text={harness.installCommand || harness.site}
                what={`how ${name} is installed`}
                clipboard={clipboard}
                data-control="agent-install-copy"
              />
            </>
          )}
        </Row>
      )}
      <Row
        id={`${setting}.hidden`}
        name="Show"
        description="In the toolbar, the launcher and the palette."
        message={failures[`${setting}.hidden`]}
        onReset={choices.hidden ? () => set("hidden", { hidden: false }) : undefined}
      >
        {(words) => (
          <Switch
            label={`Show ${name}`}
            aria-describedby={words}
            data-control="setting"
            on={!choices.hidden}
            onChange={(on) => set("hidden", { hidden: !on })}
          />
        )}
      </Row>
      <AgentFlags
        harness={harness}
        choices={choices}
        client={client}
        setting={setting}
        failure={failures[`${setting}.flags`]}
        onChange={(flags) => set("flags", { flags })}
      />
      <AgentModels
        session={session}
        harness={harness}
        choices={choices}
        setting={setting}
        failures={failures}
        onChange={set}
      />
      {harness.options.map((option) => (
        <Row
          key={option.id}
          id={`${setting}.${option.id}`}
          name={option.label}
          description={option.help}
          message={failures[`${setting}.${option.id}`]}
        >
          {(words) => (
            <Switch
              label={option.label}
              aria-describedby={words}
              data-control="setting"
              on={choices.options[option.id] ?? option.default}
              onChange={(on) => set(option.id, { options: { ...choices.options, [option.id]: on } })}
            />
          )}
        </Row>
      ))}
    </section>
  );
}

function Presence({ harness: { presence, version, path } }: { readonly harness: Harness }) {
  const words = {
    checking: "Looking for it",
    installed: version || "installed",
    missing: "Not installed",
    unusable: "Cannot be started",
  }[presence];
  return (
    <span className={styles.presence}>
      <span className={presence === "installed" ? "mono" : ""}>{words}</span>
      {path && <span className={`mono ${styles.agentPath}`}>{path}</span>}
    </span>
  );
}

function withChoices(settings: Settings, id: string, next: Partial<HarnessSettings>): Settings {
  const { harnesses } = settings.launch;
  return {
    ...settings,
    launch: {
      ...settings.launch,
      harnesses: { ...harnesses, [id]: { ...choicesFor(harnesses, id), ...next } },
    },
  };
}

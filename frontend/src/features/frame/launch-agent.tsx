import { useStore } from "zustand";
import type { Harness } from "../../bridge/client";
import { choicesFor, launchInWords, nearModels } from "../../domain/harnesses";
import { counted } from "../../domain/wording";
import type { Session } from "../../state/session";
import { Button } from "../../ui/button";
import { HarnessIcon } from "../../ui/harness-icon";
import { Icon } from "../../ui/icon";
import { MenuButton, type MenuChoice } from "../../ui/menu-button";
import { Tooltip } from "../../ui/tooltip";
import styles from "./toolbar.module.css";

export interface LaunchAgentProps {
  readonly session: Session;
  readonly harness: Harness;
  readonly giveKeyboardBack: () => void;
}

/** Launches the default model at the best place; the caret says which other model, or which side. */
export function LaunchAgent({ session, harness, giveKeyboardBack }: LaunchAgentProps) {
  const { arrangement, commands, harnesses } = session;
  const { id, name, icon } = harness;
  const choices = useStore(session.settings.store, ({ launch }) => choicesFor(launch.harnesses, id));
  const launch = (model?: string) => ({ harness: id, ...(model !== undefined && { model }) });
  return (
    <span className={styles.split} data-harness={id}>
      <Tooltip text={`Launch ${launchInWords(name, choices.model)}`}>
        <Button
          variant="ghost"
          data-control="launch-agent"
          aria-label={`Launch ${name}`}
          onClick={() => void arrangement.newTerminal({ launch: launch() })}
        >
          <HarnessIcon drawing={icon} />
          <span className={styles.launch}>{name}</span>
        </Button>
      </Tooltip>
      <MenuButton
        label={`Choose a model or a side for ${name}`}
        control="launch-agent-menu"
        onOpen={() => void harnesses.askModels(id)}
        onLeft={giveKeyboardBack}
        trigger={
          <button type="button" className={styles.caret}>
            <Icon name="down" size={12} />
          </button>
        }
        groups={[
          { label: "Model", choices: useModelChoices(session, harness) },
          {
            label: "Side of the focused pane",
            choices: [
              {
                id: "split-right",
                text: "Split right",
                control: "launch-agent-right",
                icon: "splitRight",
                onChoose: () => void arrangement.newTerminal({ side: "right", launch: launch() }),
              },
              {
                id: "split-down",
                text: "Split down",
                control: "launch-agent-down",
                icon: "splitDown",
                onChoose: () => void arrangement.newTerminal({ side: "below", launch: launch() }),
              },
            ],
          },
          {
            label: name,
            choices: [
              {
                id: "settings",
                text: "Flags and models",
                control: "launch-agent-settings",
                icon: "settings",
                onChoose: () => commands.showSettings("agents", `launch.harnesses.${id}`),
              },
            ],
          },
        ]}
      />
    </span>
  );
}

/** The default, the favourites and what else is near; a long list is searched. */
function useModelChoices(
  { arrangement, commands, harnesses, settings }: Session,
  harness: Harness,
): MenuChoice[] {
  const { id } = harness;
  const choices = useStore(settings.store, ({ launch }) => choicesFor(launch.harnesses, id));
  const list = useStore(harnesses.store, ({ models }) => models[id]);
  const asking = useStore(harnesses.store, (state) => state.asking.has(id));
  const listed = list?.models ?? [];
  const near = nearModels(choices, listed);
  const rows: MenuChoice[] = near.map((model) => ({
    id: `model:${model}`,
    text: model,
    control: "launch-model",
    current: model === choices.model,
    ...(model === choices.model && { note: "Default" }),
    onChoose: () => void arrangement.newTerminal({ launch: { harness: id, model } }),
  }));
  if (choices.model === "") {
    rows.unshift({
      id: "default",
      text: "Default of the CLI",
      control: "launch-default",
      current: true,
      onChoose: () => void arrangement.newTerminal({ launch: { harness: id } }),
    });
  }
  const unseen = listed.filter((model) => !near.includes(model.id)).length;
  if (unseen > 0) {
    rows.push({
      id: "search",
      text: `Search ${counted(listed.length, "model")}`,
      control: "launch-search",
      icon: "search",
      onChoose: () => commands.showPalette(true, { kind: "models", harness: id }),
    });
  } else if (asking && listed.length === 0) {
    rows.push({
      id: "asking",
      text: "Listing the models",
      control: "launch-asking",
      icon: "starting",
      disabled: true,
      onChoose: () => {},
    });
  } else if (list?.failed) {
    rows.push({
      id: "failed",
      text: list.failed,
      control: "launch-failed",
      icon: "warning",
      disabled: true,
      onChoose: () => {},
    });
  }
  return rows;
}

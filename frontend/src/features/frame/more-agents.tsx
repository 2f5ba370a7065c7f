import type { Harness } from "../../bridge/client";
import type { Session } from "../../state/session";
import { Icon } from "../../ui/icon";
import { MenuButton } from "../../ui/menu-button";
import styles from "./toolbar.module.css";

export interface MoreAgentsProps {
  readonly session: Session;
  readonly harnesses: readonly Harness[];
  readonly giveKeyboardBack: () => void;
}

/** The coding agents that have no room for a button of their own. */
export function MoreAgents({ session, harnesses, giveKeyboardBack }: MoreAgentsProps) {
  return (
    <MenuButton
      label="More coding agents"
      control="more-agents"
      onLeft={giveKeyboardBack}
      trigger={
        <button type="button" className={styles.more}>
          <Icon name="plus" />
          <Icon name="down" size={12} />
        </button>
      }
      groups={[
        {
          label: "Launch",
          choices: harnesses.map(({ id, name, icon }) => ({
            id,
            text: name,
            control: "launch-more",
            drawing: icon,
            onChoose: () => void session.arrangement.newTerminal({ launch: { harness: id } }),
          })),
        },
        {
          label: "With a model",
          choices: harnesses.map(({ id, name, icon }) => ({
            id: `models:${id}`,
            text: `${name} with a model`,
            control: "launch-more-models",
            drawing: icon,
            onChoose: () => session.commands.showPalette(true, { kind: "models", harness: id }),
          })),
        },
      ]}
    />
  );
}

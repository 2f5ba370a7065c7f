import { useState } from "react";
import type { Client, Harness, HarnessSettings } from "../../bridge/client";
import { TextField } from "../../ui/text-field";
import { Row } from "./row";
import styles from "./settings.module.css";
import { sentence } from "./use-changes";

export interface AgentFlagsProps {
  readonly harness: Harness;
  readonly choices: HarnessSettings;
  readonly client: Pick<Client, "harnesses">;
  readonly setting: string;
  readonly failure: string | undefined;
  readonly onChange: (flags: string) => void;
}

/** Kept when the field is left or Enter is pressed, and only when a launch could use them. */
export function AgentFlags({ harness, choices, client, setting, failure, onChange }: AgentFlagsProps) {
  const [draft, setDraft] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const typed = draft ?? choices.flags;

  async function keep() {
    if (draft === undefined) return;
    try {
      await client.harnesses.check(harness.id, { ...choices, flags: draft });
      setProblem(undefined);
      setDraft(undefined);
      if (draft !== choices.flags) onChange(draft);
    } catch (wrong) {
      // What was typed stays in the field, to be mended.
      setProblem(sentence(wrong));
    }
  }

  return (
    <Row
      id={`${setting}.flags`}
      name="Extra flags"
      description="Added to every launch, read as a shell reads words; nothing is expanded."
      message={problem ?? failure}
      onReset={
        choices.flags === "" && draft === undefined
          ? undefined
          : () => {
              setDraft(undefined);
              setProblem(undefined);
              if (choices.flags !== "") onChange("");
            }
      }
    >
      {(words) => (
        <span className={styles.wide}>
          <TextField
            label={`Extra flags of ${harness.name}`}
            mono
            small
            aria-describedby={words}
            data-control="setting"
            placeholder={harness.flagsExample}
            invalid={problem !== undefined}
            value={typed}
            onChange={(event) => setDraft(event.target.value)}
            onBlur={() => void keep()}
            onKeyDown={(event) => {
              if (event.key === "Enter") void keep();
            }}
          />
        </span>
      )}
    </Row>
  );
}

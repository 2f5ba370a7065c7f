import { useEffect, useRef } from "react";
import type { QuitPlan } from "../../bridge/client";
import { counted } from "../../domain/wording";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import styles from "./questions.module.css";
import { ProcessList, RunningList, type RunningListProps } from "./running-list";

export interface QuitQuestionProps {
  readonly session: RunningListProps["session"];
  readonly plan: QuitPlan;
  /** The question is on the screen, for each plan anew. */
  readonly onAsked: () => void;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** Quitting ends what runs in terminals, and leaves alone what has moved out of them on purpose. */
export function QuitQuestion({ session, plan, onAsked, onConfirm, onCancel }: QuitQuestionProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  useEffect(onAsked, [plan, onAsked]);
  const { running, keepsRunning } = plan;
  const programs = counted(running.length, "program");
  return (
    <Dialog
      surface="quit"
      title="Quit Clanker Grid?"
      description={
        running.length === 0 ? "Nothing runs in a terminal." : `${programs} in terminals would be ended.`
      }
      initialFocus={cancel}
      onCancel={onCancel}
      actions={
        <>
          <Button ref={cancel} data-control="cancel" onClick={onCancel}>
            Cancel
          </Button>
          <Button variant="danger" data-control="quit" onClick={onConfirm}>
            {running.length === 0 ? "Quit" : `Quit and end ${programs}`}
          </Button>
        </>
      }
    >
      {running.length > 0 && <RunningList running={running} session={session} />}
      {keepsRunning.length > 0 && (
        <section aria-labelledby="keeps-running">
          <h2 id="keeps-running" className={styles.heading}>
            Keeps running
          </h2>
          <ProcessList processes={keepsRunning} />
        </section>
      )}
    </Dialog>
  );
}

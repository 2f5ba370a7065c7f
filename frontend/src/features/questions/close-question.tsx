import { useRef } from "react";
import { counted, listed } from "../../domain/wording";
import type { Question } from "../../state/view";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { RunningList, type RunningListProps } from "./running-list";

export interface CloseQuestionProps {
  readonly session: RunningListProps["session"];
  readonly question: Extract<Question, { kind: "close-terminal" | "close-workspace" }>;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** Something runs there: names what would be ended. */
export function CloseQuestion({ session, question, onConfirm, onCancel }: CloseQuestionProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  const { running, title } = question;
  const programs = listed([...new Set(running.map((work) => work.program))]);
  const description =
    question.kind === "close-terminal"
      ? `Closing this terminal ends ${programs}.`
      : `${counted(running.length, "program")} would be ended.`;
  return (
    <Dialog
      title={`Close ${title}?`}
      description={description}
      initialFocus={cancel}
      onCancel={onCancel}
      actions={
        <>
          <Button ref={cancel} data-control="cancel" onClick={onCancel}>
            Cancel
          </Button>
          <Button variant="danger" data-control="confirm" onClick={onConfirm}>
            Close and end {programs}
          </Button>
        </>
      }
    >
      <RunningList running={running} session={session} />
    </Dialog>
  );
}

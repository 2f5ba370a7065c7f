import { useRef } from "react";
import { counted } from "../../domain/wording";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";

export interface ResetKeysQuestionProps {
  /** How many commands have keys of the user's own. */
  readonly own: number;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** The user's own keys would be lost, and nothing brings them back. */
export function ResetKeysQuestion({ own, onConfirm, onCancel }: ResetKeysQuestionProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      title="Reset all keys?"
      description={`Your own keys of ${counted(own, "command")} are lost. This cannot be undone.`}
      initialFocus={cancel}
      // The button that asked has nothing left to reset afterwards, and cannot have the focus.
      finalFocus={() => document.querySelector<HTMLElement>('[data-control="keys-filter"]')}
      onCancel={onCancel}
      actions={
        <>
          <Button ref={cancel} data-control="cancel" onClick={onCancel}>
            Cancel
          </Button>
          <Button variant="danger" data-control="confirm" onClick={onConfirm}>
            Reset all keys
          </Button>
        </>
      }
    />
  );
}

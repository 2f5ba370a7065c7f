import { useRef } from "react";
import { pastePreview } from "../../domain/pasted";
import { counted } from "../../domain/wording";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import styles from "./questions.module.css";

export interface PasteQuestionProps {
  readonly text: string;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** Several lines would be typed into a program that takes each line as a command. */
export function PasteQuestion({ text, onConfirm, onCancel }: PasteQuestionProps) {
  const paste = useRef<HTMLButtonElement>(null);
  const preview = pastePreview(text);
  return (
    <Dialog
      wide
      title={`Paste ${counted(preview.lines, "line")}?`}
      description="The program in this terminal runs each line as it comes."
      initialFocus={paste}
      onCancel={onCancel}
      actions={
        <>
          <Button data-control="cancel" onClick={onCancel}>
            Cancel
          </Button>
          <Button ref={paste} variant="primary" data-control="confirm" onClick={onConfirm}>
            Paste
          </Button>
        </>
      }
    >
      {/* The text may be longer than the box, and a keyboard must be able to scroll it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className={`mono ${styles.preview}`} tabIndex={0} aria-label="Text to paste">
        {preview.text}
      </pre>
      {preview.hidden > 0 && (
        <p className={styles.more}>{counted(preview.hidden, "more character")} not shown.</p>
      )}
    </Dialog>
  );
}

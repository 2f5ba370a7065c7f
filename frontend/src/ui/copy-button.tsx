import { useState } from "react";
import { Button } from "./button";
import { Icon } from "./icon";

export interface TextClipboard {
  /** False when the page may not write it. */
  write(text: string): Promise<boolean>;
}

export interface CopyButtonProps {
  readonly text: string;
  readonly what: string;
  readonly clipboard: TextClipboard;
  readonly "data-control": string;
}

/** Puts a text into the clipboard, and says whether that worked. */
export function CopyButton({ text, what, clipboard, ...data }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<"" | "Copied" | "Not copied">("");

  async function copy() {
    const written = await clipboard.write(text).catch(() => false);
    setOutcome(written ? "Copied" : "Not copied");
  }

  return (
    <>
      <Button {...data} size="small" variant="ghost" aria-label={`Copy ${what}`} onClick={() => void copy()}>
        <Icon name={outcome === "Copied" ? "check" : "copy"} size={12} />
        {outcome || "Copy"}
      </Button>
      <span className="visually-hidden" role="status">
        {outcome}
      </span>
    </>
  );
}

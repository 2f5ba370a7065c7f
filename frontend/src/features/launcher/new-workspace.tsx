import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { Button } from "../../ui/button";
import { Icon, type IconName } from "../../ui/icon";
import { Keys } from "../../ui/keys";
import { Segment } from "../../ui/segment";
import { TextField } from "../../ui/text-field";
import { withTilde } from "../../domain/wording";
import type { LaunchFailure } from "../../state/launching";
import styles from "./new-workspace.module.css";

export interface NewWorkspaceProps {
  readonly path: string;
  readonly terminals: number;
  readonly failure: LaunchFailure | undefined;
  readonly busy: boolean;
  readonly home: string;
  /** What Tab makes of the path; undefined when it moves on. */
  readonly completion: string | undefined;
  /** Of the plain terminal. */
  readonly plainKeys: readonly string[];
  /** What it would show: "4 plain terminals". */
  readonly what: string;
  /** The choice of what each terminal runs. */
  readonly children: ReactNode;
  readonly onPath: (path: string) => void;
  readonly onTerminals: (terminals: number) => void;
  readonly onBrowse: () => void;
  readonly onOpen: () => void;
  readonly onPlain: () => void;
}

const counts: { value: string; icon: IconName; label: string }[] = [
  { value: "1", icon: "one", label: "1 terminal" },
  { value: "2", icon: "two", label: "2 terminals" },
  { value: "4", icon: "four", label: "4 terminals" },
  { value: "6", icon: "six", label: "6 terminals" },
];

/** The folder to open and how many terminals it starts with. */
export function NewWorkspace(props: NewWorkspaceProps) {
  const { path, terminals, failure, busy, home, completion, plainKeys, what, children } = props;
  const { onPath, onTerminals, onBrowse, onOpen, onPlain } = props;
  const folder = path.trim();
  const field = useRef<HTMLInputElement>(null);
  // In a small window, or a large interface, the field may be beyond the edge when it gets the keyboard.
  useEffect(() => {
    if (document.activeElement === field.current) field.current?.scrollIntoView({ block: "nearest" });
  }, []);

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    const { key, shiftKey, ctrlKey, altKey, metaKey, currentTarget } = event;
    if (key !== "Tab" || shiftKey || ctrlKey || altKey || metaKey || event.nativeEvent.isComposing) return;
    const atEnd = currentTarget.selectionStart === path.length && currentTarget.selectionEnd === path.length;
    if (completion === undefined || !atEnd) return;
    event.preventDefault();
    onPath(completion);
  }

  return (
    <section className={styles.section} aria-labelledby="new-heading">
      <h2 id="new-heading" className={styles.heading}>
        New workspace
      </h2>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          onOpen();
        }}
      >
        <div className={styles.folder}>
          <TextField
            ref={field}
            label="Folder"
            mono
            value={path}
            placeholder="~/src/project"
            invalid={failure !== undefined}
            aria-describedby="folder-problem"
            data-control="folder-path"
            // The launcher is where a person starts to type a path; nothing else can have the focus here.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            onFocus={(event) => event.currentTarget.scrollIntoView({ block: "nearest" })}
            onKeyDown={onKeyDown}
            onChange={(event) => onPath(event.target.value)}
          />
          <Button data-control="browse" onClick={onBrowse}>
            Browse
          </Button>
        </div>
        <p id="folder-problem" className={styles.problem} role="alert">
          {failure && (
            <>
              <span className={styles.message}>{failure.message}</span> {failure.hint}
            </>
          )}
        </p>
        {children}
        <div className={styles.counts}>
          <span className={styles.label}>Terminals</span>
          <Segment
            label="Terminals"
            value={String(terminals)}
            options={counts.map(({ value, icon, label }) => ({
              value,
              icon,
              label,
              text: value,
              control: `terminals-${value}`,
            }))}
            onChange={(value) => onTerminals(Number(value))}
          />
        </div>
        <p className={styles.outcome}>
          {folder === "" && "A workspace opens with as many terminals as you choose."}
          {folder !== "" && !failure && `Opens ${what} in ${withTilde(folder, home)}`}
        </p>
        <div className={styles.submit}>
          <Button size="large" disabled={busy} data-control="open-plain" onClick={onPlain}>
            <Icon name="terminal" />
            {folder === "" ? "Terminal in the home folder" : "One terminal here"}
            <Keys keys={plainKeys} />
          </Button>
          <Button
            variant="primary"
            size="large"
            disabled={busy || path.trim() === ""}
            data-control="open-workspace"
            onClick={onOpen}
          >
            Open workspace
            <Keys keys={["Enter"]} onAccent />
          </Button>
        </div>
      </form>
    </section>
  );
}

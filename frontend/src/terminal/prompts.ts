/** Where the shell's prompts are (OSC 133;A), for jumping between them. */
import type { IMarker, Terminal } from "@xterm/xterm";

export class PromptMarks {
  private marks: IMarker[] = [];

  constructor(private readonly terminal: Terminal) {}

  /** OSC 133: only the start of a prompt is of interest here. */
  handle(data: string): void {
    if (!/^A(?:;|$)/.test(data) || this.terminal.buffer.active.type !== "normal") return;
    const mark = this.terminal.registerMarker(0);
    if (!mark) return;
    const last = this.marks.at(-1);
    // A prompt is drawn again on a resize or a key; one line is one prompt.
    if (last && last.line === mark.line) {
      mark.dispose();
      return;
    }
    this.marks.push(mark);
    // Marks go with their lines when the scrollback drops them.
    mark.onDispose(() => {
      this.marks = this.marks.filter((kept) => kept !== mark);
    });
  }

  jump(direction: -1 | 1): void {
    const buffer = this.terminal.buffer.active;
    if (buffer.type !== "normal") return;
    const target = nextPrompt(
      this.marks.map((mark) => mark.line),
      buffer.viewportY,
      direction,
    );
    if (target !== null) this.terminal.scrollToLine(target);
    else if (direction === 1) this.terminal.scrollToBottom();
  }

  clear(): void {
    for (const mark of this.marks) mark.dispose();
    this.marks = [];
  }

  dispose(): void {
    this.clear();
  }
}

/** The prompt line above or below the first visible line, or null. */
export function nextPrompt(lines: readonly number[], top: number, direction: -1 | 1): number | null {
  const candidates = lines.filter((line) => line >= 0 && (direction === 1 ? line > top : line < top));
  if (candidates.length === 0) return null;
  return direction === 1 ? Math.min(...candidates) : Math.max(...candidates);
}

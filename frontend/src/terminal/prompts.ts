/** Where the shell's prompts are (OSC 133;A), for jumping between them. */
import type { IMarker, Terminal } from "@xterm/xterm";

/**
 * The newest prompts that can be jumped to. The emulator visits every mark for
 * every line that leaves the scrollback, so their number bounds the cost of a
 * flood, also of one that consists of prompts.
 */
export const maxPrompts = 256;

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
    // The oldest go first, whether their lines leave the scrollback or there are too many.
    mark.onDispose(() => {
      const at = this.marks.indexOf(mark);
      if (at >= 0) this.marks.splice(at, 1);
    });
    if (this.marks.length > maxPrompts) this.marks[0]?.dispose();
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
    for (const mark of this.marks.splice(0)) mark.dispose();
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

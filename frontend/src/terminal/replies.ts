/**
 * Answers of the emulator to the program. A query that is parsed again during
 * replay, or in a view that does not own the terminal, must not be answered:
 * the program was answered long ago, or by another view, and would take the
 * bytes for typing. State that a sequence also sets (a mode, a colour) is
 * still applied.
 */
import type { IDisposable, IFunctionIdentifier, IParser } from "@xterm/xterm";

// Every sequence that makes xterm.js 6.0 send bytes by itself (InputHandler.ts and
// CoreBrowserTerminal.ts), and those that this product answers in addition.
const csiQueries: readonly IFunctionIdentifier[] = [
  { final: "c" }, // DA1
  { prefix: ">", final: "c" }, // DA2
  { prefix: "=", final: "c" }, // DA3
  { final: "n" }, // DSR, CPR
  { prefix: "?", final: "n" }, // DECXCPR
  { final: "t" }, // window reports
  { prefix: ">", final: "q" }, // XTVERSION
  { prefix: "?", final: "u" }, // kitty keyboard
  { intermediates: "$", final: "p" }, // DECRQM
  { prefix: "?", intermediates: "$", final: "p" },
  { prefix: "?", final: "h" }, // mode 1004 reports the focus when it is set
];
const dcsQueries: readonly IFunctionIdentifier[] = [
  { intermediates: "$", final: "q" }, // DECRQSS
  { intermediates: "+", final: "q" }, // XTGETTCAP
];
const oscQueries: readonly number[] = [4, 10, 11, 12];

export class ReplyGuard {
  private mutedNow = false;
  private readonly registrations: IDisposable[] = [];

  constructor(
    parser: IParser,
    private readonly suppressed: () => boolean,
  ) {
    // Handlers run in the same task as the answer they provoke, so that muting here and
    // unmuting after the write can neither miss an answer nor swallow a key.
    const mute = (): boolean => {
      if (this.suppressed()) {
        this.mutedNow = true;
        queueMicrotask(() => this.unmute());
      }
      return false;
    };
    for (const id of csiQueries) this.registrations.push(parser.registerCsiHandler(id, mute));
    for (const id of dcsQueries) this.registrations.push(parser.registerDcsHandler(id, mute));
    for (const id of oscQueries) this.registrations.push(parser.registerOscHandler(id, mute));
  }

  /** Whether data that the emulator emits now is such an answer and must not be sent. */
  get muted(): boolean {
    return this.mutedNow;
  }

  unmute(): void {
    this.mutedNow = false;
  }

  dispose(): void {
    for (const registration of this.registrations) registration.dispose();
  }
}

/** The answer to XTVERSION (CSI > q): DCS > | name(version) ST. */
export function versionReply(version: string): string {
  return `\x1bP>|clanker-grid(${version.replace(/[^\x20-\x7e]/g, "")})\x1b\\`;
}

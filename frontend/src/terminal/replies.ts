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

// oxlint-disable-next-line no-control-regex -- it is about control characters
const question = /\x1b(?:\[[\x20-\x3f]*[cnptqu]|\][^\x07\x1b]*\?|P[\x20-\x3f]*q)/;
const latin1 = new TextDecoder("latin1");

/**
 * Whether a program may be waiting for an answer to these bytes: they hold one of the
 * sequences above whole. It says yes too often rather than too seldom.
 */
export function mayAsk(data: Uint8Array): boolean {
  return data.includes(0x1b) && question.test(latin1.decode(data));
}

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

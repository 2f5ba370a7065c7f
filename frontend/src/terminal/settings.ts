import type { Settings } from "../bridge/client";
import { fontStack } from "../domain/fonts";
import { bundledFont, type TerminalSettings } from "./contract";

/** What the user has chosen, as an emulator takes it. */
export function emulatorSettings({ appearance, terminal }: Settings): TerminalSettings {
  return {
    fontSize: appearance.fontSize,
    fontFamily: fontStack(appearance.terminalFont, bundledFont),
    lineHeight: appearance.lineHeight,
    cursor: appearance.cursor,
    cursorBlink: appearance.cursorBlink,
    scrollback: terminal.scrollback,
    asksBeforePaste: terminal.pasteWarning === "lines",
    clipboardWrites: terminal.clipboardWrites,
  };
}

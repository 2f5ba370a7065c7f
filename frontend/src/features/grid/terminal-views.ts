import { type Disposable, DisposableStore } from "../../base/disposable";
import type { Backend, Settings, TerminalID } from "../../bridge/client";
import type { CommandID } from "../../domain/keymap";
import type { Keyboard } from "../../state/keyboard";
import type { Session } from "../../state/session";
import { emulatorSettings } from "../../terminal/settings";
import {
  EmulatorSheets,
  fixedCommand,
  MeasuredLetters,
  pageGraphics,
  readTheme,
  type TerminalCallbacks,
  type TerminalCommand,
  type TerminalSurface,
  type TerminalTheme,
  type TerminalViewOptions,
} from "../../terminal/view";

export type NewTerminalView = new (options: TerminalViewOptions) => TerminalSurface;

export interface TerminalViewsOptions {
  readonly backend: Backend;
  readonly session: Session;
  readonly create: NewTerminalView;
  readonly keyboard: Keyboard;
}

/**
 * The emulators of this window, one per terminal for as long as the terminal lives, also in workspaces that
 * are not in front. Components only show them; what an emulator tells goes to the session from here.
 */
export class TerminalViews implements Disposable {
  private readonly views = new Map<TerminalID, TerminalSurface>();
  private readonly owned = new DisposableStore();
  private readonly sheets = new EmulatorSheets();
  private readonly letters = this.owned.add(new MeasuredLetters());
  private readonly graphics = this.owned.add(pageGraphics());
  /** Read once for all: asking the page for its colours makes it compute its styles. */
  private theme: TerminalTheme | undefined;

  constructor(private readonly options: TerminalViewsOptions) {
    const { session, backend } = options;
    this.owned.defer(
      session.records.store.subscribe(({ terminals }) => {
        for (const id of this.views.keys()) if (!terminals.records.has(id)) this.end(id);
      }),
    );
    this.owned.defer(
      session.settings.store.subscribe((settings, { appearance, terminal }) => {
        if (settings.appearance === appearance && settings.terminal === terminal) return;
        const chosen = emulatorSettings(settings);
        for (const view of this.views.values()) view.setSettings(chosen);
      }),
    );
    this.owned.add(this.graphics.changed((state) => session.graphics.setState(state, true)));
    const draw = ({ terminal }: Settings) => this.graphics.choose(terminal.renderer);
    draw(session.settings.store.getState());
    this.owned.defer(session.settings.store.subscribe(draw));
    this.owned.defer(session.info.subscribe((info) => info?.avoidsWebGL && this.graphics.distrust()));
    this.owned.defer(
      session.connection.subscribe(({ phase }) => {
        for (const view of this.views.values()) view.setInputEnabled(phase === "open");
      }),
    );
    const dropped = backend.window?.filesDropped(({ x, y, paths }) => this.drop(x, y, paths));
    if (dropped) this.owned.add(dropped);
  }

  get(terminal: TerminalID): TerminalSurface | undefined {
    return this.views.get(terminal);
  }

  /** Shows a terminal in a container, with a new emulator the first time. */
  show(terminal: TerminalID, container: HTMLElement): void {
    const known = this.views.get(terminal);
    if (known) known.moveTo(container);
    else this.views.set(terminal, this.start(terminal, container));
  }

  /** The colours of the document have changed. */
  themeChanged(): void {
    this.theme = readTheme();
    for (const view of this.views.values()) view.setTheme(this.theme);
  }

  dispose(): void {
    for (const id of this.views.keys()) this.end(id);
    this.owned.dispose();
  }

  private end(terminal: TerminalID): void {
    this.views.get(terminal)?.dispose();
    this.views.delete(terminal);
  }

  private start(terminal: TerminalID, container: HTMLElement): TerminalSurface {
    const { backend, session, create: View, keyboard } = this.options;
    const keys = keyboard.platform;
    const info = session.info.getState();
    this.theme ??= readTheme();
    const view = new View({
      container,
      stream: backend.terminals.open(terminal),
      clipboard: backend.clipboard,
      settings: emulatorSettings(session.settings.store.getState()),
      letters: this.letters,
      sheets: this.sheets,
      graphics: this.graphics,
      theme: this.theme,
      platform: { keys, os: info?.os === "windows" ? "windows" : info?.os === "darwin" ? "macos" : "linux" },
      version: info?.version ?? "",
      windowTakesFiles: backend.window !== null,
      opensFiles: backend.shell === "desktop",
      callbacks: this.callbacks(terminal),
    });
    view.setInputEnabled(session.connection.getState().phase === "open");
    return view;
  }

  private callbacks(terminal: TerminalID): TerminalCallbacks {
    const { backend, session } = this.options;
    const { commands, marks, notices, records } = session;
    const isFocusedPane = () =>
      document.hasFocus() &&
      session.view.getState().question === undefined &&
      commands.focusedTerminal()?.id === terminal;
    return {
      // The window takes the application's other keys before any terminal sees them.
      commandOf: (event) => this.commandOf(event, terminal),
      isFocusedPane,
      confirmPaste: (text) => new Promise((answer) => commands.ask({ kind: "paste", text, answer })),
      openLink: (uri) => {
        backend
          .openLink(terminal, uri)
          .catch((failure: unknown) => notices.report(failure, "Opening the link"));
      },
      receiveFiles: async (files) => {
        try {
          return await Promise.all(files.map((file) => backend.uploads.upload(file)));
        } catch (failure) {
          notices.report(failure, "Receiving the file");
          return [];
        }
      },
      pasteFailed: (failure) => notices.report(failure, "Pasting"),
      menu: (at) => commands.openMenu(terminal, at),
      focusChanged: (focused) => {
        const snapshot = focused ? records.terminal(terminal) : undefined;
        if (snapshot) commands.focusPane(snapshot.workspace, snapshot.pane);
        if (focused) marks.lookedAt(terminal);
      },
      bell: () => marks.rang(terminal, isFocusedPane()),
      copied: () => marks.copied(terminal),
      progressChanged: (progress) => marks.progressed(terminal, progress),
      inputDropped: () => {
        if (records.terminal(terminal)?.state !== "running") return;
        notices.add({
          id: `page:input:${terminal}`,
          level: "warning",
          message: "Some input was not delivered, because the program that it was for has ended.",
          hint: "Type it again.",
        });
      },
    };
  }

  private commandOf(event: KeyboardEvent, terminal: TerminalID): TerminalCommand | null {
    const { keyboard } = this.options;
    if (keyboard.sendsAllKeys(terminal)) return null;
    const command = keyboard.commandOf(event, terminal);
    return isTerminals(command) ? command : fixedCommand(event, keyboard.platform);
  }

  private drop(x: number, y: number, paths: readonly string[]): void {
    const pane = document.elementFromPoint(x, y)?.closest("[data-terminal]");
    const view = this.views.get(pane?.getAttribute("data-terminal") ?? "");
    view?.insertPaths(paths);
    view?.focus();
  }
}

function isTerminals(command: CommandID | undefined): command is CommandID & TerminalCommand {
  return (
    command === "copy" || command === "paste" || command === "prompt-previous" || command === "prompt-next"
  );
}

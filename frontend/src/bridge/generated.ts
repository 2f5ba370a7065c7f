// Code generated from app/bind by `go run ./build generate`. DO NOT EDIT.

/** ClipboardAction says whether the backend did it; otherwise the page acts. */
export interface ClipboardAction {
  handled: boolean;
}

/**
 * ClipboardContent is what a paste inserts when the backend could read it: a text,
 * or absolute paths of files.
 */
export interface ClipboardContent {
  handled: boolean;
  text: string;
  paths: string[];
}

/**
 * CloseResult says whether something was closed. When it was not, Running is
 * what the user must confirm the end of; when it was, Left are processes that
 * moved out of the terminal on purpose and go on.
 */
export interface CloseResult {
  closed: boolean;
  running: RunningWork[];
  left: Process[];
}

/** EndResult says what ending survivors left behind. */
export interface EndResult {
  ended: number;
  left: Process[];
}

/** EnvironmentID names the machine that commands, terminals and files live on. */
export type EnvironmentID = string;

/** Epoch counts the processes of one terminal from 1; 0 means none yet. */
export type Epoch = number;

/** Exit is how a process ended: Signal is empty for a normal exit. */
export interface Exit {
  code: number;
  signal?: string;
}

/** Failure is why a terminal's process could not be started. */
export interface Failure {
  program: string;
  kind: string;
  message: string;
  hint?: string;
}

/** Folder is a directory listing for a folder picker. */
export interface Folder {
  /** absolute, symlinks resolved */
  path: string;
  /** empty at a root */
  parent: string;
  /** Entries are directories only, in name order, at most the bound asked for. */
  entries: FolderEntry[];
  truncated: boolean;
}

/** FolderEntry is one row of a folder picker. */
export interface FolderEntry {
  name: string;
  path: string;
  hidden: boolean;
  /** Repository is set when the folder holds a Git working tree. */
  repository: boolean;
}

/** Info is what a frontend must know about the application that it belongs to. */
export interface Info {
  version: string;
  kind: Shell;
  /** as Go names it: linux, darwin, windows */
  os: string;
  arch: string;
  home: string;
  configDir: string;
  stateDir: string;
  /** empty when no log can be kept */
  logFile: string;
  pid: number;
}

/**
 * Kind classifies an error for decisions. The string form is part of the
 * control protocol and of `--json` output and never changes once released.
 */
export type Kind =
  | "internal"
  | "invalid"
  | "not-found"
  | "permission"
  | "conflict"
  | "busy"
  | "running"
  | "timeout"
  | "canceled"
  | "unavailable"
  | "unsupported"
  | "newer"
  | "corrupt"
  | "storage"
  | "limit"
  | "denied";

/** LinkAction is what the page must do; nothing when OpenURL is empty. */
export interface LinkAction {
  openUrl: string;
}

/** Notice is one sentence that a user should see and may dismiss. */
export interface Notice {
  /** stable: the same cause has the same ID */
  id: string;
  /** "info", "warning" or "error" */
  level: string;
  message: string;
  hint?: string;
}

/** OpenResult is the workspace of a folder; Existing says that it was open before. */
export interface OpenResult {
  workspace: Workspace;
  existing: boolean;
}

/** Pane is one place of a workspace's grid and the terminal it shows. */
export interface Pane {
  id: PaneID;
  terminal: TerminalID;
}

/** PaneID identifies a place in a layout; it is persistent. */
export type PaneID = string;

/**
 * Process names one operating-system process. The three fields together are
 * unique across reuse of pids and reboots.
 */
export interface Process {
  pid: number;
  /**
   * StartTime is the kernel's own figure, comparable only on the same boot:
   * clock ticks since boot on Linux, microseconds since 1970 on macOS, 100 ns
   * units since 1601 on Windows.
   */
  startTime: number;
  bootId: string;
  name: string;
}

/** Public is the part of an error that may cross to a user interface. */
export interface Public {
  kind: Kind;
  message: string;
  hint?: string;
}

/** QuitPlan is what a quit would end and what would go on running. */
export interface QuitPlan {
  running: RunningWork[];
  keepsRunning: Process[];
}

/** Recent is a folder that was open before. */
export interface Recent {
  environment: EnvironmentID;
  path: string;
  name: string;
  opened: string;
  /** Missing is set when the folder is not there now. */
  missing: boolean;
}

/** Reference carries the identifier that an event is about. */
export interface Reference {
  id: string;
}

/** RunningWork is something that a close or quit would end. */
export interface RunningWork {
  workspace: WorkspaceID;
  terminal: TerminalID;
  /** what the pane is called */
  title: string;
  /** what runs in the foreground ("vim") */
  program: string;
  pid: number;
}

/** Shell is what the frontend runs in. */
export type Shell =
  | "desktop"
  | "browser";

/** Size is a terminal grid in character cells. */
export interface Size {
  cols: number;
  rows: number;
}

/** Survivor is a process tree left by an owner that ended without cleaning up. */
export interface Survivor {
  process: Process;
  terminal: TerminalID;
  /** the workspace folder it belonged to */
  path: string;
  started: string;
  /**
   * Members are the processes of the tree that live now; Process, its leader, need
   * not be one of them. It is not part of any record.
   */
  members: Process[];
}

/** Terminal is a snapshot of one terminal. */
export interface Terminal {
  id: TerminalID;
  workspace: WorkspaceID;
  pane: PaneID;
  epoch: Epoch;
  state: TerminalState;
  /** Name is what the user called it, or empty. */
  name: string;
  /** Title is what the program set with OSC 0 or 2: printable, at most 256 runes. */
  title: string;
  /** Program is the base name of what runs as the session leader ("bash"). */
  program: string;
  /**
   * Cwd is an absolute path reported by the shell, else the OS's answer, else
   * where the process was started.
   */
  cwd: string;
  /** 0 unless running */
  pid: number;
  size: Size;
  exit?: Exit;
  failure?: Failure;
  started?: string;
  /** Revision rises with every change of this snapshot; the highest wins. */
  revision: number;
}

/**
 * TerminalID identifies the terminal shown in a pane; it outlives its
 * processes, which are told apart by Epoch.
 */
export type TerminalID = string;

/** TerminalState is where a terminal's current process is in its life. */
export type TerminalState =
  | "pending"
  | "running"
  | "exited"
  | "failed";

/** Workspace is one open folder and its panes in grid order. */
export interface Workspace {
  id: WorkspaceID;
  environment: EnvironmentID;
  /** absolute, symlinks resolved */
  path: string;
  name: string;
  panes: Pane[];
  revision: number;
}

/** WorkspaceID identifies an open workspace. */
export type WorkspaceID = string;

/** App answers for the application as a whole. */
export interface App {
  /** Info says what this application is and where it keeps its files. */
  info(): Promise<Info>;
  /** Notices lists what the user should know and has not dismissed. */
  notices(): Promise<Notice[]>;
  /** DismissNotice removes a notice in every view until its cause returns. */
  dismissNotice(id: string): Promise<void>;
  /** Survivors lists process trees left by an owner that ended without cleaning up. */
  survivors(): Promise<Survivor[]>;
  /** EndSurvivors ends the trees that belonged to these terminals. */
  endSurvivors(terminals: TerminalID[]): Promise<EndResult>;
  /** QuitPlan says what a quit would end and what would go on running. */
  quitPlan(): Promise<QuitPlan>;
  /** Quit ends the application; the user has confirmed already. */
  quit(): Promise<void>;
}

/** Workspaces opens, lists and closes workspaces. */
export interface Workspaces {
  /** List returns the open workspaces. */
  list(): Promise<Workspace[]>;
  /** Open opens a folder with 1 to 16 terminals, or returns its open workspace. */
  open(path: string, terminals: number): Promise<OpenResult>;
  /**
   * Close ends a workspace and its terminals. Unconfirmed, it closes only when
   * nothing runs there.
   */
  close(id: WorkspaceID, confirmed: boolean): Promise<CloseResult>;
  /** Recents lists folders that were open before, newest first. */
  recents(): Promise<Recent[]>;
  /** ForgetRecent removes a folder from the list of recent ones. */
  forgetRecent(environment: EnvironmentID, path: string): Promise<void>;
}

/**
 * Terminals adds, changes and closes terminals. Their bytes travel on the ui
 * socket and never through here.
 */
export interface Terminals {
  /** List returns a snapshot of every terminal. */
  list(): Promise<Terminal[]>;
  /** New adds a terminal to a workspace. */
  "new"(workspace: WorkspaceID): Promise<Pane>;
  /**
   * Close ends a terminal and removes its pane. Unconfirmed, it closes only when
   * nothing runs there.
   */
  close(id: TerminalID, confirmed: boolean): Promise<CloseResult>;
  /** Rename sets the user's own name for a terminal; empty means none. */
  rename(id: TerminalID, name: string): Promise<void>;
  /** Restart starts a new process in a terminal whose process has ended. */
  restart(id: TerminalID): Promise<void>;
}

/** Folders lists folders for a picker: the same list in both shells. */
export interface Folders {
  /** List returns the sub-folders of path; an empty path is the home folder. */
  list(path: string): Promise<Folder>;
}

/** Links opens links that were shown in terminals. */
export interface Links {
  /**
   * Open opens a link of a terminal: http, https, mailto, and files inside the
   * terminal's workspace. Everything else is refused with kind "denied".
   */
  open(terminal: TerminalID, uri: string): Promise<LinkAction>;
}

/**
 * Clipboard reaches the system's clipboard in the desktop. In a browser the
 * page has its own and need not ask.
 */
export interface Clipboard {
  /** Write replaces the clipboard's text. */
  write(text: string): Promise<ClipboardAction>;
  /**
   * Read returns what a paste inserts. A picture is kept as a private file, as an
   * upload is.
   */
  read(): Promise<ClipboardContent>;
}

/**
 * Uploads receives dropped files and pasted images from a page that cannot name
 * a path, in pieces that fit one message.
 */
export interface Uploads {
  /** Begin announces a file of at most 64 MiB and returns the upload's id. */
  begin(name: string, size: number): Promise<string>;
  /** Append adds the next piece, in standard base64. */
  append(id: string, base64: string): Promise<void>;
  /** Finish returns the absolute path of the complete file. */
  finish(id: string): Promise<string>;
}

/** The whole surface that a frontend calls. */
export interface Client {
  readonly app: App;
  readonly workspaces: Workspaces;
  readonly terminals: Terminals;
  readonly folders: Folders;
  readonly links: Links;
  readonly clipboard: Clipboard;
  readonly uploads: Uploads;
}

/** Sends one call and settles with its value, or rejects with a Public error. */
export type Call = (method: string, params: unknown[]) => Promise<unknown>;

/** Builds the client on top of a shell's way to call. */
export function createClient(call: Call): Client {
  return {
    app: {
      info: () => call("App.Info", []) as Promise<Info>,
      notices: () => call("App.Notices", []) as Promise<Notice[]>,
      dismissNotice: (id) => call("App.DismissNotice", [id]) as Promise<void>,
      survivors: () => call("App.Survivors", []) as Promise<Survivor[]>,
      endSurvivors: (terminals) => call("App.EndSurvivors", [terminals]) as Promise<EndResult>,
      quitPlan: () => call("App.QuitPlan", []) as Promise<QuitPlan>,
      quit: () => call("App.Quit", []) as Promise<void>,
    },
    workspaces: {
      list: () => call("Workspaces.List", []) as Promise<Workspace[]>,
      open: (path, terminals) => call("Workspaces.Open", [path, terminals]) as Promise<OpenResult>,
      close: (id, confirmed) => call("Workspaces.Close", [id, confirmed]) as Promise<CloseResult>,
      recents: () => call("Workspaces.Recents", []) as Promise<Recent[]>,
      forgetRecent: (environment, path) => call("Workspaces.ForgetRecent", [environment, path]) as Promise<void>,
    },
    terminals: {
      list: () => call("Terminals.List", []) as Promise<Terminal[]>,
      new: (workspace) => call("Terminals.New", [workspace]) as Promise<Pane>,
      close: (id, confirmed) => call("Terminals.Close", [id, confirmed]) as Promise<CloseResult>,
      rename: (id, name) => call("Terminals.Rename", [id, name]) as Promise<void>,
      restart: (id) => call("Terminals.Restart", [id]) as Promise<void>,
    },
    folders: {
      list: (path) => call("Folders.List", [path]) as Promise<Folder>,
    },
    links: {
      open: (terminal, uri) => call("Links.Open", [terminal, uri]) as Promise<LinkAction>,
    },
    clipboard: {
      write: (text) => call("Clipboard.Write", [text]) as Promise<ClipboardAction>,
      read: () => call("Clipboard.Read", []) as Promise<ClipboardContent>,
    },
    uploads: {
      begin: (name, size) => call("Uploads.Begin", [name, size]) as Promise<string>,
      append: (id, base64) => call("Uploads.Append", [id, base64]) as Promise<void>,
      finish: (id) => call("Uploads.Finish", [id]) as Promise<string>,
    },
  };
}

/** Every event and its payload. Subscribe first, then hydrate; the highest revision wins. */
export interface EventMap {
  workspace: Workspace;
  "workspace-removed": Reference;
  terminal: Terminal;
  "terminal-removed": Reference;
  notices: Notice[];
  survivors: Survivor[];
  "quit-requested": QuitPlan;
  "focus-workspace": Reference;
}

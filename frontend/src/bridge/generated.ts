// Code generated from app/bind by `go run ./build generate`. DO NOT EDIT.

/** Agent is the coding-agent CLI that a terminal was opened for. */
export interface Agent {
  harness: string;
  /** of the harness, for a person */
  name: string;
  /** Model is empty for the CLI's own default. */
  model: string;
  /** Exit is how it ended; absent while it runs. The user's shell is in its place then. */
  exit?: Exit;
}

/** AppearanceSettings are about how the application looks. */
export interface AppearanceSettings {
  theme: Theme;
  /** UIScale is in percent, 50 to 300. It does not change the terminals' text. */
  uiScale: number;
  /**
   * UIFont and TerminalFont are CSS family names; empty means the bundled fonts,
   * which also stand in for what a named font lacks.
   */
  uiFont: string;
  terminalFont: string;
  /** FontSize is of terminals, in CSS pixels, 6 to 72. */
  fontSize: number;
  /** LineHeight is of terminals, in percent of the font's own, 100 to 200. */
  lineHeight: number;
  cursor: CursorShape;
  cursorBlink: boolean;
  /** SystemTitleBar lets the window manager draw the title bar (Linux). */
  systemTitleBar: boolean;
  /** Graphics is in force from the window's next start on (Linux). */
  graphics: Graphics;
}

/** Axis is the direction in which the children of a split follow each other. */
export type Axis =
  | "row"
  | "column";

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

/** ClipboardWrites says which terminals may set the clipboard (OSC 52). */
export type ClipboardWrites =
  | "off"
  | "focused"
  | "always";

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

/** CursorShape is how the cursor is drawn when a program does not say. */
export type CursorShape =
  | "block"
  | "bar"
  | "underline";

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

/** GeneralSettings are about starting and ending. */
export interface GeneralSettings {
  /** RestoreWorkspaces opens at start what was open at the end. */
  restoreWorkspaces: boolean;
  /**
   * RestoreScreens keeps the last lines of each pane on disk and shows them
   * above a restored shell.
   */
  restoreScreens: boolean;
}

/** Graphics says whether the graphics card puts the window together. */
export type Graphics =
  | "auto"
  | "always"
  | "never";

/** Harness is what is known of one coding-agent CLI. */
export interface Harness {
  id: string;
  name: string;
  /** Icon is an SVG document of our own drawing, in a box of 16, in the current colour. */
  icon: string;
  executable: string;
  /** the vendor's page about installing */
  site: string;
  /**
   * InstallCommand is the vendor's for this machine's system, to be copied; empty when
   * none is known.
   */
  installCommand: string;
  /** FlagsExample and ModelExample stand in the empty fields of the settings. */
  flagsExample: string;
  modelExample: string;
  options: HarnessOption[];
  listsModels: boolean;
  presence: HarnessPresence;
  /** empty unless it is installed */
  path: string;
  /** empty while it is not known */
  version: string;
}

/** HarnessModel is a model that a launch can choose. */
export interface HarnessModel {
  id: string;
  /** empty where the CLI gives none */
  name: string;
  /** empty where the CLI does not say */
  provider: string;
}

/** HarnessOption is a choice that one harness alone has. */
export interface HarnessOption {
  id: string;
  label: string;
  help: string;
  default: boolean;
}

/** HarnessPresence says whether a CLI can be launched. */
export type HarnessPresence =
  | "checking"
  | "installed"
  | "missing"
  | "unusable";

/**
 * HarnessSettings are what the user has chosen for one harness. The zero value is that
 * of a user who has changed nothing.
 */
export interface HarnessSettings {
  /** Hidden takes it out of the toolbar, the launcher and the palette. */
  hidden: boolean;
  /** Flags are added to every launch, as a shell would read them, without expansion. */
  flags: string;
  /** Model is launched by default; empty for the CLI's own. */
  model: string;
  /** Favourites are models that are offered first, in order. */
  favourites: string[];
  /** Options are the values of the harness's own fields, by their IDs. */
  options: Record<string, boolean>;
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
  /** AvoidsWebGL is set in a window where what WebGL draws may show late. */
  avoidsWebGL: boolean;
}

/** KeyboardSettings hold the user's own keys. */
export interface KeyboardSettings {
  /**
   * Bindings are chords such as "Ctrl+Shift+N" by command; an empty list leaves
   * a command without keys, and a command that is absent has its usual ones.
   */
  bindings: Record<string, string[]>;
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

/**
 * LaunchChoice is the coding-agent CLI that somebody wants to work with. It comes
 * from a frontend and is a wish: which CLIs there are, and which models they have, is
 * known to the backend.
 */
export interface LaunchChoice {
  harness: string;
  /**
   * Model is one that the CLI lists or that the settings name; empty for the one that
   * the settings have as default, which may be the CLI's own.
   */
  model?: string;
}

/** LaunchSettings are about the coding-agent CLIs. */
export interface LaunchSettings {
  /** Harnesses are by the harness's ID; one that is absent has the zero value. */
  harnesses: Record<string, HarnessSettings>;
}

/**
 * Layout says where each pane of a workspace stands. A change of it names the
 * revision that it was made on.
 */
export interface Layout {
  root: LayoutNode;
  /** rises with every change of Root */
  revision: number;
}

/**
 * LayoutNode is a node of a workspace's split tree: a pane, or a split of at
 * least two children of which none has the same axis. The zero value is the
 * layout of a workspace without panes.
 */
export interface LayoutNode {
  /** Pane is set in a leaf, and only there. */
  pane?: PaneID;
  /** Axis and Children are set in a split, and only there. */
  axis?: Axis;
  children?: LayoutNode[];
  /** Share is this node's part of its parent's extent, of WholeShare; 0 in the root. */
  share?: number;
}

/** LinkAction is what the page must do; nothing when OpenURL is empty. */
export interface LinkAction {
  openUrl: string;
}

/** Location is a place where the application keeps something. */
export interface Location {
  /** stable: "settings", "state", "log", "screens" */
  id: string;
  /** for the user */
  name: string;
  /** absolute; empty when it cannot be kept */
  path: string;
}

/** ModelList is what is known of a harness's models. */
export interface ModelList {
  models: HarnessModel[];
  /** StandIn is set when the list is ours, because the CLI's own cannot be had. */
  standIn: boolean;
  /** Listed is when the CLI gave the list; absent when it did not. */
  listed?: string;
  /**
   * Failed says in a sentence why the latest attempt failed, and Hint what to do; empty
   * when it did not. An older list is kept beside it.
   */
  failed: string;
  hint: string;
  /** Incomplete is set when there are more than can be shown. */
  incomplete: boolean;
}

/**
 * NewPane says how a pane is added; the zero value leaves everything to the
 * backend. It is a wish of a frontend: a pane or a directory that is gone is not
 * followed, and a side, a shell or a CLI that there is not is refused.
 */
export interface NewPane {
  /**
   * Beside is the pane to split, and Side where the new one goes; without them
   * the largest pane is split along its longer side.
   */
  beside?: PaneID;
  side?: Side;
  /**
   * SameFolder starts in the directory that Beside is in, instead of the
   * workspace's folder.
   */
  sameFolder?: boolean;
  /** Shell is the ID of one of the shells that can be chosen; empty for the user's. */
  shell?: string;
  /** Launch is the CLI that the pane is opened for; absent for a shell alone. */
  launch?: LaunchChoice;
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

/** Pane is one place of a workspace and the terminal it shows. */
export interface Pane {
  id: PaneID;
  terminal: TerminalID;
  /** SendAllKeys leaves every key to the program, except the palette's. */
  sendAllKeys: boolean;
}

/** PaneID identifies a place in a layout; it is persistent. */
export type PaneID = string;

/** PasteWarning says when a paste is asked about. */
export type PasteWarning =
  | "lines"
  | "never";

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
  /**
   * Panes is how many panes its workspace had when it was closed, 0 when nothing
   * of it is kept. Restoring brings them back.
   */
  panes: number;
}

/** Reference carries the identifier that an event is about. */
export interface Reference {
  id: string;
}

/** Renderer is what draws the terminals of a page. */
export type Renderer =
  | "auto"
  | "webgl"
  | "dom";

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

/**
 * Settings are what the user has chosen, complete and valid. The bounds are in
 * package settings.
 */
export interface Settings {
  general: GeneralSettings;
  appearance: AppearanceSettings;
  terminal: TerminalSettings;
  keyboard: KeyboardSettings;
  launch: LaunchSettings;
  /** Revision rises with every change and is never stored. */
  revision: number;
}

/** Shell is what the frontend runs in. */
export type Shell =
  | "desktop"
  | "browser";

/** ShellChoice is a shell that a terminal can start. */
export interface ShellChoice {
  /** ID is an absolute path. */
  id: string;
  name: string;
  /** Default marks the user's login shell. */
  default: boolean;
}

/** Side is a side of a pane. */
export type Side =
  | "left"
  | "right"
  | "above"
  | "below";

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
   * Foreground is the program that the session leader has put in front ("vim"),
   * empty while that is the leader itself. It is known up to half a second late.
   */
  foreground: string;
  /** Agent is the coding-agent CLI that the terminal was opened for. */
  agent?: Agent;
  /**
   * Background is set while the leader is in front and others are in its session:
   * jobs in the background, or what an ended leader left. It is known as late as
   * Foreground, and one that ends without a word is known when anything is printed.
   */
  background: boolean;
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

/** TerminalSettings are about terminals. */
export interface TerminalSettings {
  /** Scrollback is in lines, 0 to 100,000. */
  scrollback: number;
  pasteWarning: PasteWarning;
  clipboardWrites: ClipboardWrites;
  /** Shell is the ID of the shell that new terminals start; empty for the login shell. */
  shell: string;
  shellIntegration: boolean;
  /** Renderer is in force at once, in every open terminal. */
  renderer: Renderer;
}

/** TerminalState is where a terminal's current process is in its life. */
export type TerminalState =
  | "pending"
  | "running"
  | "exited"
  | "failed";

/** Theme is a colour theme. */
export type Theme =
  | "system"
  | "dark"
  | "light"
  | "slate";

/** ViewPlace is where a window or tab was: what comes back with the next one. */
export interface ViewPlace {
  /** Active is the workspace in front; empty when the launcher was. */
  active: WorkspaceID;
  /**
   * Focused and Zoomed name panes by workspace; a workspace without a zoomed
   * pane is absent from Zoomed.
   */
  focused: Record<string, PaneID>;
  zoomed: Record<string, PaneID>;
}

/** Workspace is one open folder, its panes, and where they stand. */
export interface Workspace {
  id: WorkspaceID;
  environment: EnvironmentID;
  /** absolute, symlinks resolved */
  path: string;
  /**
   * Name is what the user called it, else the folder's name: printable, at most
   * 256 runes.
   */
  name: string;
  /** Position is the place of its tab, counted from 0 without gaps. */
  position: number;
  /** Missing is set when the folder was not there when it was last looked for. */
  missing: boolean;
  /** Panes are in the order of the layout: every pane is in both exactly once. */
  panes: Pane[];
  layout: Layout;
  /** Reopenable is how many closed panes can be brought back. */
  reopenable: number;
  revision: number;
}

/** WorkspaceID identifies an open workspace. */
export type WorkspaceID = string;

/** App answers for the application as a whole. */
export interface AppCalls {
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
export interface WorkspacesCalls {
  /** List returns the open workspaces. */
  list(): Promise<Workspace[]>;
  /**
   * Open opens a folder with 1 to 16 terminals, or returns its open workspace. Launch is
   * the CLI that each of them is opened for, or null for a shell.
   */
  open(path: string, terminals: number, launch: LaunchChoice | null): Promise<OpenResult>;
  /**
   * Restore opens a folder with the panes that it had when it was last closed, or
   * with one when nothing of it is kept, or returns its open workspace.
   */
  restore(environment: EnvironmentID, path: string): Promise<OpenResult>;
  /**
   * ReopenLast restores the workspace that was closed last. Kind "not-found" when
   * none was closed.
   */
  reopenLast(): Promise<OpenResult>;
  /** Rename sets the user's own name for a workspace; empty gives it its folder's. */
  rename(id: WorkspaceID, name: string): Promise<void>;
  /**
   * Move puts a workspace's tab at a position, counted from 0; beyond the last is
   * the end.
   */
  move(id: WorkspaceID, position: number): Promise<void>;
  /**
   * Arrange replaces a workspace's layout by another one of the same panes, made on
   * the layout's revision base. Kind "conflict" when the layout has changed since,
   * "invalid" when it is no layout of these panes; nothing changes then.
   */
  arrange(id: WorkspaceID, base: number, root: LayoutNode): Promise<Workspace>;
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
export interface TerminalsCalls {
  /** List returns a snapshot of every terminal. */
  list(): Promise<Terminal[]>;
  /** New adds a pane with a terminal to a workspace. */
  "new"(workspace: WorkspaceID, pane: NewPane): Promise<Pane>;
  /**
   * Reopen brings back the pane that was closed last in a workspace: its place, its
   * name and its directory, with a new shell. Kind "not-found" when there is none.
   */
  reopen(workspace: WorkspaceID): Promise<Pane>;
  /**
   * SendAllKeys leaves every key to a terminal's program, except the palette's, or
   * ends that.
   */
  sendAllKeys(id: TerminalID, on: boolean): Promise<void>;
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
export interface FoldersCalls {
  /** List returns the sub-folders of path; an empty path is the home folder. */
  list(path: string): Promise<Folder>;
}

/** Links opens links that were shown in terminals. */
export interface LinksCalls {
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
export interface ClipboardCalls {
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
export interface UploadsCalls {
  /** Begin announces a file of at most 64 MiB and returns the upload's id. */
  begin(name: string, size: number): Promise<string>;
  /** Append adds the next piece, in standard base64. */
  append(id: string, base64: string): Promise<void>;
  /** Finish returns the absolute path of the complete file. */
  finish(id: string): Promise<string>;
}

/** Settings shows and changes what the user has chosen. */
export interface SettingsCalls {
  /** Get returns the settings in force. */
  get(): Promise<Settings>;
  /** Defaults returns the settings of a user who has changed nothing. */
  defaults(): Promise<Settings>;
  /**
   * Set replaces the settings by ones that were made on their revision, and returns
   * them with their new one. Kind "conflict" when they have changed since, "invalid"
   * when a value is out of its bounds; nothing changes then. Kind "storage" when they
   * are in force but could not be kept.
   */
  set(settings: Settings): Promise<Settings>;
  /** Shells lists the shells that can be chosen, the user's own first. */
  shells(): Promise<ShellChoice[]>;
  /** Locations lists the places where the application keeps something. */
  locations(): Promise<Location[]>;
  /** Reveal shows one of these places in the system's file manager. */
  reveal(location: string): Promise<void>;
}

/** Harnesses shows which coding-agent CLIs there are and which models they have. */
export interface HarnessesCalls {
  /** List returns every harness in the order of its presentation, and asks nothing. */
  list(): Promise<Harness[]>;
  /**
   * Recheck looks for every CLI anew, also where new shells would find it, and returns
   * what was found.
   */
  recheck(): Promise<Harness[]>;
  /**
   * Models returns the models of a harness. Its CLI is asked when no list is good still,
   * or refresh is set. Kind "unsupported" when it lists none.
   */
  models(harnessID: string, refresh: boolean): Promise<ModelList>;
  /**
   * Check judges what somebody is about to keep for a harness, as a launch would: kind
   * "invalid" says which flag is wrong and where.
   */
  check(harnessID: string, chosen: HarnessSettings): Promise<void>;
}

/**
 * Views keeps where windows and tabs were, for the next one. Where they are is
 * each view's own and never shared.
 */
export interface ViewsCalls {
  /** Place returns where a view was last; the zero place when nothing is kept. */
  place(): Promise<ViewPlace>;
  /** Remember replaces what Place returns. */
  remember(place: ViewPlace): Promise<void>;
}

/** The whole surface that a frontend calls. */
export interface Client {
  readonly app: AppCalls;
  readonly workspaces: WorkspacesCalls;
  readonly terminals: TerminalsCalls;
  readonly folders: FoldersCalls;
  readonly links: LinksCalls;
  readonly clipboard: ClipboardCalls;
  readonly uploads: UploadsCalls;
  readonly settings: SettingsCalls;
  readonly harnesses: HarnessesCalls;
  readonly views: ViewsCalls;
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
      open: (path, terminals, launch) => call("Workspaces.Open", [path, terminals, launch]) as Promise<OpenResult>,
      restore: (environment, path) => call("Workspaces.Restore", [environment, path]) as Promise<OpenResult>,
      reopenLast: () => call("Workspaces.ReopenLast", []) as Promise<OpenResult>,
      rename: (id, name) => call("Workspaces.Rename", [id, name]) as Promise<void>,
      move: (id, position) => call("Workspaces.Move", [id, position]) as Promise<void>,
      arrange: (id, base, root) => call("Workspaces.Arrange", [id, base, root]) as Promise<Workspace>,
      close: (id, confirmed) => call("Workspaces.Close", [id, confirmed]) as Promise<CloseResult>,
      recents: () => call("Workspaces.Recents", []) as Promise<Recent[]>,
      forgetRecent: (environment, path) => call("Workspaces.ForgetRecent", [environment, path]) as Promise<void>,
    },
    terminals: {
      list: () => call("Terminals.List", []) as Promise<Terminal[]>,
      new: (workspace, pane) => call("Terminals.New", [workspace, pane]) as Promise<Pane>,
      reopen: (workspace) => call("Terminals.Reopen", [workspace]) as Promise<Pane>,
      sendAllKeys: (id, on) => call("Terminals.SendAllKeys", [id, on]) as Promise<void>,
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
    settings: {
      get: () => call("Settings.Get", []) as Promise<Settings>,
      defaults: () => call("Settings.Defaults", []) as Promise<Settings>,
      set: (settings) => call("Settings.Set", [settings]) as Promise<Settings>,
      shells: () => call("Settings.Shells", []) as Promise<ShellChoice[]>,
      locations: () => call("Settings.Locations", []) as Promise<Location[]>,
      reveal: (location) => call("Settings.Reveal", [location]) as Promise<void>,
    },
    harnesses: {
      list: () => call("Harnesses.List", []) as Promise<Harness[]>,
      recheck: () => call("Harnesses.Recheck", []) as Promise<Harness[]>,
      models: (harnessID, refresh) => call("Harnesses.Models", [harnessID, refresh]) as Promise<ModelList>,
      check: (harnessID, chosen) => call("Harnesses.Check", [harnessID, chosen]) as Promise<void>,
    },
    views: {
      place: () => call("Views.Place", []) as Promise<ViewPlace>,
      remember: (place) => call("Views.Remember", [place]) as Promise<void>,
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
  settings: Settings;
  harnesses: Harness[];
}

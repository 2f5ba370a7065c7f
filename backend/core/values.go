package core

import "time"

// Size is a terminal grid in character cells.
type Size struct {
	Cols uint16 `json:"cols"`
	Rows uint16 `json:"rows"`
}

// Bounds of a size. Below two columns a wide character does not fit; the upper
// bounds keep one full screen of cells below 8 MiB in a terminal emulator.
const (
	MinCols, MaxCols = 2, 1000
	MinRows, MaxRows = 1, 500
)

// DefaultSize is used for a terminal that no view has shown yet and whose
// workspace has no size on record.
var DefaultSize = Size{Cols: 120, Rows: 40}

// Valid reports whether a terminal may have this size. A hidden pane measures
// 0x0 and is therefore never valid.
func (s Size) Valid() bool {
	return s.Cols >= MinCols && s.Cols <= MaxCols && s.Rows >= MinRows && s.Rows <= MaxRows
}

// TerminalState is where a terminal's current process is in its life.
type TerminalState string

const (
	// TerminalPending waits for a first size before the process is started.
	TerminalPending TerminalState = "pending"
	// TerminalRunning has a live process.
	TerminalRunning TerminalState = "running"
	// TerminalExited has a process that was reaped; Exit says how.
	TerminalExited TerminalState = "exited"
	// TerminalFailed could not start its process; Failure says why.
	TerminalFailed TerminalState = "failed"
)

// Exit is how a process ended: Signal is empty for a normal exit.
type Exit struct {
	Code   int    `json:"code"`
	Signal string `json:"signal,omitempty"`
}

// Failure is why a terminal's process could not be started.
type Failure struct {
	Program string `json:"program"`
	Kind    string `json:"kind"`
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"`
}

// Progress is what OSC 9;4 last reported.
type Progress struct {
	// State is "set", "error", "indeterminate" or "paused".
	State   string `json:"state"`
	Percent int    `json:"percent"` // 0 to 100
}

// Terminal is a snapshot of one terminal.
type Terminal struct {
	ID        TerminalID    `json:"id"`
	Workspace WorkspaceID   `json:"workspace"`
	Pane      PaneID        `json:"pane"`
	Epoch     Epoch         `json:"epoch"`
	State     TerminalState `json:"state"`
	// Name is what the user called it, or empty.
	Name string `json:"name"`
	// Title is what the program set with OSC 0 or 2: printable, at most 256 runes.
	Title string `json:"title"`
	// Program is the base name of what runs as the session leader ("bash").
	Program string `json:"program"`
	// Foreground is the program that the session leader has put in front ("vim"),
	// empty while that is the leader itself. It is known up to half a second late.
	Foreground string `json:"foreground"`
	// Agent is the coding-agent CLI that the terminal was opened for.
	Agent *Agent `json:"agent,omitempty"`
	// Background is set while the leader is in front and others are in its session:
	// jobs in the background, or what an ended leader left. It is known as late as
	// Foreground, and one that ends without a word is known when anything is printed.
	Background bool `json:"background"`
	// Cwd is an absolute path reported by the shell, else the OS's answer, else
	// where the process was started.
	Cwd     string    `json:"cwd"`
	Pid     int       `json:"pid"` // 0 unless running
	Size    Size      `json:"size"`
	Exit    *Exit     `json:"exit,omitempty"`
	Failure *Failure  `json:"failure,omitempty"`
	Started time.Time `json:"started,omitzero"`
	// Revision rises with every change of this snapshot; the highest wins.
	Revision uint64 `json:"revision"`
}

// Pane is one place of a workspace and the terminal it shows.
type Pane struct {
	ID       PaneID     `json:"id"`
	Terminal TerminalID `json:"terminal"`
	// SendAllKeys leaves every key to the program, except the palette's.
	SendAllKeys bool `json:"sendAllKeys"`
}

// Workspace is one open folder, its panes, and where they stand.
type Workspace struct {
	ID          WorkspaceID   `json:"id"`
	Environment EnvironmentID `json:"environment"`
	Path        string        `json:"path"` // absolute, symlinks resolved
	// Name is what the user called it, else the folder's name: printable, at most
	// 256 runes.
	Name string `json:"name"`
	// Position is the place of its tab, counted from 0 without gaps.
	Position int `json:"position"`
	// Missing is set when the folder was not there when it was last looked for.
	Missing bool `json:"missing"`
	// Panes are in the order of the layout: every pane is in both exactly once.
	Panes  []Pane `json:"panes"`
	Layout Layout `json:"layout"`
	// Reopenable is how many closed panes can be brought back.
	Reopenable int    `json:"reopenable"`
	Revision   uint64 `json:"revision"`
}

// Recent is a folder that was open before.
type Recent struct {
	Environment EnvironmentID `json:"environment"`
	Path        string        `json:"path"`
	Name        string        `json:"name"`
	Opened      time.Time     `json:"opened"`
	// Missing is set when the folder is not there now.
	Missing bool `json:"missing"`
	// Panes is how many panes its workspace had when it was closed, 0 when nothing
	// of it is kept. Restoring brings them back.
	Panes int `json:"panes"`
}

// Process names one operating-system process. The three fields together are
// unique across reuse of pids and reboots.
type Process struct {
	Pid int `json:"pid"`
	// StartTime is the kernel's own figure, comparable only on the same boot:
	// clock ticks since boot on Linux, microseconds since 1970 on macOS, 100 ns
	// units since 1601 on Windows.
	StartTime uint64 `json:"startTime"`
	BootID    string `json:"bootId"`
	Name      string `json:"name"`
}

// RunningWork is something that a close or quit would end.
type RunningWork struct {
	Workspace WorkspaceID `json:"workspace"`
	Terminal  TerminalID  `json:"terminal"`
	Title     string      `json:"title"`   // what the pane is called
	Program   string      `json:"program"` // what runs in the foreground ("vim")
	Pid       int         `json:"pid"`
}

// Survivor is a process tree left by an owner that ended without cleaning up.
type Survivor struct {
	Process  Process    `json:"process"`
	Terminal TerminalID `json:"terminal"`
	Path     string     `json:"path"` // the workspace folder it belonged to
	Started  time.Time  `json:"started"`
	// Members are the processes of the tree that live now; Process, its leader, need
	// not be one of them. It is not part of any record.
	Members []Process `json:"members"`
}

// Notice is one sentence that a user should see and may dismiss.
type Notice struct {
	ID      string `json:"id"`    // stable: the same cause has the same ID
	Level   string `json:"level"` // "info", "warning" or "error"
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"`
}

// FolderEntry is one row of a folder picker.
type FolderEntry struct {
	Name   string `json:"name"`
	Path   string `json:"path"`
	Hidden bool   `json:"hidden"`
	// Repository is set when the folder holds a Git working tree.
	Repository bool `json:"repository"`
}

// Folder is a directory listing for a folder picker.
type Folder struct {
	Path   string `json:"path"`   // absolute, symlinks resolved
	Parent string `json:"parent"` // empty at a root
	// Entries are directories only, in name order, at most the bound asked for.
	Entries   []FolderEntry `json:"entries"`
	Truncated bool          `json:"truncated"`
}

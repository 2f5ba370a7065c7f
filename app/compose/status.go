package compose

import (
	"encoding/json"
	"os"
	"time"

	"clankergrid/app/bind"
	"clankergrid/backend/core"
	"clankergrid/backend/errs"
)

// Status is what `clanker status --json` prints. Its fields are a public
// contract: they may be added to, and never change their meaning.
type Status struct {
	Version    string            `json:"version"`
	Kind       bind.Shell        `json:"kind"`
	Pid        int               `json:"pid"`
	Started    time.Time         `json:"started"`
	Workspaces []WorkspaceStatus `json:"workspaces"`
	Process    Footprint         `json:"process"`
	// Clanker is the installed copy that launches name; absent until there is one.
	Clanker string `json:"clanker,omitempty"`
}

// WorkspaceStatus is one open workspace and its terminals in grid order.
type WorkspaceStatus struct {
	ID        core.WorkspaceID `json:"id"`
	Path      string           `json:"path"`
	Name      string           `json:"name"`
	Terminals []TerminalStatus `json:"terminals"`
}

// TerminalStatus is one terminal. Pid is 0 unless it runs; Exit is absent until
// its process has ended.
type TerminalStatus struct {
	ID    core.TerminalID    `json:"id"`
	Pid   int                `json:"pid"`
	Cwd   string             `json:"cwd"`
	State core.TerminalState `json:"state"`
	Exit  *core.Exit         `json:"exit,omitempty"`
	// Name is what the user called the pane, or empty.
	Name    string `json:"name,omitempty"`
	Title   string `json:"title"`
	Program string `json:"program"`
	// Foreground is what the program has put in front, empty when it is itself.
	Foreground string    `json:"foreground"`
	Size       core.Size `json:"size"`
}

// Footprint is what the owner holds of the system, to find leaks by. A count
// that the system does not tell is 0.
type Footprint struct {
	Goroutines int `json:"goroutines"`
	OpenFiles  int `json:"openFiles"`
	Children   int `json:"children"`
}

// Status describes the owner now.
func (a *Application) Status() Status {
	byID := map[core.TerminalID]core.Terminal{}
	for _, t := range a.terminals.List() {
		byID[t.ID] = t
	}
	status := Status{
		Version:    Version(),
		Kind:       a.options.Shell,
		Pid:        os.Getpid(),
		Started:    a.started,
		Workspaces: []WorkspaceStatus{},
		Process:    footprint(),
	}
	if path, ok := a.Clanker(); ok {
		status.Clanker = path
	}
	for _, ws := range a.workspaces.List() {
		w := WorkspaceStatus{ID: ws.ID, Path: ws.Path, Name: ws.Name, Terminals: []TerminalStatus{}}
		for _, pane := range ws.Panes {
			t, ok := byID[pane.Terminal]
			if !ok {
				continue // closed between the two lists
			}
			w.Terminals = append(w.Terminals, TerminalStatus{
				ID: t.ID, Pid: t.Pid, Cwd: t.Cwd, State: t.State, Exit: t.Exit, Name: t.Name, Title: t.Title, Program: t.Program, Foreground: t.Foreground, Size: t.Size,
			})
		}
		status.Workspaces = append(status.Workspaces, w)
	}
	return status
}

func (s Status) encode() (json.RawMessage, error) {
	data, err := json.Marshal(s)
	return data, errs.Wrap("compose.Status", errs.Internal, "", "", err)
}

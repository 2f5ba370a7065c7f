package bind

import (
	"context"

	"clankergrid/backend/command"
	"clankergrid/backend/core"
)

// WorkspaceService opens and closes workspaces.
type WorkspaceService interface {
	List() []core.Workspace
	Get(core.WorkspaceID) (core.Workspace, error)
	Open(ctx context.Context, path string, terminals int) (core.Workspace, bool, error)
	Close(context.Context, core.WorkspaceID) (command.Ended, error)
	AddTerminal(context.Context, core.WorkspaceID) (core.Pane, error)
	CloseTerminal(context.Context, core.TerminalID) (command.Ended, error)
	Recents(context.Context) ([]core.Recent, error)
	Forget(ctx context.Context, environment core.EnvironmentID, path string) error
}

// OpenResult is the workspace of a folder; Existing says that it was open before.
type OpenResult struct {
	Workspace core.Workspace `json:"workspace"`
	Existing  bool           `json:"existing"`
}

// CloseResult says whether something was closed. When it was not, Running is
// what the user must confirm the end of; when it was, Left are processes that
// moved out of the terminal on purpose and go on.
type CloseResult struct {
	Closed  bool               `json:"closed"`
	Running []core.RunningWork `json:"running"`
	Left    []core.Process     `json:"left"`
}

// Workspaces opens, lists and closes workspaces.
type Workspaces struct {
	life       lifetime
	workspaces WorkspaceService
	guard      Guard
}

// NewWorkspaces returns the service; ctx ends with the owner.
func NewWorkspaces(ctx context.Context, workspaces WorkspaceService, guard Guard) *Workspaces {
	return &Workspaces{life: lifetime{ctx}, workspaces: workspaces, guard: guard}
}

// List returns the open workspaces.
func (w *Workspaces) List() []core.Workspace {
	all := list(w.workspaces.List())
	for i := range all {
		all[i].Panes = list(all[i].Panes)
	}
	return all
}

// Open opens a folder with 1 to 16 terminals, or returns its open workspace.
func (w *Workspaces) Open(path string, terminals int) (OpenResult, error) {
	ws, existing, err := w.workspaces.Open(w.life.ctx, path, terminals)
	ws.Panes = list(ws.Panes)
	return OpenResult{Workspace: ws, Existing: existing}, err
}

// Close ends a workspace and its terminals. Unconfirmed, it closes only when
// nothing runs there.
func (w *Workspaces) Close(id core.WorkspaceID, confirmed bool) (CloseResult, error) {
	ws, err := w.workspaces.Get(id)
	if err != nil {
		return CloseResult{}, err
	}
	ids := make([]core.TerminalID, 0, len(ws.Panes))
	for _, pane := range ws.Panes {
		ids = append(ids, pane.Terminal)
	}
	if running := w.guard.blocking(confirmed, ids); len(running) > 0 {
		return CloseResult{Running: running, Left: []core.Process{}}, nil
	}
	ended, err := w.workspaces.Close(w.life.ctx, id)
	return closeResult(ended), err
}

// Recents lists folders that were open before, newest first.
func (w *Workspaces) Recents() ([]core.Recent, error) {
	recents, err := w.workspaces.Recents(w.life.ctx)
	return list(recents), err
}

// ForgetRecent removes a folder from the list of recent ones.
func (w *Workspaces) ForgetRecent(environment core.EnvironmentID, path string) error {
	return w.workspaces.Forget(w.life.ctx, environment, path)
}

// Guard tells what a close would end.
type Guard struct {
	// Running lists the work in these terminals; none given means all.
	Running func(...core.TerminalID) []core.RunningWork
}

// blocking returns the work that keeps an unconfirmed close of these terminals
// from happening. No terminals means no work, never "all terminals".
func (g Guard) blocking(confirmed bool, ids []core.TerminalID) []core.RunningWork {
	if confirmed || len(ids) == 0 {
		return nil
	}
	return g.Running(ids...)
}

func closeResult(ended command.Ended) CloseResult {
	return CloseResult{Closed: true, Running: []core.RunningWork{}, Left: list(ended.Left)}
}

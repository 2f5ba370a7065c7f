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
	Open(ctx context.Context, path string, terminals int, launch *core.LaunchChoice) (core.Workspace, bool, error)
	Close(context.Context, core.WorkspaceID) (command.Ended, error)
	Restore(ctx context.Context, environment core.EnvironmentID, path string) (core.Workspace, bool, error)
	ReopenLast(context.Context) (core.Workspace, bool, error)
	Rename(ctx context.Context, id core.WorkspaceID, name string) error
	Move(ctx context.Context, id core.WorkspaceID, position int) error
	Arrange(ctx context.Context, id core.WorkspaceID, base uint64, root core.LayoutNode) (core.Workspace, error)
	AddTerminal(context.Context, core.WorkspaceID, core.NewPane) (core.Pane, error)
	ReopenPane(context.Context, core.WorkspaceID) (core.Pane, error)
	SendAllKeys(ctx context.Context, terminal core.TerminalID, on bool) error
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

// Open opens a folder with 1 to 16 terminals, or returns its open workspace. Launch is
// the CLI that each of them is opened for, or null for a shell.
func (w *Workspaces) Open(path string, terminals int, launch *core.LaunchChoice) (OpenResult, error) {
	ws, existing, err := w.workspaces.Open(w.life.ctx, path, terminals, launch)
	return opened(ws, existing), err
}

// Restore opens a folder with the panes that it had when it was last closed, or
// with one when nothing of it is kept, or returns its open workspace.
func (w *Workspaces) Restore(environment core.EnvironmentID, path string) (OpenResult, error) {
	ws, existing, err := w.workspaces.Restore(w.life.ctx, environment, path)
	return opened(ws, existing), err
}

// ReopenLast restores the workspace that was closed last. Kind "not-found" when
// none was closed.
func (w *Workspaces) ReopenLast() (OpenResult, error) {
	ws, existing, err := w.workspaces.ReopenLast(w.life.ctx)
	return opened(ws, existing), err
}

func opened(ws core.Workspace, existing bool) OpenResult {
	ws.Panes = list(ws.Panes)
	return OpenResult{Workspace: ws, Existing: existing}
}

// Rename sets the user's own name for a workspace; empty gives it its folder's.
func (w *Workspaces) Rename(id core.WorkspaceID, name string) error {
	return w.workspaces.Rename(w.life.ctx, id, name)
}

// Move puts a workspace's tab at a position, counted from 0; beyond the last is
// the end.
func (w *Workspaces) Move(id core.WorkspaceID, position int) error {
	return w.workspaces.Move(w.life.ctx, id, position)
}

// Arrange replaces a workspace's layout by another one of the same panes, made on
// the layout's revision base. Kind "conflict" when the layout has changed since,
// "invalid" when it is no layout of these panes; nothing changes then.
func (w *Workspaces) Arrange(id core.WorkspaceID, base uint64, root core.LayoutNode) (core.Workspace, error) {
	ws, err := w.workspaces.Arrange(w.life.ctx, id, base, root)
	ws.Panes = list(ws.Panes)
	return ws, err
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

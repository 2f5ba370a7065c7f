package bind

import (
	"context"

	"clankergrid/backend/core"
)

// TerminalService changes single terminals.
type TerminalService interface {
	List() []core.Terminal
	Get(core.TerminalID) (core.Terminal, error)
	Rename(core.TerminalID, string) error
	Restart(context.Context, core.TerminalID) error
}

// Terminals adds, changes and closes terminals. Their bytes travel on the ui
// socket and never through here.
type Terminals struct {
	life       lifetime
	terminals  TerminalService
	workspaces WorkspaceService
	guard      Guard
}

// NewTerminals returns the service; ctx ends with the owner.
func NewTerminals(ctx context.Context, terminals TerminalService, workspaces WorkspaceService, guard Guard) *Terminals {
	return &Terminals{life: lifetime{ctx}, terminals: terminals, workspaces: workspaces, guard: guard}
}

// List returns a snapshot of every terminal.
func (t *Terminals) List() []core.Terminal { return list(t.terminals.List()) }

// New adds a pane with a terminal to a workspace.
func (t *Terminals) New(workspace core.WorkspaceID, pane core.NewPane) (core.Pane, error) {
	return t.workspaces.AddTerminal(t.life.ctx, workspace, pane)
}

// Reopen brings back the pane that was closed last in a workspace: its place, its
// name and its directory, with a new shell. Kind "not-found" when there is none.
func (t *Terminals) Reopen(workspace core.WorkspaceID) (core.Pane, error) {
	return t.workspaces.ReopenPane(t.life.ctx, workspace)
}

// SendAllKeys leaves every key to a terminal's program, except the palette's, or
// ends that.
func (t *Terminals) SendAllKeys(id core.TerminalID, on bool) error {
	return t.workspaces.SendAllKeys(t.life.ctx, id, on)
}

// Close ends a terminal and removes its pane. Unconfirmed, it closes only when
// nothing runs there.
func (t *Terminals) Close(id core.TerminalID, confirmed bool) (CloseResult, error) {
	if running := t.guard.blocking(confirmed, []core.TerminalID{id}); len(running) > 0 {
		return CloseResult{Running: running, Left: []core.Process{}}, nil
	}
	ended, err := t.workspaces.CloseTerminal(t.life.ctx, id)
	result := closeResult(ended)
	result.Closed = err == nil
	return result, err
}

// Rename sets the user's own name for a terminal; empty means none.
func (t *Terminals) Rename(id core.TerminalID, name string) error {
	return t.terminals.Rename(id, name)
}

// Restart starts a new process in a terminal whose process has ended.
func (t *Terminals) Restart(id core.TerminalID) error {
	return t.terminals.Restart(t.life.ctx, id)
}

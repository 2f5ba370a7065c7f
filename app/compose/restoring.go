package compose

import (
	"context"

	"clankergrid/app/bind"
	"clankergrid/backend/core"
)

// terminalChanged tells the views of a terminal, and workspaces what they save of
// it.
func (a *Application) terminalChanged(t core.Terminal) {
	a.events.Emit(bind.TerminalChanged(t))
	a.workspaces.Observe(t)
}

// restoreWorkspaces opens what was open at the end of the last run, or keeps it among
// the closed. Without it the application starts all the same.
func (a *Application) restoreWorkspaces(ctx context.Context, reopen bool) {
	restore := a.workspaces.RestoreNone
	if reopen {
		restore = a.workspaces.RestoreAll
	}
	if err := restore(ctx); err != nil {
		a.log.Warn("workspaces not restored", "err", err)
		a.notices.add(degraded("workspaces", "The workspaces of the last time could not be opened.", err))
	}
}

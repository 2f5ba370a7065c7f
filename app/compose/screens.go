package compose

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"clankergrid/backend/core"
	"clankergrid/backend/errs"
	"clankergrid/backend/screens"
	"clankergrid/backend/terminal"
)

// keptScreens are the screens of panes on disk, for as long as the user wants them
// kept. What fails here costs a picture of the past, so it is logged only.
type keptScreens struct {
	store *screens.Store
	log   *slog.Logger

	// mu guards the rest, and lets nothing be kept beside a removal of everything.
	mu     sync.Mutex
	on     bool
	failed bool // a failure to save was logged as such
}

var _ terminal.Screens = (*keptScreens)(nil)

// follow brings the user's choice into force.
func (k *keptScreens) follow(on bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.on = on
	if !on {
		k.note("kept screens are not removed", k.store.RemoveAll())
	}
}

// Save keeps a pane's screen.
func (k *keptScreens) Save(pane core.PaneID, screen screens.Screen) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if !k.on {
		return
	}
	err := k.store.Save(pane, screen)
	if err == nil || !k.failed { // a full disk would fill the log with this
		k.note("a screen is not kept", err)
	}
	k.failed = err != nil
}

// Lines returns what is kept of a pane.
func (k *keptScreens) Lines(pane core.PaneID) ([]string, time.Time) {
	k.mu.Lock()
	on := k.on
	k.mu.Unlock()
	if !on {
		return nil, time.Time{}
	}
	screen, err := k.store.Load(pane)
	if errs.KindOf(err) == errs.NotFound {
		return nil, time.Time{}
	}
	if err == nil {
		var lines []string
		if lines, err = screen.Lines(); err == nil {
			return lines, screen.Saved
		}
	}
	k.note("a kept screen is not shown", err)
	return nil, time.Time{}
}

// forget removes what is kept of panes that never show again what they showed.
func (k *keptScreens) forget(panes []core.PaneID) {
	for _, pane := range panes {
		k.note("a kept screen is not removed", k.store.Remove(pane))
	}
}

// sweep removes what is kept of panes that are not listed. An empty list may be that
// of a state that could not be read, and removes nothing.
func (k *keptScreens) sweep(panes []core.PaneID) {
	if len(panes) == 0 {
		return
	}
	known := make(map[core.PaneID]bool, len(panes))
	for _, pane := range panes {
		known[pane] = true
	}
	k.note("kept screens are not swept", k.store.Sweep(func(pane core.PaneID) bool { return known[pane] }))
}

func (k *keptScreens) note(message string, err error) {
	if err != nil {
		k.log.Warn(message, "err", err)
	}
}

// sweepScreens removes the screens of panes that are not known any more, as after a
// crash.
func (a *Application) sweepScreens(ctx context.Context) {
	if panes, complete, err := a.workspaces.Panes(ctx); err == nil && complete {
		a.screens.sweep(panes)
	}
}

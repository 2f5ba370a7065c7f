package compose

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"clankergrid/backend/core"
	"clankergrid/backend/errs"
	"clankergrid/backend/screens"
	"clankergrid/backend/terminal"
)

const (
	// removalPatience is how long who gives up a screen waits for its removal. It goes
	// on beside a disk that takes longer.
	removalPatience = 2 * time.Second
	// sweepAfter is how old a screen is that is swept. What is removed with its pane
	// needs no sweeping, so there is no hurry; and the list of panes may be that of a
	// state which took the place of one that could not be read.
	sweepAfter = 30 * 24 * time.Hour
)

// keptScreens are the screens of panes on disk, for as long as the user wants them
// kept. What fails here costs a picture of the past, so it is logged only.
type keptScreens struct {
	store *screens.Store
	log   *slog.Logger
	// removals are those under way.
	removals sync.WaitGroup

	// mu guards the rest. It is never held while the disk is used.
	mu     sync.Mutex
	on     bool
	gone   map[core.PaneID]bool // panes whose screens are not kept any more
	failed bool                 // a failure to save was logged as such
}

var _ terminal.Screens = (*keptScreens)(nil)

// follow brings the user's choice into force. One that is not certain keeps and shows
// nothing, and costs nothing that is kept.
func (k *keptScreens) follow(on, certain bool) {
	k.mu.Lock()
	k.on = on
	k.mu.Unlock()
	if !on && certain {
		k.beside("kept screens are not removed", func() error {
			if k.wanted() {
				return nil // by now
			}
			return k.store.RemoveAll()
		})
	}
}

// wanted tells whether screens are kept.
func (k *keptScreens) wanted() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.on
}

// wantedOf tells whether the screen of a pane is kept.
func (k *keptScreens) wantedOf(pane core.PaneID) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.on && !k.gone[pane]
}

// Save keeps a pane's screen.
func (k *keptScreens) Save(pane core.PaneID, screen screens.Screen, final bool) {
	if !k.wantedOf(pane) {
		return
	}
	err := k.store.Save(pane, screen, final)
	if !k.wantedOf(pane) { // any more, and the removal may have come first
		k.note("a kept screen is not removed", k.store.Remove(pane))
	}
	k.mu.Lock()
	again := k.failed && err != nil // a full disk would fill the log with this
	k.failed = err != nil
	k.mu.Unlock()
	if !again {
		k.note("a screen is not kept", err)
	}
}

// Lines returns what is kept of a pane. Who asks tells of what cannot be shown.
func (k *keptScreens) Lines(ctx context.Context, pane core.PaneID) ([]string, time.Time, error) {
	if !k.wantedOf(pane) {
		return nil, time.Time{}, nil
	}
	screen, err := k.store.Load(pane)
	if errs.KindOf(err) == errs.NotFound {
		return nil, time.Time{}, nil
	}
	if err != nil {
		return nil, time.Time{}, err
	}
	lines, err := screen.Lines(ctx)
	return lines, screen.Saved, err
}

// SetAside puts away what is kept of a pane.
func (k *keptScreens) SetAside(pane core.PaneID) error {
	if !k.wantedOf(pane) {
		return nil // and nothing is saved either
	}
	err := k.store.SetAside(pane)
	k.note("a kept screen is not put away", err)
	return err
}

// forget removes what is kept of panes that never show again what they showed.
func (k *keptScreens) forget(panes []core.PaneID) {
	k.mu.Lock()
	if k.gone == nil {
		k.gone = map[core.PaneID]bool{}
	}
	for _, pane := range panes {
		k.gone[pane] = true
	}
	k.mu.Unlock()
	k.beside("a kept screen is not removed", func() error {
		var failed error
		for _, pane := range panes {
			failed = errors.Join(failed, k.store.Remove(pane))
		}
		return failed
	})
}

// sweep removes the old screens of panes that are not listed, when the list is
// complete. An empty one may be that of a state that could not be read, and removes
// nothing.
func (k *keptScreens) sweep(panes []core.PaneID, complete bool, now time.Time) {
	if !complete || len(panes) == 0 {
		return
	}
	known := make(map[core.PaneID]bool, len(panes))
	for _, pane := range panes {
		known[pane] = true
	}
	k.beside("kept screens are not swept", func() error {
		return k.store.Sweep(func(pane core.PaneID, written time.Time) bool {
			return known[pane] || now.Sub(written) < sweepAfter
		})
	})
}

// beside removes something, and returns before the end of that where the disk takes
// long.
func (k *keptScreens) beside(failure string, remove func() error) {
	done := make(chan struct{})
	k.removals.Go(func() {
		defer close(done)
		k.note(failure, remove())
	})
	patience := time.NewTimer(removalPatience)
	defer patience.Stop()
	select {
	case <-done:
	case <-patience.C:
	}
}

// close waits for removals under way.
func (k *keptScreens) close() { k.removals.Wait() }

func (k *keptScreens) note(message string, err error) {
	if err != nil {
		k.log.Warn(message, "err", err)
	}
}

// sweepScreens removes the screens of panes that have not been known for long, as
// after a crash.
func (a *Application) sweepScreens(ctx context.Context) {
	panes, complete, err := a.workspaces.Panes(ctx)
	a.screens.note("kept screens are not swept", err)
	a.screens.sweep(panes, complete && err == nil, time.Now())
}

package terminal

import (
	"context"
	"slices"
	"sync"
	"time"

	"clankergrid/backend/command"
	"clankergrid/backend/core"
	"clankergrid/backend/errs"
)

// beginClosing claims the terminal for one caller of close.
func (t *terminal) beginClosing() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closing {
		return false
	}
	t.closing = true
	for _, p := range t.processes() {
		p.readWake.set() // a program that ends must be able to write
	}
	return true
}

// close ends every session that the terminal has had, lets go of the views and
// waits for all goroutines but those that save a screen to a disk that does not
// answer.
func (t *terminal) close(ctx context.Context) (command.Ended, error) {
	t.cancel()
	t.mu.Lock()
	all := t.processes()
	// As it was seen: what programs say at their end is not what is come back to.
	if keep := t.takeScreen(time.Now(), true); keep != nil {
		t.saving(keep)
	}
	saved := t.keeping.saved
	t.mu.Unlock()
	patience, enough := context.WithTimeout(ctx, keepFinally)
	defer enough()

	results := make([]command.Ended, len(all))
	failures := make([]error, len(all))
	var ending sync.WaitGroup
	for i, p := range all {
		ending.Go(func() { results[i], failures[i] = p.end(ctx) })
	}
	ending.Wait()
	for _, p := range all {
		p.finish()
	}
	t.tasks.Wait()
	if saved != nil {
		select {
		case <-saved:
		case <-patience.Done(): // Shutdown waits for it as long as it may
		}
	}

	t.mu.Lock()
	attachments := t.attachments
	t.attachments = nil
	for _, a := range attachments {
		a.arrived(a.cursor)
	}
	label := t.label()
	t.mu.Unlock()
	for _, a := range attachments {
		a.view.drop(a)
		a.view.wake()
	}
	err := firstError(failures)
	return merge(results), errs.Wrap("terminal.Close", errs.Timeout, "Something in "+label+" did not end.", "It is listed when Clanker Grid starts again.", err)
}

// processes are all that may still have a session. It needs mu.
func (t *terminal) processes() []*process {
	all := append([]*process{}, t.former...)
	for p := t.process; p != nil; p = p.previous {
		all = append(all, p)
	}
	return all
}

func merge(results []command.Ended) command.Ended {
	var all command.Ended
	for _, e := range results {
		all.Left = union(all.Left, e.Left)
		all.Killed += e.Killed
	}
	return all
}

// union adds those processes that are not there yet: all processes of one terminal
// give their children the same mark, so each finds what left another.
func union(all, more []core.Process) []core.Process {
	for _, p := range more {
		if !slices.Contains(all, p) {
			all = append(all, p)
		}
	}
	return all
}

func firstError(all []error) error {
	for _, err := range all {
		if err != nil {
			return err
		}
	}
	return nil
}

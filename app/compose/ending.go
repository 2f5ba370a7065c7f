package compose

import (
	"context"
	"errors"
	"time"

	"clankergrid/backend/errs"
)

const (
	// treesTimeout is the ladder that ends process trees, 3 s, and room for a
	// machine that ends two hundred of them at once. It is theirs alone: a page or
	// a disk that is waited for elsewhere takes nothing of it.
	treesTimeout = 10 * time.Second
	// treesMargin is what the terminals need to tell of their end after that.
	treesMargin = time.Second
	// sizesTimeout bounds what has to be read from the terminals before they end.
	// The sizes are a convenience; the trees cannot wait long for a slow disk.
	sizesTimeout = time.Second
	// partGrace is what each part still gets when there is no time left: most need
	// a moment and no waiting, as the state's file and the lock do.
	partGrace = 250 * time.Millisecond
)

// closer is one started part and how it ends.
type closer struct {
	name  string
	close func(context.Context) error
	// bounded says that close has a bound of its own, which nothing cuts.
	bounded bool
}

func (a *Application) onClose(name string, close func(context.Context) error) {
	a.closers = append(a.closers, closer{name: name, close: close})
}

// Close ends every process tree and, beside that, everything else in reverse of
// the order it was built in. ctx bounds all but the trees: its end cuts the wait
// for anything else. A part that does not end by then is abandoned, which is the
// exception to waiting for what one starts; it ends with the process.
func (a *Application) Close(ctx context.Context) error {
	a.ending.Store(true)
	a.Quit()
	a.stopCalls()
	if a.server != nil {
		a.server.Farewell() // first, so that a page knows why its terminals go
	}
	var failed []error
	if a.workspaces != nil {
		sizes, cancel := context.WithTimeout(ctx, sizesTimeout)
		failed = append(failed, a.end(sizes, closer{name: "workspaces", close: a.workspaces.Shutdown}))
		cancel()
	}
	a.endTrees(ctx)
	for i := len(a.closers) - 1; i >= 0; i-- {
		failed = append(failed, a.end(ctx, a.closers[i]))
	}
	return errors.Join(failed...)
}

// end ends one part. When ctx has ended it goes on without it.
func (a *Application) end(ctx context.Context, c closer) error {
	done := make(chan error, 1)
	go func() { done <- c.close(ctx) }()
	var err error
	if c.bounded {
		err = <-done
	} else {
		err = within(ctx, done)
	}
	if err != nil {
		a.log.Warn("closing failed", "part", c.name, "err", err)
	}
	return err
}

// within waits for done until ctx has ended, and a moment longer.
func within(ctx context.Context, done <-chan error) error {
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	grace := time.NewTimer(partGrace)
	defer grace.Stop()
	select {
	case err := <-done:
		return err
	case <-grace.C:
		return errs.Wrap("compose.Close", errs.Timeout, "A part of the application did not end in time.", "The log names it.", ctx.Err())
	}
}

// endTrees begins to end every process tree; awaitTrees waits for that.
func (a *Application) endTrees(ctx context.Context) {
	if a.terminals == nil {
		return
	}
	a.trees = make(chan error, 1)
	go func() {
		ctx, cancel := treesContext(ctx)
		defer cancel()
		_, err := a.terminals.Shutdown(ctx)
		a.climbing.Lock() // those that were begun before are waited for as well
		defer a.climbing.Unlock()
		a.trees <- err
	}()
}

func (a *Application) awaitTrees(context.Context) error {
	patience := time.NewTimer(treesTimeout + treesMargin)
	defer patience.Stop()
	select {
	case err := <-a.trees:
		return err
	case <-patience.C:
		return errs.New("compose.Close", errs.Timeout, "Some terminals did not end in time.", "What they left is listed when the application starts again.")
	}
}

// treesContext is for ending process trees. It outlives the caller: a ladder that
// was begun is climbed to its end, whoever stops waiting for it.
func treesContext(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), treesTimeout)
}

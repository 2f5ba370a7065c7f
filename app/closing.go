package app

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"
)

const (
	// answerPatience is how long the page has to show its question. A page that
	// draws a flood of output needs a part of a second; one that is gone needs for ever.
	answerPatience = 2 * time.Second
	// settlePatience is how long the end waits for the system's dialog to go away.
	settlePatience = time.Second
	settlePoll     = 20 * time.Millisecond
)

// ending is what closing the window needs of the application.
type ending interface {
	// AskToQuit reports whether nothing runs; otherwise every page is asked to ask.
	AskToQuit() bool
	// RunningText names what runs, for a person.
	RunningText() string
	Quit()
	Quitting() <-chan struct{}
}

// closing decides what a close of the window means. The page asks when something
// runs. A page that does not show its question, because its process died, hangs or
// never loaded, must not keep the window open: then the system's own dialog asks.
type closing struct {
	app ending
	// ask shows the system's dialog and reports whether the user wants to end.
	ask func(text string) bool
	// warn tells the log that the page does not answer.
	warn func()

	// asked has a value when the page shows its question.
	asked chan struct{}
	// busy is set while a close is being decided, so that a second one is the same.
	busy atomic.Bool
}

func newClosing(app ending, ask func(string) bool, warn func()) *closing {
	return &closing{app: app, ask: ask, warn: warn, asked: make(chan struct{}, 1)}
}

// pageAsks is called by the page that shows its question.
func (c *closing) pageAsks() {
	select {
	case c.asked <- struct{}{}:
	default:
	}
}

// begin decides about a close in a goroutine of its own, because the page answers
// through the thread that tells of the close. settle waits for it.
func (c *closing) begin() {
	if !c.busy.CompareAndSwap(false, true) {
		return
	}
	go func() {
		defer c.busy.Store(false)
		if c.mayEnd() {
			c.app.Quit()
		}
	}()
}

func (c *closing) mayEnd() bool {
	select {
	case <-c.asked: // of an earlier close
	default:
	}
	if c.app.AskToQuit() {
		return true
	}
	patience := time.NewTimer(answerPatience)
	defer patience.Stop()
	select {
	case <-c.asked:
		return false
	case <-c.app.Quitting():
		return false
	case <-patience.C:
	}
	c.warn()
	return c.ask(c.app.RunningText())
}

// settle waits until no close is being decided; dismiss takes the dialog away
// where that is possible. Where it is not, the dialog is abandoned, which is the
// exception to waiting for what one starts: it ends with the process.
func (c *closing) settle(ctx context.Context, dismiss func()) error {
	ctx, cancel := context.WithTimeout(ctx, settlePatience)
	defer cancel()
	again := time.NewTicker(settlePoll)
	defer again.Stop()
	for c.busy.Load() {
		dismiss()
		select {
		case <-again.C:
		case <-ctx.Done():
			return fmt.Errorf("app.closing: the dialog stays: %w", ctx.Err())
		}
	}
	return nil
}

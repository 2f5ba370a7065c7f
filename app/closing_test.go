package app

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// application is one in which something runs, or nothing.
type application struct {
	idle     bool
	onAsk    func() // what the page does when it is told to ask
	quitting chan struct{}
	ended    atomic.Bool
}

var _ ending = (*application)(nil)

func (a *application) AskToQuit() bool {
	if !a.idle && a.onAsk != nil {
		a.onAsk()
	}
	return a.idle
}
func (a *application) RunningText() string       { return "vim in api" }
func (a *application) Quit()                     { a.ended.Store(true) }
func (a *application) Quitting() <-chan struct{} { return a.quitting }

func TestAClosedWindowIsDecidedByThePageOrTheSystemsDialog(t *testing.T) {
	for name, test := range map[string]struct {
		idle, pageAsks, dialogSays bool
		dialog, ends               bool
	}{
		"nothing runs":                            {idle: true, ends: true},
		"the page asks":                           {pageAsks: true, dialogSays: true},
		"the page is gone and the user agrees":    {dialogSays: true, dialog: true, ends: true},
		"the page is gone and the user disagrees": {dialog: true},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				app := &application{idle: test.idle, quitting: make(chan struct{})}
				var shown string
				warned := false
				c := newClosing(app, func(text string) bool { shown = text; return test.dialogSays }, func() { warned = true })
				if test.pageAsks {
					app.onAsk = func() { go c.pageAsks() }
				}
				c.begin()
				time.Sleep(2 * answerPatience) // virtual
				synctest.Wait()
				if app.ended.Load() != test.ends {
					t.Errorf("ended = %v, want %v", app.ended.Load(), test.ends)
				}
				if (shown == "vim in api") != test.dialog || warned != test.dialog {
					t.Errorf("the dialog said %q (logged: %v), want one: %v", shown, warned, test.dialog)
				}
			})
		})
	}
}

func TestThePagesAnswerToAnEarlierCloseDoesNotCount(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		app := &application{quitting: make(chan struct{})}
		dialogs := 0
		c := newClosing(app, func(string) bool { dialogs++; return false }, func() {})
		c.pageAsks()
		c.begin()
		time.Sleep(2 * answerPatience)
		synctest.Wait()
		if dialogs != 1 {
			t.Errorf("%d dialogs were shown, want 1", dialogs)
		}
	})
}

func TestASecondCloseShowsNoSecondDialog(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		app := &application{quitting: make(chan struct{})}
		answered := make(chan struct{})
		dialogs := 0
		c := newClosing(app, func(string) bool { dialogs++; <-answered; return true }, func() {})
		c.begin()
		time.Sleep(2 * answerPatience)
		c.begin()
		synctest.Wait()
		close(answered)
		synctest.Wait()
		if dialogs != 1 || !app.ended.Load() {
			t.Errorf("%d dialogs, ended = %v", dialogs, app.ended.Load())
		}
	})
}

func TestAnEndFromElsewhereTakesTheDialogAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		app := &application{quitting: make(chan struct{})}
		dismissed := make(chan struct{})
		c := newClosing(app, func(string) bool { <-dismissed; return false }, func() {})
		c.begin()
		time.Sleep(2 * answerPatience)
		gone := false
		err := c.settle(context.Background(), func() {
			if !gone {
				gone = true
				close(dismissed)
			}
		})
		if err != nil {
			t.Error(err)
		}
	})
}

func TestADialogThatCannotBeTakenAwayHoldsTheEndUpForAMoment(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		app := &application{quitting: make(chan struct{})}
		answered := make(chan struct{})
		c := newClosing(app, func(string) bool { <-answered; return false }, func() {})
		c.begin()
		time.Sleep(2 * answerPatience)
		began := time.Now()
		if err := c.settle(context.Background(), func() {}); err == nil {
			t.Error("nothing was said of the dialog")
		}
		if took := time.Since(began); took != settlePatience {
			t.Errorf("it took %v, want %v", took, settlePatience)
		}
		close(answered)
	})
}

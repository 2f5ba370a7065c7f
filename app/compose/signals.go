package compose

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"clankergrid/app/bind"
)

// confirmTime is how long a Ctrl+C waits for the second.
const confirmTime = 5 * time.Second

// Signals are what the system and the user's terminal send. Both programs mean
// the same by them: a first Ctrl+C tells what runs, a second within confirmTime
// ends, and so does the first when nothing runs; TERM and QUIT end at once;
// hanging up is ignored, as the terminal that a program was started from may
// close. Once the application is ending, one more of those that end cuts the
// wait for anything but the process trees.
//
// They are caught and never ignored: an ignored signal would be inherited by
// every program in a terminal. The two kinds have channels of their own, so that
// a flood of the harmless ones cannot crowd out the others.
type Signals struct {
	ending   chan os.Signal
	harmless chan os.Signal
}

// CatchSignals begins to catch signals, which it keeps until UntilEnd is called.
func CatchSignals() *Signals {
	s := &Signals{make(chan os.Signal, 8), make(chan os.Signal, 1)}
	signal.Notify(s.ending, os.Interrupt, syscall.SIGTERM, syscall.SIGQUIT)
	// SIGPIPE: standard output may be a pipe whose reader is gone; the terminals
	// must not end with it.
	signal.Notify(s.harmless, syscall.SIGHUP, syscall.SIGPIPE)
	return s
}

// Stop gives signals their usual meaning back.
func (s *Signals) Stop() {
	signal.Stop(s.ending)
	signal.Stop(s.harmless)
}

// Quitter is the application as signals see it.
type Quitter interface {
	QuitPlan() bind.QuitPlan
	Quitting() <-chan struct{}
	Log() *slog.Logger
}

var _ Quitter = (*Application)(nil)

// UntilEnd returns when the application must be closed. tell says what runs after
// a first Ctrl+C and must not block.
func (s *Signals) UntilEnd(app Quitter, tell func(bind.QuitPlan)) {
	var asked confirmation
	// A plan looks at every process and is made aside: the press that ends, or a
	// TERM, never waits for it. One that is under way at the end is left to
	// itself; it only reads.
	plans := make(chan bind.QuitPlan, 1)
	planning := false
	for {
		select {
		case <-app.Quitting():
			return
		case sig := <-s.ending:
			if sig != os.Interrupt || asked.press(time.Now()) {
				app.Log().Info("ending", "signal", sig.String())
				return
			}
			if !planning {
				planning = true
				go func() { plans <- app.QuitPlan() }()
			}
		case plan := <-plans:
			planning = false
			if len(plan.Running) == 0 {
				app.Log().Info("ending: nothing runs", "signal", os.Interrupt.String())
				return
			}
			tell(plan)
			asked.told(time.Now())
		case sig := <-s.harmless:
			app.Log().Info("signal ignored", "signal", sig.String())
		}
	}
}

// Closing is the context to close the application with: it ends after timeout,
// or at one more signal that ends.
func (s *Signals) Closing(ctx context.Context, timeout time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	go func() {
		select {
		case <-s.ending:
			cancel()
		case <-ctx.Done():
		}
	}()
	return ctx, cancel
}

// confirmation decides what a Ctrl+C means while something runs.
type confirmation struct{ asked time.Time }

// press reports whether to end: the last press, or the answer to it, is less
// than confirmTime ago.
func (c *confirmation) press(now time.Time) bool {
	if !c.asked.IsZero() && now.Sub(c.asked) < confirmTime {
		return true
	}
	c.asked = now
	return false
}

// told notes that the user reads only now what runs, and how long a second press
// may take.
func (c *confirmation) told(now time.Time) { c.asked = now }

// RunningList is what a first Ctrl+C says.
func RunningList(plan bind.QuitPlan) string {
	var b strings.Builder
	b.WriteString("\nStill running:\n")
	for _, work := range plan.Running {
		fmt.Fprintf(&b, "  %s (pid %d) in %s\n", work.Program, work.Pid, work.Title)
	}
	for _, p := range plan.KeepsRunning {
		fmt.Fprintf(&b, "  %s (pid %d) keeps running\n", p.Name, p.Pid)
	}
	b.WriteString("Press Ctrl+C again within 5 seconds to end.\n")
	return b.String()
}

package serve

import (
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"clankergrid/app/bind"
	"clankergrid/app/compose"
)

// confirmTime is how long a first Ctrl+C waits for the second.
const confirmTime = 5 * time.Second

// signals are those that the verb understands. They are caught and never
// ignored: an ignored signal would be inherited by every program in a terminal.
type signals struct{ ch chan os.Signal }

func listen() signals {
	s := signals{make(chan os.Signal, 8)}
	// SIGPIPE: standard output may be a pipe whose reader is gone; the terminals
	// must not end with it.
	signal.Notify(s.ch, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGPIPE)
	return s
}

func (s signals) stop() { signal.Stop(s.ch) }

// watch waits for the application's end.
type watch struct {
	app        *compose.Application
	complaints *printer
}

// untilEnd returns when the application must be closed.
func (w watch) untilEnd(s signals) {
	var asked confirmation
	for {
		select {
		case <-w.app.Quitting():
			return
		case sig := <-s.ch:
			switch sig {
			case os.Interrupt:
				plan := w.app.QuitPlan()
				if asked.interrupt(time.Now(), len(plan.Running)) {
					return
				}
				w.complaints.print(runningList(plan))
			case syscall.SIGTERM:
				w.app.Log().Info("ending: SIGTERM")
				return
			default:
				w.app.Log().Info("signal ignored", "signal", sig.String())
			}
		}
	}
}

// confirmation decides what an interrupt means.
type confirmation struct{ asked time.Time }

// interrupt reports whether to end now: nothing runs, or the user was told less
// than confirmTime ago what does.
func (c *confirmation) interrupt(now time.Time, running int) bool {
	if running == 0 || !c.asked.IsZero() && now.Sub(c.asked) < confirmTime {
		return true
	}
	c.asked = now
	return false
}

// runningList is what a first Ctrl+C says.
func runningList(plan bind.QuitPlan) string {
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

// Package process names operating-system processes so that a name stays true
// across pid reuse and reboots, lists the processes of a terminal's session, and
// ends them in the way that closing a terminal does. It decides which processes
// belong to a terminal and which left it on purpose; it must not start
// processes, and it never signals one that it has not just identified.
package process

import (
	"os"

	"clankergrid/backend/core"
	"clankergrid/backend/errs"
)

// SessionVariable is the environment variable that carries the terminal ID into
// every process of a terminal. It is how a process that moved to a session of
// its own is still recognised as having been started there.
const SessionVariable = "TERM_SESSION_ID"

// Self identifies the calling process.
func Self() core.Process {
	p, err := Lookup(os.Getpid())
	if err != nil {
		return core.Process{Pid: os.Getpid(), BootID: bootID()}
	}
	return p
}

// Alive reports whether exactly this process still runs: the same pid, started
// at the same instant of the same boot, and not merely waiting to be reaped.
func Alive(p core.Process) bool {
	now, err := Lookup(p.Pid)
	return err == nil && same(now, p)
}

// same compares identities; the name is not part of one, because a program may
// change it.
func same(a, b core.Process) bool {
	return a.Pid == b.Pid && a.StartTime == b.StartTime && a.BootID == b.BootID
}

func notFound(op string, err error) error {
	return errs.Wrap(op, errs.NotFound, "That process no longer runs.", "", err)
}

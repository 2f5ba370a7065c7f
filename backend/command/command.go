// Package command is the vocabulary for running things somewhere: requests,
// results and the interfaces that environments implement. It decides nothing;
// bounds are chosen by the caller and every implementation must keep them.
package command

import (
	"context"
	"io"

	"clankergrid/backend/core"
)

// TerminalRequest asks for a process on a new pseudo-terminal. Env is complete:
// nothing is added to it.
type TerminalRequest struct {
	Program string   // a path or a name to be found on Env's PATH
	Args    []string // without argv[0]
	// Argv0 replaces argv[0] when not empty ("-bash" for a login shell).
	Argv0 string
	Dir   string // absolute
	Env   []string
	Size  core.Size
}

// Foreground is what currently has the terminal's foreground.
type Foreground struct {
	Pid  int
	Name string
	Cwd  string // empty when the system does not tell
	// Leader is set when the session leader itself (the shell) is in front, so
	// nothing else runs.
	Leader bool
}

// Activity is what runs in a terminal at one moment.
type Activity struct {
	// Foreground is zero when nothing is in front or the system does not tell.
	Foreground Foreground
	// Session are the live processes of the terminal, its leader included.
	Session []core.Process
}

// Ended says what ending a terminal left behind.
type Ended struct {
	// Left are processes that moved to a session of their own and were left alone.
	Left []core.Process
	// Killed counts processes that needed KILL.
	Killed int
}

// Terminal is a live process on a pseudo-terminal. Read and Write may be called
// by one goroutine each, the rest by any.
type Terminal interface {
	io.Reader
	io.Writer
	// Resize sets the grid; an invalid size is refused.
	Resize(core.Size) error
	// Process identifies the session leader.
	Process() core.Process
	// Exited is closed once the session leader was reaped; Exit is valid then.
	Exited() <-chan struct{}
	Exit() core.Exit
	// Continued receives how often the session leader stopped itself and was
	// continued since the value before. Nobody has to receive.
	Continued() <-chan int
	// Foreground asks the system what is in front now.
	Foreground() (Foreground, error)
	// Session lists the live processes of the terminal's session. Of many terminals,
	// environment.Environment tells that in one go.
	Session() ([]core.Process, error)
	// End ends the session: HUP and CONT to every process group, TERM after 1 s,
	// KILL after 3 s. It returns when the session is empty or ctx ends.
	End(ctx context.Context) (Ended, error)
	// Close releases the pseudo-terminal. It does not end processes.
	Close() error
}

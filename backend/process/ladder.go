package process

import (
	"context"
	"errors"
	"time"

	"clankergrid/backend/command"
	"clankergrid/backend/errs"
)

// The ladder: a session is first told that its terminal went away, which lets
// shells write their history and pass the word on; then asked to stop; then
// made to. The times count from the start.
const (
	terminateAfter = 1 * time.Second
	killAfter      = 3 * time.Second
	// pollEvery is how soon an empty session is noticed. A listing costs well
	// under a millisecond on an ordinary machine.
	pollEvery = 20 * time.Millisecond
)

// demand is what the ladder asks of a process, in the words of Unix signals.
type demand int

const (
	hangUp demand = iota
	resume
	terminate
	kill
)

// target is what the ladder ends. Implementations check that a process is still
// the one that was listed before they touch it.
type target interface {
	// members lists what is left.
	members() ([]entry, error)
	// group asks a whole process group, of which e is a member.
	group(e entry, d demand)
	// one asks a single process.
	one(e entry, d demand)
}

// climb ends everything in the target. It returns as soon as nothing is left,
// with the number of processes that needed force, or when ctx ends.
func climb(ctx context.Context, t target) (command.Ended, error) {
	var ended command.Ended
	left, err := t.members()
	if err != nil || len(left) == 0 {
		return ended, listingFailed(err)
	}
	hungUp := make(map[int]bool)
	for _, e := range left {
		if !hungUp[e.group] {
			hungUp[e.group] = true
			t.group(e, hangUp)
			t.group(e, resume) // a stopped job hears the hang-up only once it runs
		}
	}
	start := time.Now()
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	terminated := false
	killed := make(map[int]bool)
	for {
		select {
		case <-ctx.Done():
			ended.Killed = len(killed)
			return ended, stillRunning(ctx.Err())
		case <-tick.C:
		}
		if left, err = t.members(); err != nil || len(left) == 0 {
			ended.Killed = len(killed)
			return ended, listingFailed(err)
		}
		switch passed := time.Since(start); {
		case passed >= killAfter:
			// Every round, because a process may have started another meanwhile.
			for _, e := range left {
				killed[e.Pid] = true
				t.one(e, kill)
			}
		case passed >= terminateAfter && !terminated:
			terminated = true
			for _, e := range left {
				t.one(e, terminate)
				t.one(e, resume)
			}
		}
	}
}

func listingFailed(err error) error {
	return errs.Wrap("process.End", errs.Unavailable, "The terminal's processes could not be listed.", "Close the terminal again.", err)
}

func stillRunning(err error) error {
	kind := errs.Timeout
	if errors.Is(err, context.Canceled) {
		kind = errs.Canceled
	}
	return errs.Wrap("process.End", kind, "Some processes of the terminal still run.", "Close the terminal again, or end them with the system's own tools.", err)
}

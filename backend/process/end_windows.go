package process

import (
	"context"

	"golang.org/x/sys/windows"

	"clankergrid/backend/command"
	"clankergrid/backend/core"
	"clankergrid/backend/errs"
)

// Session lists the process and its descendants: Windows has no sessions of
// terminals. Live terminals are ended through their job object; this serves the
// survivors of a crash, whose job is gone.
func Session(leader core.Process, _ core.TerminalID) ([]core.Process, error) {
	found, err := tree{leader}.members()
	if err != nil {
		return nil, errs.Wrap("process.Session", errs.Unavailable, "The running processes could not be listed.", "", err)
	}
	return identities(found), nil
}

// EndTree ends the process and its descendants, which a process that merely has the
// same pid is not. Without a console to close, nothing
// asks them first: they are ended by force after the same 3 s that a terminal's
// processes get to notice that their console is gone.
func EndTree(ctx context.Context, leader core.Process, _ core.TerminalID) (command.Ended, error) {
	return climb(ctx, tree{leader})
}

type tree struct{ leader core.Process }

var _ target = tree{}

// members follows parent pids and drops a child that is older than its parent:
// its real parent is gone and the pid was reused.
func (t tree) members() ([]entry, error) {
	all, err := processTable()
	if err != nil {
		return nil, err
	}
	return descendants(all, t.leader), nil
}

func (tree) group(entry, demand) {}

func (tree) one(e entry, d demand) {
	if d != kill {
		return
	}
	h, err := windows.OpenProcess(windows.PROCESS_TERMINATE|windows.PROCESS_QUERY_LIMITED_INFORMATION, false, uint32(e.Pid))
	if err != nil {
		return
	}
	defer windows.CloseHandle(h)
	// The open handle pins the pid, so the check holds until the call.
	if started, err := startTime(h); err == nil && started == e.StartTime {
		_ = windows.TerminateProcess(h, 1)
	}
}

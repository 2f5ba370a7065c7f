//go:build unix

package process

import (
	"bytes"
	"fmt"
	"os"
	"sync"

	"clankergrid/backend/command"
	"clankergrid/backend/core"
	"clankergrid/backend/errs"
)

// Session lists the live processes whose session the leader opened, also when
// the leader itself is gone. A session of another boot, or one whose number now
// belongs to another leader, is empty.
func Session(leader core.Process) ([]core.Process, error) {
	members, err := members(leader)
	if err != nil {
		return nil, errs.Wrap("process.Session", errs.Unavailable, "The running processes could not be listed.", "", err)
	}
	return identities(members), nil
}

func members(leader core.Process) ([]entry, error) {
	if leader.Pid <= 0 || leader.BootID != bootID() {
		return nil, nil
	}
	all, err := sessionTable(leader.Pid)
	if err != nil {
		return nil, err
	}
	return ofSession(all, leader), nil
}

// Left lists processes that were started in the leader's session and moved to
// one of their own: servers and daemons. Of each such group only the topmost is
// listed, because its children are its own affair.
func Left(leader core.Process, terminal core.TerminalID) ([]core.Process, error) {
	if leader.Pid <= 0 || leader.BootID != bootID() {
		return nil, nil
	}
	now, err := snapshots.get()
	if err != nil {
		return nil, errs.Wrap("process.Left", errs.Unavailable, "The running processes could not be listed.", "", err)
	}
	return identities(departed(now.table, leader, os.Getpid(), func(e entry) bool {
		return terminal != "" && now.marks()[e.Pid] == terminal
	})), nil
}

// snapshot is one reading of the whole process table.
type snapshot struct {
	table []entry
	// marks reads, when first asked, which terminal each process was started in.
	marks func() map[int]core.TerminalID
}

var snapshots = &shared[snapshot]{read: func() (snapshot, error) {
	table, err := processTable()
	return snapshot{table: table, marks: sync.OnceValue(func() map[int]core.TerminalID {
		marks := make(map[int]core.TerminalID)
		for _, e := range table {
			if id := mark(e.Pid); id != "" {
				marks[e.Pid] = id
			}
		}
		return marks
	})}, err
}}

// mark is the terminal that a process was started in, or empty.
func mark(pid int) core.TerminalID {
	prefix := []byte(SessionVariable + "=")
	for _, v := range environment(pid) {
		if value, ok := bytes.CutPrefix(v, prefix); ok {
			id := core.TerminalID(value)
			if _, wellFormed := id.Bytes(); wellFormed {
				return id
			}
		}
	}
	return ""
}

// terminalOf reads the mark that the leader's processes carry.
func terminalOf(leader core.Process) core.TerminalID {
	found, err := members(leader)
	if err != nil {
		return ""
	}
	for _, e := range found {
		if id := mark(e.Pid); id != "" {
			return id
		}
	}
	return ""
}

// Foreground describes the process group in front of the leader's terminal. A
// group's first process may have ended before the rest of a pipeline, so any
// member of the group stands for it then.
func Foreground(leader core.Process, group int) (command.Foreground, error) {
	found, err := members(leader)
	if err != nil {
		return command.Foreground{}, errs.Wrap("process.Foreground", errs.Unavailable, "The running processes could not be listed.", "", err)
	}
	var front *entry
	for i := range found {
		e := &found[i]
		if e.group == group && (front == nil || e.Pid == group || (front.Pid != group && e.Pid < front.Pid)) {
			front = e
		}
	}
	if front == nil {
		return command.Foreground{}, errs.New("process.Foreground", errs.NotFound, "Nothing is in front of that terminal.", "")
	}
	return command.Foreground{
		Pid:    front.Pid,
		Name:   displayName(commandLine(front.Pid), front.Name),
		Cwd:    Cwd(front.Pid),
		Leader: group == leader.Pid,
	}, nil
}

// Child identifies a process that the caller started and has not waited for
// yet, which therefore has a status even if it has ended already.
func Child(pid int) (core.Process, error) {
	e, err := readEntry(pid)
	if err != nil {
		return core.Process{}, notFound("process.Child", err)
	}
	e.Name = displayName(commandLine(pid), e.Name)
	return e.Process, nil
}

// Lookup identifies the process that has this pid now.
func Lookup(pid int) (core.Process, error) {
	e, err := readEntry(pid)
	if err != nil {
		return core.Process{}, notFound("process.Lookup", err)
	}
	if e.zombie {
		return core.Process{}, notFound("process.Lookup", fmt.Errorf("pid %d waits to be reaped", pid))
	}
	e.Name = displayName(commandLine(pid), e.Name)
	return e.Process, nil
}

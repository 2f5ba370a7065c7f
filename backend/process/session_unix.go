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

// Tree is the session that leader opened, with what proves that it still is that
// session: the kernel gives its number away once the leader and the last member are
// gone. While the leader is there, or a process that was seen in the session
// together with it, every member belongs to the tree. Otherwise only those do that
// carry the terminal's mark; what cleared its environment cannot be told from
// somebody else's process then and is left alone. Tree is safe for concurrent use.
type Tree struct {
	leader   core.Process
	terminal core.TerminalID // the mark, or empty for none

	mu        sync.Mutex     // guards witnesses
	witnesses []core.Process // the members when the session was last proven
}

// NewTree returns the tree of a session leader whose processes carry terminal as
// their mark.
func NewTree(leader core.Process, terminal core.TerminalID) *Tree {
	return &Tree{leader: leader, terminal: terminal}
}

// Session lists the live members of a session that an earlier owner started; see
// Tree.
func Session(leader core.Process, terminal core.TerminalID) ([]core.Process, error) {
	return NewTree(leader, terminal).Session()
}

// Session lists the tree's live processes, also when the leader is gone. A session
// of another boot is empty.
func (t *Tree) Session() ([]core.Process, error) {
	members, _, err := t.members()
	if err != nil {
		return nil, errs.Wrap("process.Session", errs.Unavailable, "The running processes could not be listed.", "", err)
	}
	return identities(members), nil
}

func (t *Tree) members() (members []entry, proven bool, err error) {
	if !t.thisBoot() {
		return nil, false, nil
	}
	all, err := sessionTable(t.leader.Pid)
	if err != nil {
		return nil, false, err
	}
	members, proven = t.belonging(all)
	return members, proven, nil
}

func (t *Tree) thisBoot() bool { return t.leader.Pid > 0 && t.leader.BootID == bootID() }

// belonging picks the tree's members from a table that holds at least the session.
func (t *Tree) belonging(table []entry) (members []entry, proven bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	members, proven = belonging(table, t.leader, t.witnesses, func(e entry) bool {
		return t.terminal != "" && mark(e.Pid) == t.terminal
	})
	if proven {
		t.witnesses = identities(members)
	}
	return members, proven
}

// Left lists processes that were started in the session and moved to one of their
// own: servers and daemons. Of each such group only the topmost is listed, because
// its children are its own affair.
func (t *Tree) Left() ([]core.Process, error) {
	if !t.thisBoot() {
		return nil, nil
	}
	now, err := snapshots.get()
	if err != nil {
		return nil, errs.Wrap("process.Left", errs.Unavailable, "The running processes could not be listed.", "", err)
	}
	members, _ := t.belonging(now.table)
	return identities(departed(now.table, t.leader, members, os.Getpid(), func(e entry) bool {
		return t.terminal != "" && now.marks()[e.Pid] == t.terminal
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

// Foreground describes the process group in front of the terminal. A group's first
// process may have ended before the rest of a pipeline, so any member of the group
// stands for it then.
func (t *Tree) Foreground(group int) (command.Foreground, error) {
	found, _, err := t.members()
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
		Leader: group == t.leader.Pid,
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

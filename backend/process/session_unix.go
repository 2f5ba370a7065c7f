//go:build unix

package process

import (
	"bytes"
	"fmt"
	"sync"

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
	of, err := sessionTables()
	if err != nil {
		return nil, false, err
	}
	members, proven = t.belonging(of(t.leader.Pid))
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

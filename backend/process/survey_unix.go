//go:build unix

package process

import (
	"os"
	"sync"

	"clankergrid/backend/command"
	"clankergrid/backend/core"
	"clankergrid/backend/errs"
)

// Front is a tree and the process group in front of its terminal, 0 for none.
type Front struct {
	Tree  *Tree
	Group int
}

// Survey says what runs in each of the trees. It reads once which process is in
// which session, however many trees there are.
func Survey(fronts []Front) ([]command.Activity, error) {
	out := make([]command.Activity, len(fronts))
	if len(fronts) == 0 {
		return out, nil
	}
	of, err := sessionTables()
	if err != nil {
		return nil, errs.Wrap("process.Survey", errs.Unavailable, "The running processes could not be listed.", "", err)
	}
	for i, f := range fronts {
		if !f.Tree.thisBoot() {
			continue
		}
		members, _ := f.Tree.belonging(of(f.Tree.leader.Pid))
		out[i].Session = identities(members)
		if front := inFront(members, f.Group); front != nil {
			out[i].Foreground = f.Tree.describe(*front)
		}
	}
	return out, nil
}

// Foreground describes the process group in front of the terminal.
func (t *Tree) Foreground(group int) (command.Foreground, error) {
	// The terminal itself has named the group, so its leader is a member of the
	// session if it is in it now, and no other process needs to be looked at.
	if e, err := readEntry(group); err == nil && !e.zombie && e.group == group && e.session == t.leader.Pid {
		return t.describe(e), nil
	}
	members, _, err := t.members()
	if err != nil {
		return command.Foreground{}, errs.Wrap("process.Foreground", errs.Unavailable, "The running processes could not be listed.", "", err)
	}
	front := inFront(members, group)
	if front == nil {
		return command.Foreground{}, errs.New("process.Foreground", errs.NotFound, "Nothing is in front of that terminal.", "")
	}
	return t.describe(*front), nil
}

// inFront picks who stands for a group, or nil: its first process, which may have
// ended before the rest of a pipeline, else any.
func inFront(members []entry, group int) *entry {
	var front *entry
	for i := range members {
		e := &members[i]
		if e.group == group && (front == nil || e.Pid == group || (front.Pid != group && e.Pid < front.Pid)) {
			front = e
		}
	}
	return front
}

func (t *Tree) describe(front entry) command.Foreground {
	return command.Foreground{
		Pid:    front.Pid,
		Name:   displayName(commandLine(front.Pid), front.Name),
		Cwd:    Cwd(front.Pid),
		Leader: front.group == t.leader.Pid,
	}
}

// Left lists processes that were started in the session and moved to one of their
// own: servers and daemons. Of each such group only the topmost is listed, because
// its children are its own affair.
func (t *Tree) Left() ([]core.Process, error) {
	all, err := Departed([]*Tree{t})
	if err != nil {
		return nil, err
	}
	return all[0], nil
}

// Departed says what left each of the trees; see Left. It reads the process table
// once, and the mark of each process at most once.
func Departed(trees []*Tree) ([][]core.Process, error) {
	out := make([][]core.Process, len(trees))
	if len(trees) == 0 {
		return out, nil
	}
	now, err := snapshots.get()
	if err != nil {
		return nil, errs.Wrap("process.Left", errs.Unavailable, "The running processes could not be listed.", "", err)
	}
	bySession := make(map[int][]entry)
	for _, e := range now.table {
		bySession[e.session] = append(bySession[e.session], e)
	}
	children := descentOf(now.table)
	members := make([][]entry, len(trees))
	inside := make(map[int]bool) // whoever is in a tree has left none
	for i, t := range trees {
		if !t.thisBoot() {
			continue
		}
		members[i], _ = t.belonging(bySession[t.leader.Pid])
		for _, e := range members[i] {
			inside[e.Pid] = true
		}
	}
	for i, t := range trees {
		if !t.thisBoot() {
			continue
		}
		out[i] = identities(departed(now.table, children, t.leader, members[i], os.Getpid(), func(e entry) bool {
			return t.terminal != "" && !inside[e.Pid] && now.marks.of(e.Pid) == t.terminal
		}))
	}
	return out, nil
}

// snapshot is one reading of the whole process table.
type snapshot struct {
	table []entry
	marks *marks
}

var snapshots = &shared[snapshot]{read: func() (snapshot, error) {
	table, err := processTable()
	return snapshot{table: table, marks: &marks{known: make(map[int]core.TerminalID)}}, err
}}

// marks remembers, for one snapshot, which terminal a process was started in.
// Whoever shares the snapshot shares the reading.
type marks struct {
	mu    sync.Mutex // guards known
	known map[int]core.TerminalID
}

func (m *marks) of(pid int) core.TerminalID {
	m.mu.Lock()
	defer m.mu.Unlock()
	id, ok := m.known[pid]
	if !ok {
		id = mark(pid)
		m.known[pid] = id
	}
	return id
}

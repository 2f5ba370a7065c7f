package process

import (
	"cmp"
	"slices"

	"clankergrid/backend/core"
)

// entry is one row of the operating system's process table.
type entry struct {
	core.Process
	parent, group, session int
	// zombie processes have ended; only their parent has not noticed yet.
	zombie bool
}

// ofSession keeps the live members of the session that leader opened, in pid
// order. The kernel does not reuse a pid while it still names a session, so a
// leader with that pid and another start time opened another session. When the
// leader is gone, the session may be another's all the same; see belonging.
func ofSession(table []entry, leader core.Process) []entry {
	var out []entry
	for _, e := range table {
		if e.session != leader.Pid {
			continue
		}
		if e.Pid == leader.Pid && e.StartTime != leader.StartTime {
			return nil
		}
		if !e.zombie {
			out = append(out, e)
		}
	}
	sortByPid(out)
	return out
}

// belonging keeps the members of leader's session that surely are of it. All are
// when the listing is proven to show that very session: by the leader, even one
// that only waits to be reaped, or by a witness, a process that was a member when
// the session was proven before, so that it has never been empty since and its
// number never free. Otherwise marked decides for each.
func belonging(table []entry, leader core.Process, witnesses []core.Process, marked func(entry) bool) (members []entry, proven bool) {
	members = ofSession(table, leader)
	for _, e := range table {
		if e.session == leader.Pid && (same(e.Process, leader) ||
			slices.ContainsFunc(witnesses, func(w core.Process) bool { return same(e.Process, w) })) {
			return members, true
		}
	}
	return slices.DeleteFunc(members, func(e entry) bool { return !marked(e) }), false
}

// descent is a process table by parent pids.
type descent map[int][]entry

func descentOf(table []entry) descent {
	children := make(descent, len(table))
	for _, e := range table {
		children[e.parent] = append(children[e.parent], e)
	}
	return children
}

// departed picks from the whole table the processes that began in leader's
// session and are in another one now: by descent from members, and, for those whose
// parents are gone, by marked. marked may be slow and is asked only about processes
// that are young enough. self is never among them.
func departed(table []entry, children descent, leader core.Process, members []entry, self int, marked func(entry) bool) []entry {
	left := make(map[int]entry)
	visited := make(map[int]bool)
	var follow func(pid int)
	follow = func(pid int) {
		if visited[pid] {
			return
		}
		visited[pid] = true
		for _, child := range children[pid] {
			if child.Pid == self {
				continue
			}
			if child.session != leader.Pid && !child.zombie {
				left[child.Pid] = child
			}
			follow(child.Pid)
		}
	}
	for _, e := range members {
		follow(e.Pid)
	}
	for _, e := range table {
		_, known := left[e.Pid]
		if known || e.zombie || e.Pid == self || e.session == leader.Pid || e.StartTime < leader.StartTime {
			continue
		}
		if marked(e) {
			left[e.Pid] = e
		}
	}
	var top []entry
	for _, e := range left {
		if _, inner := left[e.parent]; !inner {
			top = append(top, e)
		}
	}
	sortByPid(top)
	return top
}

func identities(entries []entry) []core.Process {
	out := make([]core.Process, 0, len(entries))
	for _, e := range entries {
		out = append(out, e.Process)
	}
	return out
}

func sortByPid(entries []entry) {
	slices.SortFunc(entries, func(a, b entry) int { return cmp.Compare(a.Pid, b.Pid) })
}

// descendants lists leader and what descends from it by parent pids. A child
// that is older than its parent has only inherited a reused number.
func descendants(table []entry, leader core.Process) []entry {
	children := descentOf(table)
	var out []entry
	for _, e := range table {
		if same(e.Process, leader) {
			out = append(out, e)
		}
	}
	seen := map[int]bool{leader.Pid: true}
	for i := 0; i < len(out); i++ {
		for _, child := range children[out[i].Pid] {
			if !seen[child.Pid] && child.StartTime >= out[i].StartTime {
				seen[child.Pid] = true
				out = append(out, child)
			}
		}
	}
	return out
}

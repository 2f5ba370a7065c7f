package process

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"clankergrid/backend/core"
)

func row(pid int, start uint64, parent, session int) entry {
	return entry{Process: core.Process{Pid: pid, StartTime: start, BootID: "b"}, parent: parent, group: pid, session: session}
}

func pids(entries []entry) []int {
	out := []int{}
	for _, e := range entries {
		out = append(out, e.Pid)
	}
	return out
}

func TestSessionOfADeadLeaderIsStillListed(t *testing.T) {
	leader := row(10, 100, 1, 10)
	got := pids(ofSession([]entry{row(12, 130, 1, 10), row(11, 120, 1, 10), row(20, 90, 1, 20)}, leader.Process))
	if !slices.Equal(got, []int{11, 12}) {
		t.Fatalf("got %v", got)
	}
}

func TestSessionOfAReusedPidIsNotTheOldOne(t *testing.T) {
	table := []entry{row(10, 500, 1, 10), row(11, 510, 10, 10)}
	if got := ofSession(table, row(10, 100, 1, 10).Process); len(got) != 0 {
		t.Fatalf("got %v", pids(got))
	}
}

func TestASessionIsProvenByItsLeaderOrByAMemberFromTheLeadersTime(t *testing.T) {
	leader := row(10, 100, 1, 10)
	zombie := leader
	zombie.zombie = true
	plain, marked, elsewhere := row(11, 120, 1, 10), row(12, 130, 1, 10), row(13, 140, 1, 20)
	reused := plain
	reused.StartTime = 500
	for _, c := range []struct {
		name      string
		table     []entry
		witnesses []core.Process
		want      []int
		proven    bool
	}{
		{"the leader lives", []entry{leader, plain, marked}, nil, []int{10, 11, 12}, true},
		{"the leader waits to be reaped", []entry{zombie, plain}, nil, []int{11}, true},
		{"the leader is gone", []entry{plain, marked}, nil, []int{12}, false},
		{"a witness lives", []entry{plain, marked, row(14, 150, 1, 10)}, []core.Process{plain.Process}, []int{11, 12, 14}, true},
		{"the witness is gone", []entry{plain, marked}, []core.Process{row(15, 1, 1, 10).Process}, []int{12}, false},
		{"another has the witness's pid", []entry{reused, marked}, []core.Process{plain.Process}, []int{12}, false},
		{"the witness moved to another session", []entry{elsewhere, plain}, []core.Process{elsewhere.Process}, []int{}, false},
		{"another has the leader's pid", []entry{row(10, 500, 1, 10), marked}, nil, []int{}, false},
	} {
		got, proven := belonging(c.table, leader.Process, c.witnesses, func(e entry) bool { return e.Pid == 12 })
		if !slices.Equal(pids(got), c.want) || proven != c.proven {
			t.Errorf("%s: got %v, proven %v", c.name, pids(got), proven)
		}
	}
}

func TestZombiesAreNotMembers(t *testing.T) {
	dead := row(10, 100, 1, 10)
	dead.zombie = true
	if got := pids(ofSession([]entry{dead, row(11, 120, 10, 10)}, dead.Process)); !slices.Equal(got, []int{11}) {
		t.Fatalf("got %v", got)
	}
}

func TestWhatLeftTheSessionIsFoundByDescentAndByMark(t *testing.T) {
	const self = 2
	leader := row(10, 100, self, 10)
	table := []entry{
		row(1, 1, 0, 1), row(self, 50, 1, 1),
		leader, row(11, 110, 10, 10),
		row(12, 120, 11, 12),    // a terminal inside an editor: by descent
		row(13, 130, 12, 12),    // its child: not a topmost one
		row(30, 140, 1, 30),     // a daemon: only its mark tells
		row(31, 150, 30, 31),    // the daemon's child in a session of its own
		row(40, 160, 1, 40),     // somebody else's
		row(5, 60, 1, 5),        // marked but older than the leader: not from here
		row(50, 170, self, 50),  // another terminal of this owner
		row(51, 175, 50, 50),    // and its child
		row(self+1, 180, 11, 9), // a child that is in yet another session
	}
	marked := func(e entry) bool { return slices.Contains([]int{30, 31, 5, self}, e.Pid) }
	if got := pids(departed(table, descentOf(table), leader.Process, ofSession(table, leader.Process), self, marked)); !slices.Equal(got, []int{3, 12, 30}) {
		t.Fatalf("got %v", got)
	}
}

func TestAnOwnerInsideATerminalIsNotListedByItself(t *testing.T) {
	const self = 12
	table := []entry{row(10, 100, 1, 10), row(self, 110, 10, self), row(13, 120, self, 13)}
	if got := departed(table, descentOf(table), table[0].Process, table[:1], self, func(entry) bool { return true }); len(pids(got)) != 1 || got[0].Pid != 13 {
		t.Fatalf("got %v", pids(got))
	}
}

func TestDescendantsOfAReusedPidAreNotAdopted(t *testing.T) {
	leader := row(10, 100, 1, 0)
	table := []entry{leader, row(11, 90, 10, 0), row(12, 110, 10, 0), row(13, 120, 12, 0)}
	if got := pids(descendants(table, leader.Process)); !slices.Equal(got, []int{10, 12, 13}) {
		t.Fatalf("got %v", got)
	}
}

// Whatever the table looks like, also with cycles that a table read while
// processes come and go may show: what left is alive, outside the session, not
// this process, and topmost.
func TestWhatLeftIsNeverInTheSession(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "n")
		var table []entry
		for pid := 1; pid <= n; pid++ {
			e := row(pid, uint64(rapid.IntRange(0, 20).Draw(t, "start")), rapid.IntRange(0, n).Draw(t, "parent"), rapid.IntRange(1, n).Draw(t, "session"))
			e.zombie = rapid.Bool().Draw(t, "zombie")
			table = append(table, e)
		}
		leader := table[rapid.IntRange(0, n-1).Draw(t, "leader")]
		self := rapid.IntRange(1, n).Draw(t, "self")
		got := departed(table, descentOf(table), leader.Process, ofSession(table, leader.Process), self, func(e entry) bool { return e.Pid%3 == 0 })
		for _, e := range got {
			if e.session == leader.Pid || e.zombie || e.Pid == self || slices.Contains(pids(got), e.parent) && e.parent != e.Pid {
				t.Fatalf("listed %+v among %v", e, pids(got))
			}
		}
		for _, e := range ofSession(table, leader.Process) {
			if slices.Contains(pids(got), e.Pid) {
				t.Fatalf("%d is in the session and left it", e.Pid)
			}
		}
	})
}

//go:build unix

package process

import (
	"context"
	"slices"
	"time"

	"clankergrid/backend/command"
	"clankergrid/backend/core"
)

// settleFor bounds the wait for processes that left the session but end with
// it, such as a shell inside an editor's own terminal. What lives longer was
// meant to.
const settleFor = 250 * time.Millisecond

// EndTree ends the session of a process that an earlier owner started in terminal;
// see Tree and its End.
func EndTree(ctx context.Context, leader core.Process, terminal core.TerminalID) (command.Ended, error) {
	return NewTree(leader, terminal).End(ctx)
}

// End ends the tree: HUP and CONT to every process group, TERM to what is left
// after 1 s, KILL after 3 s. It returns when the session is empty or ctx ends. A
// leader that lives at the start makes all members witnesses, so what outlives it on
// the way is ended too. Processes that moved to a session of their own are reported
// and never signalled.
func (t *Tree) End(ctx context.Context) (command.Ended, error) {
	// Descent is only visible while the session lives, the mark also afterwards.
	before, err := t.Left()
	if err != nil {
		return command.Ended{}, err
	}
	if found, _, err := t.members(); err == nil && len(found) == 0 {
		return command.Ended{Left: settle(ctx, before)}, nil
	}
	ended, err := climb(ctx, &session{tree: t})
	if err != nil {
		return ended, err
	}
	after, err := t.Left()
	if err != nil {
		return ended, err
	}
	for _, p := range before {
		if !slices.ContainsFunc(after, func(q core.Process) bool { return same(p, q) }) {
			after = append(after, p)
		}
	}
	ended.Left = settle(ctx, after)
	return ended, nil
}

// settle returns those of the processes that still run after a short while.
func settle(ctx context.Context, processes []core.Process) []core.Process {
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	for deadline := time.Now().Add(settleFor); ; {
		processes = slices.DeleteFunc(processes, func(p core.Process) bool { return !Alive(p) })
		if len(processes) == 0 || !time.Now().Before(deadline) {
			return processes
		}
		select {
		case <-ctx.Done():
			return processes
		case <-tick.C:
		}
	}
}

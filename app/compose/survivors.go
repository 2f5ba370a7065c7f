package compose

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"

	"clankergrid/app/bind"
	"clankergrid/backend/core"
	"clankergrid/backend/errs"
	"clankergrid/backend/process"
	"clankergrid/backend/store"
)

// survivors are the process trees that an earlier owner left when it ended
// without cleaning up. They are listed, and ended only when the user asks.
type survivors struct {
	db     *store.DB
	events bind.Sink
	log    *slog.Logger

	// mu guards current and keeps events in the order of the changes.
	mu      sync.Mutex
	current []core.Survivor
}

// find reads the journal of earlier owners. It must run before this owner
// starts a process of its own. Entries whose session is gone are removed.
func (s *survivors) find(ctx context.Context) {
	journaled, err := s.db.Processes(ctx)
	if err != nil {
		s.log.Warn("the journal of processes cannot be read", "err", err)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, survivor := range journaled {
		if len(members(survivor)) > 0 {
			s.current = append(s.current, survivor)
		} else {
			s.forget(ctx, survivor)
		}
	}
}

// members lists what is left of the tree: a shell that was killed may have left
// its children in the session.
func members(survivor core.Survivor) []core.Process {
	session, err := process.Session(survivor.Process, survivor.Terminal)
	if len(session) == 0 && err != nil && process.Alive(survivor.Process) {
		return []core.Process{survivor.Process} // the session cannot be read
	}
	return session
}

// list names what is left now. A tree that has ended by itself is left out, and
// forgotten by the next start.
func (s *survivors) list() []core.Survivor {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.living()
}

// living needs mu.
func (s *survivors) living() []core.Survivor {
	var living []core.Survivor
	for _, survivor := range s.current {
		if survivor.Members = members(survivor); len(survivor.Members) > 0 {
			living = append(living, survivor)
		}
	}
	return living
}

// end ends the trees of the given terminals, all at once because each takes up
// to three seconds.
func (s *survivors) end(ctx context.Context, terminals []core.TerminalID) (int, []core.Process, error) {
	type outcome struct {
		survivor core.Survivor
		left     []core.Process
		err      error
	}
	var wanted []core.Survivor
	for _, survivor := range s.list() {
		if slices.Contains(terminals, survivor.Terminal) {
			wanted = append(wanted, survivor)
		}
	}
	outcomes := make([]outcome, len(wanted))
	var work sync.WaitGroup
	for i, survivor := range wanted {
		work.Go(func() {
			ended, err := process.EndTree(ctx, survivor.Process, survivor.Terminal)
			outcomes[i] = outcome{survivor, ended.Left, err}
		})
	}
	work.Wait()

	s.mu.Lock()
	defer s.mu.Unlock()
	var left []core.Process
	var failed []error
	ended := 0
	for _, o := range outcomes {
		if o.err != nil {
			failed = append(failed, o.err)
			continue
		}
		ended++
		left = append(left, o.left...)
		s.current = slices.DeleteFunc(s.current, func(have core.Survivor) bool {
			return have.Terminal == o.survivor.Terminal && have.Process == o.survivor.Process
		})
		s.forget(ctx, o.survivor)
	}
	s.events.Emit(bind.SurvivorsChanged(s.living()))
	return ended, left, errs.Wrap("compose.survivors.end", errs.Internal, "Some processes could not be ended.", "End them by their pid.", errors.Join(failed...))
}

func (s *survivors) forget(ctx context.Context, survivor core.Survivor) {
	if err := s.db.ProcessEnded(ctx, survivor.Terminal, survivor.Process); err != nil {
		s.log.Warn("an ended process stays in the journal", "terminal", survivor.Terminal, "err", err)
	}
}

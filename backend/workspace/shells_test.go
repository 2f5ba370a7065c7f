package workspace

import (
	"context"
	"slices"
	"sync"
	"testing"

	"clankergrid/backend/command"
	"clankergrid/backend/core"
	"clankergrid/backend/errs"
)

// shells are terminals that a test controls. They fail the test when a terminal
// is closed twice or unknown, and at the end when one lives that no workspace
// shows, or when a prepared behaviour was not used.
type shells struct {
	t *testing.T

	mu       sync.Mutex // guards the rest
	live     map[core.TerminalID]core.Terminal
	closed   map[core.TerminalID]bool // from the moment that it is asked for
	requests []CreateRequest
	woken    []core.TerminalID
	creating hook[func(CreateRequest) error]
	closing  hook[func(context.Context, core.TerminalID) (command.Ended, error)]
}

// hook is a prepared behaviour that must be used.
type hook[F any] struct {
	run  F
	set  bool
	used bool
}

var _ Terminals = (*shells)(nil)

func (s *shells) onCreate(run func(CreateRequest) error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.creating = hook[func(CreateRequest) error]{run: run, set: true}
}

func (s *shells) onClose(run func(context.Context, core.TerminalID) (command.Ended, error)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closing = hook[func(context.Context, core.TerminalID) (command.Ended, error)]{run: run, set: true}
}

func (s *shells) Create(_ context.Context, req CreateRequest) (core.Terminal, error) {
	s.mu.Lock()
	s.creating.used = true
	prepared := s.creating
	s.requests = append(s.requests, req)
	s.mu.Unlock()
	if prepared.set {
		if err := prepared.run(req); err != nil {
			return core.Terminal{}, err
		}
	}
	terminal := core.Terminal{
		ID: core.NewTerminalID(), Workspace: req.Workspace, Pane: req.Pane, State: core.TerminalPending, Size: core.DefaultSize,
		Name: req.Name, Cwd: req.Dir, Revision: 1,
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.live[terminal.ID] = terminal
	return terminal, nil
}

func (s *shells) Get(id core.TerminalID) (core.Terminal, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	terminal, known := s.live[id]
	if !known {
		return terminal, errs.New("fake", errs.NotFound, "", "")
	}
	return terminal, nil
}

func (s *shells) Wake(ids ...core.TerminalID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.woken = append(s.woken, ids...)
}

func (s *shells) Close(ctx context.Context, id core.TerminalID) (command.Ended, error) {
	s.mu.Lock()
	s.closing.used = true
	prepared := s.closing
	_, known := s.live[id]
	if !known || s.closed[id] {
		s.t.Errorf("terminal %s is closed twice, or never was", id)
	}
	s.closed[id] = true
	s.mu.Unlock()
	var ended command.Ended
	var err error
	if prepared.set {
		ended, err = prepared.run(ctx, id)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.live, id)
	return ended, err
}

// change makes another snapshot of a terminal, and returns it.
func (s *shells) change(id core.TerminalID, change func(*core.Terminal)) core.Terminal {
	s.mu.Lock()
	defer s.mu.Unlock()
	terminal := s.live[id]
	terminal.Revision++
	change(&terminal)
	s.live[id] = terminal
	return terminal
}

// taken returns the requests since the last time.
func (s *shells) taken() []CreateRequest {
	s.mu.Lock()
	defer s.mu.Unlock()
	requests := s.requests
	s.requests = nil
	return requests
}

func (s *shells) verify(shown []core.Workspace) {
	if s.creating.set && !s.creating.used || s.closing.set && !s.closing.used {
		s.t.Error("a prepared behaviour was not used")
	}
	var panes []core.TerminalID
	for _, ws := range shown {
		for _, pane := range ws.Panes {
			panes = append(panes, pane.Terminal)
		}
	}
	for id := range s.live {
		if !slices.Contains(panes, id) {
			s.t.Errorf("terminal %s lives in no workspace", id)
		}
	}
}

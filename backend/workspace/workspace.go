// Package workspace decides which folders are open and which terminals each of
// them shows. One folder is open once, however often and however concurrently
// it is asked for; a workspace that is closed gets no terminal any more. It must
// not know how terminals run nor how anything is stored or shown.
package workspace

import (
	"context"
	"log/slog"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"time"

	"clankergrid/backend/command"
	"clankergrid/backend/core"
	"clankergrid/backend/environment"
	"clankergrid/backend/errs"
)

const (
	// MaxOpened bounds the terminals that a folder is opened with: more do not
	// fit a screen legibly. Others are added one by one.
	MaxOpened = 16
	// MaxTerminals bounds the terminals of all workspaces together. Each costs a
	// pseudo-terminal, some file descriptors and up to 2 MiB of history; at 200
	// a common limit of 1024 descriptors is not yet in sight.
	MaxTerminals = 200
	// endingWait bounds the end of one terminal. Ending takes 3 s where programs
	// refuse; a process that is left after this is stuck in the kernel, and a
	// pane that cannot be closed helps nobody.
	endingWait = 10 * time.Second
)

// CreateRequest asks for a terminal. Its fields are those of the terminal
// service's request, so that a composition converts one to the other.
type CreateRequest struct {
	Workspace core.WorkspaceID
	Pane      core.PaneID
	Dir       string    // where the process starts
	LastSize  core.Size // zero when none is known
	Path      string    // of the workspace, for the journal
	// Await starts the process only when a view shows the terminal.
	Await bool
	Shell string // the ID of a choice; empty for the user's
	Name  string // what the user calls it, or empty
	// Restored shows what is kept of the pane's screen.
	Restored bool
}

// Terminals is what workspaces need of terminals.
type Terminals interface {
	// Create returns at once. A program that cannot be started is a state of the
	// terminal; an error means that there is no terminal.
	Create(ctx context.Context, req CreateRequest) (core.Terminal, error)
	Get(id core.TerminalID) (core.Terminal, error)
	// Close ends what runs and removes the terminal in any case.
	Close(ctx context.Context, id core.TerminalID) (command.Ended, error)
}

// Recents is what workspaces need of the store.
type Recents interface {
	Remember(ctx context.Context, recent core.Recent, last core.Size) error
	Recents(ctx context.Context, limit int) ([]core.Recent, error)
	Forget(ctx context.Context, env core.EnvironmentID, path string) error
	LastSize(ctx context.Context, env core.EnvironmentID, path string) core.Size
}

// Options are the parts of a service. Environment, Terminals and Recents are
// required.
type Options struct {
	Environment environment.Environment
	Terminals   Terminals
	Recents     Recents
	// Changed is told of every new snapshot, in revision order, and Removed of
	// every workspace that is not open any more. They may read from the service
	// but not change anything, and must not block. Both may be nil.
	Changed func(core.Workspace)
	Removed func(core.WorkspaceID)
	// Log may be nil.
	Log *slog.Logger
}

// Service owns the open workspaces. It is safe for concurrent use.
type Service struct {
	environment environment.Environment
	terminals   Terminals
	recents     Recents
	changed     func(core.Workspace)
	removed     func(core.WorkspaceID)
	log         *slog.Logger
	presence    *presence

	// publishing puts the calls of changed and removed in order. It is locked
	// before mu and held while they run; mu is not.
	publishing sync.Mutex

	mu       sync.Mutex // guards all below
	folders  []*folder  // in the order they were opened
	reserved int        // terminals that are being created
	revision uint64     // of the last change
	shut     bool
	// ending holds the terminals that are being ended, each with a channel that
	// is closed afterwards.
	ending map[core.TerminalID]chan struct{}
}

// phase is where a folder is in its life. Only an open one gets terminals, and
// one that is opening has been shown to nobody.
type phase int

const (
	opening phase = iota
	open
	closing
)

// folder is one workspace; its fields are guarded by the service's mutex.
type folder struct {
	workspace core.Workspace
	phase     phase
	opened    time.Time
	// settled is closed when the current opening or closing is over.
	settled chan struct{}
}

func (f *folder) snapshot() core.Workspace {
	ws := f.workspace
	ws.Panes = slices.Clone(ws.Panes)
	return ws
}

// New returns a service without workspaces.
func New(opts Options) *Service {
	s := &Service{
		environment: opts.Environment, terminals: opts.Terminals, recents: opts.Recents,
		changed: opts.Changed, removed: opts.Removed, log: opts.Log,
		presence: newPresence(opts.Environment.ResolveFolder),
		ending:   map[core.TerminalID]chan struct{}{},
	}
	if s.changed == nil {
		s.changed = func(core.Workspace) {}
	}
	if s.removed == nil {
		s.removed = func(core.WorkspaceID) {}
	}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	return s
}

// List returns the open workspaces in the order they were opened, those that
// are being closed included.
func (s *Service) List() []core.Workspace {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := []core.Workspace{}
	for _, f := range s.folders {
		if f.phase != opening {
			all = append(all, f.snapshot())
		}
	}
	return all
}

// Get returns one workspace, or kind NotFound.
func (s *Service) Get(id core.WorkspaceID) (core.Workspace, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f, err := s.find("workspace.Get", id)
	if err != nil {
		return core.Workspace{}, err
	}
	return f.snapshot(), nil
}

// find returns a folder that has been shown; the caller holds mu.
func (s *Service) find(op string, id core.WorkspaceID) (*folder, error) {
	for _, f := range s.folders {
		if f.workspace.ID == id && f.phase != opening {
			return f, nil
		}
	}
	return nil, errs.New(op, errs.NotFound, "The workspace is not open any more.", "Open its folder again.")
}

// room reserves terminals, or fails with kind Limit; the caller holds mu.
func (s *Service) room(op string, terminals int) error {
	taken := s.reserved
	for _, f := range s.folders {
		taken += len(f.workspace.Panes)
	}
	if taken+terminals > MaxTerminals {
		return errs.New(op, errs.Limit,
			"There are "+strconv.Itoa(taken)+" terminals of at most "+strconv.Itoa(MaxTerminals)+".",
			"Close some terminals first.")
	}
	s.reserved += terminals
	return nil
}

// change runs fn under the lock. When fn returns a folder, that folder gets the
// next revision, and its snapshot is told of and returned.
func (s *Service) change(fn func() *folder) core.Workspace {
	s.publishing.Lock()
	defer s.publishing.Unlock()
	s.mu.Lock()
	f := fn()
	if f == nil {
		s.mu.Unlock()
		return core.Workspace{}
	}
	s.revision++
	f.workspace.Revision = s.revision
	snapshot := f.snapshot()
	s.mu.Unlock()
	s.changed(snapshot)
	return snapshot
}

// drop takes a folder off the list and wakes who waits for its path. Only one
// that was shown is told of.
func (s *Service) drop(f *folder) {
	s.publishing.Lock()
	defer s.publishing.Unlock()
	s.mu.Lock()
	s.folders = slices.DeleteFunc(s.folders, func(other *folder) bool { return other == f })
	shown := f.phase != opening
	close(f.settled)
	s.mu.Unlock()
	if shown {
		s.removed(f.workspace.ID)
	}
}

// nameOf is what a workspace is called: its folder's name, or the whole path of
// a root, which has no name.
func nameOf(path string) string {
	name := filepath.Base(path)
	if name == "." || name == string(filepath.Separator) {
		return path
	}
	return name
}

func shutDown(op string) error {
	return errs.New(op, errs.Unavailable, "Clanker Grid is ending and opens nothing.", "Start it again.")
}

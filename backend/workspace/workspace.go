// Package workspace decides which folders are open, which terminals each of them
// shows and where their panes stand. One folder is open once, however often and
// however concurrently it is asked for; a workspace that is closed gets no
// terminal any more; what a view was told of has been saved before, so that it
// comes back whatever ends the application. It must not know how terminals run
// nor how anything is stored or shown.
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
	// Launch runs before the shell, once; nil for a shell alone.
	Launch command.Launch
}

// Terminals is what workspaces need of terminals.
type Terminals interface {
	// Create returns at once. A program that cannot be started is a state of the
	// terminal; an error means that there is no terminal.
	Create(ctx context.Context, req CreateRequest) (core.Terminal, error)
	Get(id core.TerminalID) (core.Terminal, error)
	// Wake lets terminals that await a view start without one.
	Wake(ids ...core.TerminalID)
	// Close ends what runs and removes the terminal in any case.
	Close(ctx context.Context, id core.TerminalID) (command.Ended, error)
}

// Launches is what workspaces need of the launch of coding-agent CLIs.
type Launches interface {
	// Plan makes a launch that a terminal carries out in a directory. Kinds: NotFound
	// (the CLI), Invalid (its model or flags), Limit.
	Plan(choice core.LaunchChoice, dir string) (command.Launch, error)
}

// Recents is what workspaces need of the memory of folders.
type Recents interface {
	Remember(ctx context.Context, recent core.Recent, last core.Size) error
	Recents(ctx context.Context, limit int) ([]core.Recent, error)
	Forget(ctx context.Context, env core.EnvironmentID, path string) error
	LastSize(ctx context.Context, env core.EnvironmentID, path string) core.Size
}

// Saved is what workspaces need of the place where they are kept.
type Saved interface {
	// SaveWorkspaces keeps all of them, or none and returns an error. When it has
	// returned, the end of this process loses nothing of them.
	SaveWorkspaces(ctx context.Context, saved ...core.SavedWorkspace) error
	// SavedWorkspaces lists the open ones in the order of their tabs, and then the
	// closed ones, the last closed first.
	SavedWorkspaces(ctx context.Context) ([]core.SavedWorkspace, error)
}

// Options are the parts of a service. Environment, Terminals, Recents and Saved
// are required.
type Options struct {
	Environment environment.Environment
	Terminals   Terminals
	Recents     Recents
	Saved       Saved
	// Launches may be nil: no CLI is launched then.
	Launches Launches
	// Changed is told of every new snapshot, in revision order, and Removed of
	// every workspace that is not open any more. They may read from the service
	// but not change anything, and must not block. Both may be nil.
	Changed func(core.Workspace)
	Removed func(core.WorkspaceID)
	// Dropped is told of panes that never show again what they showed. It may take
	// the time of a disk. May be nil.
	Dropped func([]core.PaneID)
	// Notice is told what the user should know. May be nil.
	Notice func(core.Notice)
	// Log may be nil.
	Log *slog.Logger
}

// Service owns the open workspaces. It is safe for concurrent use.
type Service struct {
	environment environment.Environment
	terminals   Terminals
	recents     Recents
	saved       Saved
	launches    Launches
	changed     func(core.Workspace)
	removed     func(core.WorkspaceID)
	dropped     func([]core.PaneID)
	notice      func(core.Notice)
	log         *slog.Logger
	presence    *presence
	stop        chan struct{}  // closed when the service is shut down
	tasks       sync.WaitGroup // begun under mu while shut is false

	// changing lets one change at a time be decided, saved and told of. It is
	// locked before mu and held meanwhile; mu is not held while anything is saved
	// or told.
	changing sync.Mutex

	// mu guards all below. What changes is: folders, their phases and their
	// current states only while changing is held too; folders that are opening and
	// the rest under mu alone.
	mu       sync.Mutex
	folders  []*folder // those with tabs in the order of these, then those that are opening
	reserved int       // terminals that are being created
	revision uint64    // of the last change
	shut     bool
	saving   bool // a task will save what is dirty
	failures int  // saves that failed since the last that did not
	// owed are closed workspaces whose save has failed.
	owed []core.SavedWorkspace
	// lost says that what was saved of a workspace was damaged: nobody knows which
	// panes it had.
	lost    bool
	looking bool      // a task will look which folders are missing
	looked  time.Time // when that was last done
	// ending holds the terminals that are being ended, each with a channel that
	// is closed afterwards.
	ending map[core.TerminalID]chan struct{}
}

// New returns a service without workspaces.
func New(opts Options) *Service {
	s := &Service{
		environment: opts.Environment, terminals: opts.Terminals, recents: opts.Recents, saved: opts.Saved, launches: opts.Launches,
		changed: opts.Changed, removed: opts.Removed, dropped: opts.Dropped, notice: opts.Notice, log: opts.Log,
		presence: newPresence(opts.Environment.ResolveFolder),
		stop:     make(chan struct{}),
		ending:   map[core.TerminalID]chan struct{}{},
	}
	if s.changed == nil {
		s.changed = func(core.Workspace) {}
	}
	if s.removed == nil {
		s.removed = func(core.WorkspaceID) {}
	}
	if s.dropped == nil {
		s.dropped = func([]core.PaneID) {}
	}
	if s.notice == nil {
		s.notice = func(core.Notice) {}
	}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	return s
}

// List returns the open workspaces in the order of their tabs, those that are
// being closed included. Whether their folders are missing is looked up anew, and
// told of when it is different.
func (s *Service) List() []core.Workspace {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lookSoon()
	all := []core.Workspace{}
	for _, f := range s.tabs() {
		all = append(all, f.snapshot())
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

// tabs lists the folders that have been shown, in order; the caller holds mu.
func (s *Service) tabs() []*folder {
	return slices.DeleteFunc(slices.Clone(s.folders), func(f *folder) bool { return f.phase == opening })
}

// find returns a folder that has been shown; the caller holds mu.
func (s *Service) find(op string, id core.WorkspaceID) (*folder, error) {
	for _, f := range s.folders {
		if f.id == id && f.phase != opening {
			return f, nil
		}
	}
	return nil, errs.New(op, errs.NotFound, "The workspace is not open any more.", "Open its folder again.")
}

// openFolder returns a folder that may be changed; the caller holds mu.
func (s *Service) openFolder(op string, id core.WorkspaceID) (*folder, error) {
	if s.shut {
		return nil, shutDown(op)
	}
	f, err := s.find(op, id)
	if err != nil {
		return nil, err
	}
	if f.phase == closing {
		return nil, errs.New(op, errs.NotFound, "The workspace "+errs.Quote(f.name())+" is being closed.",
			"Open its folder again.")
	}
	return f, nil
}

// showing returns the folder that shows a terminal, and its pane; the caller holds
// mu.
func (s *Service) showing(id core.TerminalID) (*folder, core.Pane) {
	for _, f := range s.folders {
		for _, pane := range f.current.panes {
			if pane.Terminal == id {
				return f, pane
			}
		}
	}
	return nil, core.Pane{}
}

// room reserves terminals, or fails with kind Limit; the caller holds mu.
func (s *Service) room(op string, terminals int) error {
	taken := s.reserved
	for _, f := range s.folders {
		taken += len(f.current.panes)
	}
	if taken+terminals > MaxTerminals {
		return errs.New(op, errs.Limit,
			"There are "+strconv.Itoa(taken)+" terminals of at most "+strconv.Itoa(MaxTerminals)+".",
			"Close some terminals first.")
	}
	s.reserved += terminals
	return nil
}

// nameOf is what a workspace is called when its user has not named it: as its
// folder, or by the whole path of a root, which has no name.
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

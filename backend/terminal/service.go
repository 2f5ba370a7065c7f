package terminal

import (
	"context"
	"log/slog"
	"maps"
	"os"
	"slices"
	"sync"
	"time"

	"clankergrid/backend/command"
	"clankergrid/backend/core"
	"clankergrid/backend/environment"
	"clankergrid/backend/errs"
)

// Journal is told which processes live, so that the survivors of a crash can be
// found. Its methods are called from several goroutines.
type Journal interface {
	Started(core.Survivor)
	Ended(core.TerminalID, core.Process)
}

// Options are the dependencies of a Service. Only Environment is required.
type Options struct {
	Environment environment.Environment
	Journal     Journal
	// Changed receives snapshots, in revision order for each terminal. It must not
	// block.
	Changed func(core.Terminal)
	Removed func(core.TerminalID)
	// Settings returns the settings in force, of which the shell and its integration
	// are followed at each start of a process. Nil means the login shell, integrated.
	Settings func() core.Settings
	// Notice receives what the user should know.
	Notice func(core.Notice)
	// Screens keeps what panes show; nil when nobody does.
	Screens Screens
	// RingBytes is how much output each terminal keeps; 0 means 2 MiB.
	RingBytes int
	Log       *slog.Logger
}

// CreateRequest describes a new terminal.
type CreateRequest struct {
	Workspace core.WorkspaceID
	Pane      core.PaneID
	// Dir is where the shell starts.
	Dir string
	// LastSize is used when no view shows the terminal in time; zero when unknown.
	LastSize core.Size
	// Path is the workspace folder, for the journal.
	Path string
	// Await starts the process only when a view shows the terminal: sixty restored
	// workspaces must not start sixty shells.
	Await bool
	// Shell is the ID of the shell to start; empty for the user's.
	Shell string
	// Name is what the user calls the terminal; empty for none.
	Name string
	// Restored puts the kept screen of Pane above the first process.
	Restored bool
	// Launch runs before the shell, once; nil for a shell alone.
	Launch command.Launch
}

// Service owns all terminals. It is safe for concurrent use.
type Service struct {
	options  Options
	log      *slog.Logger
	hostname string // whose reported directories are believed

	// saving holds a value while a screen is written: one at a time.
	saving chan struct{}
	// restoring holds a value for each kept screen that is made lines of.
	restoring chan struct{}
	// disk counts what waits for kept screens, and the terminals, which alone add to
	// it. life ends when nobody waits for that any longer.
	disk    sync.WaitGroup
	life    context.Context
	endLife context.CancelFunc

	// mu guards which terminals and views there are.
	mu        sync.Mutex
	terminals []*terminal // in order of creation
	views     map[core.ViewID]*View
	departed  []departure // oldest first
	focuses   uint64      // counts focus changes of all views
	shut      bool
}

// New returns a service without terminals.
func New(options Options) *Service {
	s := &Service{options: options, log: options.Log, views: map[core.ViewID]*View{}, saving: make(chan struct{}, 1), restoring: make(chan struct{}, restoringAtOnce)}
	s.life, s.endLife = context.WithCancel(context.Background())
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	if options.Settings == nil {
		s.options.Settings = func() core.Settings {
			return core.Settings{Terminal: core.TerminalSettings{ShellIntegration: true}}
		}
	}
	if options.Notice == nil {
		s.options.Notice = func(core.Notice) {}
	}
	// Without a name only directories of no host and of localhost are believed.
	s.hostname, _ = os.Hostname()
	return s
}

// Create adds a terminal and returns at once, in state pending. Its process starts
// when a view that shows it says its size, or soon after.
func (s *Service) Create(ctx context.Context, req CreateRequest) (core.Terminal, error) {
	if err := ctx.Err(); err != nil {
		return core.Terminal{}, errs.Wrap("terminal.Create", errs.Canceled, "The terminal was not created.", "", err)
	}
	s.mu.Lock()
	if s.shut {
		s.mu.Unlock()
		return core.Terminal{}, errs.New("terminal.Create", errs.Unavailable, "Clanker Grid is ending and starts no terminals.", "Start it again.")
	}
	t := newTerminal(s, req)
	s.disk.Add(1)
	s.terminals = append(s.terminals, t)
	s.mu.Unlock()
	t.publish()
	return t.get(), nil
}

// List returns all terminals in order of creation.
func (s *Service) List() []core.Terminal {
	all := s.selected(nil)
	out := make([]core.Terminal, len(all))
	for i, t := range all {
		out[i] = t.get()
	}
	return out
}

// Get returns one terminal, or an error of kind NotFound.
func (s *Service) Get(id core.TerminalID) (core.Terminal, error) {
	t, err := s.find("terminal.Get", id)
	if err != nil {
		return core.Terminal{}, err
	}
	return t.get(), nil
}

// Wake ends the waiting of terminals that were created to await a view: like any
// other they start when a view shows them, or soon after. Others are left alone.
func (s *Service) Wake(ids ...core.TerminalID) {
	for _, id := range ids {
		if t := s.lookup(id); t != nil {
			t.wake()
		}
	}
}

// Rename sets what the user calls a terminal: printable, at most 256 runes, empty
// to go back to its title.
func (s *Service) Rename(id core.TerminalID, name string) error {
	t, err := s.find("terminal.Rename", id)
	if err != nil {
		return err
	}
	t.rename(name)
	return nil
}

// Restart starts a new process, of a new epoch and with the same size, in a
// terminal whose process has exited or could not start; otherwise the kind is
// Running. It returns once the start is under way.
func (s *Service) Restart(ctx context.Context, id core.TerminalID) error {
	if err := ctx.Err(); err != nil {
		return errs.Wrap("terminal.Restart", errs.Canceled, "The terminal was not restarted.", "", err)
	}
	t, err := s.find("terminal.Restart", id)
	if err != nil {
		return err
	}
	return t.restart()
}

func (s *Service) find(op string, id core.TerminalID) (*terminal, error) {
	if t := s.lookup(id); t != nil {
		return t, nil
	}
	return nil, notFound(op)
}

func (s *Service) lookup(id core.TerminalID) *terminal {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, t := range s.terminals {
		if t.id == id {
			return t
		}
	}
	return nil
}

// selected returns the terminals of those IDs that exist, or all for none.
func (s *Service) selected(ids []core.TerminalID) []*terminal {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := slices.Clone(s.terminals)
	if len(ids) == 0 {
		return all
	}
	return slices.DeleteFunc(all, func(t *terminal) bool { return !slices.Contains(ids, t.id) })
}

func (s *Service) nextFocus() uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.focuses++
	return s.focuses
}

func (s *Service) journalStarted(survivor core.Survivor) {
	if s.options.Journal != nil {
		s.options.Journal.Started(survivor)
	}
}

func (s *Service) journalEnded(id core.TerminalID, p core.Process) {
	if s.options.Journal != nil {
		s.options.Journal.Ended(id, p)
	}
}

func notFound(op string) error {
	return errs.New(op, errs.NotFound, "The terminal does not exist any more.", "")
}

const (
	// keepInput is how long a view may be away and still have its input counted on.
	// A page reconnects in seconds; a laptop that slept reloads its page.
	keepInput = 10 * time.Minute
	// maxDeparted bounds the views that are remembered so; beyond it the one that
	// left first is forgotten, and its page starts its input anew.
	maxDeparted = 256
)

// departure is a view that closed.
type departure struct {
	id core.ViewID
	at time.Time
}

// OpenView returns the view of that ID. An older one with the same ID ends; its
// Next returns ErrReplaced.
func (s *Service) OpenView(id core.ViewID) *View {
	v := newView(s, id)
	s.mu.Lock()
	old := s.views[id]
	shut := s.shut
	s.views[id] = v
	s.departed = slices.DeleteFunc(s.departed, func(d departure) bool { return d.id == id })
	s.mu.Unlock()
	if old != nil {
		old.end(ErrReplaced)
	}
	if shut {
		v.Close()
	}
	return v
}

// leave removes a closed view and forgets the input and focus of those that left
// long ago.
func (s *Service) leave(v *View) {
	now := time.Now()
	s.mu.Lock()
	defer s.mu.Unlock() // so that none of the forgotten is opened again meanwhile
	if s.views[v.id] == v {
		delete(s.views, v.id)
		s.departed = append(s.departed, departure{v.id, now})
	}
	var forgotten []core.ViewID
	for len(s.departed) > maxDeparted || len(s.departed) > 0 && now.Sub(s.departed[0].at) > keepInput {
		forgotten = append(forgotten, s.departed[0].id)
		s.departed = s.departed[1:]
	}
	if len(forgotten) == 0 {
		return
	}
	for _, t := range s.terminals {
		t.mu.Lock()
		for _, id := range forgotten {
			delete(t.inputs, id)
			delete(t.focused, id)
		}
		t.mu.Unlock()
	}
}

// openViews needs mu.
func (s *Service) openViews() []*View { return slices.Collect(maps.Values(s.views)) }

// Close ends what runs in a terminal and removes it. When something does not end
// before ctx does, the terminal is removed all the same and the error says so;
// the journal still holds its process.
func (s *Service) Close(ctx context.Context, id core.TerminalID) (command.Ended, error) {
	t, err := s.find("terminal.Close", id)
	if err != nil {
		return command.Ended{}, err
	}
	return s.remove(ctx, t)
}

func (s *Service) remove(ctx context.Context, t *terminal) (command.Ended, error) {
	if !t.beginClosing() {
		return command.Ended{}, notFound("terminal.Close")
	}
	defer s.disk.Done()
	ended, err := t.close(ctx)
	s.mu.Lock()
	s.terminals = slices.DeleteFunc(s.terminals, func(o *terminal) bool { return o == t })
	views := s.openViews()
	s.mu.Unlock()
	for _, v := range views {
		v.forget(t.id)
	}
	if s.options.Removed != nil {
		t.publishing.Lock() // a snapshot that is on its way comes first
		defer t.publishing.Unlock()
		s.options.Removed(t.id)
	}
	return ended, err
}

// Shutdown ends all terminals at once and all views. Afterwards Create is refused.
// A disk that does not answer is waited for as long as ctx allows; what it holds is
// abandoned then, which is no failure.
func (s *Service) Shutdown(ctx context.Context) (command.Ended, error) {
	s.mu.Lock()
	s.shut = true
	all := slices.Clone(s.terminals)
	s.mu.Unlock()

	results := make([]command.Ended, len(all))
	failures := make([]error, len(all))
	var closing sync.WaitGroup
	for i, t := range all {
		closing.Go(func() {
			results[i], failures[i] = s.remove(ctx, t)
			if errs.KindOf(failures[i]) == errs.NotFound {
				failures[i] = nil // someone else closes it; Close waits for that
			}
			t.tasks.Wait()
		})
	}
	closing.Wait()
	s.awaitDisk(ctx)
	s.mu.Lock()
	views := s.openViews()
	s.mu.Unlock()
	for _, v := range views {
		v.Close()
	}
	return merge(results), firstError(failures)
}

// awaitDisk waits until every screen is saved, or ctx ends.
func (s *Service) awaitDisk(ctx context.Context) {
	defer s.endLife()
	saved := make(chan struct{})
	go func() {
		defer close(saved)
		s.disk.Wait()
	}()
	select {
	case <-saved:
	case <-ctx.Done():
		s.log.Warn("not every screen was saved in time")
	}
}

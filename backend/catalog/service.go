package catalog

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"

	"clankergrid/backend/errs"
	"clankergrid/backend/harness"
)

const (
	// lookEvery is how soon a CLI that the user installs meanwhile is noticed.
	lookEvery = time.Minute
	// lookers are how many CLIs are asked for their version at a time: some take a
	// second of a processor for it.
	lookers = 2
)

// Options are what a Service is about.
type Options struct {
	Registry *harness.Registry
	Machine  Machine
	// Home and Getenv are of the user whose CLIs these are.
	Home   string
	Getenv func(string) string
	// Keep is the file in which lists of models outlive this run; empty for none.
	Keep string
	// Changed says that something else is known of a harness; nil when nobody listens.
	// It is called from several goroutines and must not wait.
	Changed func(harness.ID)
	Log     *slog.Logger
}

// Entry is what is known of one harness.
type Entry struct {
	Descriptor   harness.Descriptor
	Installation Installation
	// Models has Source None where the harness lists none.
	Models List
}

// Service knows the CLIs of one machine. It is safe for concurrent use.
type Service struct {
	options  Options
	executor *harness.Executor
	items    []*item // in the order of their presentation

	ctx  context.Context // ends with the service
	stop context.CancelFunc
	work sync.WaitGroup

	// looking lets one look happen at a time, and a version be asked for once.
	looking sync.Mutex
	keeping sync.Mutex // lets the newest lists be written last
	mu      sync.Mutex // guards installations, and that no work begins after closed
	closed  bool
}

type item struct {
	provider     harness.Provider
	installation Installation
	shelf        *shelf // nil where there is no list
}

// New returns a service that knows nothing yet and asks nothing by itself. Close
// releases it.
func New(o Options) *Service {
	if o.Changed == nil {
		o.Changed = func(harness.ID) {}
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	s := &Service{options: o, executor: harness.NewExecutor(o.Machine)}
	kept := s.readKept()
	s.ctx, s.stop = context.WithCancel(context.Background())
	for _, p := range o.Registry.All() {
		it := &item{provider: p, installation: Installation{Presence: Checking}}
		if p.Models != nil {
			known, have := kept[p.Descriptor.ID]
			if !have {
				known.Source = None
			}
			it.shelf = newShelf(p.Models, known, s.discover(p), func(List) {
				s.keep()
				o.Changed(p.Descriptor.ID)
			})
		}
		s.items = append(s.items, it)
	}
	return s
}

func (s *Service) discover(p harness.Provider) func(context.Context, bool) ([]harness.Model, error) {
	return func(ctx context.Context, refresh bool) ([]harness.Model, error) {
		return p.Models.Discover(ctx, harness.ModelQuery{
			Executor: s.executor, Home: s.options.Home, Getenv: s.options.Getenv, Refresh: refresh,
		})
	}
}

// Watch begins to look, now and once a minute.
func (s *Service) Watch() {
	s.run(func(ctx context.Context) {
		again := time.NewTicker(lookEvery)
		defer again.Stop()
		for ctx.Err() == nil {
			s.lookAtAll(ctx)
			select {
			case <-again.C:
			case <-ctx.Done():
			}
		}
	})
}

// run starts what Close ends and waits for. After Close it gives work a context
// that has ended, so that whoever waits for it is answered.
func (s *Service) run(work func(context.Context)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		go work(s.ctx)
		return
	}
	s.work.Go(func() { work(s.ctx) })
}

// Close ends every command that was started and waits until they are gone.
func (s *Service) Close() {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.stop()
	s.work.Wait()
}

// Look looks for every CLI now and returns when all have been found or not, or with
// ctx, which bounds the caller's wait alone.
func (s *Service) Look(ctx context.Context) {
	done := make(chan struct{})
	s.run(func(ctx context.Context) {
		defer close(done)
		s.lookAtAll(ctx)
	})
	select {
	case <-done:
	case <-ctx.Done():
	}
}

func (s *Service) lookAtAll(ctx context.Context) {
	s.looking.Lock()
	defer s.looking.Unlock()
	var all sync.WaitGroup
	free := make(chan struct{}, lookers)
	for _, it := range s.items {
		free <- struct{}{}
		if ctx.Err() != nil {
			break
		}
		all.Go(func() {
			defer func() { <-free }()
			s.lookAt(ctx, it)
		})
	}
	all.Wait()
}

func (s *Service) lookAt(ctx context.Context, it *item) {
	s.mu.Lock()
	before := it.installation
	s.mu.Unlock()
	now := look(ctx, s.options.Machine, s.executor, it.provider.Descriptor, before, func(i Installation) { s.found(it, i) })
	if ctx.Err() == nil { // a look that was given up says nothing
		s.found(it, now)
	}
}

func (s *Service) found(it *item, now Installation) {
	s.mu.Lock()
	changed := it.installation != now
	it.installation = now
	s.mu.Unlock()
	if changed {
		s.options.Changed(it.provider.Descriptor.ID)
	}
}

// Entries returns what is known, without asking anything.
func (s *Service) Entries() []Entry {
	entries := make([]Entry, 0, len(s.items))
	for _, it := range s.items {
		s.mu.Lock()
		installation := it.installation
		s.mu.Unlock()
		models := List{Source: None}
		if it.shelf != nil {
			models = it.shelf.now()
		}
		entries = append(entries, Entry{Descriptor: it.provider.Descriptor, Installation: installation, Models: models})
	}
	return entries
}

// Models returns the list of a harness, and asks its CLI when none is good still or
// refresh is set. ctx bounds the caller's wait alone. The list's Failed says how the
// latest attempt went. Kind NotFound for a harness that there is not, Unsupported
// for one that lists none.
func (s *Service) Models(ctx context.Context, id harness.ID, refresh bool) (List, error) {
	const op = "catalog.Models"
	for _, it := range s.items {
		switch {
		case it.provider.Descriptor.ID != id:
		case it.shelf == nil:
			return List{Source: None}, errs.New(op, errs.Unsupported, it.provider.Descriptor.Name+" does not list its models.", "Name one by hand.")
		default:
			return it.shelf.get(ctx, refresh, s.run), nil
		}
	}
	return List{Source: None}, errs.New(op, errs.NotFound, "There is no harness called "+errs.Quote(string(id))+".", "")
}

// Lists reports whether the list that is known of a harness holds a model.
func (s *Service) Lists(id harness.ID, model string) bool {
	for _, it := range s.items {
		if it.provider.Descriptor.ID == id && it.shelf != nil {
			return slices.ContainsFunc(it.shelf.now().Models, func(m harness.Model) bool { return m.ID == model })
		}
	}
	return false
}

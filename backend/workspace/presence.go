package workspace

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"clankergrid/backend/errs"
)

const (
	// lookWait bounds the look at all recent folders together: a list that opens
	// later than this feels slow. A folder that has not answered by then, on a
	// sleeping disk or a lost network, is taken to be there.
	lookWait = 300 * time.Millisecond
	// lookers bounds the looks at once, because one at a dead network folder
	// holds a thread until the system gives up, which may take minutes.
	lookers = 8
	// lookEvery bounds how often the open workspaces' folders are looked at, however
	// often that is asked for.
	lookEvery = time.Second
)

// presence finds out which folders are missing without waiting for slow ones.
// Callers that ask for the same folder at once share one look at it, so a dead
// folder holds one thread however often it is listed.
type presence struct {
	resolve func(context.Context, string) (string, error)
	slots   chan struct{}

	mu      sync.Mutex // guards looking and closed
	looking map[string]*look
	closed  bool
	looks   sync.WaitGroup // one for each in looking; begun under mu while closed is false
}

// look is one question to the system. absent is valid once done is closed.
type look struct {
	done   chan struct{}
	absent bool
}

func newPresence(resolve func(context.Context, string) (string, error)) *presence {
	return &presence{resolve: resolve, slots: make(chan struct{}, lookers), looking: map[string]*look{}}
}

// missing returns the paths that are known to be no folder now.
func (p *presence) missing(ctx context.Context, paths []string) map[string]bool {
	ctx, cancel := context.WithTimeout(ctx, lookWait)
	defer cancel()
	looks := make(map[string]*look, len(paths))
	for _, path := range paths {
		if l := p.look(path); l != nil {
			looks[path] = l
		}
	}
	missing := map[string]bool{}
	for path, l := range looks {
		select {
		case <-l.done:
		case <-ctx.Done():
		}
		select { // an answer that is there counts even when the time is up
		case <-l.done:
			missing[path] = l.absent
		default:
		}
	}
	return missing
}

// look returns the look at path that is under way, or begins one. It returns nil
// after close.
func (p *presence) look(path string) *look {
	p.mu.Lock()
	defer p.mu.Unlock()
	if l := p.looking[path]; l != nil || p.closed {
		return l
	}
	l := &look{done: make(chan struct{})}
	p.looking[path] = l
	p.looks.Go(func() {
		l.absent = p.absent(path)
		close(l.done)
		p.mu.Lock()
		delete(p.looking, path)
		p.mu.Unlock()
	})
	return l
}

// absent reports whether the system says that there is no such folder. A folder
// that may not be entered is there.
func (p *presence) absent(path string) bool {
	ctx, cancel := context.WithTimeout(context.Background(), lookWait)
	defer cancel()
	select {
	case p.slots <- struct{}{}:
		defer func() { <-p.slots }()
	case <-ctx.Done():
		return false
	}
	_, err := p.resolve(ctx, path)
	kind := errs.KindOf(err)
	return kind == errs.NotFound || kind == errs.Invalid
}

// close waits for the looks under way, but no longer than ctx and one lookWait:
// one that the system does not let go of ends with the process.
func (p *presence) close(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, lookWait)
	defer cancel()
	p.mu.Lock()
	p.closed = true
	under := slices.Collect(maps.Values(p.looking))
	p.mu.Unlock()
	for _, l := range under {
		select {
		case <-l.done:
		case <-ctx.Done():
			return errs.New("workspace.Shutdown", errs.Timeout, "A look at a recent folder does not end.", "")
		}
	}
	p.looks.Wait()
	return nil
}

// Look finds out soon which open workspaces' folders are missing, and tells of
// those that are so or not so any more. It is called when a user may care: nothing
// looks by itself.
func (s *Service) Look() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lookSoon()
}

// lookSoon needs mu.
func (s *Service) lookSoon() {
	if s.looking || s.shut || len(s.folders) == 0 {
		return
	}
	s.looking = true
	wait := time.Until(s.looked.Add(lookEvery))
	s.tasks.Go(func() {
		soon := time.NewTimer(wait)
		defer soon.Stop()
		select {
		case <-soon.C:
			s.lookAround()
		case <-s.stop:
		}
	})
}

func (s *Service) lookAround() {
	s.mu.Lock()
	s.looking, s.looked = false, time.Now() // who asks from now on may know more
	var paths []string
	for _, f := range s.tabs() {
		paths = append(paths, f.path)
	}
	s.mu.Unlock()
	missing := s.presence.missing(context.Background(), paths)
	s.change(context.Background(), func() []edit {
		var edits []edit
		for _, f := range s.tabs() {
			if is, known := missing[f.path]; known && is != f.current.missing && f.phase == open {
				next := f.current
				next.missing = is
				edits = append(edits, edit{folder: f, next: next, brief: true})
			}
		}
		return edits
	})
}

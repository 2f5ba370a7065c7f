package workspace

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"clankergrid/backend/core"
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
)

// Recents lists the folders that were open before, the last opened first, each
// marked when it is known to be missing.
func (s *Service) Recents(ctx context.Context) ([]core.Recent, error) {
	all, err := s.recents.Recents(ctx, 0)
	if err != nil {
		return nil, err
	}
	var paths []string
	for _, recent := range all {
		if recent.Environment == s.environment.ID() {
			paths = append(paths, recent.Path)
		}
	}
	missing := s.presence.missing(ctx, paths)
	for i, recent := range all {
		all[i].Missing = recent.Environment == s.environment.ID() && missing[recent.Path]
	}
	return all, nil
}

// Forget drops a folder from the recents.
func (s *Service) Forget(ctx context.Context, env core.EnvironmentID, path string) error {
	return s.recents.Forget(ctx, env, path)
}

// remember is a convenience for the next start. The store tells the user when it
// keeps nothing, so a failure is not repeated here.
func (s *Service) remember(ctx context.Context, ws core.Workspace, opened time.Time, last core.Size) {
	recent := core.Recent{Environment: ws.Environment, Path: ws.Path, Name: ws.Name, Opened: opened}
	if err := s.recents.Remember(ctx, recent, last); err != nil {
		s.log.Warn("recent folder not kept", "path", ws.Path, "error", err)
	}
}

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

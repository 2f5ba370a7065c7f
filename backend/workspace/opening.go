package workspace

import (
	"context"
	"slices"
	"strconv"
	"time"

	"clankergrid/backend/command"
	"clankergrid/backend/core"
	"clankergrid/backend/errs"
)

// Open opens a folder with a number of terminals, 1 to MaxOpened, each with a shell or
// the CLI that launch names, or returns the workspace that has it open already; number
// and launch play no part then. A terminal whose program does not start is one of the
// workspace's all the same. Of what was kept of the folder only the user's name for it
// is taken over. Kinds: those of the environment's ResolveFolder and of Launches.Plan;
// Invalid, Limit, Unavailable (the service is shut down), Canceled.
func (s *Service) Open(ctx context.Context, path string, terminals int, launch *core.LaunchChoice) (ws core.Workspace, existing bool, err error) {
	const op = "workspace.Open"
	resolved, err := s.environment.ResolveFolder(ctx, path)
	if err != nil {
		return core.Workspace{}, false, err
	}
	return s.open(ctx, op, resolved, wish{terminals: terminals, launch: launch})
}

// wish is what a folder is to show when it is not open yet.
type wish struct {
	terminals int
	launch    *core.LaunchChoice // nil for shells
	// restore asks for the panes that are kept of it instead.
	restore bool
	missing bool // the folder is not there
}

// document decides what a fresh workspace shows, from what is kept of its folder.
func (w wish) document(op string, kept document) (document, error) {
	switch {
	case w.restore && len(kept.Panes) > 0:
		return kept, nil
	case w.restore:
		return freshDocument(kept.Name, 1), nil
	case w.terminals < 1 || w.terminals > MaxOpened:
		return document{}, errs.New(op, errs.Invalid,
			"A folder cannot be opened with "+strconv.Itoa(w.terminals)+" terminals.",
			"Choose 1 to "+strconv.Itoa(MaxOpened)+".")
	}
	return freshDocument(kept.Name, w.terminals), nil
}

func freshDocument(name string, terminals int) document {
	doc := document{Version: documentVersion, Name: name}
	for range terminals {
		doc.Panes = append(doc.Panes, savedPane{ID: core.NewPaneID()})
	}
	doc.Layout = grid(doc.paneIDs())
	return doc
}

// open makes a path the one of an open workspace.
func (s *Service) open(ctx context.Context, op, path string, w wish) (core.Workspace, bool, error) {
	for {
		claimed, err := s.claim(op, path)
		if err != nil {
			return core.Workspace{}, false, err
		}
		if claimed.settled != nil {
			select {
			case <-claimed.settled:
				continue
			case <-ctx.Done():
				return core.Workspace{}, false, gaveUp(op, ctx)
			}
		}
		ws, existing := claimed.existing, claimed.fresh == nil
		if existing {
			// Whoever asks for it wants its shells, seen or not.
			for _, pane := range ws.Panes {
				s.terminals.Wake(pane.Terminal)
			}
		} else {
			if ws, err = s.openFresh(ctx, op, claimed.fresh, w); err != nil {
				return core.Workspace{}, false, err
			}
		}
		s.remember(ctx, ws, time.Now(), core.Size{})
		return ws, existing, nil
	}
}

// claim is what a caller that wants a path open has to do: fill a fresh folder,
// wait until another caller has opened or closed it, or take the one that is.
type claim struct {
	fresh    *folder
	settled  <-chan struct{}
	existing core.Workspace
}

// claim makes at most one caller at a time the one that opens a path.
func (s *Service) claim(op, path string) (claim, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.shut {
		return claim{}, shutDown(op)
	}
	if i := slices.IndexFunc(s.folders, func(f *folder) bool { return f.path == path }); i >= 0 {
		known := s.folders[i]
		if known.phase != open {
			return claim{settled: known.settled}, nil
		}
		known.opened = time.Now()
		s.lookSoon()
		return claim{existing: known.snapshot()}, nil
	}
	fresh := newFolder(core.NewWorkspaceID(), s.environment.ID(), path)
	s.folders = append(s.folders, fresh)
	return claim{fresh: fresh}, nil
}

func newFolder(id core.WorkspaceID, env core.EnvironmentID, path string) *folder {
	return &folder{
		id: id, environment: env, path: path,
		phase: opening, opened: time.Now(), settled: make(chan struct{}), records: map[core.PaneID]record{},
	}
}

// withdraw takes a folder that was never shown off the list, and wakes who waits
// for its path.
func (s *Service) withdraw(f *folder) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.folders = slices.DeleteFunc(s.folders, func(other *folder) bool { return other == f })
	close(f.settled)
}

// openFresh fills a claimed folder and shows it, or withdraws it.
func (s *Service) openFresh(ctx context.Context, op string, f *folder, w wish) (ws core.Workspace, err error) {
	defer func() {
		if err != nil {
			s.withdraw(f)
		}
	}()
	kept, aside, err := s.keptOf(ctx, f.path, w.restore)
	if err != nil {
		return core.Workspace{}, err
	}
	doc, err := w.document(op, kept)
	if err != nil {
		return core.Workspace{}, err
	}
	plans, err := s.plans(op, w.launch, f.path, len(doc.Panes))
	if err != nil {
		return core.Workspace{}, err
	}
	s.mu.Lock()
	err = s.room(op, len(doc.Panes))
	s.mu.Unlock()
	if err != nil {
		return core.Workspace{}, err
	}
	next, records, err := s.fill(ctx, f, doc, starting{restored: w.restore, plans: plans, startable: s.startableOf(ctx, map[string]document{f.path: doc})})
	next.missing = w.missing
	shown := s.change(ctx, func() []edit {
		s.reserved -= len(doc.Panes)
		if err == nil && s.shut {
			err = shutDown(op)
		}
		if err != nil {
			return nil
		}
		next.position = len(s.tabs())
		f.records, f.aside = records, aside
		return []edit{{folder: f, next: next}}
	})
	if err != nil {
		s.endAll(context.WithoutCancel(ctx), next.panes)
		return core.Workspace{}, err
	}
	if !w.restore {
		s.dropped(kept.paneIDs())
	}
	s.refresh(shown[0].Panes) // what they told while nobody knew them
	return shown[0], nil
}

// starting is how the terminals of a document are started.
type starting struct {
	await     bool
	restored  bool
	startable startable
	plans     []command.Launch // one for each pane, or none at all
}

// plans makes the same launch for each of a number of panes.
func (s *Service) plans(op string, choice *core.LaunchChoice, dir string, panes int) ([]command.Launch, error) {
	if choice == nil {
		return nil, nil
	}
	plans := make([]command.Launch, panes)
	for i := range plans {
		planned, err := s.plan(op, choice, dir)
		if err != nil {
			return nil, err
		}
		plans[i] = planned
	}
	return plans, nil
}

// fill creates the terminals of a document. The terminal service fails only when it
// is ending or the caller gave up; the panes that were created before are in the
// state then, and nobody has seen them.
func (s *Service) fill(ctx context.Context, f *folder, doc document, how starting) (state, map[core.PaneID]record, error) {
	last := s.recents.LastSize(ctx, f.environment, f.path)
	records := make(map[core.PaneID]record, len(doc.Panes))
	var panes []core.Pane
	for i, saved := range doc.Panes {
		known := record{shell: saved.Shell, name: saved.Name, dir: how.startable.dir(f.path, string(saved.Dir)), size: saved.Size}
		req := CreateRequest{
			LastSize: either(saved.Size, last), Await: how.await, Shell: how.startable.shell(saved.Shell), Restored: how.restored,
		}
		if how.plans != nil {
			req.Launch = how.plans[i]
		}
		pane, err := s.create(ctx, f, core.Pane{ID: saved.ID, SendAllKeys: saved.SendAllKeys}, &known, req)
		if err != nil {
			return state{panes: panes}, nil, err
		}
		records[pane.ID] = known
		panes = append(panes, pane)
	}
	return state{name: doc.Name}.with(doc.Layout, panes), records, nil
}

// create creates the terminal of a pane, whose record has the rest of the request
// and gets the terminal.
func (s *Service) create(ctx context.Context, f *folder, pane core.Pane, known *record, req CreateRequest) (core.Pane, error) {
	req.Workspace, req.Pane, req.Path, req.Dir, req.Name = f.id, pane.ID, f.path, known.dir, known.name
	terminal, err := s.terminals.Create(ctx, req)
	pane.Terminal, known.terminal = terminal.ID, terminal.ID
	return pane, err
}

func either(size, otherwise core.Size) core.Size {
	if size.Valid() {
		return size
	}
	return otherwise
}

func gaveUp(op string, ctx context.Context) error {
	kind := errs.Canceled
	if ctx.Err() == context.DeadlineExceeded {
		kind = errs.Timeout
	}
	return errs.Wrap(op, kind, "The folder was not opened in time.", "Try again.", ctx.Err())
}

package workspace

import (
	"context"
	"strconv"
	"time"

	"clankergrid/backend/core"
	"clankergrid/backend/errs"
)

// Open opens a folder with a number of terminals, 1 to MaxOpened, or returns the
// workspace that has it open already; the number plays no part then. A terminal
// whose program does not start is one of the workspace's all the same. Kinds:
// those of the environment's ResolveFolder; Invalid, Limit, Unavailable (the
// service is shut down), Canceled.
func (s *Service) Open(ctx context.Context, path string, terminals int) (ws core.Workspace, existing bool, err error) {
	const op = "workspace.Open"
	resolved, err := s.environment.ResolveFolder(ctx, path)
	if err != nil {
		return core.Workspace{}, false, err
	}
	for {
		claimed, err := s.claim(op, resolved, terminals)
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
		if !existing {
			if ws, err = s.fill(ctx, op, claimed.fresh, terminals); err != nil {
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
func (s *Service) claim(op, path string, terminals int) (claim, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.shut {
		return claim{}, shutDown(op)
	}
	if known := s.at(path); known != nil {
		if known.phase != open {
			return claim{settled: known.settled}, nil
		}
		known.opened = time.Now()
		return claim{existing: known.snapshot()}, nil
	}
	if terminals < 1 || terminals > MaxOpened {
		return claim{}, errs.New(op, errs.Invalid,
			"A folder cannot be opened with "+strconv.Itoa(terminals)+" terminals.",
			"Choose 1 to "+strconv.Itoa(MaxOpened)+".")
	}
	if err := s.room(op, terminals); err != nil {
		return claim{}, err
	}
	fresh := &folder{
		workspace: core.Workspace{
			ID: core.NewWorkspaceID(), Environment: s.environment.ID(), Path: path, Name: nameOf(path), Panes: []core.Pane{},
		},
		phase: opening, opened: time.Now(), settled: make(chan struct{}),
	}
	s.folders = append(s.folders, fresh)
	return claim{fresh: fresh}, nil
}

// at returns the folder of a path; the caller holds mu.
func (s *Service) at(path string) *folder {
	for _, f := range s.folders {
		if f.workspace.Path == path {
			return f
		}
	}
	return nil
}

// fill creates the terminals of a claimed folder and shows it. The terminal
// service fails only when it is ending or the caller gave up; those it created
// before are closed again, for nobody could see them.
func (s *Service) fill(ctx context.Context, op string, f *folder, terminals int) (core.Workspace, error) {
	path, id := f.workspace.Path, f.workspace.ID // neither ever changes
	last := s.recents.LastSize(ctx, s.environment.ID(), path)
	var panes []core.Pane
	var failure error
	for len(panes) < terminals && failure == nil {
		var pane core.Pane
		if pane, failure = s.create(ctx, id, path, last); failure == nil {
			panes = append(panes, pane)
		}
	}
	shown := s.change(func() *folder {
		s.reserved -= terminals
		if failure == nil && s.shut {
			failure = shutDown(op)
		}
		if failure != nil {
			return nil
		}
		f.workspace.Panes, f.phase = panes, open
		close(f.settled)
		return f
	})
	if failure != nil {
		s.endAll(context.WithoutCancel(ctx), panes)
		s.drop(f)
		return core.Workspace{}, failure
	}
	return shown, nil
}

func (s *Service) create(ctx context.Context, id core.WorkspaceID, path string, last core.Size) (core.Pane, error) {
	pane := core.Pane{ID: core.NewPaneID()}
	terminal, err := s.terminals.Create(ctx, CreateRequest{Workspace: id, Pane: pane.ID, Dir: path, LastSize: last, Path: path})
	pane.Terminal = terminal.ID
	return pane, err
}

// AddTerminal adds a pane with a terminal at the end of a workspace's grid.
// Kinds: NotFound (not open, or closed while the terminal was made), Limit,
// Unavailable, Canceled.
func (s *Service) AddTerminal(ctx context.Context, id core.WorkspaceID) (core.Pane, error) {
	const op = "workspace.AddTerminal"
	s.mu.Lock()
	f, err := s.openFolder(op, id)
	if err == nil {
		err = s.room(op, 1)
	}
	if err != nil {
		s.mu.Unlock()
		return core.Pane{}, err
	}
	ws := f.snapshot()
	s.mu.Unlock()

	last := s.sizeOf(ws.Panes)
	if !last.Valid() {
		last = s.recents.LastSize(ctx, ws.Environment, ws.Path)
	}
	pane, err := s.create(ctx, id, ws.Path, last)
	created := err == nil
	s.change(func() *folder {
		s.reserved--
		if err != nil {
			return nil
		}
		var now *folder
		if now, err = s.openFolder(op, id); err != nil {
			return nil
		}
		now.workspace.Panes = append(now.workspace.Panes, pane)
		return now
	})
	if err != nil {
		if created {
			s.endAll(context.WithoutCancel(ctx), []core.Pane{pane})
		}
		return core.Pane{}, err
	}
	return pane, nil
}

// openFolder returns a folder that may get terminals; the caller holds mu.
func (s *Service) openFolder(op string, id core.WorkspaceID) (*folder, error) {
	if s.shut {
		return nil, shutDown(op)
	}
	f, err := s.find(op, id)
	if err != nil {
		return nil, err
	}
	if f.phase == closing {
		return nil, errs.New(op, errs.NotFound, "The workspace "+errs.Quote(f.workspace.Name)+" is being closed.",
			"Open its folder again.")
	}
	return f, nil
}

func gaveUp(op string, ctx context.Context) error {
	kind := errs.Canceled
	if ctx.Err() == context.DeadlineExceeded {
		kind = errs.Timeout
	}
	return errs.Wrap(op, kind, "The folder was not opened in time.", "Try again.", ctx.Err())
}

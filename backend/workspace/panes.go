package workspace

import (
	"context"
	"slices"

	"clankergrid/backend/core"
	"clankergrid/backend/errs"
)

// AddTerminal adds a pane with a terminal. Where it stands and starts is the
// caller's wish: a pane that is gone, or a directory that is, is not followed.
// Kinds: NotFound (the workspace is not open, or was closed while the terminal was
// made; or the shell is no choice), Invalid (the side), those of Launches.Plan, Limit,
// Unavailable, Canceled.
func (s *Service) AddTerminal(ctx context.Context, id core.WorkspaceID, wish core.NewPane) (core.Pane, error) {
	const op = "workspace.AddTerminal"
	s.mu.Lock()
	f, err := s.openFolder(op, id)
	if err != nil {
		s.mu.Unlock()
		return core.Pane{}, err
	}
	ws := f.snapshot()
	s.mu.Unlock()
	known, err := s.wanted(ctx, op, ws, wish)
	if err != nil {
		return core.Pane{}, err
	}
	planned, err := s.plan(op, wish.Launch, known.dir)
	if err != nil {
		return core.Pane{}, err
	}
	return s.addPane(ctx, op, f, core.Pane{ID: core.NewPaneID()}, known, CreateRequest{Shell: known.shell, Launch: planned}, func(root core.LayoutNode, pane core.PaneID) core.LayoutNode {
		return placedBeside(root, pane, wish.Beside, wish.Side)
	})
}

// addPane creates the terminal of a pane, with a shell that there is or a launch, and
// adds it to a folder.
func (s *Service) addPane(ctx context.Context, op string, f *folder, pane core.Pane, known record, req CreateRequest, place func(core.LayoutNode, core.PaneID) core.LayoutNode) (core.Pane, error) {
	s.mu.Lock()
	_, err := s.openFolder(op, f.id)
	if err == nil {
		err = s.room(op, 1)
	}
	size := f.size()
	s.mu.Unlock()
	if err != nil {
		return core.Pane{}, err
	}
	if !size.Valid() {
		size = s.recents.LastSize(ctx, f.environment, f.path)
	}
	req.LastSize = either(known.size, size)
	pane, err = s.create(ctx, f, pane, &known, req)
	created := err == nil
	s.change(ctx, func() []edit {
		s.reserved--
		if err != nil {
			return nil
		}
		if _, err = s.openFolder(op, f.id); err != nil {
			return nil
		}
		f.records[pane.ID] = known
		next := f.current.with(place(f.current.layout.Root, pane.ID), append(slices.Clone(f.current.panes), pane))
		return []edit{{folder: f, next: next}}
	})
	if err != nil {
		if created {
			s.endAll(context.WithoutCancel(ctx), []core.Pane{pane})
		}
		return core.Pane{}, err
	}
	s.refresh([]core.Pane{pane}) // what it told while nobody knew it
	return pane, nil
}

// ReopenPane brings back the pane that was closed last: its place, its name and its
// directory, with a new shell. Kinds: those of AddTerminal; NotFound also when none
// was closed.
func (s *Service) ReopenPane(ctx context.Context, id core.WorkspaceID) (core.Pane, error) {
	const op = "workspace.ReopenPane"
	var last closedPane
	var err error
	// It is taken off first, so that of two callers each gets another one.
	changed := s.change(ctx, func() []edit {
		var f *folder
		if f, err = s.openFolder(op, id); err != nil {
			return nil
		}
		next := f.current
		if len(next.closed) == 0 {
			err = errs.New(op, errs.NotFound, "No pane was closed here.", "Add a new terminal.")
			return nil
		}
		last = next.closed[len(next.closed)-1]
		next.closed = slices.Clone(next.closed[:len(next.closed)-1])
		return []edit{{folder: f, next: next, brief: true}}
	})
	if err != nil {
		return core.Pane{}, err
	}
	doc := document{Panes: []savedPane{{Dir: directory(last.record.dir), Shell: last.record.shell}}}
	found := s.startableOf(ctx, map[string]document{changed[0].Path: doc})
	known := last.record
	known.terminal, known.revision = "", 0
	known.dir = found.dir(changed[0].Path, known.dir)
	s.mu.Lock()
	f, err := s.openFolder(op, id)
	s.mu.Unlock()
	if err != nil {
		return core.Pane{}, err
	}
	pane, err := s.addPane(ctx, op, f, core.Pane{ID: last.id, SendAllKeys: last.sendAllKeys}, known, CreateRequest{Shell: found.shell(known.shell)}, func(root core.LayoutNode, pane core.PaneID) core.LayoutNode {
		return putBack(root, pane, last.place)
	})
	if err != nil {
		s.change(ctx, func() []edit {
			f, gone := s.openFolder(op, id)
			if gone != nil {
				return nil
			}
			next := f.current
			next.closed = withClosed(next.closed, last)
			return []edit{{folder: f, next: next, brief: true}}
		})
	}
	return pane, err
}

// without is the state after a pane was closed.
func (f *folder) without(pane core.Pane) state {
	next := f.current
	next.closed = withClosed(next.closed, closedPane{
		id: pane.ID, place: placeOf(next.layout.Root, pane.ID), record: f.records[pane.ID], sendAllKeys: pane.SendAllKeys,
	})
	panes := slices.DeleteFunc(slices.Clone(next.panes), func(p core.Pane) bool { return p.ID == pane.ID })
	return next.with(removed(next.layout.Root, pane.ID), panes)
}

func withClosed(closed []closedPane, last closedPane) []closedPane {
	closed = append(slices.Clone(closed), last)
	return closed[max(0, len(closed)-keptClosedPanes):]
}

// SendAllKeys leaves every key to a terminal's program, or ends that. Kind NotFound
// when no workspace shows the terminal.
func (s *Service) SendAllKeys(ctx context.Context, terminal core.TerminalID, on bool) error {
	const op = "workspace.SendAllKeys"
	var err error
	s.change(ctx, func() []edit {
		f, pane := s.showing(terminal)
		switch {
		case f == nil:
			err = terminalGone(op)
			return nil
		case pane.SendAllKeys == on:
			return nil
		}
		if _, err = s.openFolder(op, f.id); err != nil {
			return nil
		}
		next := f.current
		next.panes = slices.Clone(next.panes)
		for i := range next.panes {
			if next.panes[i].Terminal == terminal {
				next.panes[i].SendAllKeys = on
			}
		}
		return []edit{{folder: f, next: next}}
	})
	return err
}

func terminalGone(op string) error {
	return errs.New(op, errs.NotFound, "The terminal is not open any more.", "")
}

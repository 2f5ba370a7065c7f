package workspace

import (
	"context"
	"slices"
	"time"

	"clankergrid/backend/core"
	"clankergrid/backend/errs"
)

// Rename sets the user's own name for a workspace: printable, at most core.MaxName
// runes; empty gives it its folder's. Kinds: NotFound, Unavailable.
func (s *Service) Rename(ctx context.Context, id core.WorkspaceID, name string) error {
	name = core.PrintableName(name)
	var err error
	var opened time.Time
	changed := s.change(ctx, func() []edit {
		var f *folder
		if f, err = s.openFolder("workspace.Rename", id); err != nil || f.current.name == name {
			return nil
		}
		opened = f.opened
		next := f.current
		next.name = name
		return []edit{{folder: f, next: next}}
	})
	for _, ws := range changed {
		s.remember(ctx, ws, opened, core.Size{})
	}
	return err
}

// Move puts a workspace's tab at a position, counted from 0; what is beyond either
// end is that end. Kinds: NotFound, Unavailable.
func (s *Service) Move(ctx context.Context, id core.WorkspaceID, position int) error {
	var err error
	s.change(ctx, func() []edit {
		var f *folder
		if f, err = s.openFolder("workspace.Move", id); err != nil {
			return nil
		}
		order := slices.DeleteFunc(s.tabs(), func(other *folder) bool { return other == f })
		return positioned(slices.Insert(order, min(max(position, 0), len(order)), f))
	})
	return err
}

// Arrange replaces a workspace's layout by another one of the same panes, made on
// the layout's revision base. Kinds: Conflict when it has changed since, Invalid
// when the tree is no layout of these panes in canonical form, NotFound,
// Unavailable.
func (s *Service) Arrange(ctx context.Context, id core.WorkspaceID, base uint64, root core.LayoutNode) (core.Workspace, error) {
	const op = "workspace.Arrange"
	var err error
	var same core.Workspace
	changed := s.change(ctx, func() []edit {
		var f *folder
		if f, err = s.openFolder(op, id); err != nil {
			return nil
		}
		if f.current.layout.Revision != base {
			err = errs.New(op, errs.Conflict, "The layout of "+errs.Quote(f.name())+" has changed meanwhile.", "Arrange the panes again.")
			return nil
		}
		if err = validate(op, root, panesOf(f.current.layout.Root)); err != nil {
			return nil
		}
		if root = canonical(root); sameTree(root, f.current.layout.Root) {
			same = f.snapshot()
			return nil
		}
		return []edit{{folder: f, next: f.current.with(root, f.current.panes)}}
	})
	if len(changed) > 0 {
		return changed[0], nil
	}
	return same, err
}

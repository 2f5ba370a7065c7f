package workspace

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"clankergrid/backend/core"
	"clankergrid/backend/errs"
)

// Restore opens a folder with the panes that it had when it was last closed, or
// with one when nothing of that is kept, or returns its open workspace. Kinds:
// those of Open; Unsupported for another environment; Newer when a newer version
// kept it; those of a store that cannot be read.
func (s *Service) Restore(ctx context.Context, env core.EnvironmentID, path string) (core.Workspace, bool, error) {
	const op = "workspace.Restore"
	if env != s.environment.ID() {
		return core.Workspace{}, false, errs.New(op, errs.Unsupported, "The folder is on another machine.", "Open it there.")
	}
	resolved, err := s.environment.ResolveFolder(ctx, path)
	if err != nil {
		return core.Workspace{}, false, err
	}
	return s.open(ctx, op, resolved, wish{restore: true})
}

// ReopenLast opens the workspace that was closed last, as Restore does. When its
// folder is missing it is opened all the same, so that nothing stands between the
// user and those that were closed before it. Kind NotFound when none was closed.
func (s *Service) ReopenLast(ctx context.Context) (core.Workspace, bool, error) {
	const op = "workspace.ReopenLast"
	saved, err := s.saved.SavedWorkspaces(ctx)
	if err != nil {
		return core.Workspace{}, false, err
	}
	for _, one := range saved {
		if one.Closed.IsZero() || one.Environment != s.environment.ID() || s.isOpen(one.Path) {
			continue
		}
		missing := s.presence.missing(ctx, []string{one.Path})[one.Path]
		return s.open(ctx, op, one.Path, wish{restore: true, missing: missing})
	}
	return core.Workspace{}, false, errs.New(op, errs.NotFound, "No closed workspace is kept.", "Open a folder.")
}

func (s *Service) isOpen(path string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, f := range s.folders {
		if f.path == path && f.phase != closing {
			return true
		}
	}
	return false
}

// keptOf returns what is kept of a folder, or the zero document. When it is wanted, it
// is an error that it cannot be read or is of a newer version: the folder would open
// without it, and take its place. What cannot be taken over as it stands is returned
// too, to be kept aside.
func (s *Service) keptOf(ctx context.Context, path string, wanted bool) (doc document, aside []byte, err error) {
	saved, err := s.saved.SavedWorkspaces(ctx)
	i := slices.IndexFunc(saved, func(one core.SavedWorkspace) bool {
		return one.Environment == s.environment.ID() && one.Path == path
	})
	var damaged bool
	if err == nil && i >= 0 {
		if doc, damaged, err = decode(saved[i].Document); damaged || err != nil {
			aside = saved[i].Document
		}
	}
	switch {
	case err != nil && wanted:
		return document{}, nil, err
	case err != nil:
		s.log.Warn("saved workspace not read", "path", path, "err", err)
	case damaged && wanted:
		s.notice(damagedNotice([]string{nameOf(path)}))
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lost = s.lost || aside != nil
	if s.disentangle(&doc, nil) {
		aside = saved[i].Document
	}
	return doc, aside, nil
}

// disentangle gives panes new identifiers whose own are in use elsewhere, which a
// sound document never has, and reports whether it did; the caller holds mu.
func (s *Service) disentangle(doc *document, taken map[core.PaneID]bool) (changed bool) {
	for i, pane := range doc.Panes {
		used := taken[pane.ID]
		for _, f := range s.folders {
			used = used || hasPane(f.current.layout.Root, pane.ID)
		}
		if used {
			fresh := core.NewPaneID()
			doc.Layout = withLeaf(doc.Layout, pane.ID, func(leaf core.LayoutNode) core.LayoutNode {
				leaf.Pane = fresh
				return leaf
			})
			doc.Panes[i].ID, changed = fresh, true
		}
	}
	return changed
}

// RestoreAll opens what was open when the application ended, in its order, with the
// same identifiers. Their terminals wait for a view: sixty workspaces start no
// hundred shells. What goes beyond MaxTerminals is kept as closed. It is called
// once, before anything else opens.
func (s *Service) RestoreAll(ctx context.Context) error {
	saved, err := s.openOnes(ctx)
	if err != nil || len(saved) == 0 {
		return err
	}
	var paths []string
	for _, one := range saved {
		paths = append(paths, one.Path)
	}
	missing := s.presence.missing(ctx, paths)
	opened := s.lastOpened(ctx)
	var all []filled
	var beyond []core.SavedWorkspace
	var damagedOnes, newerOnes, beyondOnes []string
	taken := map[core.PaneID]bool{}
	for _, one := range saved {
		doc, damaged, err := decode(one.Document)
		if err != nil {
			newerOnes = append(newerOnes, nameOf(one.Path)) // it stays as it is
			continue
		}
		s.mu.Lock()
		s.lost = s.lost || damaged
		tangled := s.disentangle(&doc, taken)
		err = s.room("workspace.RestoreAll", len(doc.Panes))
		s.mu.Unlock()
		if err != nil {
			one.Closed = time.Now()
			beyond, beyondOnes = append(beyond, one), append(beyondOnes, nameOf(one.Path))
			continue
		}
		for _, pane := range doc.Panes {
			taken[pane.ID] = true
		}
		if damaged {
			damagedOnes = append(damagedOnes, nameOf(one.Path))
		}
		f := newFolder(s.idOf(one, all), one.Environment, one.Path)
		if damaged || tangled {
			f.aside = one.Document
		}
		if at, known := opened[one.Path]; known {
			f.opened = at // a return is not a use
		}
		all = append(all, filled{folder: f, doc: doc, missing: missing[one.Path]})
	}
	if err := s.showAll(ctx, all); err != nil {
		return err
	}
	if len(beyond) > 0 {
		s.saveClosed(ctx, beyond)
		s.notice(beyondNotice(beyondOnes))
	}
	if len(damagedOnes) > 0 {
		s.notice(damagedNotice(damagedOnes))
	}
	if len(newerOnes) > 0 {
		s.notice(newerNotice(newerOnes))
	}
	return nil
}

// RestoreNone keeps as closed what was open when the application ended.
func (s *Service) RestoreNone(ctx context.Context) error {
	saved, err := s.openOnes(ctx)
	if err != nil || len(saved) == 0 {
		return err
	}
	for i := range saved {
		saved[i].Closed = time.Now()
	}
	s.saveClosed(ctx, saved)
	return nil
}

// saveClosed saves workspaces that are not open as closed ones, and makes sure that
// they can be found among the recent folders.
func (s *Service) saveClosed(ctx context.Context, saved []core.SavedWorkspace) {
	s.changing.Lock()
	if !s.keep(ctx, saved) {
		s.mu.Lock()
		s.owe(saved)
		s.mu.Unlock()
	}
	s.changing.Unlock()
	for _, one := range saved {
		ws := core.Workspace{Environment: one.Environment, Path: one.Path, Name: nameOf(one.Path)}
		if doc, _, err := decode(one.Document); err == nil && doc.Name != "" {
			ws.Name = doc.Name
		}
		s.remember(ctx, ws, one.Closed, core.Size{})
	}
}

func (s *Service) openOnes(ctx context.Context) ([]core.SavedWorkspace, error) {
	saved, err := s.saved.SavedWorkspaces(ctx)
	if err != nil {
		return nil, err
	}
	var ours []core.SavedWorkspace
	for _, one := range saved {
		if one.Closed.IsZero() && one.Environment == s.environment.ID() {
			ours = append(ours, one)
		}
	}
	return ours, nil
}

// lastOpened says when folders were opened last, as far as that is known.
func (s *Service) lastOpened(ctx context.Context) map[string]time.Time {
	recents, err := s.recents.Recents(ctx, 0)
	if err != nil {
		s.log.Warn("when folders were opened is not known", "err", err)
	}
	opened := make(map[string]time.Time, len(recents))
	for _, recent := range recents {
		if recent.Environment == s.environment.ID() {
			opened[recent.Path] = recent.Opened
		}
	}
	return opened
}

// filled is a workspace on its way back.
type filled struct {
	folder  *folder
	doc     document
	missing bool
	next    state
	records map[core.PaneID]record
}

// idOf is the identifier that a workspace had, or another when that cannot be.
func (s *Service) idOf(saved core.SavedWorkspace, others []filled) core.WorkspaceID {
	if _, ok := core.TerminalID(saved.ID).Bytes(); !ok {
		return core.NewWorkspaceID()
	}
	for _, other := range others {
		if other.folder.id == saved.ID {
			return core.NewWorkspaceID()
		}
	}
	return saved.ID
}

// showAll creates the terminals of all and shows them in one change. When the
// application is ending meanwhile, everything is as if it had not begun.
func (s *Service) showAll(ctx context.Context, all []filled) error {
	const op = "workspace.RestoreAll"
	reserved := 0
	var failure error
	docs := make(map[string]document, len(all))
	s.mu.Lock()
	for _, one := range all {
		reserved += len(one.doc.Panes)
		s.folders = append(s.folders, one.folder)
		docs[one.folder.path] = one.doc
	}
	s.mu.Unlock()
	how := starting{await: true, restored: true, startable: s.startableOf(ctx, docs)}
	for i := range all {
		if failure != nil {
			break
		}
		one := &all[i]
		one.next, one.records, failure = s.fill(ctx, one.folder, one.doc, how)
	}
	s.change(ctx, func() []edit {
		s.reserved -= reserved
		if failure == nil && s.shut {
			failure = shutDown(op)
		}
		if failure != nil {
			return nil
		}
		edits := make([]edit, len(all))
		before := len(s.tabs())
		for i, one := range all {
			one.next.position, one.next.missing = before+i, one.missing
			one.folder.records = one.records
			edits[i] = edit{folder: one.folder, next: one.next}
		}
		return edits
	})
	if failure != nil {
		for _, one := range all {
			s.endAll(context.WithoutCancel(ctx), one.next.panes)
			s.withdraw(one.folder)
		}
	}
	return failure
}

// named is a list of a few names as a sentence has it.
func named(names []string) string {
	const most = 3
	quoted := make([]string, 0, most)
	for _, name := range names[:min(most, len(names))] {
		quoted = append(quoted, errs.Quote(core.PrintableName(name)))
	}
	list := strings.Join(quoted, ", ")
	if more := len(names) - most; more > 0 {
		list += fmt.Sprintf(" and %d more", more)
	}
	return list
}

func damagedNotice(names []string) core.Notice {
	return core.Notice{ID: "workspace-damaged", Level: "warning",
		Message: "What was saved of " + named(names) + " was damaged, so not everything stands where it stood.",
		Hint:    "Arrange the panes again; the original stays in state.db as a damaged-workspace document."}
}

func newerNotice(names []string) core.Notice {
	return core.Notice{ID: "workspace-newer", Level: "warning",
		Message: "What was saved of " + named(names) + " is of a newer version of Clanker Grid and was not restored.",
		Hint:    "Update Clanker Grid, or open the folder anew."}
}

func beyondNotice(names []string) core.Notice {
	return core.Notice{ID: "workspace-beyond", Level: "info",
		Message: fmt.Sprintf("There is room for %d terminals, so %s stayed closed.", MaxTerminals, named(names)),
		Hint:    "Close some terminals, and open them from the recent folders."}
}

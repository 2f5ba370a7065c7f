package workspace

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"clankergrid/backend/core"
)

const (
	// saveWait bounds one write. Who changed something waits for it, and goes on
	// without when a disk takes longer: the store tells the user, and what was not
	// saved is tried again.
	saveWait = 3 * time.Second
	// saveAfter is how long names, directories and sizes wait until they are saved
	// together. A shell changes its directory as often as somebody types, and to
	// lose two seconds of that in a crash costs nothing.
	saveAfter = 2 * time.Second
	// saveAtMost bounds the time between two attempts, which doubles while they fail:
	// a disk that stays full is not written to all the time, and one that has room
	// again has everything a minute later.
	saveAtMost = time.Minute
)

// edit is what becomes of a folder.
type edit struct {
	folder *folder
	next   state
	// gone takes the folder off the list and saves it as a closed one.
	gone bool
	// brief says that nothing of the change is to be saved.
	brief bool
}

// change decides under mu what becomes of folders, saves that, puts it into force
// and tells of it, in this order, so that nobody hears of anything that a crash
// could take back. It returns the new snapshots in the order of the edits.
func (s *Service) change(ctx context.Context, decide func() []edit) []core.Workspace {
	s.changing.Lock()
	defer s.changing.Unlock()
	s.mu.Lock()
	edits := decide()
	rows := rowsOf(edits)
	s.mu.Unlock()
	if len(edits) == 0 {
		return nil
	}
	kept := s.keep(ctx, rows)

	s.mu.Lock()
	var snapshots []core.Workspace
	if !kept {
		s.owe(rows)
	}
	for _, e := range edits {
		s.apply(e)
		switch {
		case e.brief:
		case kept:
			e.folder.aside = nil
		case !e.gone:
			e.folder.dirty = true
			s.saveSoon()
		}
		if !e.gone {
			snapshots = append(snapshots, e.folder.snapshot())
		}
	}
	slices.SortStableFunc(s.folders, func(a, b *folder) int {
		if byPhase := cmp.Compare(rank(a), rank(b)); byPhase != 0 {
			return byPhase
		}
		return cmp.Compare(a.current.position, b.current.position)
	})
	s.mu.Unlock()
	for _, e := range edits {
		if e.gone {
			s.removed(e.folder.id)
		}
	}
	for _, snapshot := range snapshots {
		s.changed(snapshot)
	}
	return snapshots
}

// rank puts folders that nobody has been shown behind the others.
func rank(f *folder) int {
	if f.phase == opening {
		return 1
	}
	return 0
}

// rowsOf is what is to be saved; the caller holds mu.
func rowsOf(edits []edit) []core.SavedWorkspace {
	var rows []core.SavedWorkspace
	for _, e := range edits {
		if e.brief {
			continue
		}
		var closed time.Time
		if e.gone {
			closed = time.Now()
		}
		e.folder.dirty = false
		rows = append(rows, e.folder.row(e.next, closed))
	}
	return rows
}

// apply puts an edit into force; the caller holds both locks.
func (s *Service) apply(e edit) {
	f := e.folder
	if e.gone {
		s.folders = slices.DeleteFunc(s.folders, func(other *folder) bool { return other == f })
		close(f.settled)
		return
	}
	s.revision++
	e.next.revision = s.revision
	if e.next.layout.Revision == 0 || !sameTree(e.next.layout.Root, f.current.layout.Root) {
		e.next.layout.Revision = s.revision
	}
	f.current = e.next
	maps.DeleteFunc(f.records, func(id core.PaneID, _ record) bool { return !hasPane(f.current.layout.Root, id) })
	if f.phase == opening {
		f.phase = open
		close(f.settled)
	}
}

// keep saves rows and reports whether they are safe; nothing is owed of their folders
// then. The caller holds changing and not mu. Giving up is not the caller's to decide:
// it would be told of a change that may have been saved.
func (s *Service) keep(ctx context.Context, rows []core.SavedWorkspace) bool {
	if len(rows) == 0 {
		return true
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), saveWait)
	defer cancel()
	err := s.saved.SaveWorkspaces(ctx, rows...)
	s.mu.Lock()
	defer s.mu.Unlock()
	if err != nil {
		s.failures++
		s.log.Warn("workspaces not saved", "count", len(rows), "err", err)
		return false
	}
	s.failures = 0
	s.owed = ofOthers(s.owed, rows)
	return true
}

// owe takes up closed workspaces that were not saved, to be saved later: they would be
// open again at the next start. The caller holds mu.
func (s *Service) owe(rows []core.SavedWorkspace) {
	closed := slices.DeleteFunc(slices.Clone(rows), func(row core.SavedWorkspace) bool { return row.Closed.IsZero() })
	s.owed = append(ofOthers(s.owed, rows), closed...)
	if len(s.owed) > 0 {
		s.saveSoon()
	}
}

// ofOthers returns the rows of other folders than these.
func ofOthers(rows, these []core.SavedWorkspace) []core.SavedWorkspace {
	return slices.DeleteFunc(slices.Clone(rows), func(row core.SavedWorkspace) bool {
		return slices.ContainsFunc(these, func(other core.SavedWorkspace) bool {
			return other.Environment == row.Environment && other.Path == row.Path
		})
	})
}

// Observe takes over what a terminal is called, where it is and how large, to be
// saved soon. It does not block, and is called with every snapshot.
func (s *Service) Observe(t core.Terminal) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.shut {
		return
	}
	missing := s.note(t)
	if t.State == core.TerminalFailed || missing {
		s.lookSoon() // the folder may be why, or be back
	}
}

// note takes a snapshot over and reports whether the folder of its workspace is marked
// as missing. It needs mu.
func (s *Service) note(t core.Terminal) (missing bool) {
	for _, f := range s.folders {
		if f.id != t.Workspace {
			continue
		}
		missing = f.current.missing
		if f.note(t) {
			f.dirty = true
			s.saveSoon()
		}
	}
	return missing
}

// saveSoon needs mu.
func (s *Service) saveSoon() {
	if s.saving || s.shut {
		return
	}
	s.saving = true
	wait := saveAfter
	for range s.failures - 1 {
		wait = min(2*wait, saveAtMost)
	}
	s.tasks.Go(func() {
		soon := time.NewTimer(wait)
		defer soon.Stop()
		select {
		case <-soon.C:
			s.flush(context.Background())
		case <-s.stop: // Shutdown saves
		}
	})
}

// flush saves what is dirty and what is owed.
func (s *Service) flush(ctx context.Context) {
	s.changing.Lock()
	defer s.changing.Unlock()
	s.mu.Lock()
	s.saving = false
	var dirty []*folder
	rows := slices.Clone(s.owed)
	for _, f := range s.tabs() {
		if f.dirty {
			f.dirty = false
			dirty, rows = append(dirty, f), append(rows, f.row(f.current, time.Time{}))
		}
	}
	s.mu.Unlock()
	kept := s.keep(ctx, rows)
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, f := range dirty {
		if f.dirty = f.dirty || !kept; kept {
			f.aside = nil
		}
	}
	if !kept {
		s.saveSoon()
	}
}

// refresh asks terminals for what they do not tell by themselves: the directory of
// a shell that does not report it.
func (s *Service) refresh(panes []core.Pane) {
	for _, pane := range panes {
		if t, err := s.terminals.Get(pane.Terminal); err == nil {
			s.mu.Lock()
			s.note(t)
			s.mu.Unlock()
		}
	}
}

// positioned returns the edits that put tabs into an order; the caller holds mu.
func positioned(order []*folder) []edit {
	var edits []edit
	for i, f := range order {
		if f.current.position != i {
			next := f.current
			next.position = i
			edits = append(edits, edit{folder: f, next: next})
		}
	}
	return edits
}

package workspace

import (
	"context"
	"time"

	"clankergrid/backend/core"
)

// Recents lists the folders that were open before, the last opened first, each
// marked when it is known to be missing, and with the number of panes that restoring
// it brings back.
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
	panes := s.keptPanes(ctx)
	for i, recent := range all {
		all[i].Missing = recent.Environment == s.environment.ID() && missing[recent.Path]
		all[i].Panes = len(panes[recent.Environment][recent.Path])
	}
	return all, nil
}

// Forget drops a folder from the recents, with what is kept of its closed workspace.
func (s *Service) Forget(ctx context.Context, env core.EnvironmentID, path string) error {
	panes := s.keptPanes(ctx)[env][path]
	err := s.recents.Forget(ctx, env, path)
	if err == nil && len(panes) > 0 {
		s.dropped(panes)
	}
	return err
}

// keptPanes lists the panes of closed workspaces by environment and path.
func (s *Service) keptPanes(ctx context.Context) map[core.EnvironmentID]map[string][]core.PaneID {
	saved, err := s.saved.SavedWorkspaces(ctx)
	if err != nil {
		s.log.Warn("saved workspaces not read", "err", err)
	}
	kept := map[core.EnvironmentID]map[string][]core.PaneID{}
	for _, one := range saved {
		doc, _, err := decode(one.Document)
		if one.Closed.IsZero() || err != nil {
			continue
		}
		if kept[one.Environment] == nil {
			kept[one.Environment] = map[string][]core.PaneID{}
		}
		kept[one.Environment][one.Path] = doc.paneIDs()
	}
	return kept
}

// Panes lists the panes of all workspaces, open ones and saved ones, restored or not:
// those that may be shown again. It is not complete when there may be others, because
// what was saved is damaged or of a newer version: nothing is to be deleted for not
// being listed then. Kinds: those of a store that cannot be read.
func (s *Service) Panes(ctx context.Context) (all []core.PaneID, complete bool, err error) {
	saved, err := s.saved.SavedWorkspaces(ctx)
	if err != nil {
		return nil, false, err
	}
	complete = true
	for _, one := range saved {
		doc, damaged, err := decode(one.Document)
		if err != nil || damaged {
			complete = false
		}
		all = append(all, doc.paneIDs()...)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, f := range s.folders {
		all = append(all, panesOf(f.current.layout.Root)...)
	}
	return all, complete && !s.lost, nil
}

// remember is a convenience for the next start. The store tells the user when it
// keeps nothing, so a failure is not repeated here.
func (s *Service) remember(ctx context.Context, ws core.Workspace, opened time.Time, last core.Size) {
	recent := core.Recent{Environment: ws.Environment, Path: ws.Path, Name: ws.Name, Opened: opened}
	if err := s.recents.Remember(ctx, recent, last); err != nil {
		s.log.Warn("recent folder not kept", "path", ws.Path, "error", err)
	}
}

package workspace

import (
	"context"
	"maps"
	"slices"

	"clankergrid/backend/command"
	"clankergrid/backend/core"
	"clankergrid/backend/errs"
)

// startable is which of the saved directories and shells of workspaces a terminal can
// be started with.
type startable struct {
	gone   map[string]bool
	shells []core.ShellChoice
}

// startableOf looks at the directories and shells of documents, by the paths of their
// workspaces, at all of them together for a bounded time: a directory that does not
// answer is taken to be there.
func (s *Service) startableOf(ctx context.Context, docs map[string]document) startable {
	var found startable
	asked := map[string]bool{}
	askShells := false
	for path, doc := range docs {
		for _, pane := range doc.Panes {
			if dir := string(pane.Dir); dir != "" && dir != path {
				asked[path], asked[dir] = true, true
			}
			askShells = askShells || pane.Shell != ""
		}
	}
	if len(asked) > 0 {
		found.gone = s.presence.missing(ctx, slices.Collect(maps.Keys(asked)))
	}
	if askShells {
		shells, err := s.environment.Shells(ctx)
		if err != nil {
			s.log.Warn("shells not listed", "err", err)
		}
		found.shells = shells
	}
	return found
}

// dir is where a pane starts: where it was, or in the workspace's folder when that
// is gone. When the folder itself is gone, what was in it may come back with it.
func (f startable) dir(path, saved string) string {
	if saved == "" || f.gone[saved] && !f.gone[path] {
		return path
	}
	return saved
}

// shell is what a pane is started with: the shell that it had, or the user's when
// that is none of the choices any more.
func (f startable) shell(saved string) string {
	if slices.ContainsFunc(f.shells, func(choice core.ShellChoice) bool { return choice.ID == saved }) {
		return saved
	}
	return ""
}

// plan makes the launch that was wished for; nil for a shell alone.
func (s *Service) plan(op string, wish *core.LaunchChoice, dir string) (command.Launch, error) {
	switch {
	case wish == nil:
		return nil, nil
	case s.launches == nil:
		return nil, errs.New(op, errs.Unsupported, "No coding agent can be launched here.", "")
	}
	return s.launches.Plan(*wish, dir)
}

// wanted is what a new pane is to be, as far as it can be.
func (s *Service) wanted(ctx context.Context, op string, ws core.Workspace, wish core.NewPane) (record, error) {
	known := record{shell: wish.Shell, dir: ws.Path}
	if wish.Side != "" && !validSide(wish.Side) {
		return record{}, errs.New(op, errs.Invalid, "A pane has no such side.", "Choose left, right, above or below.")
	}
	if wish.Shell != "" {
		shells, err := s.environment.Shells(ctx)
		if err != nil {
			return record{}, err
		}
		if (startable{shells: shells}).shell(wish.Shell) == "" {
			return record{}, errs.New(op, errs.NotFound, "The shell is not one of this machine's shells.", "Choose another shell.")
		}
	}
	i := slices.IndexFunc(ws.Panes, func(p core.Pane) bool { return p.ID == wish.Beside })
	if !wish.SameFolder || i < 0 {
		return known, nil
	}
	beside, err := s.terminals.Get(ws.Panes[i].Terminal)
	if err != nil {
		return known, nil // closed a moment ago
	}
	if dir, err := s.environment.ResolveFolder(ctx, beside.Cwd); err == nil {
		known.dir = dir
	}
	return known, nil
}

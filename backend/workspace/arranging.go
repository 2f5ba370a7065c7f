package workspace

import (
	"context"

	"clankergrid/backend/core"
	"clankergrid/backend/errs"
)

var notYet = errs.New("workspace", errs.Unsupported, "This is not possible yet.", "")

func (s *Service) Restore(ctx context.Context, env core.EnvironmentID, path string) (core.Workspace, bool, error) {
	return s.Open(ctx, path, 1)
}

func (s *Service) ReopenLast(context.Context) (core.Workspace, bool, error) {
	return core.Workspace{}, false, notYet
}

func (s *Service) Rename(context.Context, core.WorkspaceID, string) error { return notYet }

func (s *Service) Move(context.Context, core.WorkspaceID, int) error { return notYet }

func (s *Service) Arrange(context.Context, core.WorkspaceID, uint64, core.LayoutNode) (core.Workspace, error) {
	return core.Workspace{}, notYet
}

func (s *Service) ReopenPane(context.Context, core.WorkspaceID) (core.Pane, error) {
	return core.Pane{}, notYet
}

func (s *Service) SendAllKeys(context.Context, core.TerminalID, bool) error { return notYet }

// Observe takes over what a terminal is called and where it is.
func (s *Service) Observe(core.Terminal) {}

// RestoreAll opens what was open when the application ended.
func (s *Service) RestoreAll(context.Context) error { return nil }

// Package workspace decides which folders are open and which terminals each
// shows.
package workspace

import (
	"context"
	"log/slog"

	"clankergrid/backend/command"
	"clankergrid/backend/core"
	"clankergrid/backend/environment"
)

// CreateRequest asks for a terminal. Its fields are those of
// terminal.CreateRequest, so that the composition converts one to the other.
type CreateRequest struct {
	Workspace core.WorkspaceID
	Pane      core.PaneID
	Dir       string
	LastSize  core.Size
	Path      string
}

// Terminals is what a workspace needs of the terminals.
type Terminals interface {
	Create(ctx context.Context, req CreateRequest) (core.Terminal, error)
	Get(id core.TerminalID) (core.Terminal, error)
	Close(ctx context.Context, id core.TerminalID) (command.Ended, error)
}

// Recents is what a workspace needs of the store.
type Recents interface {
	Remember(ctx context.Context, recent core.Recent, last core.Size) error
	Recents(ctx context.Context, limit int) ([]core.Recent, error)
	Forget(ctx context.Context, env core.EnvironmentID, path string) error
	LastSize(ctx context.Context, env core.EnvironmentID, path string) core.Size
}

// Options are the parts of a service. All but Changed, Removed and Log are required.
type Options struct {
	Environment environment.Environment
	Terminals   Terminals
	Recents     Recents
	// Changed is told of every new snapshot, in revision order; it must not block.
	Changed func(core.Workspace)
	// Removed is told of every workspace that is no longer open; it must not block.
	Removed func(core.WorkspaceID)
	Log     *slog.Logger
}

// Service owns the open workspaces.
type Service struct{}

// New returns a service without workspaces.
func New(opts Options) *Service { return &Service{} }

// Open opens a folder.
func (s *Service) Open(ctx context.Context, path string, terminals int) (ws core.Workspace, existing bool, err error) {
	return core.Workspace{}, false, nil
}

// Close ends a workspace's terminals and removes it.
func (s *Service) Close(ctx context.Context, id core.WorkspaceID) (command.Ended, error) {
	return command.Ended{}, nil
}

// List returns the open workspaces in the order they were opened.
func (s *Service) List() []core.Workspace { return nil }

// Get returns one workspace.
func (s *Service) Get(id core.WorkspaceID) (core.Workspace, error) { return core.Workspace{}, nil }

// AddTerminal adds a pane.
func (s *Service) AddTerminal(ctx context.Context, id core.WorkspaceID) (core.Pane, error) {
	return core.Pane{}, nil
}

// CloseTerminal ends a terminal and removes its pane.
func (s *Service) CloseTerminal(ctx context.Context, id core.TerminalID) (command.Ended, error) {
	return command.Ended{}, nil
}

// Recents lists folders that were open before.
func (s *Service) Recents(ctx context.Context) ([]core.Recent, error) { return nil, nil }

// Forget drops a folder from the recents.
func (s *Service) Forget(ctx context.Context, env core.EnvironmentID, path string) error { return nil }

// Shutdown refuses further work and records what the next start wants to know.
func (s *Service) Shutdown(ctx context.Context) error { return nil }

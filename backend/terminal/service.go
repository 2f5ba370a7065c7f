package terminal

import (
	"context"
	"errors"
	"log/slog"

	"clankergrid/backend/command"
	"clankergrid/backend/core"
	"clankergrid/backend/environment"
)

// Journal is told which processes live, so that the survivors of a crash can be
// found. Its methods are called from several goroutines.
type Journal interface {
	Started(core.Survivor)
	Ended(core.TerminalID, core.Process)
}

// Options are the dependencies of a Service. Only Environment is required.
type Options struct {
	Environment environment.Environment
	Journal     Journal
	// Changed receives snapshots, in revision order for each terminal. It must not
	// block.
	Changed func(core.Terminal)
	Removed func(core.TerminalID)
	// RingBytes is how much output each terminal keeps; 0 means 2 MiB.
	RingBytes int
	Log       *slog.Logger
}

// CreateRequest describes a new terminal.
type CreateRequest struct {
	Workspace core.WorkspaceID
	Pane      core.PaneID
	// Dir is where the shell starts.
	Dir string
	// LastSize is used when no view shows the terminal in time; zero when unknown.
	LastSize core.Size
	// Path is the workspace folder, for the journal.
	Path string
}

// Service owns all terminals. It is safe for concurrent use.
type Service struct{ options Options }

// New returns a service without terminals.
func New(options Options) *Service { return &Service{options: options} }

// Create adds a terminal and returns at once, in state pending.
func (s *Service) Create(ctx context.Context, req CreateRequest) (core.Terminal, error) {
	return core.Terminal{}, errors.ErrUnsupported
}

// List returns all terminals.
func (s *Service) List() []core.Terminal { return nil }

// Get returns one terminal.
func (s *Service) Get(id core.TerminalID) (core.Terminal, error) {
	return core.Terminal{}, errors.ErrUnsupported
}

// Rename sets the user's name.
func (s *Service) Rename(id core.TerminalID, name string) error { return errors.ErrUnsupported }

// Restart starts a new process.
func (s *Service) Restart(ctx context.Context, id core.TerminalID) error {
	return errors.ErrUnsupported
}

// Close ends and removes a terminal.
func (s *Service) Close(ctx context.Context, id core.TerminalID) (command.Ended, error) {
	return command.Ended{}, errors.ErrUnsupported
}

// Running lists work that ending the terminals would end.
func (s *Service) Running(ids ...core.TerminalID) []core.RunningWork { return nil }

// KeepsRunning lists processes that would be left alone.
func (s *Service) KeepsRunning(ids ...core.TerminalID) []core.Process { return nil }

// Shutdown ends everything.
func (s *Service) Shutdown(ctx context.Context) (command.Ended, error) { return command.Ended{}, nil }

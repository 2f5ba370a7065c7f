// Package store is the state that outlives the product's process.
package store

import (
	"context"
	"log/slog"

	"clankergrid/backend/core"
)

// Options says which database to open.
type Options struct {
	// ConfigDir is the folder of state.db, absolute.
	ConfigDir string
	// Notice is told of what a user should know later on; may be nil.
	Notice func(core.Notice)
	Log    *slog.Logger
}

// DB is an open state database.
type DB struct{}

// Open opens the database for the owner.
func Open(ctx context.Context, opts Options) (*DB, []core.Notice, error) { return &DB{}, nil, nil }

// OpenReadOnly opens the database for a reader beside the owner.
func OpenReadOnly(ctx context.Context, opts Options) (*DB, error) { return &DB{}, nil }

// Remember notes that a folder was opened.
func (db *DB) Remember(ctx context.Context, recent core.Recent, last core.Size) error { return nil }

// Recents lists remembered folders.
func (db *DB) Recents(ctx context.Context, limit int) ([]core.Recent, error) { return nil, nil }

// Forget drops a folder.
func (db *DB) Forget(ctx context.Context, env core.EnvironmentID, path string) error { return nil }

// LastSize returns the pane size last seen in a folder.
func (db *DB) LastSize(ctx context.Context, env core.EnvironmentID, path string) core.Size {
	return core.Size{}
}

// ProcessStarted journals a process.
func (db *DB) ProcessStarted(ctx context.Context, s core.Survivor) error { return nil }

// ProcessEnded removes a process from the journal.
func (db *DB) ProcessEnded(ctx context.Context, terminal core.TerminalID, p core.Process) error {
	return nil
}

// Processes lists the journal.
func (db *DB) Processes(ctx context.Context) ([]core.Survivor, error) { return nil, nil }

// Close closes the database.
func (db *DB) Close() error { return nil }

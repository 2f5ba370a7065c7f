// Package store is the state that outlives the product's process: recent
// folders, their last pane size, the workspaces as they were, small documents,
// and the journal of running processes. It decides how that state is kept safe
// on one disk; it must not know what the state is used for nor what a document
// says, and only the owner of a configuration folder may open it for writing.
//
// # File
//
// <config>/state.db, SQLite, mode 0600, one writer connection whose
// transactions begin immediate, and a pool that can only read. Write-ahead
// logging except on network filesystems, where its shared memory does not work.
//
// # Schema, version 2 (PRAGMA user_version)
//
//	recent_workspace (environment, account, path) -> name, opened
//	workspace_size   (environment, account, path) -> cols, rows
//	process          (terminal, pid, start_time, boot_id) -> name, environment, account, path, started
//	saved_workspace  (environment, account, path) -> id, position, closed, document
//	document         (name) -> version, body
//
// A size belongs to its recent folder and goes with it. Times are nanoseconds
// since 1970. PRAGMA application_id tells our file from another program's.
//
// # When the file cannot be used
//
// A file of a newer version is refused and not touched. A damaged one is kept
// aside under a dated name and a fresh one is made. One that is locked,
// read-only or on a full disk is copied to memory as far as it can be read, and
// what changes during this run is not kept. Each case but the first gives a
// notice and a working DB.
package store

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"sync"

	"clankergrid/backend/core"
	"clankergrid/backend/errs"
)

// FileName is the database's name inside the configuration folder.
const FileName = "state.db"

// Options says which database to open.
type Options struct {
	// ConfigDir is the folder of state.db, absolute.
	ConfigDir string
	// Notice is told of failures after Open; it must not block. May be nil.
	Notice func(core.Notice)
	// Log may be nil.
	Log *slog.Logger
}

// DB is an open state database. It is safe for concurrent use.
type DB struct {
	// writer has exactly one connection, so that two writers of this process
	// wait in line instead of meeting SQLite's busy error.
	writer *sql.DB
	// reader cannot write. In memory it is the writer itself, because each
	// connection to a database in memory has a database of its own.
	reader *sql.DB
	path   string
	notice func(core.Notice)
	log    *slog.Logger

	mu      sync.Mutex // guards failing
	failing bool       // a notice was raised and no write has succeeded since
}

// Close waits for running statements and closes the file. It may be called
// more than once.
func (db *DB) Close() error {
	var err error
	if db.reader != db.writer {
		err = db.reader.Close()
	}
	// The writer closes last: the last connection to close folds the
	// write-ahead log into the file, and a reader could not.
	if err = errors.Join(err, db.writer.Close()); err != nil {
		return errs.Wrap("store.Close", errs.Storage, "The state file could not be closed.", "", err)
	}
	return nil
}

// write runs fn in one immediate transaction. what completes the sentence "…
// could not be kept."
func (db *DB) write(ctx context.Context, op, what string, fn func(*sql.Tx) error) error {
	err := transact(ctx, db.writer, fn)
	db.mu.Lock()
	raise := false
	switch kindOf(err) {
	case "":
		db.failing = false
	case errs.Storage, errs.Corrupt, errs.Busy:
		raise = !db.failing
		db.failing = true
	}
	db.mu.Unlock()
	if err == nil {
		return nil
	}
	failure := failed(op, what+" could not be kept.", err)
	if raise {
		db.log.Warn("state not written", "op", op, "error", err)
		db.notice(writeFailedNotice(db.path, failure))
	}
	return failure
}

func transact(ctx context.Context, on *sql.DB, fn func(*sql.Tx) error) error {
	tx, err := on.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := fn(tx); err != nil {
		// The rollback of a transaction that SQLite has already rolled back
		// (disk full) fails; the first error is the one that explains.
		tx.Rollback()
		return err
	}
	return tx.Commit()
}

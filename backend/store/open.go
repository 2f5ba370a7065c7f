package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"clankergrid/backend/core"
	"clankergrid/backend/errs"
)

// lockWait bounds how long a statement waits for another program's lock. A
// start that takes longer than this looks hung; beyond it Open goes on in
// memory and a write fails with kind Busy.
const lockWait = 2 * time.Second

// salvageWait bounds the second look at a file that could not be opened. It is
// short because a lock was waited for already.
const salvageWait = 200 * time.Millisecond

// readers is the size of the read-only pool: as many as calls of a user
// interface plausibly overlap, and a handful of file descriptors.
const readers = 4

// Open opens the database for the owner of the configuration folder. It fails
// only with kind Newer, or when ctx ends; every other trouble gives notices and
// a DB that works, in memory where the file cannot be used.
func Open(ctx context.Context, opts Options) (*DB, []core.Notice, error) {
	path := filepath.Join(opts.ConfigDir, FileName)
	db, err := openFile(ctx, path, opts, journalFor(opts.ConfigDir))
	var notices []core.Notice
	if kindOf(err) == errs.Corrupt {
		aside, asideErr := setAside(path, time.Now())
		if asideErr == nil {
			logger(opts).Warn("state file set aside", "path", path, "aside", aside, "error", err)
			notices = append(notices, corruptNotice(path, aside))
			db, err = openFile(ctx, path, opts, journalFor(opts.ConfigDir))
		} else {
			err = errors.Join(err, asideErr)
		}
	}
	switch {
	case err == nil:
		return db, notices, nil
	case ctx.Err() != nil:
		return nil, nil, errs.Wrap("store.Open", kindOf(ctx.Err()), "Opening the state file was given up.", "", err)
	case kindOf(err) == errs.Newer:
		return nil, nil, err
	}
	logger(opts).Warn("state kept in memory", "path", path, "error", err)
	memory, memoryErr := openMemory(ctx, path, opts)
	if memoryErr != nil {
		return nil, nil, errs.Wrap("store.Open", errs.Internal, "The state could not be set up.", "", memoryErr)
	}
	if salvageErr := salvage(ctx, path, kindOf(err), memory); salvageErr != nil {
		logger(opts).Warn("state not copied", "path", path, "error", salvageErr)
	}
	return memory, append(notices, memoryNotice(path, err)), nil
}

// OpenReadOnly opens the database for a reader beside the owner. Nothing is
// migrated, set aside or created. Kinds: NotFound (no state was ever kept),
// Newer, Corrupt, Busy, Storage, Permission; every write fails with Storage.
func OpenReadOnly(ctx context.Context, opts Options) (*DB, error) {
	const op = "store.OpenReadOnly"
	path := filepath.Join(opts.ConfigDir, FileName)
	exists, err := inspect(path)
	if err == nil && !exists {
		return nil, errs.New(op, errs.NotFound, "There is no state file "+errs.Quote(path)+" yet.", "Open a folder first.")
	}
	if kind := kindOf(err); kind != "" && kind != errs.Storage {
		return nil, err
	}
	reader, err := openReader(ctx, path, lockWait)
	if err != nil {
		return nil, failed(op, "The state file "+errs.Quote(path)+" could not be read.", err)
	}
	return newDB(reader, reader, path, opts), nil
}

func newDB(writer, reader *sql.DB, path string, opts Options) *DB {
	db := &DB{writer: writer, reader: reader, path: path, notice: opts.Notice, log: logger(opts)}
	if db.notice == nil {
		db.notice = func(core.Notice) {}
	}
	return db
}

func logger(opts Options) *slog.Logger {
	if opts.Log == nil {
		return slog.New(slog.DiscardHandler)
	}
	return opts.Log
}

// journal is how SQLite keeps changes apart until they are whole.
type journal struct{ mode, synchronous string }

// A write-ahead log lets readers and the writer go on side by side; without a
// flush per change it stays whole after a power cut and loses the last changes
// at most. A rollback journal needs every flush, and works on any filesystem.
var (
	writeAhead = journal{"WAL", "NORMAL"}
	rollback   = journal{"DELETE", "FULL"}
)

func journalFor(dir string) journal {
	if onNetwork(dir) {
		return rollback
	}
	return writeAhead
}

func openFile(ctx context.Context, path string, opts Options, kept journal) (_ *DB, err error) {
	exists, err := inspect(path)
	if err != nil {
		return nil, err
	}
	if err := makePrivate(path); err != nil {
		return nil, err
	}
	if !exists {
		defer func() {
			if err != nil {
				removeEmpty(path)
			}
		}()
	}
	writer, err := sql.Open("sqlite", dsn(path, lockWait, url.Values{
		"_txlock": {"immediate"},
		"_pragma": {"synchronous(" + kept.synchronous + ")"},
	}))
	if err != nil {
		return nil, err
	}
	keepOne(writer)
	if err := prepare(ctx, writer, path, kept.mode); err != nil {
		writer.Close()
		return nil, err
	}
	reader, err := openReader(ctx, path, lockWait)
	if err != nil {
		writer.Close()
		return nil, err
	}
	return newDB(writer, reader, path, opts), nil
}

// prepare brings a freshly opened file into use. Damage is looked for before
// anything is written; the journal mode is set after the migration, so that the
// version in the file's own header is never behind.
func prepare(ctx context.Context, writer *sql.DB, path, journalMode string) error {
	conn, err := writer.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	id, err := identify(ctx, conn)
	if err != nil {
		return err
	}
	if err := id.judge(path); err != nil {
		return err
	}
	if id.version == schemaVersion {
		if err := verify(ctx, conn, path); err != nil {
			return err
		}
	}
	if err := migrate(ctx, conn, path); err != nil {
		return err
	}
	var mode string
	if err := conn.QueryRowContext(ctx, "PRAGMA journal_mode = "+journalMode).Scan(&mode); err != nil {
		return err
	}
	return verify(ctx, conn, path)
}

// makePrivate creates the file, or closes an existing one to other users,
// before SQLite gives its mode to the files beside it.
func makePrivate(path string) error {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err == nil {
		err = file.Chmod(0o600)
		err = errors.Join(err, file.Close())
	}
	return errs.Wrap("store.Open", errs.Storage, "The state file "+errs.Quote(path)+" cannot be made.", "", err)
}

// removeEmpty takes away a file that we created and could not fill, because the
// next start would take it for a damaged one.
func removeEmpty(path string) {
	if info, err := os.Stat(path); err == nil && info.Size() == 0 {
		os.Remove(path)
	}
}

// openReader opens a pool that cannot write. A filesystem that is read-only may
// lack the shared memory file that a write-ahead log needs; the file cannot
// change there, so it is then read as immutable.
func openReader(ctx context.Context, path string, wait time.Duration) (*sql.DB, error) {
	reader, err := openReaderAs(ctx, path, wait, url.Values{"mode": {"ro"}})
	if kindOf(err) == errs.Storage && readOnlyPlace(filepath.Dir(path)) {
		return openReaderAs(ctx, path, wait, url.Values{"mode": {"ro"}, "immutable": {"1"}})
	}
	return reader, err
}

func openReaderAs(ctx context.Context, path string, wait time.Duration, mode url.Values) (*sql.DB, error) {
	mode.Add("_pragma", "query_only(1)")
	reader, err := sql.Open("sqlite", dsn(path, wait, mode))
	if err != nil {
		return nil, err
	}
	reader.SetMaxOpenConns(readers)
	reader.SetMaxIdleConns(1) // what a rush of reads has opened does not stay open
	id, err := identify(ctx, reader)
	if err == nil {
		err = id.judge(path)
	}
	if err != nil {
		reader.Close()
		return nil, err
	}
	return reader, nil
}

func openMemory(ctx context.Context, path string, opts Options) (*DB, error) {
	memory, err := sql.Open("sqlite", "file::memory:?_txlock=immediate&_pragma=foreign_keys(1)")
	if err != nil {
		return nil, err
	}
	keepOne(memory)
	if err := prepare(ctx, memory, ":memory:", "MEMORY"); err != nil {
		memory.Close()
		return nil, err
	}
	return newDB(memory, memory, path, opts), nil
}

// keepOne gives the pool one connection that lives until the pool closes.
func keepOne(pool *sql.DB) {
	pool.SetMaxOpenConns(1)
	pool.SetMaxIdleConns(1)
	pool.SetConnMaxLifetime(0)
	pool.SetConnMaxIdleTime(0)
}

// dsn is a file URI, which alone can name every path: a question mark, a hash
// or a percent sign in a plain path would be read as something else.
func dsn(path string, wait time.Duration, params url.Values) string {
	params.Add("_pragma", fmt.Sprintf("busy_timeout(%d)", wait.Milliseconds()))
	params.Add("_pragma", "foreign_keys(1)")
	name := filepath.ToSlash(path)
	if runtime.GOOS == "windows" {
		name = "/" + name
	}
	uri := url.URL{Scheme: "file", OmitHost: true, Path: name, RawQuery: params.Encode()}
	return uri.String()
}

package store

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"
	"sort"
	"strconv"
	"strings"

	"clankergrid/backend/errs"
)

//go:embed migrations/*.sql
var migrationFiles embed.FS

// applicationID marks the file as ours ("ClGr").
const applicationID = 0x436C4772

// schemaVersion is the version that this build writes; the number of the last
// migration, which a test compares.
const schemaVersion = 2

// tables are what a database of schemaVersion has.
var tables = []string{"recent_workspace", "workspace_size", "process", "saved_workspace", "document"}

type migration struct {
	version int
	sql     string
}

// migrations reads the embedded files NNNN_title.sql in order.
func migrations() ([]migration, error) {
	names, err := fs.Glob(migrationFiles, "migrations/*.sql")
	if err != nil {
		return nil, err
	}
	sort.Strings(names)
	var all []migration
	for _, name := range names {
		number, _, _ := strings.Cut(strings.TrimPrefix(name, "migrations/"), "_")
		version, err := strconv.Atoi(number)
		if err != nil || version != len(all)+1 {
			return nil, fmt.Errorf("migration %s is not number %d", name, len(all)+1)
		}
		text, err := fs.ReadFile(migrationFiles, name)
		if err != nil {
			return nil, err
		}
		all = append(all, migration{version, string(text)})
	}
	return all, nil
}

// identity is what a database file says of itself.
type identity struct {
	version     int64 // PRAGMA user_version
	application int64 // PRAGMA application_id
	objects     int64 // tables, indexes, views and triggers
}

type querier interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

func identify(ctx context.Context, on querier) (id identity, err error) {
	err = on.QueryRowContext(ctx, `
		SELECT (SELECT user_version FROM pragma_user_version),
		       (SELECT application_id FROM pragma_application_id),
		       (SELECT count(*) FROM sqlite_schema)`).Scan(&id.version, &id.application, &id.objects)
	return id, err
}

// judge decides whether a file with this identity may be migrated and used.
func (id identity) judge(path string) error {
	empty := id == identity{}
	switch {
	case empty:
		return nil
	case id.application != applicationID || id.version < 1:
		return errs.New("store.Open", errs.Corrupt, "The file "+errs.Quote(path)+" is not a state file.", "")
	case id.version > schemaVersion:
		return newer(path, id.version)
	default:
		return nil
	}
}

func newer(path string, version int64) error {
	return errs.New("store.Open", errs.Newer,
		fmt.Sprintf("The state file %s has version %d, and this program knows versions up to %d.", errs.Quote(path), version, schemaVersion),
		"Update Clanker Grid, or choose another settings folder with XDG_CONFIG_HOME.")
}

// migrate brings the database to schemaVersion in one exclusive transaction: a
// reader sees the old schema or the new, and a kill leaves the old. The
// transaction is begun even when nothing is to be done, because it is what
// tells a database that cannot be written from one that can.
func migrate(ctx context.Context, conn *sql.Conn, path string) (err error) {
	all, err := migrations()
	if err != nil {
		return err
	}
	if _, err := conn.ExecContext(ctx, "BEGIN EXCLUSIVE"); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			// ctx may have ended, and the transaction must not outlive it.
			conn.ExecContext(context.WithoutCancel(ctx), "ROLLBACK")
		}
	}()
	id, err := identify(ctx, conn)
	if err != nil {
		return err
	}
	if err := id.judge(path); err != nil {
		return err
	}
	for _, m := range all[min(id.version, int64(len(all))):] {
		if _, err := conn.ExecContext(ctx, m.sql); err != nil {
			return fmt.Errorf("migration %d: %w", m.version, err)
		}
		header := fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d", applicationID, m.version)
		if _, err := conn.ExecContext(ctx, header); err != nil {
			return fmt.Errorf("migration %d: %w", m.version, err)
		}
	}
	_, err = conn.ExecContext(ctx, "COMMIT")
	return err
}

// verify looks for damage that opening alone does not show. The database is
// bounded to a few hundred kilobytes, so the whole check takes milliseconds.
func verify(ctx context.Context, on querier, path string) error {
	damaged := errs.New("store.Open", errs.Corrupt, "The state file "+errs.Quote(path)+" is damaged.", "")
	var result string
	if err := on.QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&result); err != nil {
		return err
	}
	if result != "ok" {
		return damaged
	}
	for _, table := range tables {
		var found int
		err := on.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = ?", table).Scan(&found)
		if err != nil {
			return err
		}
		if found != 1 {
			return damaged
		}
	}
	return nil
}

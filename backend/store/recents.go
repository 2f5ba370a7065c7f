package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"clankergrid/backend/core"
)

// keptRecents bounds the remembered folders: more than anybody scrolls through,
// and few enough that the whole list is read at once. The one opened longest
// ago is dropped.
const keptRecents = 100

// Remember notes that a folder was opened, replacing what was known of it. A
// valid size is kept as the folder's last pane size; any other leaves the size
// that is on record.
func (db *DB) Remember(ctx context.Context, recent core.Recent, last core.Size) error {
	return db.write(ctx, "store.Remember", "The recent folder", func(tx *sql.Tx) error {
		if err := insertRecent(ctx, tx, recent, last); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `
			DELETE FROM recent_workspace WHERE (environment, account, path) IN (
				SELECT environment, account, path FROM recent_workspace ORDER BY opened DESC, path LIMIT -1 OFFSET ?)`, keptRecents)
		return err
	})
}

func insertRecent(ctx context.Context, tx *sql.Tx, recent core.Recent, last core.Size) error {
	_, err := tx.ExecContext(ctx, `
		INSERT INTO recent_workspace (environment, account, path, name, opened) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (environment, account, path) DO UPDATE SET name = excluded.name, opened = excluded.opened`,
		recent.Environment, core.DefaultAccount, recent.Path, recent.Name, nanoseconds(recent.Opened))
	if err != nil || !last.Valid() {
		return err
	}
	_, err = tx.ExecContext(ctx, `
		INSERT INTO workspace_size (environment, account, path, cols, rows) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (environment, account, path) DO UPDATE SET cols = excluded.cols, rows = excluded.rows`,
		recent.Environment, core.DefaultAccount, recent.Path, last.Cols, last.Rows)
	return err
}

// Recents lists at most limit remembered folders, the last opened first; a
// limit that is not positive lists all. Missing is not filled in.
func (db *DB) Recents(ctx context.Context, limit int) ([]core.Recent, error) {
	if limit <= 0 || limit > keptRecents {
		limit = keptRecents
	}
	recents, err := collect(ctx, db.reader, func(rows *sql.Rows) (recent core.Recent, err error) {
		var opened int64
		err = rows.Scan(&recent.Environment, &recent.Path, &recent.Name, &opened)
		recent.Opened = instant(opened)
		return recent, err
	}, `SELECT environment, path, name, opened FROM recent_workspace
		WHERE account = ? ORDER BY opened DESC, path LIMIT ?`, core.DefaultAccount, limit)
	if err != nil {
		return nil, failed("store.Recents", "The recent folders could not be read.", err)
	}
	return recents, nil
}

// Forget drops a folder, its size and what is kept of its closed workspace. A
// folder that is not remembered is no error: it is as forgotten as was asked for.
func (db *DB) Forget(ctx context.Context, env core.EnvironmentID, path string) error {
	return db.write(ctx, "store.Forget", "The change to the recent folders", func(tx *sql.Tx) error {
		for _, statement := range []string{
			`DELETE FROM recent_workspace WHERE environment = ? AND account = ? AND path = ?`,
			`DELETE FROM saved_workspace WHERE environment = ? AND account = ? AND path = ? AND closed <> 0`,
		} {
			if _, err := tx.ExecContext(ctx, statement, env, core.DefaultAccount, path); err != nil {
				return err
			}
		}
		return nil
	})
}

// LastSize returns the pane size last seen in a folder, the zero size when none
// is on record or the record cannot be read: a size is a convenience and never
// a reason to fail.
func (db *DB) LastSize(ctx context.Context, env core.EnvironmentID, path string) core.Size {
	var size core.Size
	err := db.reader.QueryRowContext(ctx,
		`SELECT cols, rows FROM workspace_size WHERE environment = ? AND account = ? AND path = ?`,
		env, core.DefaultAccount, path).Scan(&size.Cols, &size.Rows)
	if err != nil {
		if !errors.Is(err, sql.ErrNoRows) {
			db.log.Warn("pane size not read", "error", err)
		}
		return core.Size{}
	}
	if !size.Valid() {
		return core.Size{}
	}
	return size
}

// collect reads all rows before it returns, so that no statement stays open
// while a caller uses the one connection that a database in memory has.
func collect[T any](ctx context.Context, on *sql.DB, scan func(*sql.Rows) (T, error), query string, args ...any) ([]T, error) {
	rows, err := on.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	all := []T{}
	for rows.Next() {
		one, err := scan(rows)
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, rows.Err()
}

// nanoseconds is the stored form of an instant. The zero time has no such form
// and is stored as 0.
func nanoseconds(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixNano()
}

func instant(ns int64) time.Time {
	if ns == 0 {
		return time.Time{}
	}
	return time.Unix(0, ns).UTC()
}

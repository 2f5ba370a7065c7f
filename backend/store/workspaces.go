package store

import (
	"context"
	"database/sql"

	"clankergrid/backend/core"
)

// keptClosed bounds the closed workspaces that are kept, as keptRecents bounds
// the list that they are opened from. The one closed longest ago is dropped; open
// ones never are, for their number is bounded by that of their terminals.
const keptClosed = 100

// SaveWorkspaces keeps workspaces, each in place of what was kept of its folder.
// After a kill either all of them are kept or none.
func (db *DB) SaveWorkspaces(ctx context.Context, saved ...core.SavedWorkspace) error {
	return db.write(ctx, "store.SaveWorkspaces", "The layout of the workspaces", func(tx *sql.Tx) error {
		for _, one := range saved {
			if err := insertWorkspace(ctx, tx, one); err != nil {
				return err
			}
		}
		_, err := tx.ExecContext(ctx, `
			DELETE FROM saved_workspace WHERE (environment, account, path) IN (
				SELECT environment, account, path FROM saved_workspace
				WHERE closed <> 0 ORDER BY closed DESC, path LIMIT -1 OFFSET ?)`, keptClosed)
		return err
	})
}

func insertWorkspace(ctx context.Context, tx *sql.Tx, saved core.SavedWorkspace) error {
	document := saved.Document
	if document == nil {
		document = []byte{} // nil would be stored as NULL
	}
	_, err := tx.ExecContext(ctx, `
		INSERT OR REPLACE INTO saved_workspace (environment, account, path, id, position, closed, document)
		VALUES (?, ?, ?, ?, ?, ?, ?)`,
		saved.Environment, core.DefaultAccount, saved.Path, saved.ID, saved.Position, nanoseconds(saved.Closed), document)
	return err
}

// SavedWorkspaces lists what is kept: the open ones in the order of their tabs,
// then the closed ones, the last closed first.
func (db *DB) SavedWorkspaces(ctx context.Context) ([]core.SavedWorkspace, error) {
	saved, err := collect(ctx, db.reader, func(rows *sql.Rows) (one core.SavedWorkspace, err error) {
		var closed int64
		err = rows.Scan(&one.Environment, &one.Path, &one.ID, &one.Position, &closed, &one.Document)
		one.Closed = instant(closed)
		return one, err
	}, `SELECT environment, path, id, position, closed, document FROM saved_workspace
		WHERE account = ? ORDER BY closed <> 0, closed DESC, position, path`, core.DefaultAccount)
	if err != nil {
		return nil, failed("store.SavedWorkspaces", "The saved workspaces could not be read.", err)
	}
	return saved, nil
}

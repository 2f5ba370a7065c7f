package store

import (
	"context"
	"database/sql"
	"time"

	"clankergrid/backend/core"
)

// keptClosed bounds the closed workspaces that are kept, as keptRecents bounds
// the list that they are opened from. The one closed longest ago is dropped; open
// ones never are, for their number is bounded by that of their terminals.
const keptClosed = 100

// What workspaces were saved as before and could not be taken over is kept as documents,
// whose names go on with the time and the folder. keptAside bounds them as keptClosed
// bounds the closed: the one set aside longest ago is dropped.
const (
	asidePrefix = "damaged-workspace-"
	asideTime   = "20060102T150405.000000000Z" // as text in the order of time
	keptAside   = 100
)

// SaveWorkspaces keeps workspaces, each in place of what was kept of its folder, and
// what is to be kept aside of them beside. After a kill either all of it is kept or
// none.
func (db *DB) SaveWorkspaces(ctx context.Context, saved ...core.SavedWorkspace) error {
	return db.write(ctx, "store.SaveWorkspaces", "The layout of the workspaces", func(tx *sql.Tx) error {
		for _, one := range saved {
			if err := insertWorkspace(ctx, tx, one); err != nil {
				return err
			}
			if err := keepAside(ctx, tx, one); err != nil {
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

// keepAside keeps once what comes twice: a save that was not waited for is made again.
func keepAside(ctx context.Context, tx *sql.Tx, saved core.SavedWorkspace) error {
	if len(saved.Aside) == 0 {
		return nil
	}
	head := asidePrefix + time.Now().UTC().Format(asideTime)
	folder := "-" + string(saved.Environment) + ":" + saved.Path
	if _, err := tx.ExecContext(ctx, `
		INSERT OR REPLACE INTO document (name, version, body)
		SELECT ?1 || ?2, 0, ?3 WHERE NOT EXISTS (
			SELECT 1 FROM document WHERE name GLOB ?4 AND substr(name, length(?1) + 1) = ?2 AND body = ?3)`,
		head, folder, saved.Aside, asidePrefix+"*"); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, `
		DELETE FROM document WHERE name IN (
			SELECT name FROM document WHERE name GLOB ? ORDER BY name DESC LIMIT -1 OFFSET ?)`, asidePrefix+"*", keptAside)
	return err
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

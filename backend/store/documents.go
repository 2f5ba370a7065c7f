package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"clankergrid/backend/errs"
)

// maxDocument bounds a small document: the largest, where the last view was,
// names some ten bytes for each of at most a few hundred panes. A larger one is
// refused.
const maxDocument = 64 << 10

// Document is a small value that is read and written whole. Who writes it says
// which version of its form it has, and understands what it reads.
type Document struct {
	Version int
	Body    []byte
}

// Document returns what is kept under a name; the zero document when nothing is.
func (db *DB) Document(ctx context.Context, name string) (Document, error) {
	var found Document
	err := db.reader.QueryRowContext(ctx, `SELECT version, body FROM document WHERE name = ?`, name).
		Scan(&found.Version, &found.Body)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return Document{}, failed("store.Document", "A part of the state could not be read.", err)
	}
	return found, nil
}

// SaveDocument keeps a document in place of the one of that name. Kind Limit when
// it is larger than 64 KiB.
func (db *DB) SaveDocument(ctx context.Context, name string, document Document) error {
	const op = "store.SaveDocument"
	if len(document.Body) > maxDocument {
		return errs.New(op, errs.Limit, fmt.Sprintf("%q has more than %d bytes.", name, maxDocument), "")
	}
	return db.write(ctx, op, "A part of the state", func(tx *sql.Tx) error {
		return insertDocument(ctx, tx, name, document)
	})
}

func insertDocument(ctx context.Context, tx *sql.Tx, name string, document Document) error {
	body := document.Body
	if body == nil {
		body = []byte{} // nil would be stored as NULL
	}
	_, err := tx.ExecContext(ctx,
		`INSERT OR REPLACE INTO document (name, version, body) VALUES (?, ?, ?)`, name, document.Version, body)
	return err
}

// named is a document and its name.
type named struct {
	name string
	Document
}

func (db *DB) documents(ctx context.Context) ([]named, error) {
	return collect(ctx, db.reader, func(rows *sql.Rows) (one named, err error) {
		return one, rows.Scan(&one.name, &one.Version, &one.Body)
	}, `SELECT name, version, body FROM document`)
}

package store

import (
	"context"
	"database/sql"
	"fmt"
	"os"

	"clankergrid/backend/errs"
)

// salvage copies what can be read of the file into memory. Only the current
// schema is understood: an older file that cannot be migrated is left alone.
func salvage(ctx context.Context, path string, cause errs.Kind, into *DB) error {
	if cause == errs.Corrupt {
		return nil // and could not be set aside: nothing in it is to be believed
	}
	if _, err := os.Stat(path); err != nil {
		return nil // there is nothing to lose
	}
	pool, err := openReader(ctx, path, salvageWait)
	if err != nil {
		return err
	}
	from := newDB(pool, pool, path, Options{})
	defer from.Close()
	return copyAll(ctx, from, into)
}

// copyAll copies every record in one transaction.
func copyAll(ctx context.Context, from, into *DB) error {
	recents, err := from.Recents(ctx, 0)
	if err != nil {
		return err
	}
	processes, err := from.Processes(ctx)
	if err != nil {
		return err
	}
	workspaces, err := from.SavedWorkspaces(ctx)
	if err != nil {
		return err
	}
	documents, err := from.documents(ctx)
	if err != nil {
		return err
	}
	return transact(ctx, into.writer, func(tx *sql.Tx) error {
		for _, recent := range recents {
			last := from.LastSize(ctx, recent.Environment, recent.Path)
			if err := insertRecent(ctx, tx, recent, last); err != nil {
				return fmt.Errorf("recent folder: %w", err)
			}
		}
		for _, survivor := range processes {
			if err := insertProcess(ctx, tx, survivor); err != nil {
				return fmt.Errorf("process: %w", err)
			}
		}
		for _, saved := range workspaces {
			if err := insertWorkspace(ctx, tx, saved); err != nil {
				return fmt.Errorf("saved workspace: %w", err)
			}
		}
		for _, document := range documents {
			if err := insertDocument(ctx, tx, document.name, document.Document); err != nil {
				return fmt.Errorf("document: %w", err)
			}
		}
		return nil
	})
}

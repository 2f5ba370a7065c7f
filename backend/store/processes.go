package store

import (
	"context"
	"database/sql"

	"clankergrid/backend/core"
)

// keptProcesses bounds the journal. The product runs at most 200 terminals, and
// the rest is room for what several crashes left behind; the one started
// longest ago is dropped.
const keptProcesses = 1000

// ProcessStarted enters a session leader in the journal. Entering it again
// replaces the entry.
func (db *DB) ProcessStarted(ctx context.Context, survivor core.Survivor) error {
	return db.write(ctx, "store.ProcessStarted", "The record of a started process", func(tx *sql.Tx) error {
		if err := insertProcess(ctx, tx, survivor); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `
			DELETE FROM process WHERE (terminal, pid, start_time, boot_id) IN (
				SELECT terminal, pid, start_time, boot_id FROM process ORDER BY started DESC, pid LIMIT -1 OFFSET ?)`, keptProcesses)
		return err
	})
}

func insertProcess(ctx context.Context, tx *sql.Tx, s core.Survivor) error {
	_, err := tx.ExecContext(ctx, `
		INSERT OR REPLACE INTO process
			(terminal, pid, start_time, boot_id, name, environment, account, path, started)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		s.Terminal, s.Process.Pid, int64(s.Process.StartTime), s.Process.BootID, s.Process.Name,
		core.LocalEnvironment, core.DefaultAccount, s.Path, nanoseconds(s.Started))
	return err
}

// ProcessEnded removes a session leader from the journal. The terminal, pid,
// start time and boot name it; one that is not there is no error.
func (db *DB) ProcessEnded(ctx context.Context, terminal core.TerminalID, p core.Process) error {
	return db.write(ctx, "store.ProcessEnded", "The record of an ended process", func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx,
			`DELETE FROM process WHERE terminal = ? AND pid = ? AND start_time = ? AND boot_id = ?`,
			terminal, p.Pid, int64(p.StartTime), p.BootID)
		return err
	})
}

// Processes lists the journal, the first started first. Whether they still live
// is for the caller to find out.
func (db *DB) Processes(ctx context.Context) ([]core.Survivor, error) {
	processes, err := collect(ctx, db.reader, func(rows *sql.Rows) (s core.Survivor, err error) {
		var startTime, started int64
		err = rows.Scan(&s.Terminal, &s.Process.Pid, &startTime, &s.Process.BootID, &s.Process.Name, &s.Path, &started)
		s.Process.StartTime, s.Started = uint64(startTime), instant(started)
		return s, err
	}, `SELECT terminal, pid, start_time, boot_id, name, path, started FROM process
		WHERE environment = ? ORDER BY started, pid LIMIT ?`, core.LocalEnvironment, keptProcesses)
	if err != nil {
		return nil, failed("store.Processes", "The record of processes could not be read.", err)
	}
	return processes, nil
}

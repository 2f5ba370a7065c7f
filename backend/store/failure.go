package store

import (
	"context"
	"errors"
	"path/filepath"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"clankergrid/backend/core"
	"clankergrid/backend/errs"
)

// kindOf turns SQLite's result codes into our kinds. The low byte is the
// primary code; the rest refines it and is of no use for a decision.
func kindOf(err error) errs.Kind {
	if err == nil {
		return ""
	}
	var own *errs.Error
	if errors.As(err, &own) {
		return own.Kind
	}
	switch {
	case errors.Is(err, context.Canceled):
		return errs.Canceled
	case errors.Is(err, context.DeadlineExceeded):
		return errs.Timeout
	}
	var native *sqlite.Error
	if !errors.As(err, &native) {
		return errs.Internal
	}
	switch native.Code() & 0xff {
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return errs.Busy
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB:
		return errs.Corrupt
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR,
		sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_NOLFS:
		return errs.Storage
	case sqlite3.SQLITE_INTERRUPT:
		return errs.Canceled
	default:
		return errs.Internal
	}
}

// full reports whether the disk had no room, which has another remedy than a
// disk that refuses.
func full(err error) bool {
	var native *sqlite.Error
	return errors.As(err, &native) && native.Code()&0xff == sqlite3.SQLITE_FULL || outOfSpace(err)
}

func failed(op, message string, err error) error {
	hint := ""
	switch kind := kindOf(err); {
	case full(err):
		hint = "Free some space on the disk."
	case kind == errs.Storage:
		hint = "Make the settings folder writable."
	case kind == errs.Busy:
		hint = "Close the program that holds the state file and try again."
	case kind == errs.Corrupt:
		hint = "Start again to have the damaged state file set aside."
	}
	return errs.Wrap(op, kindOf(err), message, hint, err)
}

// The identifiers of notices; the same cause keeps the same one.
const (
	noticeCorrupt     = "state-corrupt"
	noticeLocked      = "state-locked"
	noticeReadOnly    = "state-read-only"
	noticeFull        = "state-full"
	noticeUnavailable = "state-unavailable"
	noticeWriteFailed = "state-write-failed"
)

func corruptNotice(path, aside string) core.Notice {
	return core.Notice{
		ID: noticeCorrupt, Level: "warning",
		Message: "The state file was damaged: it is kept as " + errs.Quote(aside) +
			" and a fresh " + errs.Quote(path) + " was made.",
		Hint: "Workspaces and recent folders start anew; delete the kept file when you do not need it.",
	}
}

// memoryNotice says why this run keeps its state in memory alone.
func memoryNotice(path string, cause error) core.Notice {
	name, kept := errs.Quote(path), ", so workspaces and recent folders are not kept after this run."
	switch {
	case kindOf(cause) == errs.Busy:
		return core.Notice{ID: noticeLocked, Level: "warning",
			Message: "Another program holds " + name + kept,
			Hint:    "Close that program and start again."}
	case full(cause):
		return core.Notice{ID: noticeFull, Level: "warning",
			Message: "The disk of " + name + " is full" + kept,
			Hint:    "Free some space and start again."}
	case kindOf(cause) == errs.Storage || kindOf(cause) == errs.Permission:
		return core.Notice{ID: noticeReadOnly, Level: "warning",
			Message: "The state file " + name + " cannot be written" + kept,
			Hint:    "Make the folder and the file writable and start again."}
	default:
		return core.Notice{ID: noticeUnavailable, Level: "warning",
			Message: "The state file " + name + " cannot be used" + kept,
			Hint:    "Move it out of " + errs.Quote(filepath.Dir(path)) + " and start again."}
	}
}

func writeFailedNotice(path string, failure error) core.Notice {
	public := errs.PublicOf(failure)
	return core.Notice{ID: noticeWriteFailed, Level: "warning",
		Message: "The state file " + errs.Quote(path) + " does not take changes now.", Hint: public.Hint}
}

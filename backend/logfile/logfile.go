// Package logfile keeps the product's log: JSON lines in one private, rotated
// file. It decides what must never be written there (registered secrets,
// attributes that are named like one) and that logging never fails its caller:
// a line that the disk does not take is counted and lost. It decides nothing
// about what is worth logging.
package logfile

import (
	"io"
	"log/slog"
	"path/filepath"

	"clankergrid/backend/errs"
	"clankergrid/backend/paths"
)

const (
	folder   = "logs"
	fileName = "clanker-grid.log"
	// maxBytes is where a file is put aside: large enough for weeks of quiet use,
	// small enough to attach to a report.
	maxBytes = 5 << 20
	// olderFiles are kept beside the current one; the oldest is removed.
	olderFiles = 3
)

// Options says where and how much to log.
type Options struct {
	// Dir is the state folder, absolute; the log is Dir/logs/clanker-grid.log.
	Dir string
	// Debug keeps lines below the info level too.
	Debug bool
}

// Log is an open log.
type Log struct {
	// Logger writes to the file. It is safe for concurrent use, and after Close
	// its lines are lost.
	Logger *slog.Logger
	// Path is the current file.
	Path string

	secrets *secrets
	file    *rotating
}

// Open opens the log. It fails, with kind Storage or Permission, only when the
// file cannot be opened now; what happens to the disk later costs lines and no
// error.
func Open(opts Options) (*Log, error) {
	dir := filepath.Join(opts.Dir, folder)
	if err := paths.Private(dir); err != nil {
		return nil, err
	}
	return openAt(filepath.Join(dir, fileName), maxBytes, opts.Debug)
}

func openAt(path string, limit int64, debug bool) (*Log, error) {
	file := &rotating{path: path, limit: limit}
	if err := file.open(); err != nil {
		return nil, errs.Wrap("logfile.Open", errs.Storage, "The log "+errs.Quote(path)+" cannot be written.",
			"Make its folder writable to keep a log.", err)
	}
	known := &secrets{}
	return &Log{Logger: newLogger(file, known, debug), Path: path, secrets: known, file: file}, nil
}

func newLogger(to io.Writer, known *secrets, debug bool) *slog.Logger {
	level := slog.LevelInfo
	if debug {
		level = slog.LevelDebug
	}
	return slog.New(redacting{
		known: known,
		to:    slog.NewJSONHandler(scrubbing{to, known}, &slog.HandlerOptions{Level: level, ReplaceAttr: known.attribute}),
	})
}

// Redact keeps secret out of every later line, wherever it would appear. A
// secret of fewer than 8 bytes is ignored: it would be found in everything.
func (l *Log) Redact(secret string) { l.secrets.add(secret) }

// Lost counts the lines that the disk did not take.
func (l *Log) Lost() uint64 { return l.file.lost.Load() }

// Close closes the file. It may be called more than once.
func (l *Log) Close() error { return l.file.close() }

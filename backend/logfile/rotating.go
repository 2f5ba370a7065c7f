package logfile

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"sync/atomic"
)

// rotating is a file that is put aside when it is full: name.log becomes
// name.1.log, and so on up to olderFiles. Nothing of it runs in the background.
type rotating struct {
	path  string
	limit int64
	lost  atomic.Uint64

	mu     sync.Mutex // guards the rest
	file   *os.File   // nil after close, and while the disk refuses
	size   int64
	closed bool
}

var _ io.Writer = (*rotating)(nil)

// Write appends one line. It claims success in every case, for slog's callers
// could do nothing about an error.
func (r *rotating) Write(line []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.ready(int64(len(line))) {
		r.lost.Add(1)
		return len(line), nil
	}
	n, err := r.file.Write(line)
	r.size += int64(n)
	if err != nil {
		r.lost.Add(1)
		if n > 0 {
			// The next line must not continue the part of this one.
			r.file.Truncate(r.size - int64(n))
			r.size -= int64(n)
		}
	}
	return len(line), nil
}

// ready makes room for more bytes; the caller holds mu. A file that cannot be
// put aside is written to beyond its limit, but not beyond twice of it: a log
// must not fill a disk.
func (r *rotating) ready(more int64) bool {
	if r.closed {
		return false
	}
	if r.file == nil {
		return r.openLocked() == nil
	}
	if r.size+more <= r.limit || r.size == 0 {
		return true
	}
	r.rotate()
	return r.file != nil && (r.size == 0 || r.size+more <= 2*r.limit)
}

// rotate shifts the names and starts a fresh file. Every step may fail, for
// example while another program of the user has a file open on Windows; the
// file that remains under our name is then gone on with.
func (r *rotating) rotate() {
	r.file.Close()
	r.file = nil
	for n := olderFiles; n > 1; n-- {
		os.Rename(r.older(n-1), r.older(n))
	}
	os.Rename(r.path, r.older(1))
	r.openLocked()
}

func (r *rotating) older(n int) string {
	return fmt.Sprintf("%s.%d.log", strings.TrimSuffix(r.path, ".log"), n)
}

func (r *rotating) open() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.openLocked()
}

func (r *rotating) openLocked() error {
	file, err := os.OpenFile(r.path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("not a regular file")
	}
	if err == nil {
		err = file.Chmod(0o600)
	}
	if err != nil {
		return errors.Join(err, file.Close())
	}
	r.file, r.size = file, info.Size()
	return nil
}

func (r *rotating) close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closed = true
	if r.file == nil {
		return nil
	}
	err := r.file.Close()
	r.file = nil
	return err
}

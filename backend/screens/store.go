// Package screens keeps the newest output of panes in private files and turns it
// into plain lines when a pane is restored. It decides how much is kept, who may
// read it, and what a kept screen can never do: its lines hold no control
// characters, whatever a program wrote. It must not know when a screen is kept
// or how it is shown. It is the only user of the emulator library.
package screens

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"clankergrid/backend/atomicfile"
	"clankergrid/backend/core"
	"clankergrid/backend/errs"
	"clankergrid/backend/paths"
)

const (
	// MaxTail bounds what is kept of one pane: a thousand full lines are about a
	// fifth of it, the rest is room for colours and redrawing. Of a longer one the
	// end is kept.
	MaxTail = 512 << 10
	// maxHeader bounds the line before it.
	maxHeader = 512
	// formatVersion is that of the files. They may be lost without regret, so one of
	// another version counts as none.
	formatVersion = 1

	suffix = ".screen"
	// aside follows the name of a file that was put away.
	aside = ".aside"
)

// Screen is the newest output of a pane.
type Screen struct {
	// Size is the grid that it was written for.
	Size core.Size
	// Saved is when it was kept.
	Saved time.Time
	// Alternate is set when the alternate screen was shown before Tail.
	Alternate bool
	// Tail is output as the program wrote it.
	Tail []byte
}

// header is the first line of a file; the tail follows it.
type header struct {
	Version   int       `json:"version"`
	Cols      uint16    `json:"cols"`
	Rows      uint16    `json:"rows"`
	Alternate bool      `json:"alternate,omitempty"`
	Saved     time.Time `json:"saved"`
}

// Store is a folder of kept screens, which is made when it is first needed. It is
// safe for concurrent use.
type Store struct {
	dir string
	// mu lets one change at a time happen, so that what is removed stays removed.
	mu sync.Mutex
}

// New returns the store in a folder, absolute.
func New(dir string) *Store { return &Store{dir: dir} }

// Dir is the folder.
func (s *Store) Dir() string { return s.dir }

// Save replaces what is kept of a pane. What is not final is not flushed: a machine
// that loses power may lose it, and the disk is not made busy for it. Kinds: Invalid for a pane ID that is none,
// Denied for a folder that is a link, and those of a failing disk.
func (s *Store) Save(pane core.PaneID, screen Screen, final bool) error {
	path, err := s.path(pane)
	if err != nil {
		return err
	}
	head, err := json.Marshal(header{formatVersion, screen.Size.Cols, screen.Size.Rows, screen.Alternate, screen.Saved.UTC()})
	if err != nil {
		return errs.Wrap("screens.Save", errs.Invalid, "The kept screen has no valid date.", "", err)
	}
	tail := screen.Tail[max(0, len(screen.Tail)-MaxTail):]
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.folder(); err != nil {
		return err
	}
	if final {
		return atomicfile.Write(path, 0o600, join(head, tail))
	}
	return errs.Wrap("screens.Save", errs.Storage, "A screen could not be kept.", "Free some space.", replace(path, join(head, tail)))
}

// replace is atomicfile.Write without flushing.
func replace(path string, data []byte) error {
	temp, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*.tmp") // 0600
	if err != nil {
		return err
	}
	_, err = temp.Write(data)
	if err = errors.Join(err, temp.Close()); err == nil {
		err = os.Rename(temp.Name(), path)
	}
	if err != nil {
		os.Remove(temp.Name())
	}
	return err
}

// SetAside puts away what is kept of a pane, if anything is, until the pane is
// forgotten. It takes the place of what was put away before.
func (s *Store) SetAside(pane core.PaneID) error {
	path, err := s.path(pane)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err = os.Rename(path, path+aside); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return errs.Wrap("screens.SetAside", errs.Storage, "A kept screen could not be put away.", "", err)
}

func join(head, tail []byte) []byte {
	return append(append(append(make([]byte, 0, len(head)+1+len(tail)), head...), '\n'), tail...)
}

// Load returns what is kept of a pane. Kinds: NotFound; Corrupt for what cannot be
// understood; Denied for anything but a plain file.
func (s *Store) Load(pane core.PaneID) (Screen, error) {
	const op = "screens.Load"
	path, err := s.path(pane)
	if err != nil {
		return Screen{}, err
	}
	text, err := readPlain(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Screen{}, errs.New(op, errs.NotFound, "No screen of the pane is kept.", "")
	}
	if err != nil {
		return Screen{}, err
	}
	first, tail, found := bytes.Cut(text, []byte{'\n'})
	var head header
	if !found || len(first) > maxHeader || json.Unmarshal(first, &head) != nil || head.Version != formatVersion || len(tail) > MaxTail {
		return Screen{}, errs.New(op, errs.Corrupt, "The kept screen of the pane cannot be understood.", "")
	}
	size := core.Size{Cols: head.Cols, Rows: head.Rows}
	if !size.Valid() {
		size = core.DefaultSize
	}
	return Screen{Size: size, Saved: head.Saved, Alternate: head.Alternate, Tail: tail}, nil
}

// readPlain reads a regular file and follows no link.
func readPlain(path string) ([]byte, error) {
	const op = "screens.readPlain"
	info, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	refused := errs.New(op, errs.Denied, "The kept screen is not a plain file.", "Remove it.")
	if !info.Mode().IsRegular() {
		return nil, refused // before it is opened: a pipe would wait for its writer
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, errs.Wrap(op, errs.Storage, "The kept screen cannot be read.", "", err)
	}
	defer f.Close()
	if now, err := f.Stat(); err != nil || !os.SameFile(info, now) {
		return nil, refused
	}
	text, err := io.ReadAll(io.LimitReader(f, maxHeader+1+MaxTail+1))
	return text, errs.Wrap(op, errs.Storage, "The kept screen cannot be read.", "", err)
}

// Remove forgets what is kept of a pane, if anything is.
func (s *Store) Remove(pane core.PaneID) error {
	path, err := s.path(pane)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return errors.Join(removed(os.Remove(path)), removed(os.Remove(path+aside)))
}

// Sweep forgets all panes but those that keep reports, given when their file was
// written.
func (s *Store) Sweep(keep func(pane core.PaneID, written time.Time) bool) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if info, err := os.Lstat(s.dir); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		return linked()
	}
	entries, err := os.ReadDir(s.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return removed(err)
	}
	var failed error
	for _, entry := range entries {
		name := entry.Name()
		id, ours := strings.CutSuffix(strings.TrimSuffix(name, aside), suffix)
		pane := core.PaneID(id)
		if ours = ours && validPane(pane); ours && keep(pane, written(entry)) {
			continue
		}
		// What a crash left of a file that was being written begins with a dot.
		if ours || strings.HasPrefix(name, ".") && strings.Contains(name, suffix+".") {
			failed = errors.Join(failed, removed(os.Remove(filepath.Join(s.dir, name))))
		}
	}
	return failed
}

// written is when a file changed last; now when nobody knows.
func written(entry fs.DirEntry) time.Time {
	info, err := entry.Info()
	if err != nil {
		return time.Now()
	}
	return info.ModTime()
}

// RemoveAll forgets all panes.
func (s *Store) RemoveAll() error {
	return s.Sweep(func(core.PaneID, time.Time) bool { return false })
}

// path is where a pane's screen is kept. A pane ID comes from a frontend or a
// stored document and becomes a file's name only when it can be nothing else.
func (s *Store) path(pane core.PaneID) (string, error) {
	if !validPane(pane) {
		return "", errs.New("screens.path", errs.Invalid, "The pane "+errs.Quote(string(pane))+" is none.", "")
	}
	return filepath.Join(s.dir, string(pane)+suffix), nil
}

func validPane(pane core.PaneID) bool {
	return len(pane) == 32 && strings.Trim(string(pane), "0123456789abcdef") == ""
}

// folder makes the folder and refuses one that is a link to another.
func (s *Store) folder() error {
	if err := paths.Private(s.dir); err != nil {
		return err
	}
	if info, err := os.Lstat(s.dir); err != nil || !info.IsDir() {
		return linked()
	}
	return nil
}

func linked() error {
	return errs.New("screens.folder", errs.Denied, "The folder of kept screens is a link.", "Remove the link.")
}

func removed(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return errs.Wrap("screens.Remove", errs.Storage, "A kept screen could not be removed.", "Remove the folder of kept screens.", err)
}

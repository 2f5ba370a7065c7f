package shell

import (
	"crypto/rand"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"clankergrid/backend/errs"
)

// Bounds of uploads. What they refuse is of kind Limit.
const (
	// MaxUpload is the largest file: more than any screenshot or document that is
	// handed to a terminal, small enough to be read into a CLI at all.
	MaxUpload = 64 << 20
	// maxKept bounds all files of one run together.
	maxKept = 1 << 30
	// maxPartial bounds files under way: a drop of many files goes in turns.
	maxPartial = 16
	// partialTimeout drops an upload whose page went away.
	partialTimeout = time.Minute
	// maxName leaves room for the folder below the 255 bytes of a file name.
	maxName = 120
)

// Uploads keeps files that pages hand over and pictures that were pasted, in a private folder that lasts as
// long as the application.
type Uploads struct {
	dir string

	mu      sync.Mutex // guards the rest
	partial map[string]*upload
	kept    int64 // bytes, finished and announced
	closed  bool
}

type upload struct {
	file    *os.File
	size    int64
	written int64
	// expiry drops the upload unless another piece arrives in time.
	expiry *time.Timer
}

// NewUploads keeps files below dir, which belongs to this object alone: what an
// earlier run left there is removed now, and everything by Close.
func NewUploads(dir string) *Uploads {
	os.RemoveAll(dir) // a failure shows when the folder is made
	return &Uploads{dir: dir, partial: map[string]*upload{}}
}

// Begin announces a file of exactly size bytes.
func (u *Uploads) Begin(name string, size int64) (string, error) {
	const op = "shell.Uploads.Begin"
	if size < 0 {
		return "", errs.New(op, errs.Invalid, "A file cannot have a negative size.", "")
	}
	if size > MaxUpload {
		return "", errs.New(op, errs.Limit, "The file is larger than 64 MiB.", "Copy it to this machine by other means and insert its path.")
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	switch {
	case u.closed:
		return "", errs.New(op, errs.Unavailable, "The application ends.", "")
	case len(u.partial) >= maxPartial:
		return "", errs.New(op, errs.Limit, "Too many files are being received.", "Wait for some of them to arrive.")
	case u.kept+size > maxKept:
		return "", errs.New(op, errs.Limit, "The files received since the start exceed 1 GiB.", "Restart the application, or copy the file by other means.")
	}
	var random [16]byte
	rand.Read(random[:]) // never fails: crypto/rand aborts the program instead
	id := hex.EncodeToString(random[:])
	folder := filepath.Join(u.dir, id) // one each, so that the name stays the user's
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return "", storageError(op, err)
	}
	file, err := os.OpenFile(filepath.Join(folder, safeName(name)), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return "", storageError(op, err)
	}
	u.partial[id] = &upload{file: file, size: size, expiry: time.AfterFunc(partialTimeout, func() { u.expire(id) })}
	u.kept += size
	return id, nil
}

// Append adds a piece in standard base64. A piece that does not fit ends the
// upload.
func (u *Uploads) Append(id, piece string) error {
	const op = "shell.Uploads.Append"
	u.mu.Lock()
	defer u.mu.Unlock()
	up := u.partial[id]
	if up == nil {
		return errs.New(op, errs.NotFound, "The file is no longer being received.", "Hand it over again.")
	}
	data, err := base64.StdEncoding.DecodeString(piece)
	if err == nil && up.written+int64(len(data)) > up.size {
		err = fmt.Errorf("%d bytes at %d of %d", len(data), up.written, up.size)
	}
	if err != nil {
		u.drop(id)
		return errs.Wrap(op, errs.Invalid, "The file did not arrive as announced.", "Hand it over again.", err)
	}
	if err := up.write(data); err != nil {
		u.drop(id)
		return storageError(op, err)
	}
	return nil
}

// Keep takes a whole file that is here already and returns its absolute path.
func (u *Uploads) Keep(name string, content []byte) (string, error) {
	id, err := u.Begin(name, int64(len(content)))
	if err != nil {
		return "", err
	}
	if err := u.fill(id, content); err != nil {
		return "", err
	}
	return u.Finish(id)
}

// fill writes the whole content of an upload that has just begun.
func (u *Uploads) fill(id string, content []byte) error {
	u.mu.Lock()
	defer u.mu.Unlock()
	up := u.partial[id]
	if up == nil { // the application ends; Finish says so
		return nil
	}
	if err := up.write(content); err != nil {
		u.drop(id)
		return storageError("shell.Uploads.Keep", err)
	}
	return nil
}

func (up *upload) write(data []byte) error {
	if _, err := up.file.Write(data); err != nil {
		return err
	}
	up.written += int64(len(data))
	up.expiry.Reset(partialTimeout)
	return nil
}

// Finish returns the absolute path of the complete file.
func (u *Uploads) Finish(id string) (string, error) {
	const op = "shell.Uploads.Finish"
	u.mu.Lock()
	defer u.mu.Unlock()
	up := u.partial[id]
	if up == nil {
		return "", errs.New(op, errs.NotFound, "The file is no longer being received.", "Hand it over again.")
	}
	if up.written != up.size {
		u.drop(id)
		return "", errs.New(op, errs.Invalid, "The file did not arrive as announced.", "Hand it over again.")
	}
	path := up.file.Name()
	if err := up.file.Close(); err != nil {
		u.drop(id)
		return "", storageError(op, err)
	}
	delete(u.partial, id)
	up.expiry.Stop()
	return path, nil
}

// Close drops what is under way and removes every file.
func (u *Uploads) Close() error {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.closed = true
	for id := range u.partial {
		u.drop(id)
	}
	if err := os.RemoveAll(u.dir); err != nil {
		return storageError("shell.Uploads.Close", err)
	}
	return nil
}

// expire drops an upload whose page went away.
func (u *Uploads) expire(id string) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.partial[id] != nil { // else it was finished or dropped at this moment
		u.drop(id)
	}
}

// drop removes a partial file. The caller holds mu.
func (u *Uploads) drop(id string) {
	up := u.partial[id]
	delete(u.partial, id)
	up.expiry.Stop()
	u.kept -= up.size
	up.file.Close()
	os.RemoveAll(filepath.Dir(up.file.Name()))
}

// safeName keeps the last part of a name that a page sent and makes it harmless
// on every system and in every shell that forgets to quote it.
func safeName(name string) string {
	if i := strings.LastIndexAny(name, `/\`); i >= 0 {
		name = name[i+1:]
	}
	name = strings.Map(func(r rune) rune {
		if r == utf8.RuneError || !unicode.IsPrint(r) || strings.ContainsRune("<>:\"|?*`$'!&;", r) {
			return '_'
		}
		return r
	}, name)
	name = strings.Trim(strings.TrimLeft(name, ".-~ "), ". ")
	if len(name) > maxName {
		ext := filepath.Ext(name)
		if len(ext) > 16 {
			ext = ""
		}
		name = strings.ToValidUTF8(name[:maxName-len(ext)], "") + ext
	}
	if name == "" || reserved(name) {
		name = "file_" + name
	}
	return name
}

// reserved names devices on Windows, with any extension.
func reserved(name string) bool {
	base, _, _ := strings.Cut(strings.ToUpper(name), ".")
	switch base {
	case "CON", "PRN", "AUX", "NUL":
		return true
	}
	return len(base) == 4 && (strings.HasPrefix(base, "COM") || strings.HasPrefix(base, "LPT"))
}

func storageError(op string, err error) error {
	return errs.Wrap(op, errs.Storage, "The file cannot be kept on this machine.", "Free some space, or insert a path instead.", err)
}

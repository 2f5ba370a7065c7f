package store

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"clankergrid/backend/errs"
)

// The parts of SQLite's file header that are read without SQLite
// (https://www.sqlite.org/fileformat2.html, section 1.3).
const (
	headerSize        = 100
	headerMagic       = "SQLite format 3\x00"
	headerFormats     = 18 // of writing and of reading, a byte each: 1 rollback journal, 2 write-ahead log
	headerUserVersion = 60
)

// inspect looks at the file before SQLite does, because SQLite may write to
// what it opens: it recovers a journal and folds the write-ahead log in. It
// returns whether the file exists, and an error of kind Newer, Corrupt, Storage
// or Permission when the file must not be opened for writing.
func inspect(path string) (exists bool, err error) {
	const op = "store.Open"
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return false, errs.Wrap(op, errs.Storage, "The state file "+errs.Quote(path)+" cannot be looked at.", "", err)
	case !info.Mode().IsRegular():
		return true, errs.New(op, errs.Corrupt, errs.Quote(path)+" is not a file.", "")
	}
	file, err := os.Open(path)
	if err != nil {
		return true, errs.Wrap(op, errs.Permission, "The state file "+errs.Quote(path)+" cannot be read.", "", err)
	}
	defer file.Close()
	header := make([]byte, headerSize)
	if _, err := io.ReadFull(file, header); errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		// An empty file would pass for a new database, and the user would never
		// learn that something was lost.
		return true, errs.New(op, errs.Corrupt, "The state file "+errs.Quote(path)+" is cut short.", "")
	} else if err != nil {
		return true, errs.Wrap(op, errs.Storage, "The state file "+errs.Quote(path)+" cannot be read.", "", err)
	}
	if !bytes.HasPrefix(header, []byte(headerMagic)) {
		return true, errs.New(op, errs.Corrupt, "The file "+errs.Quote(path)+" is not a database.", "")
	}
	// With another format SQLite reads the file, or not, and never writes to it. There
	// is no such format, so these bytes are damaged.
	for _, format := range header[headerFormats : headerFormats+2] {
		if format != 1 && format != 2 {
			return true, errs.New(op, errs.Corrupt, "The state file "+errs.Quote(path)+" is damaged.", "")
		}
	}
	if version := int64(int32(binary.BigEndian.Uint32(header[headerUserVersion:]))); version > schemaVersion {
		return true, newer(path, version)
	}
	// A file that was made read-only on purpose stays so, even for root, whom
	// the system would not stop.
	if info.Mode().Perm()&0o200 == 0 {
		return true, errs.New(op, errs.Storage, "The state file "+errs.Quote(path)+" is read-only.", "")
	}
	return true, nil
}

// sidecars are the files that SQLite keeps beside a database.
var sidecars = []string{"-wal", "-shm", "-journal"}

// setAside renames a damaged database and its sidecars so that nothing is lost,
// and returns the database's new path. The database goes last: were it gone
// while a log remains, the next database would adopt that log.
func setAside(path string, now time.Time) (string, error) {
	aside, err := freeName(path + ".corrupt-" + now.UTC().Format("20060102T150405Z"))
	if err != nil {
		return "", err
	}
	for _, suffix := range append(sidecars, "") {
		err := os.Rename(path+suffix, aside+suffix)
		if err != nil && !(suffix != "" && errors.Is(err, fs.ErrNotExist)) {
			return "", err
		}
	}
	return aside, nil
}

// freeName returns name, or name-2 and so on when files of that name exist. It
// gives up after 100: something else is wrong then.
func freeName(name string) (string, error) {
	for n := 1; n <= 100; n++ {
		candidate := name
		if n > 1 {
			candidate = fmt.Sprintf("%s-%d", name, n)
		}
		if _, err := os.Lstat(candidate); errors.Is(err, fs.ErrNotExist) {
			return candidate, nil
		} else if err != nil {
			return "", err
		}
	}
	return "", fmt.Errorf("no free name beside %s", name)
}

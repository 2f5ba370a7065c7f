// Package installed keeps the copy of clanker that launches point to: it lies in
// the user's data folder under its own hash, so that an upgrade or a rebuild of
// the application never changes a program that runs. It decides which clanker
// belongs to this application, that a copy is what it should be, and which copies
// nobody needs any more.
//
// It must not run clanker, and it trusts no file for its name or place: only for
// its hash.
package installed

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"time"

	"clankergrid/backend/atomicfile"
	"clankergrid/backend/errs"
	"clankergrid/backend/paths"
)

// Copy is one clanker in the data folder.
type Copy struct {
	Path   string
	SHA256 string
}

// folder holds the copies, one folder per hash, below the data folder.
const folder = "bin"

// copyMode closes a copy to other users.
const copyMode = 0o700

// maxProgram bounds what is read as a program: ours has some 30 MB, and a path
// that leads to something else must not fill the memory.
const maxProgram = 512 << 20

// Install makes sure that the data folder has the clanker of a source, and
// returns it. A right copy is kept as it is; anything else in its place is
// replaced, a link included, and never followed.
//
// Kinds: NotFound (the source is gone), Corrupt (it is not what the manifest
// says), Storage and Permission (the folder cannot be written).
func Install(ctx context.Context, data string, from Source) (Copy, error) {
	const op = "installed.Install"
	unreadable := func(err error) error {
		return errs.Wrap(op, errs.NotFound, "The program "+errs.Quote(from.Path)+" cannot be read.", "Install the application again.", err)
	}
	sum, err := sumOf(from.Path)
	if err != nil {
		return Copy{}, unreadable(err)
	}
	if from.SHA256 != "" && sum != from.SHA256 {
		return Copy{}, errs.New(op, errs.Corrupt, "The program "+errs.Quote(from.Path)+" is not the one that this version came with.", "Install the application again.")
	}
	if err := ctx.Err(); err != nil {
		return Copy{}, errs.Wrap(op, errs.Canceled, "", "", err)
	}
	c := Copy{Path: filepath.Join(data, folder, sum, filepath.Base(from.Path)), SHA256: sum}
	for _, dir := range []string{filepath.Join(data, folder), filepath.Dir(c.Path)} {
		if err := ownFolder(dir); err != nil {
			return Copy{}, err
		}
	}
	if c.intact() {
		return c, nil
	}
	// Only now is it held whole: this is once per version, and the sum at every start.
	program, err := os.ReadFile(from.Path)
	if err != nil {
		return Copy{}, unreadable(err)
	}
	if read := sha256.Sum256(program); hex.EncodeToString(read[:]) != sum {
		return Copy{}, errs.New(op, errs.Conflict, "The program "+errs.Quote(from.Path)+" was replaced while it was read.", "Start the application again.")
	}
	return c, atomicfile.Write(c.Path, copyMode, program)
}

// ownFolder makes a private folder. A link in its place is refused: its owner
// could turn it to a folder where others write.
func ownFolder(dir string) error {
	if info, err := os.Lstat(dir); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		return errs.New("installed.ownFolder", errs.Permission, "The folder "+errs.Quote(dir)+" is a link and cannot be trusted.", "Remove it and start again.")
	}
	return paths.Private(dir)
}

// intact reports whether the copy is there, a file of its own, closed to others,
// and what its folder's name says.
func (c Copy) intact() bool {
	info, err := os.Lstat(c.Path)
	if err != nil || !info.Mode().IsRegular() || !closed(info) {
		return false
	}
	sum, err := sumOf(c.Path)
	return err == nil && sum == c.SHA256
}

// sumOf reads a program piece by piece.
func sumOf(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() || info.Size() > maxProgram {
		return "", errors.New("installed: no program")
	}
	hash := sha256.New()
	_, err = io.Copy(hash, file)
	return hex.EncodeToString(hash.Sum(nil)), err
}

var hashPattern = regexp.MustCompile(`^[0-9a-f]{64}$`)

// restBeforeRemoval is how long a copy is kept after it was installed, used or
// not: another version of the application may be starting just now, and its first
// launch comes after its copy.
const restBeforeRemoval = 24 * time.Hour

// RemoveUnused removes the copies that no process runs and that are older than
// both a day and the copy that is kept. What is no copy of ours stays. It returns
// how many it removed.
func RemoveUnused(data string, keep Copy, now time.Time) (removed int, err error) {
	kept, err := os.Lstat(keep.Path)
	if err != nil {
		return 0, errs.Wrap("installed.RemoveUnused", errs.NotFound, "The installed program is gone.", "", err)
	}
	dir := filepath.Join(data, folder)
	entries, err := os.ReadDir(dir)
	if err != nil {
		return 0, errs.Wrap("installed.RemoveUnused", errs.Storage, "", "", err)
	}
	for _, entry := range entries {
		path := filepath.Join(dir, entry.Name())
		if !entry.IsDir() || !hashPattern.MatchString(entry.Name()) || entry.Name() == keep.SHA256 {
			continue
		}
		program := filepath.Join(path, filepath.Base(keep.Path))
		info, err := os.Lstat(program)
		if err != nil || !info.Mode().IsRegular() || !info.ModTime().Before(kept.ModTime()) || now.Sub(info.ModTime()) < restBeforeRemoval || inUse(program) {
			continue
		}
		// Its folder is removed only when nothing else lies in it.
		if os.Remove(program) == nil && os.Remove(path) == nil {
			removed++
		}
	}
	return removed, nil
}

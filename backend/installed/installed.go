// Package installed keeps the copy of clanker that launches point to: it lies in
// the user's data folder under its own hash, so that an upgrade or a rebuild of
// the application never changes a program that runs. It decides which clanker
// belongs to this application, that a copy is what it should be, and which copies
// nobody needs any more.
//
// It must not run clanker, and it takes no file that another user could have put
// in its place.
//
// Several owners may share one data folder, each with a version of its own. Two
// kinds of locks keep them apart: one over the folder, held while copies are made
// and removed, and one per copy, held as long as an owner lives that uses it.
package installed

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/gofrs/flock"

	"clankergrid/backend/atomicfile"
	"clankergrid/backend/errs"
	"clankergrid/backend/paths"
)

// Copy is one clanker in the data folder. It is kept for its holder until Close.
type Copy struct {
	Path   string
	SHA256 string
	held   *flock.Flock
}

// folder holds the copies, one folder per hash, below the data folder.
const folder = "bin"

// copyMode closes a copy to other users.
const copyMode = 0o700

// Install makes sure that the data folder has the clanker of a source, and
// returns it. A right copy is kept as it is; anything else in its place is
// replaced, a link included, and never followed. Its name does not depend on the
// source's. The time of the copy becomes now: that is when it was last used.
//
// Kinds: NotFound (the source is gone), Corrupt (it is not what the manifest
// says), Storage and Permission (the folder cannot be written), Canceled.
func Install(ctx context.Context, data string, from Source) (*Copy, error) {
	sum, err := sourceSum(ctx, from)
	if err != nil {
		return nil, err
	}
	c := &Copy{Path: filepath.Join(data, folder, sum, programName(runtime.GOOS)), SHA256: sum}
	for _, dir := range []string{filepath.Join(data, folder), filepath.Dir(c.Path)} {
		if err := ownFolder(dir); err != nil {
			return nil, err
		}
	}
	unlock, err := lockFolder(ctx, data)
	if err != nil {
		return nil, err
	}
	defer unlock()
	// Another owner may have removed it, empty as it was, until the lock was had.
	if err := ownFolder(filepath.Dir(c.Path)); err != nil {
		return nil, err
	}
	if err := c.hold(ctx); err != nil {
		return nil, err
	}
	if err := c.fill(ctx, from); err != nil {
		return nil, errors.Join(err, c.held.Close())
	}
	c.touch()
	return c, nil
}

// Close lets the copy be removed once it has not been used for long enough.
func (c *Copy) Close() error {
	c.touch()
	return c.held.Close()
}

// Missing reports whether the copy was removed by somebody who knows no locks.
func (c *Copy) Missing() bool {
	info, err := os.Lstat(c.Path)
	return err != nil || !info.Mode().IsRegular()
}

// touch notes that the copy is in use now. On a disk that takes no times it is
// kept by its lock alone.
func (c *Copy) touch() { used(c.Path, time.Now()) }

func used(program string, at time.Time) { os.Chtimes(program, at, at) }

// sourceSum reads the source and compares it with what the manifest says.
func sourceSum(ctx context.Context, from Source) (string, error) {
	sum, err := sumOf(ctx, from.Path)
	switch {
	case err != nil:
		return "", unreadable(ctx, from, err)
	case from.SHA256 != "" && sum != from.SHA256:
		return "", errs.New("installed.Install", errs.Corrupt, "The program "+errs.Quote(from.Path)+" is not the one that this version came with.", "Install the application again.")
	}
	return sum, nil
}

func unreadable(ctx context.Context, from Source, err error) error {
	const op = "installed.Install"
	if ctx.Err() != nil {
		return errs.Wrap(op, errs.Canceled, "", "", err)
	}
	return errs.Wrap(op, errs.NotFound, "The program "+errs.Quote(from.Path)+" cannot be read.", "Install the application again.", err)
}

// fill writes the copy unless it is what it should be.
func (c *Copy) fill(ctx context.Context, from Source) error {
	if c.intact(ctx) {
		return nil
	}
	// Only now is it held whole: this is once per version, and the sum at every start.
	program, err := read(ctx, from.Path)
	if err != nil {
		return unreadable(ctx, from, err)
	}
	if sum := sha256.Sum256(program); hex.EncodeToString(sum[:]) != c.SHA256 {
		return errs.New("installed.Install", errs.Conflict, "The program "+errs.Quote(from.Path)+" was replaced while it was read.", "Start the application again.")
	}
	return atomicfile.Write(c.Path, copyMode, program)
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
func (c *Copy) intact(ctx context.Context) bool {
	info, err := os.Lstat(c.Path)
	if err != nil || !info.Mode().IsRegular() || !closed(info) {
		return false
	}
	sum, err := sumOf(ctx, c.Path)
	return err == nil && sum == c.SHA256
}

package installed

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"

	"clankergrid/backend/errs"
)

// lockFile lies beside a copy, and in the folder of all of them.
const lockFile = "clanker.lock"

// lockPoll is how often a lock is tried that another process has. It has it for
// as long as a program is written, which is under a second.
const lockPoll = 20 * time.Millisecond

// lockFolder keeps other owners from making and removing copies.
func lockFolder(ctx context.Context, data string) (unlock func() error, err error) {
	lock, err := lockAt(filepath.Join(data, folder, lockFile))
	if err != nil {
		return nil, err
	}
	if _, err := lock.TryLockContext(ctx, lockPoll); err != nil {
		return nil, unlockable(ctx, lock, err)
	}
	return lock.Close, nil
}

// hold keeps a copy from being removed, by this owner among others.
func (c *Copy) hold(ctx context.Context) error {
	lock, err := lockAt(filepath.Join(filepath.Dir(c.Path), lockFile))
	if err != nil {
		return err
	}
	if _, err := lock.TryRLockContext(ctx, lockPoll); err != nil {
		return unlockable(ctx, lock, err)
	}
	c.held = lock
	return nil
}

// lockAt refuses whatever is no file: to open a pipe waits for its other end.
func lockAt(path string) (*flock.Flock, error) {
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
		return nil, errs.New("installed.lockAt", errs.Permission, errs.Quote(path)+" is not a file.", "Remove it and start again.")
	}
	return flock.New(path, flock.SetPermissions(0o600)), nil
}

func unlockable(ctx context.Context, lock *flock.Flock, err error) error {
	const op = "installed.lock"
	if ctx.Err() != nil {
		return errs.Wrap(op, errs.Canceled, "", "", err)
	}
	return errs.Wrap(op, errs.Storage, "The file "+errs.Quote(lock.Path())+" cannot be locked.", "Keep the data folder on a disk that can lock files.", err)
}

// unheld removes the lock of a copy that no owner holds, and reports whether that
// was so. The folder's lock is held: nobody can begin to hold the copy now.
func unheld(dir string) bool {
	path := filepath.Join(dir, lockFile)
	info, err := os.Lstat(path)
	if err != nil {
		return os.IsNotExist(err) // made by a version that knew no locks
	}
	if !info.Mode().IsRegular() {
		return false
	}
	lock := flock.New(path, flock.SetPermissions(fs.FileMode(0o600)))
	free, err := lock.TryLock()
	if closing := lock.Close(); err != nil || !free || closing != nil {
		return false
	}
	return os.Remove(path) == nil
}

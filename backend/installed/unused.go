package installed

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"clankergrid/backend/errs"
)

var hashPattern = regexp.MustCompile(`^[0-9a-f]{64}$`)

const (
	// unusedFor is how long a copy is kept that no owner holds and no process runs.
	// Hooks of a program that outlives its owner start it by its path, now and then.
	unusedFor = 30 * 24 * time.Hour
	// unfinishedFor is how old a copy is that somebody began to write and never will
	// finish: that takes a second, and is not begun while this package removes.
	unfinishedFor = time.Hour
)

// RemoveUnused removes the copies that no owner has used for 30 days, and what is
// left of copies that were never finished. What is in use is noted as used now, so
// that a copy's time is when it was last seen in use. What is no copy of ours
// stays. It returns how many copies it removed.
func RemoveUnused(ctx context.Context, data string, keep *Copy, now time.Time) (removed int, err error) {
	unlock, err := lockFolder(ctx, data)
	if err != nil {
		return 0, err
	}
	defer unlock()
	dir := filepath.Join(data, folder)
	entries, err := os.ReadDir(dir)
	if err != nil {
		return 0, errs.Wrap("installed.RemoveUnused", errs.Storage, "", "", err)
	}
	for _, entry := range entries {
		if ctx.Err() != nil {
			return removed, nil // the next start goes on
		}
		if !entry.IsDir() || !hashPattern.MatchString(entry.Name()) {
			continue
		}
		of := filepath.Join(dir, entry.Name())
		removeUnfinished(of, now)
		if entry.Name() != keep.SHA256 && removeUnused(of, filepath.Base(keep.Path), now) {
			removed++
		}
	}
	return removed, nil
}

// removeUnused removes one copy with its folder, and reports whether it did. A
// folder in which something else lies stays.
func removeUnused(dir, name string, now time.Time) bool {
	program := filepath.Join(dir, name)
	info, err := os.Lstat(program)
	if os.IsNotExist(err) {
		// Only a lock and the folder can be left.
		if unheld(dir) {
			os.Remove(dir)
		}
		return false
	}
	if err != nil || !info.Mode().IsRegular() || now.Sub(info.ModTime()) < unusedFor {
		return false
	}
	if inUse(program) || !unheld(dir) {
		used(program, now)
		return false
	}
	return os.Remove(program) == nil && os.Remove(dir) == nil
}

// removeUnfinished removes what atomicfile leaves of a copy when the process or
// the machine ends in the middle of it.
func removeUnfinished(dir string, now time.Time) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, entry := range entries {
		if !strings.HasPrefix(entry.Name(), ".clanker.") || !strings.HasSuffix(entry.Name(), ".tmp") {
			continue
		}
		if info, err := entry.Info(); err == nil && info.Mode().IsRegular() && now.Sub(info.ModTime()) >= unfinishedFor {
			os.Remove(filepath.Join(dir, entry.Name()))
		}
	}
}

//go:build unix

package local

import (
	"errors"

	"golang.org/x/sys/unix"
)

func enterable(dir string) error {
	return unix.Faccessat(unix.AT_FDCWD, dir, unix.X_OK, unix.AT_EACCESS)
}

func passesThroughFile(err error) bool { return errors.Is(err, unix.ENOTDIR) }

// isLoop asks the kernel: the path walk of the standard library has no typed
// error for a loop.
func isLoop(path string) bool {
	var st unix.Stat_t
	return errors.Is(unix.Stat(path, &st), unix.ELOOP)
}

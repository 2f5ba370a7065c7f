//go:build unix

package store

import (
	"errors"
	"syscall"
)

// readOnlyPlace reports whether dir is on a read-only filesystem, where access
// is refused with that very reason.
func readOnlyPlace(dir string) bool {
	const writable = 2
	return errors.Is(syscall.Access(dir, writable), syscall.EROFS)
}

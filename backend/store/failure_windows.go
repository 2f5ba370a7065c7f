package store

import (
	"errors"

	"golang.org/x/sys/windows"
)

// outOfSpace recognises the errors of a full disk.
func outOfSpace(err error) bool {
	return errors.Is(err, windows.ERROR_DISK_FULL) || errors.Is(err, windows.ERROR_HANDLE_DISK_FULL)
}

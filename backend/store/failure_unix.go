//go:build unix

package store

import (
	"errors"
	"syscall"
)

// outOfSpace recognises the errors of a full disk, of a used-up quota and of a
// file size limit.
func outOfSpace(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) || errors.Is(err, syscall.EFBIG)
}

package pty

import (
	"syscall"

	"golang.org/x/sys/unix"
)

const (
	getTermios = unix.TIOCGETA
	setTermios = unix.TIOCSETA
)

// spawn starts a child with no signal ignored.
func spawn(path string, argv []string, attr *syscall.ProcAttr) (int, error) {
	adoptIgnored()
	sealDescriptors()
	return syscall.ForkExec(path, argv, attr)
}

// ignoredSignals is empty: macOS does not tell what was ignored before this
// program started, beyond what the runtime noticed.
func ignoredSignals() uint64 { return 0 }

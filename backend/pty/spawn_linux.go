package pty

import (
	"bytes"
	"os"
	"runtime"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

const (
	getTermios = unix.TCGETS
	setTermios = unix.TCSETS
)

// spawn starts a child with no signal ignored or blocked. A child gets the
// signal mask of the thread that forks, and a thread of a desktop toolkit may
// have blocked some.
func spawn(path string, argv []string, attr *syscall.ProcAttr) (int, error) {
	adoptIgnored()
	sealDescriptors()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var none, before unix.Sigset_t
	if err := unix.PthreadSigmask(unix.SIG_SETMASK, &none, &before); err != nil {
		return 0, err
	}
	// Putting back a mask that was just read cannot fail.
	defer func() { _ = unix.PthreadSigmask(unix.SIG_SETMASK, &before, nil) }()
	return syscall.ForkExec(path, argv, attr)
}

// ignoredSignals is a bit per ignored signal, bit 0 for signal 1. The kernel
// knows also what was ignored before this program started.
func ignoredSignals() uint64 {
	b, err := os.ReadFile("/proc/thread-self/status")
	if err != nil {
		return 0
	}
	_, rest, _ := bytes.Cut(b, []byte("\nSigIgn:"))
	line, _, _ := bytes.Cut(rest, []byte("\n"))
	mask, err := strconv.ParseUint(string(bytes.TrimSpace(line)), 16, 64)
	if err != nil {
		return 0
	}
	return mask
}

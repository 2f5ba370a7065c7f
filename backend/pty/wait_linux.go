package pty

import (
	"errors"
	"syscall"

	"golang.org/x/sys/unix"
)

// ends waits until the child stopped or ended, and reports whether it ended. Either
// is left to be collected.
func ends(pid int) bool {
	for {
		var info unix.Siginfo
		err := unix.Waitid(unix.P_PID, pid, &info, unix.WEXITED|unix.WSTOPPED|unix.WNOWAIT, nil)
		if errors.Is(err, syscall.EINTR) {
			continue
		}
		return err == nil && info.Code != cldStopped
	}
}

// cldStopped is CLD_STOPPED of <signal.h>.
const cldStopped = 5

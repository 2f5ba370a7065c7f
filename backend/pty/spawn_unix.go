//go:build unix

package pty

import (
	"os"
	"os/signal"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// sealDescriptors marks whatever this process has open, beyond the standard
// three, to be closed in a child. Go opens everything so; what is left was
// inherited from whoever started this process, or opened by a C library, and
// would otherwise be held open by every shell for as long as it lives.
func sealDescriptors() {
	const firstOther = 3
	dir, err := os.Open("/dev/fd")
	if err != nil {
		return
	}
	defer dir.Close()
	names, _ := dir.Readdirnames(-1) // what could be listed is sealed
	for _, name := range names {
		if fd, err := strconv.Atoi(name); err == nil && fd >= firstOther {
			unix.CloseOnExec(fd)
		}
	}
}

// inheritable are the signals whose being ignored would pass to a child through
// execve and that a program expects to act by default. The runtime keeps its
// own handlers for the rest, and those are reset in a child.
var inheritable = []syscall.Signal{
	syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT, syscall.SIGTERM, syscall.SIGALRM,
	syscall.SIGUSR1, syscall.SIGUSR2, syscall.SIGTSTP, syscall.SIGTTIN, syscall.SIGTTOU,
	syscall.SIGCONT, syscall.SIGWINCH, syscall.SIGURG, syscall.SIGIO, syscall.SIGPROF,
	syscall.SIGVTALRM, syscall.SIGXCPU, syscall.SIGXFSZ,
}

// discarded receives the signals of adoptIgnored; nobody reads it, and the
// runtime drops what does not fit.
var discarded = make(chan os.Signal, 1)

// adoptIgnored turns every signal that this process ignores into one that it
// receives and drops. To this process that is the same; a child, however, starts
// with a received signal at its default and with an ignored one still ignored,
// and a shell that ignores HUP does not notice that its terminal went away.
func adoptIgnored() {
	ignored := ignoredSignals()
	for _, sig := range inheritable {
		if signal.Ignored(sig) || ignored&(1<<(uint(sig)-1)) != 0 {
			signal.Notify(discarded, sig)
		}
	}
}

//go:build unix

package local

import (
	"os/exec"
	"syscall"
)

// isolate gives the command a session of its own, so that it finds no terminal
// to ask questions on, and makes its cancellation reach everything that it
// started and that is not a daemon.
func isolate(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}

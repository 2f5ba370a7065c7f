//go:build unix

package bounded

import (
	"os/exec"
	"syscall"
)

// group is the command's session and process group; its number is the leader's pid.
type group int

// startGroup starts the command in a session of its own: it finds no terminal to
// ask questions on, and signals to the group reach everything that it started and
// that is no daemon.
func startGroup(cmd *exec.Cmd, _ string) (group, error) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	return group(cmd.Process.Pid), nil
}

// signal may be called while the leader is not reaped, so that its number is not
// another's.
func (g group) signal(s syscall.Signal) { _ = syscall.Kill(-int(g), s) }

func (g group) terminate() {
	g.signal(syscall.SIGTERM)
	g.signal(syscall.SIGCONT) // a stopped one has to be able to end
}

func (g group) kill() { g.signal(syscall.SIGKILL) }

func (g group) close() {}

//go:build unix

package pty

import (
	"errors"
	"fmt"
	"os"
	"syscall"

	creack "github.com/creack/pty"
	"golang.org/x/sys/unix"

	"clankergrid/backend/command"
	"clankergrid/backend/core"
	"clankergrid/backend/errs"
	"clankergrid/backend/process"
)

func start(req command.TerminalRequest, path string, argv []string) (*Terminal, error) {
	master, tty, err := open(req.Size)
	if err != nil {
		return nil, errs.Wrap(startOp, errs.Unavailable, fmt.Sprintf("The system has no terminal left for %s.", errs.Quote(req.Program)),
			"Close some terminals and try again.", err)
	}
	defer tty.Close()
	raw, err := master.SyscallConn()
	if err != nil {
		master.Close()
		return nil, errs.Wrap(startOp, errs.Internal, fmt.Sprintf("The terminal for %s cannot be used.", errs.Quote(req.Program)), "", err)
	}
	pid, err := spawn(path, argv, &syscall.ProcAttr{
		Dir:   req.Dir,
		Env:   req.Env,
		Files: []uintptr{tty.Fd(), tty.Fd(), tty.Fd()},
		Sys:   &syscall.SysProcAttr{Setsid: true, Setctty: true, Ctty: 0},
	})
	if err != nil {
		master.Close()
		return nil, spawnError(req, err)
	}
	t := &Terminal{
		master: master, raw: raw,
		exited: make(chan struct{}), continued: make(chan int, 1),
	}
	// Before anyone waits for the child, so that its pid is still its own.
	if t.leader, err = process.Child(pid); err != nil {
		t.leader = core.Process{Pid: pid, Name: req.Program}
	}
	t.tree = process.NewTree(t.leader, terminalID(req.Env))
	go t.wait()
	return t, nil
}

// open makes a pseudo-terminal of the given size. creack/pty takes the master
// out of the runtime's poller while it sets it up; a duplicate brings it back,
// without which Close could not unblock a Read.
func open(size core.Size) (master, tty *os.File, err error) {
	first, tty, err := creack.Open()
	if err != nil {
		return nil, nil, err
	}
	defer first.Close()
	fail := func(err error) (*os.File, *os.File, error) {
		tty.Close()
		return nil, nil, err
	}
	fd, err := unix.FcntlInt(first.Fd(), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		return fail(err)
	}
	if err := errors.Join(unix.SetNonblock(fd, true), setSize(fd, size), setUTF8(int(tty.Fd()))); err != nil {
		unix.Close(fd)
		return fail(err)
	}
	return os.NewFile(uintptr(fd), first.Name()), tty, nil
}

// setUTF8 makes the kernel's line editor erase whole characters.
func setUTF8(fd int) error {
	modes, err := unix.IoctlGetTermios(fd, getTermios)
	if err != nil {
		return err
	}
	modes.Iflag |= unix.IUTF8
	return unix.IoctlSetTermios(fd, setTermios, modes)
}

// spawnError explains what execve or fork refused after every check passed.
func spawnError(req command.TerminalRequest, err error) error {
	kind, message, hint := errs.Unavailable, "The program %s could not be started.", "The log names the cause."
	switch {
	case errors.Is(err, syscall.ENOENT):
		kind, message, hint = errs.NotFound, "The program %s needs an interpreter or loader that does not exist.", "Install the program again."
	case errors.Is(err, syscall.EACCES), errors.Is(err, syscall.EPERM):
		kind, message, hint = errs.Permission, "The system refused to execute %s.", "Check its permissions and whether its disk allows programs."
	case errors.Is(err, syscall.ENOEXEC):
		message, hint = "The program %s is not of a kind that this system can run.", "Install a build for this system."
	case errors.Is(err, syscall.E2BIG):
		kind, message, hint = errs.Invalid, "The command line and environment of %s are too long.", "Shorten them."
	case errors.Is(err, syscall.EAGAIN), errors.Is(err, syscall.ENOMEM), errors.Is(err, syscall.EMFILE), errors.Is(err, syscall.ENFILE):
		message, hint = "The system has no resources left to start %s.", "Close some terminals and try again."
	}
	return errs.Wrap(startOp, kind, fmt.Sprintf(message, errs.Quote(req.Program)), hint, err)
}

// wait proves the leader's exit by reaping it. It asks for this one pid and
// blocks in the kernel, so it neither needs SIGCHLD, which a desktop toolkit may
// have taken, nor disturbs anyone else's children. It ends with the leader, not
// with Close: an owner that closes a terminal waits for Exited.
func (t *Terminal) wait() {
	defer close(t.exited)
	for {
		if ends(t.leader.Pid) {
			// As long as nobody reaped the leader, its session is proven, and what
			// is in it now stays provable afterwards. A failed listing leaves that
			// to the marks.
			_, _ = t.tree.Session()
		}
		var status syscall.WaitStatus
		_, err := syscall.Wait4(t.leader.Pid, &status, syscall.WUNTRACED, nil)
		switch {
		case errors.Is(err, syscall.EINTR):
		case err != nil:
			// Somebody else reaped it: it is gone, and how is not known.
			t.exit = core.Exit{Code: -1}
			return
		case status.Exited():
			t.exit = core.Exit{Code: status.ExitStatus()}
			return
		case status.Signaled():
			// The code that shells give to such an end.
			t.exit = core.Exit{Code: 128 + int(status.Signal()), Signal: unix.SignalName(status.Signal())}
			return
		case status.Stopped():
			times := 1
			select {
			case before := <-t.continued:
				times += before
			default:
			}
			t.continued <- times // nobody else sends, so there is room
			// Nobody sits above the session leader to type fg: a stopped one would
			// be a frozen pane.
			_ = syscall.Kill(-t.leader.Pid, syscall.SIGCONT)
		}
	}
}

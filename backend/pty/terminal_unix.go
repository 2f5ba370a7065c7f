//go:build unix

package pty

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"

	"golang.org/x/sys/unix"

	"clankergrid/backend/command"
	"clankergrid/backend/core"
	"clankergrid/backend/errs"
	"clankergrid/backend/process"
)

// Terminal is a program on a pseudo-terminal. See command.Terminal for what may
// be called when.
type Terminal struct {
	master *os.File
	raw    syscall.RawConn
	leader core.Process
	tree   *process.Tree

	exit      core.Exit // written before exited is closed, then constant
	exited    chan struct{}
	continued chan int // room for one
}

// piece is what the kernel hands out at most, one less than the 4 KiB of its buffer.
// After less than that, nothing more is there, and asking would make the kernel look
// into a queue that it locks.
const piece = 4095

// Read returns the program's output, as much of it as is there and fits into p: the
// kernel hands out 4 KiB at a time, and who is woken for each piece of a flood spends
// more time on waking than on reading. It ends with io.EOF when no process has the
// terminal open any more, which may be before or after the leader exits.
func (t *Terminal) Read(p []byte) (n int, err error) {
	rawErr := t.raw.Read(func(fd uintptr) (done bool) {
		for n < len(p) {
			var more int
			more, err = unix.Read(int(fd), p[n:])
			switch {
			case more > 0:
				if n += more; more < piece {
					return true
				}
			case errors.Is(err, unix.EINTR):
			case errors.Is(err, unix.EAGAIN):
				err = nil
				return n > 0 // else the poller waits
			case err == nil, errors.Is(err, unix.EIO): // EIO is Linux's way of saying that nobody is left
				err = io.EOF
				return true
			default:
				return true
			}
		}
		return true
	})
	switch {
	case n > 0:
		return n, nil // what ends it is there again at the next call
	case rawErr != nil: // it has no other reason to fail
		return 0, os.ErrClosed
	}
	return 0, err
}

// Write types into the terminal. It blocks while the program does not read and
// the kernel's buffer is full, until Close.
func (t *Terminal) Write(p []byte) (int, error) {
	n, err := t.master.Write(p)
	if err != nil {
		err = errs.Wrap("pty.Write", errs.NotFound, "Nothing reads from that terminal any more.", "", err)
	}
	return n, err
}

// Resize sets the grid. The kernel tells the foreground programs when it
// differs from before.
func (t *Terminal) Resize(size core.Size) error {
	if !size.Valid() {
		return errs.New("pty.Resize", errs.Invalid, fmt.Sprintf("A terminal cannot have %d columns and %d rows.", size.Cols, size.Rows), "")
	}
	return errs.Wrap("pty.Resize", errs.NotFound, "That terminal is closed.", "", t.control(func(fd int) error {
		return setSize(fd, size)
	}))
}

// Process identifies the session leader.
func (t *Terminal) Process() core.Process { return t.leader }

// Exited is closed once the leader was reaped.
func (t *Terminal) Exited() <-chan struct{} { return t.exited }

// Exit is how the leader ended; it is valid once Exited is closed.
func (t *Terminal) Exit() core.Exit {
	select {
	case <-t.exited:
		return t.exit
	default:
		return core.Exit{}
	}
}

// Continued receives how often the leader stopped itself and was continued since
// the value before.
func (t *Terminal) Continued() <-chan int { return t.continued }

// Foreground asks the kernel which process group is in front.
func (t *Terminal) Foreground() (command.Foreground, error) {
	group, err := t.group()
	if err != nil {
		return command.Foreground{}, errs.Wrap("pty.Foreground", errs.NotFound, "Nothing is in front of that terminal.", "", err)
	}
	return t.tree.Foreground(group)
}

func (t *Terminal) group() (group int, err error) {
	err = t.control(func(fd int) (err error) {
		group, err = unix.IoctlGetInt(fd, unix.TIOCGPGRP)
		return err
	})
	return group, err
}

// Session lists the session.
func (t *Terminal) Session() ([]core.Process, error) { return t.tree.Session() }

// Activities says what runs in each of the terminals, with one reading of the
// machine's processes.
func Activities(terminals []*Terminal) ([]command.Activity, error) {
	fronts := make([]process.Front, len(terminals))
	for i, t := range terminals {
		fronts[i].Tree = t.tree
		// A terminal that is closed has nothing in front.
		if group, err := t.group(); err == nil {
			fronts[i].Group = group
		}
	}
	return process.Survey(fronts)
}

// Departed lists the processes that left each of the terminals on purpose, with one
// reading of the machine's processes.
func Departed(terminals []*Terminal) ([][]core.Process, error) {
	trees := make([]*process.Tree, len(terminals))
	for i, t := range terminals {
		trees[i] = t.tree
	}
	return process.Departed(trees)
}

// End ends the session; see process.Tree. The terminal stays readable, so that
// programs which print while they end are not blocked by a full buffer.
func (t *Terminal) End(ctx context.Context) (command.Ended, error) {
	return t.tree.End(ctx)
}

// Close releases the terminal and unblocks Read and Write. The kernel hangs up
// whatever still runs in front of it; Exited tells when the leader is gone.
func (t *Terminal) Close() error {
	if err := t.master.Close(); err != nil && !errors.Is(err, os.ErrClosed) {
		return errs.Wrap("pty.Close", errs.Internal, "The terminal could not be released.", "", err)
	}
	return nil
}

// control runs f on the descriptor without taking it out of the poller, which
// (*os.File).Fd would do.
func (t *Terminal) control(f func(fd int) error) error {
	var inner error
	if err := t.raw.Control(func(fd uintptr) { inner = f(int(fd)) }); err != nil {
		return err
	}
	return inner
}

func setSize(fd int, size core.Size) error {
	return unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: size.Rows, Col: size.Cols})
}

package pty

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"golang.org/x/sys/windows"

	"clankergrid/backend/command"
	"clankergrid/backend/core"
	"clankergrid/backend/errs"
	"clankergrid/backend/process"
)

// Terminal is a program on a Windows pseudoconsole, with its descendants in a
// job object. See command.Terminal for what may be called when.
type Terminal struct {
	in, out *os.File
	process windows.Handle // kept open so that the pid stays its own
	job     job
	leader  core.Process

	mu      sync.Mutex     // guards console, closed
	console windows.Handle // zero once the console was told to close
	closed  bool

	closing sync.WaitGroup // calls of hangUp that Close waits for

	exit      core.Exit // written before exited is closed, then constant
	exited    chan struct{}
	continued chan int
}

// Read returns the program's output, and io.EOF once the console is closed.
func (t *Terminal) Read(p []byte) (int, error) {
	n, err := t.out.Read(p)
	if errors.Is(err, windows.ERROR_BROKEN_PIPE) {
		err = io.EOF
	}
	return n, err
}

// Write types into the console. It blocks while the pipe is full.
func (t *Terminal) Write(p []byte) (int, error) {
	n, err := t.in.Write(p)
	if err != nil {
		err = errs.Wrap("pty.Write", errs.NotFound, "Nothing reads from that terminal any more.", "", err)
	}
	return n, err
}

// Resize sets the grid.
func (t *Terminal) Resize(size core.Size) error {
	if !size.Valid() {
		return errs.New("pty.Resize", errs.Invalid, fmt.Sprintf("A terminal cannot have %d columns and %d rows.", size.Cols, size.Rows), "")
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.console == 0 {
		return errs.New("pty.Resize", errs.NotFound, "That terminal is closed.", "")
	}
	return errs.Wrap("pty.Resize", errs.Unavailable, "The terminal could not be resized.", "", windows.ResizePseudoConsole(t.console, coord(size)))
}

// Process identifies the program.
func (t *Terminal) Process() core.Process { return t.leader }

// Exited is closed once the program has ended.
func (t *Terminal) Exited() <-chan struct{} { return t.exited }

// Exit is how the program ended; it is valid once Exited is closed.
func (t *Terminal) Exit() core.Exit {
	select {
	case <-t.exited:
		return t.exit
	default:
		return core.Exit{}
	}
}

// Continued never receives: programs cannot stop themselves on Windows.
func (t *Terminal) Continued() <-chan int { return t.continued }

// Foreground is the youngest process of the job: a console has no notion of
// which of its programs is in front.
func (t *Terminal) Foreground() (command.Foreground, error) {
	members, err := t.Session()
	if err != nil {
		return command.Foreground{}, err
	}
	if len(members) == 0 {
		return command.Foreground{}, errs.New("pty.Foreground", errs.NotFound, "Nothing is in front of that terminal.", "")
	}
	return t.inFront(members), nil
}

func (t *Terminal) inFront(members []core.Process) command.Foreground {
	front := members[0]
	for _, p := range members[1:] {
		if p.StartTime > front.StartTime {
			front = p
		}
	}
	return command.Foreground{Pid: front.Pid, Name: front.Name, Leader: front.Pid == t.leader.Pid}
}

// Session lists the job.
func (t *Terminal) Session() ([]core.Process, error) {
	pids, err := t.pids()
	if err != nil {
		return nil, errs.Wrap("pty.Session", errs.Unavailable, "The running processes could not be listed.", "", err)
	}
	var session []core.Process
	for _, pid := range pids {
		if p, err := process.Lookup(pid); err == nil {
			session = append(session, p)
		}
	}
	return session, nil
}

// Activities says what runs in each of the terminals. Each job lists its own
// processes; one that is closed has none.
func Activities(terminals []*Terminal) ([]command.Activity, error) {
	out := make([]command.Activity, len(terminals))
	for i, t := range terminals {
		members, err := t.Session()
		if err != nil || len(members) == 0 {
			continue
		}
		out[i] = command.Activity{Foreground: t.inFront(members), Session: members}
	}
	return out, nil
}

// Departed is empty for every terminal: nothing leaves a job that does not allow it.
func Departed(terminals []*Terminal) ([][]core.Process, error) {
	return make([][]core.Process, len(terminals)), nil
}

// Programs get as long after their console closed as on other systems after a
// hang-up.
const (
	killAfter = 3 * time.Second
	pollEvery = 20 * time.Millisecond
)

// End closes the console, which asks every program on it to end, and terminates
// the job after 3 s.
func (t *Terminal) End(ctx context.Context) (command.Ended, error) {
	t.closing.Go(t.hangUp)
	var ended command.Ended
	start := time.Now()
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	for {
		left, err := t.pids()
		if err != nil {
			return ended, errs.Wrap("pty.End", errs.Unavailable, "The terminal's processes could not be listed.", "Close the terminal again.", err)
		}
		if len(left) == 0 {
			return ended, nil
		}
		if time.Since(start) >= killAfter && ended.Killed == 0 {
			ended.Killed = len(left)
			if err := t.terminate(); err != nil {
				return ended, errs.Wrap("pty.End", errs.Permission, "The terminal's processes could not be ended.", "", err)
			}
		}
		select {
		case <-ctx.Done():
			return ended, errs.Wrap("pty.End", errs.Timeout, "Some processes of the terminal still run.", "Close the terminal again.", ctx.Err())
		case <-tick.C:
		}
	}
}

// Close releases the console and unblocks Read and Write. Programs on it are
// told that it closed and may end; none is forced to.
func (t *Terminal) Close() error {
	t.closing.Go(t.hangUp)
	// The console ends its output when it closes, so a blocked Read or Write
	// returns; with no reader, closing the pipe lets the console close.
	err := errors.Join(t.in.Close(), t.out.Close())
	if err != nil && !errors.Is(err, os.ErrClosed) {
		return errs.Wrap("pty.Close", errs.Internal, "The terminal could not be released.", "", err)
	}
	t.closing.Wait()
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.closed {
		t.closed = true
		t.job.close()
	}
	return nil
}

// hangUp closes the console once. It blocks until the console's last output was
// read or its pipe is closed.
func (t *Terminal) hangUp() {
	t.mu.Lock()
	console := t.console
	t.console = 0
	t.mu.Unlock()
	if console != 0 {
		windows.ClosePseudoConsole(console)
	}
}

func (t *Terminal) pids() ([]int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return nil, os.ErrClosed
	}
	return t.job.pids()
}

func (t *Terminal) terminate() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return os.ErrClosed
	}
	return t.job.terminate()
}

// wait proves the exit by the process itself. Only then is the console closed,
// which flushes the last output and ends it. It ends with the leader, not with
// Close: an owner that closes a terminal waits for Exited.
func (t *Terminal) wait() {
	t.exit = core.Exit{Code: -1} // when the system cannot tell
	if event, err := windows.WaitForSingleObject(t.process, windows.INFINITE); err == nil && event == windows.WAIT_OBJECT_0 {
		var code uint32
		if windows.GetExitCodeProcess(t.process, &code) == nil {
			t.exit.Code = int(int32(code))
		}
	}
	_ = windows.CloseHandle(t.process)
	close(t.exited)
	t.hangUp()
}

// release undoes a start that failed half way.
func (t *Terminal) release() {
	_ = t.in.Close()
	_ = t.out.Close()
	t.hangUp()
	if t.job != 0 {
		t.job.close()
	}
	if t.process != 0 {
		_ = windows.CloseHandle(t.process)
	}
}

// Package bounded runs one command without a terminal, within bounds of time and
// bytes. It decides when such a command is over, and proves that it and everything
// in its process group is gone before anybody is told. It must not look for
// programs, compose an environment, or know what the lines mean that it moves.
package bounded

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"clankergrid/backend/command"
)

var _ command.Session = (*Process)(nil)

const (
	// killAfter is how long a command has to end itself once it was asked to.
	killAfter = time.Second
	// drainPatience is how long output is still read after the command ended: what it
	// wrote is in the pipe already, and whoever else holds the pipe is not waited for.
	drainPatience = 200 * time.Millisecond
	readSize      = 16 << 10
)

// Spec is a command that is ready to be started.
type Spec struct {
	// Program is its name in failures.
	Program string
	Path    string   // absolute
	Argv    []string // argv[0] included
	// CommandLine replaces Argv on Windows, where a program gets one text.
	CommandLine string
	Dir         string
	Env         []string // complete
	Timeout     time.Duration
	MaxOutput   int // bytes of each stream
	MaxInput    int // bytes, all in all
}

// Process is a started command. Its methods may be called concurrently.
type Process struct {
	spec  Spec
	cmd   *exec.Cmd
	group group
	stdin *os.File

	// writing orders lines on stdin; it is taken before mu.
	writing sync.Mutex

	mu      sync.Mutex // guards what follows
	changed *sync.Cond // told of every change
	stdout  []byte     // whole, as bounded
	read    int        // how much of stdout ReadLine has returned
	drained bool       // no more comes on stdout
	stderr  []byte
	sent    int   // bytes written to stdin
	closed  bool  // no more input is accepted
	failed  error // why there is no result; the first reason counts
	exit    int
	reaped  bool

	// stop asks the supervisor to end the command; it has room for one.
	stop chan struct{}
	gone chan struct{} // closed when nothing of it is left
}

// Start starts a command with a stdin that stays open. ctx and Timeout bound its
// whole life. Somebody has to call Wait or Close.
func Start(ctx context.Context, spec Spec) (*Process, error) {
	p := &Process{spec: spec, stop: make(chan struct{}, 1), gone: make(chan struct{})}
	p.changed = sync.NewCond(&p.mu)
	if err := ctx.Err(); err != nil {
		return nil, p.failure(command.GivenUp, err)
	}
	ends, err := p.start()
	if err != nil {
		return nil, p.failure(command.NotRunnable, err)
	}
	// The limit counts from here; starting takes what the system takes.
	ctx, cancel := context.WithTimeoutCause(ctx, spec.Timeout, errTimeout)
	go func() {
		defer cancel()
		p.supervise(ctx, ends)
	}()
	return p, nil
}

var errTimeout = errors.New("bounded: the time is over")

// pipes are our ends of the command's output.
type pipes struct{ stdout, stderr *os.File }

func (p *Process) start() (ours pipes, err error) {
	var opened []*os.File
	defer func() {
		if err != nil {
			closeAll(opened)
		}
	}()
	pipe := func() (r, w *os.File) {
		if err == nil {
			if r, w, err = os.Pipe(); err == nil {
				opened = append(opened, r, w)
			}
		}
		return r, w
	}
	childIn, stdin := pipe()
	stdout, childOut := pipe()
	stderr, childErr := pipe()
	if err != nil {
		return ours, err
	}
	p.cmd = &exec.Cmd{Path: p.spec.Path, Args: p.spec.Argv, Dir: p.spec.Dir, Env: p.spec.Env, Stdin: childIn, Stdout: childOut, Stderr: childErr}
	if p.group, err = startGroup(p.cmd, p.spec.CommandLine); err != nil {
		return ours, err
	}
	closeAll([]*os.File{childIn, childOut, childErr})
	p.stdin = stdin
	return pipes{stdout, stderr}, nil
}

func closeAll(files []*os.File) {
	for _, f := range files {
		f.Close()
	}
}

// supervise owns the command until nothing of it is left.
func (p *Process) supervise(ctx context.Context, ours pipes) {
	defer close(p.gone)
	var reading sync.WaitGroup
	reading.Go(func() { p.collect(ours.stdout, &p.stdout) })
	reading.Go(func() { p.collect(ours.stderr, &p.stderr) })
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		p.group.waitLeader()
	}()
	select {
	case <-ended:
	case <-p.stop:
	case <-ctx.Done():
		if errors.Is(context.Cause(ctx), errTimeout) {
			p.fail(command.TimedOut, errTimeout)
		} else {
			p.fail(command.GivenUp, ctx.Err())
		}
	}
	p.end(ended)
	// The leader is not reaped yet, so the group's number is still its own.
	p.group.kill()
	err := p.cmd.Wait()
	p.group.close()
	// The command may have written until its end; what others hold open is cut.
	deadline := time.Now().Add(drainPatience)
	for _, pipe := range []*os.File{ours.stdout, ours.stderr} {
		if pipe.SetReadDeadline(deadline) != nil {
			pipe.Close() // a system whose pipes know no deadline
		}
	}
	reading.Wait()
	closeAll([]*os.File{ours.stdout, ours.stderr})
	p.finish(err)
}

// end makes the leader end, asking first. It returns once it has.
func (p *Process) end(ended <-chan struct{}) {
	select {
	case <-ended:
		return
	default:
	}
	p.group.terminate()
	patience := time.NewTimer(killAfter)
	defer patience.Stop()
	select {
	case <-ended:
		return
	case <-patience.C:
	}
	p.group.kill()
	<-ended
}

func (p *Process) finish(err error) {
	p.mu.Lock()
	p.closed, p.drained, p.reaped = true, true, true
	p.exit = p.cmd.ProcessState.ExitCode()
	var exited *exec.ExitError
	if p.failed == nil && err != nil && !errors.As(err, &exited) {
		p.failed = p.failure(command.NotRunnable, err)
	}
	p.changed.Broadcast()
	p.mu.Unlock()
	p.stdin.Close()
}

// collect reads one stream to its end, or to its bound.
func (p *Process) collect(from *os.File, into *[]byte) {
	buffer := make([]byte, readSize)
	for {
		n, err := from.Read(buffer)
		p.mu.Lock()
		room := p.spec.MaxOutput - len(*into)
		*into = append(*into, buffer[:min(n, room)]...)
		if err != nil && into == &p.stdout {
			p.drained = true
		}
		p.changed.Broadcast()
		p.mu.Unlock()
		if n > room {
			p.fail(command.TooMuchOutput, nil)
			// It is read on, so that a command that ends itself is not held by a full pipe.
			_, _ = io.Copy(io.Discard, from)
			return
		}
		if err != nil {
			return
		}
	}
}

// fail ends the command without a result. The first reason counts.
func (p *Process) fail(reason command.Reason, err error) {
	p.mu.Lock()
	if p.failed == nil && !p.reaped {
		p.failed = p.failure(reason, err)
	}
	p.changed.Broadcast()
	p.mu.Unlock()
	select {
	case p.stop <- struct{}{}:
	default:
	}
}

func (p *Process) failure(reason command.Reason, err error) error {
	return &command.Failure{Reason: reason, Program: p.spec.Program, Err: err}
}

// WriteLine writes a line and its line feed.
func (p *Process) WriteLine(line string) error {
	if strings.ContainsAny(line, "\r\n\x00") {
		return p.failure(command.BadRequest, errors.New("bounded: a line holds no line break and no NUL"))
	}
	return p.write([]byte(line + "\n"))
}

// Write writes input as it is; it is for input that is known whole.
func (p *Process) write(data []byte) error {
	p.writing.Lock()
	defer p.writing.Unlock()
	p.mu.Lock()
	failed, closed := p.failed, p.closed
	over := p.sent+len(data) > p.spec.MaxInput
	if failed == nil && !closed && !over {
		p.sent += len(data)
	}
	p.mu.Unlock()
	switch {
	case failed != nil:
		return failed
	case closed:
		return p.failure(command.Closed, nil)
	case over:
		p.fail(command.TooMuchInput, nil)
		return p.failure(command.TooMuchInput, nil)
	}
	// A command that does not read holds this until it ends, which Timeout bounds.
	if _, err := p.stdin.Write(data); err != nil {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.failed != nil {
			return p.failed
		}
		return p.failure(command.Closed, err)
	}
	return nil
}

// ReadLine returns the next line of stdout; the last one needs no line feed.
func (p *Process) ReadLine() (string, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for {
		if p.failed != nil {
			return "", p.failed
		}
		rest := p.stdout[p.read:]
		if i := bytes.IndexByte(rest, '\n'); i >= 0 {
			p.read += i + 1
			return strings.TrimSuffix(string(rest[:i]), "\r"), nil
		}
		if p.drained {
			if len(rest) == 0 {
				return "", io.EOF
			}
			p.read = len(p.stdout)
			return string(rest), nil
		}
		p.changed.Wait()
	}
}

// CloseInput ends the command's stdin.
func (p *Process) CloseInput() error {
	p.mu.Lock()
	already := p.closed
	p.closed = true
	p.mu.Unlock()
	if already {
		return nil
	}
	// A line that is being written and not read must not hold this.
	err := p.stdin.Close()
	if errors.Is(err, os.ErrClosed) {
		return nil
	}
	return err
}

// Wait returns what the command left once nothing of it is left. Of a session,
// Stdout is what ReadLine has not returned.
func (p *Process) Wait() (command.Result, error) {
	<-p.gone
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.failed != nil {
		return command.Result{}, p.failed
	}
	return command.Result{Stdout: p.stdout[p.read:], Stderr: p.stderr, ExitCode: p.exit}, nil
}

// Close ends the command if it still runs and waits until nothing of it is left.
func (p *Process) Close() error {
	p.fail(command.Closed, nil)
	<-p.gone
	return nil
}

// Run runs a command to its end with all of its input given.
func Run(ctx context.Context, spec Spec, stdin []byte) (command.Result, error) {
	spec.MaxInput = len(stdin)
	p, err := Start(ctx, spec)
	if err != nil {
		return command.Result{}, err
	}
	defer p.Close()
	var writing sync.WaitGroup
	writing.Go(func() {
		// A command that does not want its input is no failure.
		_ = p.write(stdin)
		_ = p.CloseInput()
	})
	result, err := p.Wait()
	writing.Wait()
	return result, err
}

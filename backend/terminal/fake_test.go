package terminal

import (
	"context"
	"errors"
	"io"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"clankergrid/backend/command"
	"clankergrid/backend/core"
	"clankergrid/backend/environment"
	"clankergrid/backend/errs"
)

// fakePTY is a process that a test plays. Output waits to be read like in a
// pseudo-terminal without a buffer; input waits when the test says so.
type fakePTY struct {
	process   core.Process
	output    chan []byte
	exited    chan struct{}
	closed    chan struct{}
	continued chan int
	rest      []byte

	mu         sync.Mutex
	exit       core.Exit
	input      []byte
	stuck      chan struct{} // closed when writes may go on; nil when they may
	sizes      []core.Size
	foreground command.Foreground
	surveyed   int            // how often the session was asked for
	session    []core.Process // besides the leader
	left       []core.Process
	endErr     error
	lastWords  []string // must be read before the process ends
	ends       int
	closeOnce  sync.Once
}

var _ command.Terminal = (*fakePTY)(nil)

func (f *fakePTY) Read(p []byte) (int, error) {
	if len(f.rest) == 0 {
		select {
		case b, ok := <-f.output:
			if !ok {
				return 0, io.EOF
			}
			f.rest = b
		case <-f.closed:
			return 0, io.ErrClosedPipe
		}
	}
	n := copy(p, f.rest)
	f.rest = f.rest[n:]
	return n, nil
}

func (f *fakePTY) Write(p []byte) (int, error) {
	f.mu.Lock()
	stuck := f.stuck
	f.mu.Unlock()
	if stuck != nil {
		select {
		case <-stuck:
		case <-f.closed:
			return 0, io.ErrClosedPipe
		}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.input = append(f.input, p...)
	return len(p), nil
}

func (f *fakePTY) Resize(s core.Size) error {
	if !s.Valid() {
		return errors.New("invalid size")
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.sizes = append(f.sizes, s)
	return nil
}

func (f *fakePTY) Process() core.Process   { return f.process }
func (f *fakePTY) Exited() <-chan struct{} { return f.exited }
func (f *fakePTY) Continued() <-chan int   { return f.continued }
func (f *fakePTY) Exit() core.Exit {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.exit
}

func (f *fakePTY) Foreground() (command.Foreground, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.foreground, nil
}

func (f *fakePTY) Session() ([]core.Process, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.surveyed++
	session := slices.Clone(f.session)
	select {
	case <-f.exited:
	default:
		session = append(session, f.process)
	}
	return session, nil
}

func (f *fakePTY) End(ctx context.Context) (command.Ended, error) {
	f.mu.Lock()
	f.ends++
	err, left, words := f.endErr, f.left, f.lastWords
	if err == nil {
		f.session = nil
	}
	f.mu.Unlock()
	if err != nil {
		return command.Ended{}, err
	}
	for _, w := range words {
		select {
		case f.output <- []byte(w):
		case <-time.After(3 * time.Second):
			return command.Ended{}, errors.New("the program could not write")
		}
	}
	f.exitWith(core.Exit{Code: 129, Signal: "SIGHUP"})
	return command.Ended{Left: left}, nil
}

func (f *fakePTY) Close() error {
	f.closeOnce.Do(func() { close(f.closed) })
	return nil
}

func (f *fakePTY) exitWith(e core.Exit) {
	f.mu.Lock()
	defer f.mu.Unlock()
	select {
	case <-f.exited:
	default:
		f.exit = e
		close(f.exited)
	}
}

func (f *fakePTY) resized() []core.Size {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.sizes)
}

func (f *fakePTY) typed() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return string(f.input)
}

// emit hands over output; the test must know that it will be read.
func (f *fakePTY) emit(s string) { f.output <- []byte(s) }

// offer reports whether output is taken now.
func (f *fakePTY) offer(s string) bool {
	synctest.Wait()
	select {
	case f.output <- []byte(s):
		synctest.Wait()
		return true
	default:
		return false
	}
}

// fakeEnvironment starts fakePTYs, one after the other, as many as were prepared.
type fakeEnvironment struct {
	environment.Environment // what is not used panics

	mu       sync.Mutex
	requests []command.TerminalRequest
	started  []*fakePTY
	shells   []environment.ShellRequest
	missing  []string // shells that are none
	failures []error  // taken in order; nil starts
	slow     time.Duration
	surveys  int   // questions about processes, for however many terminals
	blind    error // the answer to such questions
}

func (e *fakeEnvironment) Shell(_ context.Context, req environment.ShellRequest) (command.TerminalRequest, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.shells = append(e.shells, req)
	if slices.Contains(e.missing, req.Shell) {
		return command.TerminalRequest{}, errs.New("fake.Shell", errs.NotFound, "The shell is missing.", "")
	}
	return command.TerminalRequest{Program: "/bin/bash", Dir: req.Dir}, nil
}

func (e *fakeEnvironment) StartTerminal(ctx context.Context, req command.TerminalRequest) (command.Terminal, error) {
	if e.slow > 0 {
		select {
		case <-time.After(e.slow):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.requests = append(e.requests, req)
	if len(e.failures) > 0 {
		err := e.failures[0]
		e.failures = e.failures[1:]
		if err != nil {
			return nil, err
		}
	}
	f := &fakePTY{
		process: core.Process{Pid: 100 + len(e.started), Name: "bash"},
		output:  make(chan []byte), exited: make(chan struct{}), closed: make(chan struct{}), continued: make(chan int, 1),
		foreground: command.Foreground{Leader: true},
	}
	e.started = append(e.started, f)
	return f, nil
}

func (e *fakeEnvironment) Activities(_ context.Context, terminals []command.Terminal) ([]command.Activity, error) {
	e.survey()
	if e.blind != nil {
		return nil, e.blind
	}
	out := make([]command.Activity, len(terminals))
	for i, t := range terminals {
		out[i].Foreground, _ = t.Foreground()
		out[i].Session, _ = t.Session()
	}
	return out, nil
}

func (e *fakeEnvironment) Departed(_ context.Context, terminals []command.Terminal) ([][]core.Process, error) {
	e.survey()
	out := make([][]core.Process, len(terminals))
	for i, t := range terminals {
		f := t.(*fakePTY)
		f.mu.Lock()
		out[i] = f.left
		f.mu.Unlock()
	}
	return out, nil
}

func (e *fakeEnvironment) survey() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.surveys++
}

func (e *fakeEnvironment) pty(i int) *fakePTY {
	e.mu.Lock()
	defer e.mu.Unlock()
	if i >= len(e.started) {
		return nil
	}
	return e.started[i]
}

func (e *fakeEnvironment) asked() []command.TerminalRequest {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Clone(e.requests)
}

func (e *fakeEnvironment) last() *fakePTY {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.started[len(e.started)-1]
}

type fakeJournal struct {
	mu     sync.Mutex
	events []string
}

func (j *fakeJournal) Started(s core.Survivor) { j.add("started "+s.Path, s.Process) }
func (j *fakeJournal) Ended(_ core.TerminalID, p core.Process) {
	j.add("ended", p)
}

func (j *fakeJournal) add(what string, p core.Process) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.events = append(j.events, what+" "+string(rune('0'+p.Pid-100)))
}

func (j *fakeJournal) all() []string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return slices.Clone(j.events)
}

// bed is a service on fakes, in a bubble of virtual time.
type bed struct {
	*testing.T
	env     *fakeEnvironment
	journal *fakeJournal
	service *Service

	mu        sync.Mutex
	snapshots []core.Terminal
	removed   []core.TerminalID
}

var (
	viewA = core.ViewID("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa")
	viewB = core.ViewID("bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb")
	small = core.Size{Cols: 80, Rows: 24}
	large = core.Size{Cols: 132, Rows: 50}
)

// inBubble runs a test under virtual time and shuts the service down after it, which
// waits for every goroutine: the bubble fails if one is left.
func inBubble(t *testing.T, ring int, test func(t *testing.T, b *bed)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		b := &bed{T: t, env: &fakeEnvironment{}, journal: &fakeJournal{}}
		b.service = New(Options{
			Environment: b.env, Journal: b.journal, RingBytes: ring,
			Changed: func(c core.Terminal) {
				b.mu.Lock()
				defer b.mu.Unlock()
				b.snapshots = append(b.snapshots, c)
			},
			Removed: func(id core.TerminalID) {
				b.mu.Lock()
				defer b.mu.Unlock()
				b.removed = append(b.removed, id)
			},
		})
		defer func() {
			if _, err := b.service.Shutdown(context.Background()); err != nil {
				t.Errorf("shutdown: %v", err)
			}
			b.checkRevisions()
		}()
		test(t, b)
	})
}

// pass lets virtual time go by and everything that is due then happen.
func (b *bed) pass(d time.Duration) {
	<-time.After(d)
	synctest.Wait()
}

func (b *bed) checkRevisions() {
	last := map[core.TerminalID]uint64{}
	for _, c := range b.snapshots {
		if c.Revision <= last[c.ID] {
			b.Errorf("revision %d after %d", c.Revision, last[c.ID])
		}
		last[c.ID] = c.Revision
	}
}

func (b *bed) create() core.TerminalID {
	b.Helper()
	c, err := b.service.Create(b.Context(), CreateRequest{Workspace: "w", Pane: "p", Dir: "/src", Path: "/src"})
	if err != nil {
		b.Fatal(err)
	}
	if c.State != core.TerminalPending {
		b.Fatalf("state %q after Create", c.State)
	}
	return c.ID
}

// running returns a terminal with a process, watched by a view that has caught up.
func (b *bed) running() (core.TerminalID, *fakePTY, *screen) {
	b.Helper()
	id := b.create()
	s := b.watch(viewA, id, small)
	synctest.Wait()
	s.take()
	return id, b.env.last(), s
}

func (b *bed) get(id core.TerminalID) core.Terminal {
	b.Helper()
	c, err := b.service.Get(id)
	if err != nil {
		b.Fatal(err)
	}
	return c
}

// screen is a page: it applies messages to what it has, and fails on anything out
// of order.
type screen struct {
	b    *bed
	view *View
	id   core.TerminalID

	bytes    []byte // since the last reset
	base     int64  // offset of bytes[0]
	epoch    core.Epoch
	size     core.Size
	owner    core.ViewID
	attached []Attached
	control  []Message
	lazy     bool // does not say what it parsed
}

func (b *bed) watch(view core.ViewID, id core.TerminalID, size core.Size) *screen {
	b.Helper()
	s := &screen{b: b, view: b.service.OpenView(view), id: id}
	s.view.Resize(id, size)
	if err := s.view.Attach(id, -1); err != nil {
		b.Fatal(err)
	}
	return s
}

// take applies every message that there is now.
func (s *screen) take() {
	s.b.Helper()
	for {
		synctest.Wait()
		ctx, cancel := context.WithCancel(s.b.Context())
		cancel()
		m, err := s.view.nextNow(ctx)
		if err != nil {
			return
		}
		s.apply(m)
	}
}

// nextNow is Next that never waits: a canceled context alone could win over a
// message that is there.
func (v *View) nextNow(ctx context.Context) (Message, error) {
	if m, err := v.takeControl(); m != nil || err != nil {
		return m, err
	}
	if m := v.pull(); m != nil {
		return m, nil
	}
	return nil, ctx.Err()
}

func (s *screen) end() int64 { return s.base + int64(len(s.bytes)) }

func (s *screen) apply(m Message) {
	s.b.Helper()
	switch m := m.(type) {
	case Attached:
		s.attached = append(s.attached, m)
		if m.Reset {
			s.bytes, s.base = append([]byte{}, m.Prologue...), m.Offset-int64(len(m.Prologue))
		} else if m.Offset != s.end() {
			s.b.Fatalf("resumed at %d, was at %d", m.Offset, s.end())
		}
		s.epoch, s.size = m.Epoch, m.Size
	case Output:
		if m.Offset != s.end() || len(m.Data) == 0 || len(m.Data) > maxOutput || m.Epoch != s.epoch {
			s.b.Fatalf("output of %d bytes at %d of epoch %d, expected %d of epoch %d", len(m.Data), m.Offset, m.Epoch, s.end(), s.epoch)
		}
		s.bytes = append(s.bytes, m.Data...)
		if !s.lazy {
			s.view.Parsed(s.id, s.end())
		}
	case SizeChanged:
		if m.Offset != s.end() {
			s.b.Fatalf("size at %d, expected %d", m.Offset, s.end())
		}
		s.size = m.Size
	case EpochChanged:
		if m.Offset != s.end() || m.Epoch <= s.epoch {
			s.b.Fatalf("epoch %d at %d, expected after %d at %d", m.Epoch, m.Offset, s.epoch, s.end())
		}
		s.epoch = m.Epoch
	case OwnerChanged:
		s.owner = m.View
	default:
		s.control = append(s.control, m)
	}
}

package terminal

import (
	"context"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"clankergrid/backend/command"
	"clankergrid/backend/core"
	"clankergrid/backend/errs"
	"clankergrid/backend/terminal/vt"
)

// terminal is one terminal for as long as it exists: pending, then any number of
// processes one after another.
//
// Two kinds of goroutine belong to it, all in tasks: the keeper, which carries out
// what is due at a time, and those of a process (see process).
type terminal struct {
	service *Service
	id      core.TerminalID
	request CreateRequest
	// ctx ends when the terminal is closed.
	ctx    context.Context
	cancel context.CancelFunc
	tasks  sync.WaitGroup
	// kick wakes the keeper after a deadline changed.
	kick chan struct{}

	// publishing orders the calls of Options.Changed. published is the revision
	// that was last given out.
	publishing sync.Mutex
	published  uint64

	// mu guards everything below and all attachments, and is never held while a
	// process is started or ended or while a callback runs.
	mu      sync.Mutex
	state   core.TerminalState
	epoch   core.Epoch
	name    string
	program string
	started time.Time
	exit    *core.Exit
	failure *core.Failure
	// launch runs next instead of the shell; nil once it has run. agent is what it is
	// or was.
	launch   command.Launch
	agent    *core.Agent
	revision uint64
	closing  bool

	history *history
	// heard is the head's count of changes that the snapshot has.
	heard uint64
	// front is the program in front of the shell, empty when the shell itself is.
	front string
	// background is whether its session has others while the leader is in front.
	background bool
	// osCwd is the system's answer for the working directory, asked at askedCwd.
	osCwd    string
	askedCwd time.Time

	process *process // the current one, or the last; nil before the first
	// former are earlier processes whose sessions were not empty when they were
	// restarted over; closing ends them too.
	former []*process
	inputs map[core.ViewID]*inputState

	attachments []*attachment // in order of attaching
	// focused is when each view was last focused here, counted by the service. It is
	// kept by view ID, so that a reconnect does not hand the size to another view.
	focused map[core.ViewID]uint64
	owner   core.ViewID
	sizing  sizing
	keeping keeping
	due     deadlines
}

func newTerminal(s *Service, req CreateRequest) *terminal {
	size := req.LastSize
	if !size.Valid() {
		size = core.DefaultSize
	}
	t := &terminal{
		service: s,
		id:      core.NewTerminalID(),
		request: req,
		kick:    make(chan struct{}, 1),
		state:   core.TerminalPending,
		history: newHistory(s.options.RingBytes, size, s.hostname),
		inputs:  map[core.ViewID]*inputState{},
		focused: map[core.ViewID]uint64{},
		sizing:  sizing{now: size},
	}
	t.ctx, t.cancel = context.WithCancel(context.Background())
	t.revision = 1
	t.name = core.PrintableName(req.Name)
	if t.launch = req.Launch; t.launch != nil {
		agent := t.launch.Agent()
		t.agent = &agent
	}
	if !req.Await {
		t.due.spawn = time.Now().Add(spawnAfter)
	}
	t.tasks.Go(t.keep)
	return t
}

// snapshot needs mu.
func (t *terminal) snapshot() core.Terminal {
	head := t.history.head
	c := core.Terminal{
		ID: t.id, Workspace: t.request.Workspace, Pane: t.request.Pane,
		Epoch: t.epoch, State: t.state,
		Name: t.name, Title: head.Title(), Program: t.program, Foreground: t.front, Background: t.background,
		Cwd:  t.cwd(),
		Size: t.sizing.now, Started: t.started, Revision: t.revision,
	}
	if t.state == core.TerminalRunning {
		c.Pid = t.process.pty.Process().Pid
	}
	if t.exit != nil {
		e := *t.exit
		c.Exit = &e
	}
	if t.agent != nil {
		a := *t.agent
		c.Agent = &a
	}
	if t.failure != nil {
		f := *t.failure
		c.Failure = &f
	}
	return c
}

func (t *terminal) cwd() string {
	for _, dir := range []string{t.history.head.Cwd(), t.osCwd} {
		if filepath.IsAbs(dir) {
			return dir
		}
	}
	return t.request.Dir
}

// changed needs mu; the caller publishes after releasing it.
func (t *terminal) changed() { t.revision++ }

// publish gives out the newest snapshot unless that was done already. It must be
// called without mu.
func (t *terminal) publish() {
	if t.service.options.Changed == nil {
		return
	}
	t.publishing.Lock()
	defer t.publishing.Unlock()
	t.mu.Lock()
	fresh := t.revision > t.published && !t.closing
	t.published = t.revision
	c := t.snapshot()
	t.mu.Unlock()
	if fresh {
		t.service.options.Changed(c)
	}
}

// update runs f under mu and publishes what it changed.
func (t *terminal) update(f func()) {
	t.mu.Lock()
	before := t.revision
	f()
	changed := t.revision != before
	t.mu.Unlock()
	if changed {
		t.publish()
	}
}

// get returns a snapshot after asking the system for a working directory that the
// shell does not report.
func (t *terminal) get() core.Terminal {
	t.askCwd()
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.snapshot()
}

// cwdEvery bounds how often a list of terminals asks the system.
const cwdEvery = time.Second

func (t *terminal) askCwd() {
	t.mu.Lock()
	now := time.Now()
	ask := t.state == core.TerminalRunning && t.history.head.Cwd() == "" && now.Sub(t.askedCwd) >= cwdEvery
	p := t.process
	if ask {
		t.askedCwd = now
	}
	t.mu.Unlock()
	if !ask {
		return
	}
	t.lookAt(p, false)
}

// look asks the system what the shell has put in front, and behind it.
func (t *terminal) look(behind bool) {
	t.mu.Lock()
	p, running := t.process, t.state == core.TerminalRunning
	t.mu.Unlock()
	if running {
		t.lookAt(p, behind)
	}
}

// lookAt asks one process. What is behind the shell takes a look at every process of
// the machine; until that is asked for, what was known of it stays.
func (t *terminal) lookAt(p *process, behind bool) {
	fg, err := p.pty.Foreground()
	if err != nil {
		return
	}
	front, members := "", -1
	if !fg.Leader {
		front, members = vt.Printable(fg.Name, maxProgram), 0
	} else if behind {
		if session, err := p.pty.Session(); err == nil {
			members = len(session)
		}
	}
	t.update(func() {
		if t.process != p || t.state != core.TerminalRunning {
			return
		}
		cwd, background := t.osCwd, t.background
		if fg.Cwd != "" {
			cwd = fg.Cwd
		}
		if members >= 0 {
			background = members > 1
		}
		if t.front == front && t.background == background && t.osCwd == cwd {
			return
		}
		t.front, t.background, t.osCwd = front, background, cwd
		t.changed()
		t.publishSoon()
	})
}

func (t *terminal) rename(name string) {
	name = core.PrintableName(name)
	t.update(func() {
		if t.name != name {
			t.name = name
			t.changed()
		}
	})
}

// label is what the pane is called: its name, its title or what runs in it.
func (t *terminal) label() string {
	for _, s := range []string{t.name, t.history.head.Title(), t.front, t.leader()} {
		if s != "" {
			return s
		}
	}
	return "terminal"
}

// begin starts the first process, with the size known by now. It needs mu.
func (t *terminal) begin() {
	if t.state != core.TerminalPending || t.process != nil || t.closing {
		return
	}
	t.due.spawn = time.Time{}
	t.process = newProcess(t, nil)
	t.tasks.Go(t.process.live)
}

// wake lets a process that waits for a view start without one, should none come.
func (t *terminal) wake() {
	t.update(func() {
		if t.state == core.TerminalPending && t.process == nil {
			t.schedule(&t.due.spawn, time.Now().Add(spawnAfter))
		}
	})
}

// restart replaces a process that has ended.
func (t *terminal) restart() error {
	var err error
	t.update(func() {
		switch {
		case t.closing:
			err = notFound("terminal.Restart")
		case t.state == core.TerminalPending || t.state == core.TerminalRunning:
			err = errs.New("terminal.Restart", errs.Running, t.label()+" is still running.", "Close it or wait until it ends.")
		default:
			t.state, t.exit, t.failure = core.TerminalPending, nil, nil
			t.changed()
			t.process = newProcess(t, t.process)
			t.tasks.Go(t.process.live)
		}
	})
	return err
}

// received appends output and tells the views. It needs mu.
func (t *terminal) received(p []byte) {
	before, alternate := t.history.end, t.history.head.Alternate()
	t.history.append(p)
	t.followAlternate(alternate, before)
	now := time.Now()
	for _, a := range t.attachments {
		if a.parsed == before {
			a.waiting = now
		}
	}
	t.heed()
	if t.state == core.TerminalRunning {
		t.schedule(&t.due.look, now.Add(lookAfter))
		t.postpone(&t.due.behind, now.Add(lookAfter))
	}
	t.keepSoon(now.Add(keepEvery))
	t.wakeViews()
}

// heed takes over title and directory from the output. A program may set its title
// with every frame, so they are published at a bounded rate by the keeper.
func (t *terminal) heed() {
	if c := t.history.head.Changes(); c != t.heard {
		t.heard = c
		t.changed()
		t.publishSoon()
	}
}

func (t *terminal) wakeViews() {
	for _, a := range t.attachments {
		if !a.sated() {
			a.view.wake()
		}
	}
}

// maxProgram is longer than any program's name and short enough for a line in its
// terminal.
const maxProgram = 64

// programName is how a program is shown: its base name, without the suffix that
// Windows gives it, and without anything that a terminal would act on.
func programName(path string) string {
	return vt.Printable(strings.TrimSuffix(filepath.Base(path), ".exe"), maxProgram)
}

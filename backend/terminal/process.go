package terminal

import (
	"context"
	"slices"
	"strconv"
	"time"

	"clankergrid/backend/command"
	"clankergrid/backend/core"
	"clankergrid/backend/environment"
	"clankergrid/backend/errs"
)

const (
	// readSize is one read: what a pseudo-terminal gives at once is never more.
	readSize = 64 << 10
	// holdFor is how long the first output of a process waits for a view that can
	// answer its questions.
	holdFor = 5 * time.Second
	// drainFor is how long after the exit the end of output is waited for before the
	// line that says so is written. A grandchild may keep the terminal open for ever.
	drainFor = 200 * time.Millisecond
	// retryRead paces reads of a terminal that nothing has open just now. The exit is
	// proven by the process, so an end of file alone ends nothing.
	retryRead = 100 * time.Millisecond
	// noteEvery paces the lines that say that a program stopped itself: one that does
	// so in a loop must not push its own output away.
	noteEvery = time.Second
)

// signal wakes one waiting goroutine; signals while it is awake collapse into one.
type signal chan struct{}

func newSignal() signal { return make(signal, 1) }

func (s signal) set() {
	select {
	case s <- struct{}{}:
	default:
	}
}

// process is one process of a terminal, from the decision to start it until
// everything it wrote was read. live is its main goroutine; read and write work
// for it.
type process struct {
	terminal *terminal
	// previous is finished before this one starts, so that no byte of it can come
	// later. Set to nil then, under the terminal's mutex.
	previous *process

	// spawned is closed when pty is set or will never be.
	spawned chan struct{}
	pty     command.Terminal // nil if the start failed
	// guest is what runs instead of the shell, and release gives back what that has
	// acquired; nil for a shell. Both are set before spawned is closed.
	guest   command.Launch
	release func(context.Context)
	// stop is closed by finish: no more reading and writing.
	stop chan struct{}
	// drained is closed when reading has ended, done when everything has.
	drained, written, done chan struct{}
	readWake, inputWake    signal

	// Guarded by the terminal's mutex.
	queue     []inputChunk
	writing   inputChunk // taken from queue, and not written yet
	held      bool       // output waits for a view
	holdUntil time.Time  // at most until here
	from      int64      // offset of its first byte
	mark      uint64     // number of its epoch mark
	stops     int        // how often it stopped itself since noted
	noted     time.Time  // when a line last said so
	stopping  bool       // stop is closed
	over      bool       // nothing is left of its session, and the journal knows
}

func newProcess(t *terminal, previous *process) *process {
	return &process{
		terminal: t, previous: previous,
		spawned: make(chan struct{}), stop: make(chan struct{}),
		drained: make(chan struct{}), written: make(chan struct{}), done: make(chan struct{}),
		readWake: newSignal(), inputWake: newSignal(),
	}
}

// live starts the process and follows it to its end.
func (p *process) live() {
	defer close(p.done)
	if old := p.previous; old != nil {
		p.retire(old)
	}
	if !p.start() {
		close(p.drained)
		close(p.written)
		return
	}
	t := p.terminal
	t.tasks.Go(func() { defer close(p.drained); p.read() })
	t.tasks.Go(func() { defer close(p.written); p.write() })
	p.follow()
	p.giveBack()
}

// retire finishes the process before this one. Work that it left in its session
// is remembered, so that closing the terminal ends it.
func (p *process) retire(old *process) {
	old.finish()
	old.noteOver()
	t := p.terminal
	t.mu.Lock()
	defer t.mu.Unlock()
	p.previous = nil
	t.former = append(t.former, old)
	t.former = slices.DeleteFunc(t.former, func(f *process) bool { return f.over })
}

// noteOver looks whether an ended process left nothing in its session.
func (p *process) noteOver() {
	if p.pty != nil {
		if session, err := p.pty.Session(); err != nil || len(session) > 0 {
			return
		}
	}
	p.setOver()
}

func (p *process) setOver() {
	t := p.terminal
	t.mu.Lock()
	first := !p.over
	p.over = true
	t.mu.Unlock()
	if first && p.pty != nil {
		t.service.journalEnded(t.id, p.pty.Process())
	}
}

// end ends the session, whoever of it is left.
func (p *process) end(ctx context.Context) (command.Ended, error) {
	<-p.spawned
	p.terminal.mu.Lock()
	over := p.over
	p.terminal.mu.Unlock()
	if p.pty == nil || over {
		return command.Ended{}, nil
	}
	ended, err := p.pty.End(ctx)
	if err == nil {
		p.setOver()
	}
	return ended, err
}

// start makes the pseudo-terminal and reports whether there is a process.
func (p *process) start() bool {
	defer close(p.spawned)
	t := p.terminal
	t.showRestored()
	pty, req, err := p.spawn(t.ctx)
	if err != nil {
		t.update(func() { p.fail(req.Program, err) })
		return false
	}
	p.pty = pty
	now := time.Now()
	t.service.journalStarted(core.Survivor{Process: pty.Process(), Terminal: t.id, Path: t.request.Path, Started: now})
	t.update(func() {
		t.state, t.program, t.started = core.TerminalRunning, programName(req.Program), now
		t.epoch++
		t.front, t.background, t.osCwd, t.askedCwd = "", false, "", time.Time{}
		clear(t.inputs)
		p.held, p.holdUntil = true, now.Add(holdFor)
		p.from, p.mark = t.history.end, t.history.markEpoch(t.epoch)
		t.heard = t.history.head.Changes()
		if t.sizing.now != req.Size {
			t.resizeProcess(t.sizing.now)
		}
		t.changed()
		t.wakeViews()
	})
	return true
}

func (p *process) spawn(ctx context.Context) (command.Terminal, command.TerminalRequest, error) {
	t := p.terminal
	env := t.service.options.Environment
	req, err := p.request(ctx)
	if err != nil {
		return nil, req, err
	}
	t.mu.Lock()
	req.Size = t.sizing.now
	closing := t.closing
	t.mu.Unlock()
	if closing {
		p.giveBack()
		return nil, req, context.Canceled
	}
	pty, err := env.StartTerminal(ctx, req)
	if err != nil {
		p.giveBack()
	}
	return pty, req, err
}

// shell is the request for the terminal's shell: the one it was created with, else
// the settings', else the login shell. What was chosen long ago and is gone, in the
// settings or in a restored terminal, is told of and not insisted on.
func (t *terminal) shell(ctx context.Context) (command.TerminalRequest, error) {
	settings := t.service.options.Settings().Terminal
	ask := environment.ShellRequest{Dir: t.request.Dir, Terminal: t.id, Shell: t.request.Shell, Plain: !settings.ShellIntegration}
	insist := ask.Shell != "" && !t.request.Restored
	if ask.Shell == "" {
		ask.Shell = settings.Shell
	}
	env := t.service.options.Environment
	req, err := env.Shell(ctx, ask)
	if ask.Shell == "" || insist || errs.KindOf(err) != errs.NotFound {
		return req, err
	}
	public := errs.PublicOf(err)
	t.service.options.Notice(core.Notice{
		ID: "shell-chosen", Level: "warning",
		Message: public.Message + " Your login shell was started instead.", Hint: public.Hint,
	})
	ask.Shell = ""
	return env.Shell(ctx, ask)
}

// fail records why there is no process. Only this terminal is affected.
func (p *process) fail(program string, err error) {
	t := p.terminal
	public := errs.PublicOf(err)
	t.state = core.TerminalFailed
	t.program = ""
	if program != "" {
		t.program = programName(program)
	}
	t.failure = &core.Failure{Program: program, Kind: string(public.Kind), Message: public.Message, Hint: public.Hint}
	t.changed()
	t.service.log.Warn("terminal not started", "terminal", t.id, "program", program, "err", err)
}

// follow waits for the exit, and then for the end of output.
func (p *process) follow() {
	t := p.terminal
	pace := time.NewTimer(noteEvery)
	defer pace.Stop()
	for waiting := true; waiting; {
		select {
		case <-p.pty.Exited():
			waiting = false
		case times := <-p.pty.Continued():
			t.mu.Lock()
			p.stops += times
			p.insertNote(time.Now())
			pace.Reset(time.Until(p.noted.Add(noteEvery)))
			t.mu.Unlock()
		case <-pace.C:
			t.mu.Lock()
			p.insertNote(time.Now())
			t.mu.Unlock()
		case <-p.stop:
			return
		}
	}
	exit := p.pty.Exit()
	p.giveBack()
	t.update(func() {
		t.state, t.exit, t.front = core.TerminalExited, &exit, ""
		if p.guest != nil {
			t.agentEnded(exit)
		}
		p.stops = 0
		t.dropInput()
		t.changed()
	})
	p.readWake.set()
	p.noteOver()
	t.update(func() {
		if t.process == p && t.background == p.over {
			t.background = !p.over
			t.changed()
		}
	})
	drain := time.NewTimer(drainFor)
	defer drain.Stop()
	select {
	case <-p.drained:
	case <-drain.C:
	case <-p.stop:
		<-p.drained // what was read last stands before the line
	}
	t.mu.Lock()
	t.received(t.history.head.Farewell(farewell(t.program, exit)))
	t.keepSoon(time.Now())
	t.mu.Unlock()
	if p.guest != nil {
		t.followWithShell(p)
		return
	}
	select {
	case <-p.drained:
		p.letGo() // nothing can come any more
	case <-p.stop:
	}
}

// insertNote says that the program stopped itself where a line can stand: not inside
// a sequence, and not on the alternate screen, which is the program's to draw. It
// needs mu.
func (p *process) insertNote(now time.Time) {
	t := p.terminal
	head := t.history.head
	if p.stops == 0 || now.Before(p.noted.Add(noteEvery)) || !head.Ground() || head.Alternate() {
		return
	}
	times := ""
	if p.stops > 1 {
		times = strconv.Itoa(p.stops) + " times "
	}
	p.stops, p.noted = 0, now
	t.received(head.Note("[" + t.program + " stopped itself " + times + "and was continued]"))
}

// read takes output until there can be no more.
func (p *process) read() {
	t := p.terminal
	buf := make([]byte, readSize)
	for p.awaitTurn() {
		n, err := p.pty.Read(buf)
		if n > 0 {
			t.mu.Lock()
			t.received(buf[:n])
			p.insertNote(time.Now())
			t.mu.Unlock()
		}
		if err != nil && !p.awaitRetry() {
			return
		}
	}
}

// awaitRetry reports whether output may still come after a failed read. After the
// exit one more read takes what was written between the two.
func (p *process) awaitRetry() bool {
	select {
	case <-p.pty.Exited():
		return false
	default:
	}
	timer := time.NewTimer(retryRead)
	defer timer.Stop()
	select {
	case <-p.pty.Exited():
		return true
	case <-timer.C:
		return true
	case <-p.stop:
		return false
	}
}

// awaitTurn waits until the next read is allowed and reports false when there
// shall be none.
func (p *process) awaitTurn() bool {
	t := p.terminal
	for {
		t.mu.Lock()
		stopping := p.stopping
		wait := p.readDelay(time.Now())
		t.mu.Unlock()
		if stopping {
			return false
		}
		if wait <= 0 {
			return true
		}
		timer := time.NewTimer(wait)
		select {
		case <-p.readWake:
		case <-timer.C:
		case <-p.stop:
		}
		timer.Stop()
	}
}

// readDelay is how long the next read must wait unless something happens before: 0
// to read now. It needs mu.
func (p *process) readDelay(now time.Time) time.Duration {
	t := p.terminal
	if t.closing {
		return 0 // a program that is ending must be able to write its last words
	}
	if p.held {
		if now.Before(p.holdUntil) && t.state == core.TerminalRunning && !p.shown() {
			return p.holdUntil.Sub(now)
		}
		p.held = false
	}
	var wait time.Duration
	for _, a := range t.attachments {
		if !a.visible {
			continue
		}
		if t.history.end-a.parsed < creditWindow {
			return 0
		}
		wait = max(wait, a.waiting.Add(stallAfter).Sub(now))
	}
	return wait
}

// shown reports whether a visible view has parsed all output so far and knows of
// this process: it will answer what the program asks first.
func (p *process) shown() bool {
	for _, a := range p.terminal.attachments {
		if a.visible && !a.due && a.parsed >= p.from && a.nextMark > p.mark {
			return true
		}
	}
	return false
}

// letGo stops reading and writing and gives the pseudo-terminal back. It does
// not end processes.
func (p *process) letGo() {
	t := p.terminal
	t.mu.Lock()
	first := !p.stopping
	p.stopping = true
	t.mu.Unlock()
	if !first {
		return
	}
	close(p.stop)
	if p.pty == nil {
		return
	}
	if err := p.pty.Close(); err != nil {
		t.service.log.Debug("closing a pseudo-terminal", "terminal", t.id, "err", err)
	}
}

// finish releases the process and waits until no byte of it can come any more.
func (p *process) finish() {
	<-p.spawned
	p.letGo()
	<-p.drained
	<-p.written
	<-p.done
}

func farewell(program string, exit core.Exit) string {
	if exit.Signal != "" {
		return "[" + program + " was ended by " + exit.Signal + "]"
	}
	return "[" + program + " ended with code " + strconv.Itoa(exit.Code) + "]"
}

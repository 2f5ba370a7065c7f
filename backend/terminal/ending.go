package terminal

import (
	"context"
	"sync"

	"clankergrid/backend/command"
	"clankergrid/backend/core"
	"clankergrid/backend/errs"
)

// beginClosing claims the terminal for one caller of close.
func (t *terminal) beginClosing() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closing {
		return false
	}
	t.closing = true
	for _, p := range t.processes() {
		p.readWake.set() // a program that ends must be able to write
	}
	return true
}

// close ends every session that the terminal has had, lets go of the views and
// waits for all goroutines.
func (t *terminal) close(ctx context.Context) (command.Ended, error) {
	t.cancel()
	t.mu.Lock()
	all := t.processes()
	t.mu.Unlock()

	results := make([]command.Ended, len(all))
	failures := make([]error, len(all))
	var ending sync.WaitGroup
	for i, p := range all {
		ending.Go(func() { results[i], failures[i] = p.end(ctx) })
	}
	ending.Wait()
	for _, p := range all {
		p.finish()
	}
	t.tasks.Wait()

	t.mu.Lock()
	attachments := t.attachments
	t.attachments = nil
	label := t.label()
	t.mu.Unlock()
	for _, a := range attachments {
		a.view.drop(a)
	}
	err := firstError(failures)
	return merge(results), errs.Wrap("terminal.Close", errs.Timeout, "Something in "+label+" did not end.", "It is listed when Clanker Grid starts again.", err)
}

// processes are all that may still have a session. It needs mu.
func (t *terminal) processes() []*process {
	all := append([]*process{}, t.former...)
	for p := t.process; p != nil; p = p.previous {
		all = append(all, p)
	}
	return all
}

func merge(results []command.Ended) command.Ended {
	var all command.Ended
	for _, e := range results {
		all.Left = append(all.Left, e.Left...)
		all.Killed += e.Killed
	}
	return all
}

func firstError(all []error) error {
	for _, err := range all {
		if err != nil {
			return err
		}
	}
	return nil
}

// Running lists the work that ending these terminals, or all if none is given,
// would end: what is in the foreground unless it is the shell itself, else what the
// shell has in the background. There is at most one entry for each terminal.
func (s *Service) Running(ids ...core.TerminalID) []core.RunningWork {
	var all []core.RunningWork
	for _, t := range s.selected(ids) {
		if w, ok := t.running(); ok {
			all = append(all, w)
		}
	}
	return all
}

func (t *terminal) running() (core.RunningWork, bool) {
	t.mu.Lock()
	w := core.RunningWork{Workspace: t.request.Workspace, Terminal: t.id, Title: t.label()}
	current, all := t.process, t.processes()
	alive := t.state == core.TerminalRunning
	t.mu.Unlock()

	if alive {
		if fg, err := current.pty.Foreground(); err == nil && !fg.Leader && fg.Pid > 0 {
			w.Program, w.Pid = fg.Name, fg.Pid
			return w, true
		}
	}
	for _, p := range all {
		if !p.hasStarted() {
			continue
		}
		session, _, err := p.pty.Descendants()
		if err != nil {
			continue
		}
		for _, member := range session {
			if member.Pid != p.pty.Process().Pid {
				w.Program, w.Pid = member.Name, member.Pid
				return w, true
			}
		}
	}
	return w, false
}

// KeepsRunning lists the processes that left these terminals, or all if none is
// given, and that ending would leave alone.
func (s *Service) KeepsRunning(ids ...core.TerminalID) []core.Process {
	var all []core.Process
	for _, t := range s.selected(ids) {
		t.mu.Lock()
		processes := t.processes()
		t.mu.Unlock()
		for _, p := range processes {
			if !p.hasStarted() {
				continue
			}
			if _, left, err := p.pty.Descendants(); err == nil {
				all = append(all, left...)
			}
		}
	}
	return all
}

// hasStarted reports, without waiting, whether there is a pseudo-terminal.
func (p *process) hasStarted() bool {
	select {
	case <-p.spawned:
		return p.pty != nil
	default:
		return false
	}
}

package workspace

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"clankergrid/backend/command"
	"clankergrid/backend/core"
	"clankergrid/backend/errs"
)

// Close ends all terminals of a workspace at once and takes it off the list when
// they have ended, or when their end has taken 10 s, which the error then says.
// What it showed is kept, so that it can be restored. A second Close of the same
// workspace waits for the first. Kind NotFound when it is not open.
func (s *Service) Close(ctx context.Context, id core.WorkspaceID) (command.Ended, error) {
	const op = "workspace.Close"
	f, first, err := s.beginClosing(op, id)
	if err != nil {
		return command.Ended{}, err
	}
	if !first {
		select {
		case <-f.settled:
			return command.Ended{}, nil
		case <-ctx.Done():
			return command.Ended{}, errs.Wrap(op, errs.Canceled, "The wait for the end of the workspace was given up.", "", ctx.Err())
		}
	}
	ws, err := s.Get(id)
	if err != nil {
		return command.Ended{}, err // only the first takes it off the list
	}
	s.refresh(ws.Panes) // while there is somebody to ask
	s.mu.Lock()
	last, opened := f.size(), f.opened
	s.mu.Unlock()
	ended, err := s.endAll(ctx, ws.Panes)
	if last.Valid() {
		s.remember(ctx, ws, opened, last)
	}
	s.change(ctx, func() []edit {
		others := slices.DeleteFunc(s.tabs(), func(other *folder) bool { return other == f })
		return append([]edit{{folder: f, next: f.current, gone: true}}, positioned(others)...)
	})
	if err != nil {
		return ended, errs.Wrap(op, errs.KindOf(err),
			"Not everything in "+errs.Quote(ws.Name)+" could be ended.", "The log names what is left.", err)
	}
	return ended, nil
}

// beginClosing makes a folder one that is not changed any more, and reports whether
// this was the first call to do so.
func (s *Service) beginClosing(op string, id core.WorkspaceID) (f *folder, first bool, err error) {
	s.changing.Lock()
	defer s.changing.Unlock()
	s.mu.Lock()
	defer s.mu.Unlock()
	if f, err = s.find(op, id); err != nil || f.phase == closing {
		return f, false, err
	}
	f.phase, f.settled = closing, make(chan struct{})
	return f, true, nil
}

// CloseTerminal ends a terminal and takes its pane out of its workspace, which
// stays open even without one. A second call for the same terminal waits for
// the first. Kind NotFound when no workspace shows it.
func (s *Service) CloseTerminal(ctx context.Context, id core.TerminalID) (command.Ended, error) {
	s.mu.Lock()
	f, pane := s.showing(id)
	s.mu.Unlock()
	if f == nil {
		return command.Ended{}, terminalGone("workspace.CloseTerminal")
	}
	s.refresh([]core.Pane{pane}) // while there is somebody to ask
	ended, err := s.end(ctx, id)
	gone := s.change(ctx, func() []edit {
		f, pane := s.showing(id)
		if f == nil || f.phase == closing {
			return nil // the workspace or a second call was faster
		}
		return []edit{{folder: f, next: f.without(pane)}}
	})
	if len(gone) > 0 {
		s.dropped([]core.PaneID{pane.ID})
	}
	return ended, err
}

// endAll ends the terminals of panes at once.
func (s *Service) endAll(ctx context.Context, panes []core.Pane) (command.Ended, error) {
	results := make([]command.Ended, len(panes))
	failures := make([]error, len(panes))
	var running sync.WaitGroup
	for i, pane := range panes {
		running.Go(func() { results[i], failures[i] = s.end(ctx, pane.Terminal) })
	}
	running.Wait()
	var all command.Ended
	for _, result := range results {
		all.Left = append(all.Left, result.Left...)
		all.Killed += result.Killed
	}
	return all, errors.Join(failures...)
}

// end ends one terminal, or waits while another call does.
func (s *Service) end(ctx context.Context, id core.TerminalID) (command.Ended, error) {
	ctx, cancel := context.WithTimeout(ctx, endingWait)
	defer cancel()
	s.mu.Lock()
	if done, busy := s.ending[id]; busy {
		s.mu.Unlock()
		select {
		case <-done:
		case <-ctx.Done():
		}
		return command.Ended{}, nil // what came of it, the other call returns
	}
	done := make(chan struct{})
	s.ending[id] = done
	s.mu.Unlock()

	ended, err := s.terminals.Close(ctx, id)
	if errs.KindOf(err) == errs.NotFound {
		err = nil // it is gone, as was asked for
	}
	s.mu.Lock()
	delete(s.ending, id)
	s.mu.Unlock()
	close(done)
	return ended, err
}

// Shutdown refuses further folders, terminals and changes, and saves what is known
// of the panes for the next start. It ends no terminal: its caller ends them all
// together.
func (s *Service) Shutdown(ctx context.Context) error {
	type last struct {
		workspace core.Workspace
		opened    time.Time
		size      core.Size
	}
	s.changing.Lock()
	s.mu.Lock()
	first := !s.shut
	if first {
		s.shut = true
		close(s.stop)
	}
	folders := slices.DeleteFunc(s.tabs(), func(f *folder) bool { return f.phase == closing })
	s.mu.Unlock()
	s.changing.Unlock()
	if !first {
		return nil
	}
	var all []last
	for _, f := range folders {
		s.mu.Lock()
		panes := slices.Clone(f.current.panes)
		s.mu.Unlock()
		s.refresh(panes)
		s.mu.Lock()
		all = append(all, last{f.snapshot(), f.opened, f.size()})
		s.mu.Unlock()
	}
	s.flush(ctx)
	for _, l := range all {
		if l.size.Valid() {
			s.remember(ctx, l.workspace, l.opened, l.size)
		}
	}
	err := s.presence.close(ctx)
	s.tasks.Wait() // they were told to stop, and what they look at has ended or was given up
	return err
}

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
// A second Close of the same workspace waits for the first. Kind NotFound when
// it is not open.
func (s *Service) Close(ctx context.Context, id core.WorkspaceID) (command.Ended, error) {
	const op = "workspace.Close"
	s.mu.Lock()
	f, err := s.find(op, id)
	if err != nil {
		s.mu.Unlock()
		return command.Ended{}, err
	}
	if f.phase == closing {
		settled := f.settled
		s.mu.Unlock()
		select {
		case <-settled:
			return command.Ended{}, nil
		case <-ctx.Done():
			return command.Ended{}, errs.Wrap(op, errs.Canceled, "The wait for the end of the workspace was given up.", "", ctx.Err())
		}
	}
	f.phase, f.settled = closing, make(chan struct{})
	ws, opened := f.snapshot(), f.opened
	s.mu.Unlock()

	last := s.sizeOf(ws.Panes) // while there is somebody to ask
	ended, err := s.endAll(ctx, ws.Panes)
	if last.Valid() {
		s.remember(ctx, ws, opened, last)
	}
	s.drop(f)
	if err != nil {
		return ended, errs.Wrap(op, errs.KindOf(err),
			"Not everything in "+errs.Quote(ws.Name)+" could be ended.", "The log names what is left.", err)
	}
	return ended, nil
}

// CloseTerminal ends a terminal and takes its pane out of its workspace, which
// stays open even without one. A second call for the same terminal waits for
// the first. Kind NotFound when no workspace shows it.
func (s *Service) CloseTerminal(ctx context.Context, id core.TerminalID) (command.Ended, error) {
	s.mu.Lock()
	known := s.showing(id) != nil
	s.mu.Unlock()
	if !known {
		return command.Ended{}, errs.New("workspace.CloseTerminal", errs.NotFound, "The terminal is not open any more.", "")
	}
	ended, err := s.end(ctx, id)
	s.change(func() *folder {
		f := s.showing(id)
		if f == nil {
			return nil // the workspace or a second call was faster
		}
		f.workspace.Panes = slices.DeleteFunc(f.workspace.Panes, func(p core.Pane) bool { return p.Terminal == id })
		return f
	})
	return ended, err
}

// showing returns the folder that shows a terminal; the caller holds mu.
func (s *Service) showing(id core.TerminalID) *folder {
	for _, f := range s.folders {
		if slices.ContainsFunc(f.workspace.Panes, func(p core.Pane) bool { return p.Terminal == id }) {
			return f
		}
	}
	return nil
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

// sizeOf returns the size of the first pane whose program has started, for the
// size of a pane that nobody has shown yet means nothing.
func (s *Service) sizeOf(panes []core.Pane) core.Size {
	for _, pane := range panes {
		terminal, err := s.terminals.Get(pane.Terminal)
		if err == nil && terminal.Epoch > 0 && terminal.Size.Valid() {
			return terminal.Size
		}
	}
	return core.Size{}
}

// Shutdown refuses further folders and terminals, and records the pane sizes for
// the next start. It ends no terminal: its caller ends them all together.
func (s *Service) Shutdown(ctx context.Context) error {
	s.mu.Lock()
	s.shut = true
	type last struct {
		workspace core.Workspace
		opened    time.Time
	}
	var all []last
	for _, f := range s.folders {
		if f.phase == open {
			all = append(all, last{f.snapshot(), f.opened})
		}
	}
	s.mu.Unlock()
	for _, l := range all {
		if size := s.sizeOf(l.workspace.Panes); size.Valid() {
			s.remember(ctx, l.workspace, l.opened, size)
		}
	}
	return s.presence.close(ctx)
}

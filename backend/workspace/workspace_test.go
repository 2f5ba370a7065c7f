package workspace

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"clankergrid/backend/command"
	"clankergrid/backend/core"
	"clankergrid/backend/errs"
)

func TestOpeningAFolderShowsItsTerminals(t *testing.T) {
	b := newBench(t)
	b.shelf.sizes["/home/me/src"] = core.Size{Cols: 90, Rows: 30}
	ws := b.opened(t, "/home/me/src", 4)
	if ws.Name != "src" || ws.Path != "/home/me/src" || ws.Environment != core.LocalEnvironment || ws.Revision == 0 {
		t.Errorf("workspace = %+v", ws)
	}
	for i, req := range b.shells.taken() {
		want := CreateRequest{
			Workspace: ws.ID, Pane: ws.Panes[i].ID, Dir: ws.Path, Path: ws.Path, LastSize: core.Size{Cols: 90, Rows: 30},
		}
		if req != want {
			t.Errorf("request %d = %+v, want %+v", i, req, want)
		}
	}
	if all := b.List(); len(all) != 1 || all[0].ID != ws.ID {
		t.Errorf("List = %+v", all)
	}
}

func TestTheSameFolderByAnotherNameIsTheOpenWorkspace(t *testing.T) {
	b := newBench(t)
	ws := b.opened(t, "/src", 2)
	b.machine.has("/link", "/src")
	again, existing, err := b.Open(t.Context(), "/link", 0, nil)
	if err != nil || !existing || again.ID != ws.ID || len(again.Panes) != 2 {
		t.Errorf("Open = %+v, %v, %v", again, existing, err)
	}
	b.shelf.takes("remember /src 0x0")
	b.hears(t)
}

func TestConcurrentOpensOfOneFolderMakeOneWorkspace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		b.machine.has("/src", "/src")
		b.shells.onCreate(func(CreateRequest) error { time.Sleep(time.Second); return nil })
		const callers = 8
		type answer struct {
			id       core.WorkspaceID
			existing bool
			err      error
		}
		answers := make(chan answer, callers)
		for range callers {
			go func() {
				ws, existing, err := b.Open(t.Context(), "/src", 2, nil)
				answers <- answer{ws.ID, existing, err}
			}()
		}
		fresh, ids := 0, map[core.WorkspaceID]bool{}
		for range callers {
			a := <-answers
			if a.err != nil {
				t.Error(a.err)
			}
			if !a.existing {
				fresh++
			}
			ids[a.id] = true
		}
		if fresh != 1 || len(ids) != 1 {
			t.Errorf("%d were fresh, %d workspaces", fresh, len(ids))
		}
		b.shelf.takes(strings.Split(strings.Repeat("remember /src 0x0,", callers)[:callers*18-1], ",")...)
		b.hears(t, "/src has 2")
	})
}

func TestAWaitForAnotherOpenerEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		b.machine.has("/src", "/src")
		b.shells.onCreate(func(CreateRequest) error { time.Sleep(time.Minute); return nil })
		go b.Open(t.Context(), "/src", 1, nil)
		synctest.Wait()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, _, err := b.Open(ctx, "/src", 1, nil)
		wantKind(t, err, errs.Timeout)
		time.Sleep(time.Minute)
		synctest.Wait()
		b.shelf.takes("remember /src 0x0")
	})
}

func TestWhatCannotBeOpenedIsRefused(t *testing.T) {
	b := newBench(t)
	b.machine.lacks("/gone", errs.NotFound)
	_, _, err := b.Open(t.Context(), "/gone", 1, nil)
	wantKind(t, err, errs.NotFound)
	b.machine.has("/src", "/src")
	for _, n := range []int{-1, 0, MaxOpened + 1} {
		_, _, err := b.Open(t.Context(), "/src", n, nil)
		wantKind(t, err, errs.Invalid)
	}
	b.hears(t)
}

func TestAFolderWithoutATerminalIsNotOpened(t *testing.T) {
	b := newBench(t)
	b.machine.has("/src", "/src")
	created := 0
	b.shells.onCreate(func(CreateRequest) error {
		if created++; created == 3 {
			return errs.New("fake", errs.Unavailable, "Ending.", "")
		}
		return nil
	})
	_, _, err := b.Open(t.Context(), "/src", 4, nil)
	wantKind(t, err, errs.Unavailable)
	if len(b.shells.live) != 0 || len(b.List()) != 0 {
		t.Errorf("left: %v, %v", b.shells.live, b.List())
	}
	b.hears(t)
	// The path and the reserved room are free again.
	b.shells.onCreate(func(CreateRequest) error { return nil })
	b.opened(t, "/src", MaxOpened)
}

func TestAtMostTwoHundredTerminalsInAll(t *testing.T) {
	b := newBench(t)
	var last core.Workspace
	for n := 0; n+MaxOpened <= MaxTerminals; n += MaxOpened {
		last = b.opened(t, fmt.Sprintf("/%d", n), MaxOpened)
	}
	b.machine.has("/more", "/more")
	_, _, err := b.Open(t.Context(), "/more", MaxOpened, nil)
	wantKind(t, err, errs.Limit)
	for range MaxTerminals % MaxOpened {
		if _, err := b.AddTerminal(t.Context(), last.ID, core.NewPane{}); err != nil {
			t.Fatal(err)
		}
	}
	_, err = b.AddTerminal(t.Context(), last.ID, core.NewPane{})
	wantKind(t, err, errs.Limit)
	if len(b.shells.live) != MaxTerminals {
		t.Errorf("%d terminals", len(b.shells.live))
	}
	if _, err := b.CloseTerminal(t.Context(), last.Panes[0].Terminal); err != nil {
		t.Fatal(err)
	}
	if _, err := b.AddTerminal(t.Context(), last.ID, core.NewPane{}); err != nil {
		t.Errorf("after one was closed: %v", err)
	}
}

func TestTerminalsAreAddedAndClosedOneByOne(t *testing.T) {
	b := newBench(t)
	ws := b.opened(t, "/src", 1)
	b.starts(ws.Panes[0].Terminal, core.Size{Cols: 77, Rows: 22})
	pane, err := b.AddTerminal(t.Context(), ws.ID, core.NewPane{})
	if err != nil {
		t.Fatal(err)
	}
	if got := b.shells.taken()[1].LastSize; got != (core.Size{Cols: 77, Rows: 22}) {
		t.Errorf("a new pane starts at %v, not at its neighbour's size", got)
	}
	b.hears(t, "/src has 2")
	b.shells.onClose(func(context.Context, core.TerminalID) (command.Ended, error) {
		return command.Ended{Killed: 1, Left: []core.Process{{Pid: 7}}}, nil
	})
	ended, err := b.CloseTerminal(t.Context(), ws.Panes[0].Terminal)
	if err != nil || ended.Killed != 1 || len(ended.Left) != 1 {
		t.Errorf("CloseTerminal = %+v, %v", ended, err)
	}
	b.hears(t, "/src has 1")
	if now, _ := b.Get(ws.ID); len(now.Panes) != 1 || now.Panes[0] != pane {
		t.Errorf("panes = %+v", now.Panes)
	}
	if _, err := b.CloseTerminal(t.Context(), pane.Terminal); err != nil {
		t.Error(err)
	}
	b.hears(t, "/src has 0")
	_, err = b.CloseTerminal(t.Context(), pane.Terminal)
	wantKind(t, err, errs.NotFound)
	_, err = b.AddTerminal(t.Context(), "nowhere", core.NewPane{})
	wantKind(t, err, errs.NotFound)
}

func TestClosingEndsAllTerminalsAtOnceAndThenRemoves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		ws := b.opened(t, "/src", 4)
		b.starts(ws.Panes[2].Terminal, core.Size{Cols: 81, Rows: 25})
		b.shells.onClose(func(context.Context, core.TerminalID) (command.Ended, error) {
			time.Sleep(3 * time.Second)
			return command.Ended{Killed: 1, Left: []core.Process{{Pid: 1}}}, nil
		})
		began := time.Now()
		go func() {
			time.Sleep(2 * time.Second)
			if len(b.List()) != 1 {
				t.Error("it is gone before its terminals are")
			}
		}()
		ended, err := b.Close(t.Context(), ws.ID)
		if err != nil || ended.Killed != 4 || len(ended.Left) != 4 {
			t.Errorf("Close = %+v, %v", ended, err)
		}
		if took := time.Since(began); took != 3*time.Second {
			t.Errorf("took %v", took)
		}
		b.hears(t, "removed")
		b.shelf.takes("remember /src 81x25")
		_, err = b.Close(t.Context(), ws.ID)
		wantKind(t, err, errs.NotFound)
	})
}

func TestATerminalThatDoesNotEndDoesNotKeepItsWorkspace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		ws := b.opened(t, "/src", 2)
		b.shells.onClose(func(ctx context.Context, id core.TerminalID) (command.Ended, error) {
			if id == ws.Panes[0].Terminal {
				return command.Ended{}, nil
			}
			<-ctx.Done()
			return command.Ended{}, errs.Wrap("fake", errs.Timeout, "It does not end.", "", ctx.Err())
		})
		_, err := b.Close(t.Context(), ws.ID)
		wantKind(t, err, errs.Timeout)
		if len(b.List()) != 0 {
			t.Error("it is still there")
		}
		b.hears(t, "removed")
	})
}

func TestAWorkspaceThatIsBeingClosedGetsNoTerminal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		ws := b.opened(t, "/src", 1)
		// The terminal is still being made when the workspace is closed.
		b.shells.onCreate(func(CreateRequest) error { time.Sleep(time.Second); return nil })
		var adding sync.WaitGroup
		adding.Go(func() {
			_, err := b.AddTerminal(t.Context(), ws.ID, core.NewPane{})
			wantKind(t, err, errs.NotFound)
		})
		synctest.Wait()
		b.shells.onClose(func(context.Context, core.TerminalID) (command.Ended, error) {
			time.Sleep(5 * time.Second)
			return command.Ended{}, nil
		})
		adding.Go(func() { b.Close(t.Context(), ws.ID) })
		time.Sleep(500 * time.Millisecond)
		_, err := b.AddTerminal(t.Context(), ws.ID, core.NewPane{})
		wantKind(t, err, errs.NotFound)
		adding.Wait()
		b.hears(t, "removed")
		if len(b.shells.live) != 0 {
			t.Errorf("left: %v", b.shells.live)
		}
	})
}

func TestAFolderThatIsBeingClosedIsOpenedAnewAfterwards(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		ws := b.opened(t, "/src", 1)
		b.shells.onClose(func(context.Context, core.TerminalID) (command.Ended, error) {
			time.Sleep(time.Second)
			return command.Ended{}, nil
		})
		go b.Close(t.Context(), ws.ID)
		synctest.Wait()
		again, existing, err := b.Open(t.Context(), "/src", 1, nil)
		if err != nil || existing || again.ID == ws.ID {
			t.Errorf("Open = %+v, %v, %v", again, existing, err)
		}
		b.hears(t, "removed", "/src has 1")
		b.shelf.takes("remember /src 0x0")
	})
}

func TestClosingTheSameThingTwiceEndsItOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		ws := b.opened(t, "/src", 2)
		b.shells.onClose(func(context.Context, core.TerminalID) (command.Ended, error) {
			time.Sleep(time.Second)
			return command.Ended{}, nil
		})
		began := time.Now()
		var closers sync.WaitGroup
		for range 2 {
			closers.Go(func() {
				if _, err := b.CloseTerminal(t.Context(), ws.Panes[0].Terminal); err != nil {
					t.Error(err)
				}
			})
			closers.Go(func() {
				if _, err := b.Close(t.Context(), ws.ID); err != nil {
					t.Error(err)
				}
				if took := time.Since(began); took < time.Second {
					t.Errorf("returned after %v, before the end", took)
				}
			})
		}
		closers.Wait()
		if len(b.List()) != 0 {
			t.Error("it is still open")
		}
	})
}

func TestAfterShutdownNothingOpensAndSizesAreKept(t *testing.T) {
	b := newBench(t)
	ws := b.opened(t, "/src", 1)
	b.opened(t, "/unseen", 1)
	b.starts(ws.Panes[0].Terminal, core.Size{Cols: 99, Rows: 33})
	if err := b.Shutdown(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.shelf.takes("remember /src 99x33")
	_, err := b.AddTerminal(t.Context(), ws.ID, core.NewPane{})
	wantKind(t, err, errs.Unavailable)
	_, _, err = b.Open(t.Context(), "/src", 1, nil)
	wantKind(t, err, errs.Unavailable)
}

func TestShutdownDuringAnOpeningLeavesNoTerminal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		b.machine.has("/src", "/src")
		b.shells.onCreate(func(CreateRequest) error { time.Sleep(time.Second); return nil })
		failed := make(chan error, 1)
		go func() {
			_, _, err := b.Open(t.Context(), "/src", 2, nil)
			failed <- err
		}()
		synctest.Wait()
		if err := b.Shutdown(t.Context()); err != nil {
			t.Error(err)
		}
		wantKind(t, <-failed, errs.Unavailable)
		if len(b.shells.live) != 0 {
			t.Errorf("left: %v", b.shells.live)
		}
	})
}

func TestARootIsCalledByItsPath(t *testing.T) {
	for path, want := range map[string]string{"/": "/", "/a/b": "b", "/a b": "a b", "/a\nb": "a\nb"} {
		if got := nameOf(path); got != want {
			t.Errorf("nameOf(%q) = %q", path, got)
		}
	}
}

package terminal

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"clankergrid/backend/core"
	"clankergrid/backend/errs"
)

func TestAProcessStartsWhenAViewSaysItsSize(t *testing.T) {
	inBubble(t, 0, func(t *testing.T, b *bed) {
		id := b.create()
		v := b.service.OpenView(viewA)
		if err := v.Attach(id, -1); err != nil {
			t.Fatal(err)
		}
		v.Resize(id, core.Size{}) // a hidden pane
		synctest.Wait()
		if len(b.env.asked()) != 0 {
			t.Fatal("started without a size")
		}
		v.Resize(id, large)
		synctest.Wait()
		if len(b.env.asked()) != 1 || b.env.asked()[0].Size != large || b.env.asked()[0].Dir != "/src" {
			t.Fatalf("requests %+v", b.env.asked())
		}
		c := b.get(id)
		if c.State != core.TerminalRunning || c.Epoch != 1 || c.Pid != 100 || c.Size != large || c.Program != "bash" {
			t.Errorf("snapshot %+v", c)
		}
	})
}

func TestAProcessThatNobodyShowsStartsAfterTwoSecondsWithTheLastSize(t *testing.T) {
	for name, c := range map[string]struct{ last, want core.Size }{
		"last size": {large, large}, "no size": {core.Size{}, core.DefaultSize}, "unusable size": {core.Size{Cols: 1}, core.DefaultSize},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, 0, func(t *testing.T, b *bed) {
				if _, err := b.service.Create(t.Context(), CreateRequest{Dir: "/", LastSize: c.last}); err != nil {
					t.Fatal(err)
				}
				b.pass(spawnAfter - time.Millisecond)
				synctest.Wait()
				if len(b.env.asked()) != 0 {
					t.Fatal("started too early")
				}
				b.pass(time.Millisecond)
				synctest.Wait()
				if len(b.env.asked()) != 1 || b.env.asked()[0].Size != c.want {
					t.Errorf("requests %+v", b.env.asked())
				}
			})
		})
	}
}

func TestASizeThatChangesDuringTheStartIsApplied(t *testing.T) {
	inBubble(t, 0, func(t *testing.T, b *bed) {
		b.env.slow = time.Second
		id := b.create()
		s := b.watch(viewA, id, small)
		b.pass(500 * time.Millisecond)
		s.view.Resize(id, large)
		b.pass(time.Second)
		synctest.Wait()
		if got := b.env.pty(0).resized(); len(got) != 1 || got[0] != large {
			t.Errorf("sizes %v", got)
		}
	})
}

func TestStartupOutputWaitsForAViewInOrder(t *testing.T) {
	inBubble(t, 0, func(t *testing.T, b *bed) {
		id := b.create()
		s := b.watch(viewA, id, small)
		synctest.Wait()
		f := b.env.pty(0)
		if f.offer("\x1b[c") {
			t.Fatal("read before the view has been told of the process")
		}
		s.take()
		f.emit("\x1b[c")
		f.emit("$ ")
		s.take()
		if got := string(s.bytes); got != "\x1b[c$ " {
			t.Errorf("got %q", got)
		}
	})
}

func TestStartupOutputIsReadAfterFiveSecondsWithoutAView(t *testing.T) {
	inBubble(t, 0, func(t *testing.T, b *bed) {
		b.create()
		b.pass(spawnAfter)
		synctest.Wait()
		f := b.env.pty(0)
		b.pass(holdFor - time.Millisecond)
		if f.offer("x") {
			t.Fatal("read too early")
		}
		b.pass(time.Millisecond)
		if !f.offer("x") {
			t.Fatal("not read")
		}
	})
}

func TestATerminalThatAwaitsAViewStartsWithoutOneOnceItIsWoken(t *testing.T) {
	inBubble(t, 0, func(t *testing.T, b *bed) {
		c, err := b.service.Create(t.Context(), CreateRequest{Pane: "p", Dir: "/", Await: true})
		if err != nil {
			t.Fatal(err)
		}
		b.pass(time.Hour)
		b.service.Wake(c.ID, "nobody")
		b.pass(spawnAfter - time.Millisecond)
		if len(b.env.asked()) != 0 {
			t.Fatal("started before a view had the time to come")
		}
		b.pass(time.Millisecond)
		synctest.Wait()
		b.env.pty(0)
		b.service.Wake(c.ID) // is running already
		b.pass(spawnAfter)
		if n := len(b.env.asked()); n != 1 {
			t.Errorf("%d starts", n)
		}
	})
}

func TestAHiddenViewDoesNotEndTheHold(t *testing.T) {
	inBubble(t, 0, func(t *testing.T, b *bed) {
		id := b.create()
		s := b.watch(viewA, id, small)
		s.view.Visible(false)
		synctest.Wait()
		s.take()
		if b.env.pty(0).offer("x") {
			t.Fatal("read although nobody answers")
		}
		s.view.Visible(true)
		if !b.env.pty(0).offer("x") {
			t.Fatal("not read")
		}
	})
}

func TestAFailedStartConcernsOnlyItsTerminal(t *testing.T) {
	inBubble(t, 0, func(t *testing.T, b *bed) {
		b.env.failures = []error{errs.New("x", errs.NotFound, "/bin/bash does not exist.", "Choose another shell.")}
		bad := b.create()
		b.watch(viewA, bad, small)
		synctest.Wait()
		c := b.get(bad)
		if c.State != core.TerminalFailed || c.Failure == nil || c.Failure.Program != "/bin/bash" || c.Failure.Kind != "not-found" ||
			!strings.Contains(c.Failure.Message, "does not exist") || c.Failure.Hint == "" {
			t.Fatalf("snapshot %+v failure %+v", c, c.Failure)
		}
		good, _, _ := b.running()
		if c := b.get(good); c.State != core.TerminalRunning {
			t.Errorf("the other is %q", c.State)
		}
		if err := b.service.Restart(t.Context(), bad); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if c := b.get(bad); c.State != core.TerminalRunning || c.Failure != nil || c.Epoch != 1 {
			t.Errorf("after restart %+v", c)
		}
	})
}

package terminal

import (
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"clankergrid/backend/command"
	"clankergrid/backend/core"
	"clankergrid/backend/errs"
)

func TestAnExitIsSaidAndWhatTheProgramSetIsUndone(t *testing.T) {
	for _, c := range []struct {
		exit core.Exit
		want string
	}{
		{core.Exit{Code: 3}, "[bash ended with code 3]"},
		{core.Exit{Code: 137, Signal: "SIGKILL"}, "[bash was ended by SIGKILL]"},
	} {
		t.Run(c.want, func(t *testing.T) {
			inBubble(t, 0, func(t *testing.T, b *bed) {
				id, f, s := b.running()
				f.emit("\x1b[?1049h\x1b[?1003h\x1b]2;vim\x07half \x1b[3")
				f.exitWith(c.exit)
				synctest.Wait()
				if got := b.get(id); got.State != core.TerminalExited || got.Exit == nil || *got.Exit != c.exit || got.Pid != 0 {
					t.Errorf("snapshot %+v", got)
				}
				f.emit("1mlast words")
				close(f.output)
				s.take()
				got := string(s.bytes)
				words, line := strings.Index(got, "last words"), strings.Index(got, c.want)
				if words < 0 || line < words || !strings.Contains(got[words:line], "\x1b[?1049l") {
					t.Errorf("got %q", got)
				}
				if h := b.service.lookup(id).history.head; h.Alternate() || !h.Ground() {
					t.Error("the emulator is not as at start")
				}
			})
		})
	}
}

func TestAnEndOfFileIsNoExit(t *testing.T) {
	inBubble(t, 0, func(t *testing.T, b *bed) {
		id, f, _ := b.running()
		close(f.output)
		b.pass(time.Minute)
		if got := b.get(id).State; got != core.TerminalRunning {
			t.Fatalf("state %q", got)
		}
		f.exitWith(core.Exit{Code: 1})
		synctest.Wait()
		if got := b.get(id).State; got != core.TerminalExited {
			t.Errorf("state %q", got)
		}
	})
}

func TestOutputAfterTheExitIsStillDelivered(t *testing.T) {
	inBubble(t, 0, func(t *testing.T, b *bed) {
		_, f, s := b.running()
		f.session = []core.Process{{Pid: 500, Name: "child"}}
		f.exitWith(core.Exit{})
		b.pass(drainFor - time.Millisecond)
		s.take()
		if len(s.bytes) != 0 {
			t.Fatalf("said too early: %q", s.bytes)
		}
		b.pass(time.Millisecond)
		f.emit("from a grandchild")
		s.take()
		if got := string(s.bytes); !strings.Contains(got, "ended with code 0") || !strings.HasSuffix(got, "from a grandchild") {
			t.Errorf("got %q", got)
		}
	})
}

func TestNothingOfAnOldProcessFollowsTheNewOne(t *testing.T) {
	inBubble(t, 0, func(t *testing.T, b *bed) {
		id, old, s := b.running()
		old.emit("old")
		old.exitWith(core.Exit{Code: 1})
		synctest.Wait() // not yet drained: the grandchild still writes
		if err := b.service.Restart(t.Context(), id); err != nil {
			t.Fatal(err)
		}
		s.take()
		if old.offer("too late") {
			t.Error("the old terminal is still read")
		}
		if s.epoch != 2 || b.get(id).Epoch != 2 || b.get(id).State != core.TerminalRunning {
			t.Errorf("epoch %d", s.epoch)
		}
		b.env.last().emit("new")
		s.take()
		got := string(s.bytes)
		if !strings.HasPrefix(got, "old") || strings.Count(got, "ended with code 1") != 1 || !strings.HasSuffix(got, "new") {
			t.Errorf("got %q", got)
		}
		if asked := b.env.asked(); len(asked) != 2 || asked[1].Size != small {
			t.Errorf("requests %+v", asked)
		}
	})
}

func TestStartupOutputAfterARestartWaitsUntilTheViewKnows(t *testing.T) {
	inBubble(t, 0, func(t *testing.T, b *bed) {
		id, f, s := b.running()
		f.exitWith(core.Exit{})
		close(f.output)
		s.take()
		if err := b.service.Restart(t.Context(), id); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if b.env.last().offer("\x1b[c") {
			t.Fatal("read before the view was told of the new process")
		}
		s.take()
		if !b.env.last().offer("\x1b[c") {
			t.Error("not read")
		}
	})
}

func TestAProgramThatIsEndedCanStillWrite(t *testing.T) {
	inBubble(t, 0, func(t *testing.T, b *bed) {
		id, f, s := b.running()
		s.lazy = true
		flood(f, 100)
		f.lastWords = []string{block, block, "bye"}
		if _, err := b.service.Close(t.Context(), id); err != nil {
			t.Error(err)
		}
	})
}

func TestOnlyATerminalWithoutAProcessIsRestarted(t *testing.T) {
	inBubble(t, 0, func(t *testing.T, b *bed) {
		id, f, _ := b.running()
		if err := b.service.Restart(t.Context(), id); errs.KindOf(err) != errs.Running {
			t.Errorf("running: %v", err)
		}
		f.exitWith(core.Exit{})
		synctest.Wait()
		if err := b.service.Restart(t.Context(), id); err != nil {
			t.Error(err)
		}
		if err := b.service.Restart(t.Context(), id); errs.KindOf(err) != errs.Running {
			t.Errorf("pending: %v", err)
		}
		if err := b.service.Restart(t.Context(), "x"); errs.KindOf(err) != errs.NotFound {
			t.Errorf("unknown: %v", err)
		}
		synctest.Wait()
	})
}

func TestAProcessThatStoppedItselfIsSaidToBeContinued(t *testing.T) {
	const line = "[bash stopped itself and was continued]"
	inBubble(t, 0, func(t *testing.T, b *bed) {
		_, f, s := b.running()
		f.emit("a\x1b[3")
		synctest.Wait()
		f.continued <- 1
		s.take()
		if strings.Contains(string(s.bytes), line) {
			t.Fatal("written into a sequence")
		}
		f.emit("1mb")
		s.take()
		if got := string(s.bytes); !strings.HasPrefix(got, "a\x1b[31mb") || !strings.Contains(got, line) {
			t.Errorf("got %q", got)
		}
	})
}

func TestAProcessThatStopsItselfAllTheTimeIsSaidOnceASecond(t *testing.T) {
	inBubble(t, 0, func(t *testing.T, b *bed) {
		_, f, s := b.running()
		for range 300 {
			f.continued <- 1
			b.pass(10 * time.Millisecond)
		}
		b.pass(time.Minute)
		s.take()
		got := string(s.bytes)
		if n := strings.Count(got, "stopped itself"); n != 4 {
			t.Errorf("%d lines", n)
		}
		sum := strings.Count(got, "[bash stopped itself and was continued]")
		for _, words := range regexp.MustCompile(`stopped itself (\d+) times and was continued`).FindAllStringSubmatch(got, -1) {
			n, err := strconv.Atoi(words[1])
			if err != nil {
				t.Fatal(err)
			}
			sum += n
		}
		if sum != 300 {
			t.Errorf("%d stops are said", sum)
		}
	})
}

func TestTheJournalHasWhatLives(t *testing.T) {
	inBubble(t, 0, func(t *testing.T, b *bed) {
		id, f, _ := b.running()
		f.exitWith(core.Exit{})
		synctest.Wait()
		if err := b.service.Restart(t.Context(), id); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		second := b.env.last()
		second.session = []core.Process{{Pid: 500}}
		second.exitWith(core.Exit{})
		synctest.Wait()
		want := []string{"started /src 0", "ended 0", "started /src 1"}
		if got := b.journal.all(); !slices.Equal(got, want) {
			t.Fatalf("journal %v, expected %v", got, want)
		}
		// A process that outlives the shell is ended with the terminal, even after
		// another restart.
		if err := b.service.Restart(t.Context(), id); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if _, err := b.service.Close(t.Context(), id); err != nil {
			t.Fatal(err)
		}
		if got := b.journal.all(); !slices.Contains(got, "ended 1") || !slices.Contains(got, "ended 2") || len(got) != 6 {
			t.Errorf("journal %v", got)
		}
	})
}

func TestClosingEndsTheTreeAndRemovesTheTerminal(t *testing.T) {
	inBubble(t, 0, func(t *testing.T, b *bed) {
		id, f, s := b.running()
		f.left = []core.Process{{Pid: 900, Name: "tmux"}}
		ended, err := b.service.Close(t.Context(), id)
		if err != nil || len(ended.Left) != 1 {
			t.Fatalf("ended %+v, %v", ended, err)
		}
		if _, err := b.service.Get(id); errs.KindOf(err) != errs.NotFound {
			t.Errorf("get: %v", err)
		}
		if _, err := b.service.Close(t.Context(), id); errs.KindOf(err) != errs.NotFound {
			t.Errorf("close again: %v", err)
		}
		if len(b.removed) != 1 || b.removed[0] != id {
			t.Errorf("removed %v", b.removed)
		}
		s.view.Input(id, 1, 0, []byte("x"))
		if got := s.answers(); got != "closed 1:0" {
			t.Errorf("input: %s", got)
		}
		select {
		case <-f.closed:
		default:
			t.Error("the pseudo-terminal is open")
		}
	})
}

func TestClosingWhileTheProcessStarts(t *testing.T) {
	inBubble(t, 0, func(t *testing.T, b *bed) {
		b.env.slow = time.Hour
		id := b.create()
		b.watch(viewA, id, small)
		synctest.Wait()
		if _, err := b.service.Close(t.Context(), id); err != nil {
			t.Fatal(err)
		}
		if len(b.service.List()) != 0 {
			t.Error("still listed")
		}
	})
}

func TestATreeThatDoesNotEndIsNamedAndStaysInTheJournal(t *testing.T) {
	inBubble(t, 0, func(t *testing.T, b *bed) {
		id, f, _ := b.running()
		f.endErr = errors.New("still there")
		_, err := b.service.Close(t.Context(), id)
		if errs.KindOf(err) != errs.Timeout || errs.PublicOf(err).Message != "Something in bash did not end." {
			t.Errorf("error %v", err)
		}
		if got := b.journal.all(); len(got) != 1 {
			t.Errorf("journal %v", got)
		}
		if len(b.service.List()) != 0 {
			t.Error("still listed")
		}
	})
}

func TestShutdownEndsEverythingAndStartsNothingMore(t *testing.T) {
	inBubble(t, 0, func(t *testing.T, b *bed) {
		_, _, s := b.running()
		for range 5 {
			b.create()
		}
		b.pass(time.Second * 3)
		if _, err := b.service.Shutdown(t.Context()); err != nil {
			t.Fatal(err)
		}
		if _, err := s.view.Next(t.Context()); !errors.Is(err, ErrViewClosed) {
			t.Errorf("view: %v", err)
		}
		if _, err := b.service.Create(t.Context(), CreateRequest{}); errs.KindOf(err) != errs.Unavailable {
			t.Errorf("create: %v", err)
		}
		if len(b.removed) != 6 {
			t.Errorf("%d removed", len(b.removed))
		}
	})
}

func TestWhereNobodyCanTellEveryLiveTerminalIsWork(t *testing.T) {
	inBubble(t, 0, func(t *testing.T, b *bed) {
		id, _, _ := b.running()
		b.env.blind = errors.New("no process table")
		if got := b.service.Running(); len(got) != 1 || got[0].Terminal != id || got[0].Program != "bash" {
			t.Errorf("running = %+v", got)
		}
	})
}

func TestWhatCountsAsRunningWork(t *testing.T) {
	inBubble(t, 0, func(t *testing.T, b *bed) {
		id, f, _ := b.running()
		if got := b.service.Running(); len(got) != 0 {
			t.Errorf("a prompt is work: %+v", got)
		}
		f.session = []core.Process{{Pid: 500, Name: "sleep"}}
		if got := b.service.Running(id); len(got) != 1 || got[0].Program != "sleep" || got[0].Pid != 500 {
			t.Errorf("background: %+v", got)
		}
		f.foreground = command.Foreground{Pid: 501, Name: "vim"}
		if got := b.service.Running(id); len(got) != 1 || got[0].Program != "vim" || got[0].Title != "bash" {
			t.Errorf("foreground: %+v", got)
		}
		if got := b.service.Running("other"); len(got) != 0 {
			t.Errorf("another terminal: %+v", got)
		}
		f.left = []core.Process{{Pid: 900, Name: "tmux"}}
		if got := b.service.KeepsRunning(); len(got) != 1 || got[0].Name != "tmux" {
			t.Errorf("keeps running: %+v", got)
		}
	})
}

func TestWhatLeftATerminalIsListedOnceHoweverOftenItWasRestarted(t *testing.T) {
	inBubble(t, 0, func(t *testing.T, b *bed) {
		id, first, _ := b.running()
		server := core.Process{Pid: 900, Name: "tmux"}
		first.mu.Lock()
		first.session, first.left = []core.Process{{Pid: 500}}, []core.Process{server}
		first.mu.Unlock()
		first.exitWith(core.Exit{})
		synctest.Wait()
		if err := b.service.Restart(t.Context(), id); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		second := b.env.last()
		second.mu.Lock()
		second.left = []core.Process{server}
		second.mu.Unlock()
		if got := b.service.KeepsRunning(); !slices.Equal(got, []core.Process{server}) {
			t.Errorf("keeps running: %+v", got)
		}
		if ended, err := b.service.Close(t.Context(), id); err != nil || !slices.Equal(ended.Left, []core.Process{server}) {
			t.Errorf("ended %+v, %v", ended, err)
		}
	})
}

func TestAProgramsNameIsNoSequence(t *testing.T) {
	if got := programName("/opt/\x1b]0;x\x07/sh\x1b[2J\x07" + strings.Repeat("x", 500)); got != "sh[2J"+strings.Repeat("x", maxProgram-5) {
		t.Errorf("got %q", got)
	}
}

func TestTheMachineIsAskedOnceAboutAllTerminals(t *testing.T) {
	inBubble(t, 0, func(t *testing.T, b *bed) {
		for i := range 20 {
			id := b.create()
			b.watch(core.ViewID(strings.Repeat(string(rune('a'+i)), 32)), id, small)
			synctest.Wait()
			f := b.env.last()
			f.mu.Lock()
			f.session = []core.Process{{Pid: 500 + i, Name: "job"}}
			f.left = []core.Process{{Pid: 900 + i}}
			f.mu.Unlock()
		}
		// One that was restarted while it left work behind has two sessions.
		first := b.service.List()[0].ID
		b.env.pty(0).exitWith(core.Exit{})
		synctest.Wait()
		if err := b.service.Restart(t.Context(), first); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		running, left := b.service.Running(), b.service.KeepsRunning()
		if len(running) != 20 || len(left) != 20 || b.env.surveys != 2 {
			t.Errorf("%d running and %d left after %d questions", len(running), len(left), b.env.surveys)
		}
		for i, w := range running {
			if w.Pid != 500+i || w.Program != "job" {
				t.Errorf("terminal %d: %+v", i, w)
			}
		}
	})
}

func TestTitleAndDirectoryReachTheSnapshot(t *testing.T) {
	inBubble(t, 0, func(t *testing.T, b *bed) {
		id, f, s := b.running()
		f.foreground = command.Foreground{Leader: true, Cwd: "/os"}
		b.pass(2 * time.Second)
		if got := b.get(id).Cwd; got != "/os" {
			t.Errorf("the system's answer: %q", got)
		}
		before := len(b.snapshots)
		for range 100 {
			f.emit("\x1b]2;one\x07\x1b]2;two\x07\x1b]7;file:///reported\x07")
			s.take()
		}
		b.pass(time.Second)
		last := b.snapshots[len(b.snapshots)-1]
		if last.Title != "two" || last.Cwd != "/reported" {
			t.Errorf("snapshot %+v", last)
		}
		if n := len(b.snapshots) - before; n > 3 {
			t.Errorf("%d snapshots of a flood of titles", n)
		}
		if err := b.service.Rename(id, " my\x1b shell\n"); err != nil {
			t.Fatal(err)
		}
		if got := b.get(id).Name; got != "my shell" {
			t.Errorf("name %q", got)
		}
	})
}

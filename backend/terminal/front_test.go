package terminal

import (
	"testing"
	"testing/synctest"
	"time"

	"clankergrid/backend/command"
	"clankergrid/backend/core"
)

func (f *fakePTY) puts(front command.Foreground) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.foreground = front
}

func (f *fakePTY) joins(member core.Process) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.session = append(f.session, member)
}

func TestWhatTheShellPutsInFrontIsTold(t *testing.T) {
	inBubble(t, 0, func(t *testing.T, b *bed) {
		id, f, s := b.running()
		says := func(want, cwd string) {
			t.Helper()
			b.mu.Lock()
			last := b.snapshots[len(b.snapshots)-1]
			b.mu.Unlock()
			if last.ID != id || last.Foreground != want || last.Cwd != cwd {
				t.Errorf("front %q in %q, want %q in %q", last.Foreground, last.Cwd, want, cwd)
			}
		}
		f.puts(command.Foreground{Pid: 501, Name: "vi\x1bm", Cwd: "/src/deep"})
		b.pass(time.Hour)
		says("", "/src") // nobody asks while nothing is written
		f.emit("vim\r\n")
		s.take()
		b.pass(lookAfter - time.Millisecond)
		says("", "/src")
		b.pass(time.Millisecond + publishEvery)
		says("vim", "/src/deep")
		f.puts(command.Foreground{Leader: true, Cwd: "/src"})
		f.emit("$ ")
		s.take()
		b.pass(lookAfter + publishEvery)
		says("", "/src")
	})
}

func TestAFloodAsksForTheFrontAtABoundedRateAndAnEndForgetsIt(t *testing.T) {
	inBubble(t, 0, func(t *testing.T, b *bed) {
		id, f, s := b.running()
		f.puts(command.Foreground{Pid: 501, Name: "yes"})
		before := len(b.snapshots)
		for range 200 {
			f.emit("y\r\n")
			s.take()
			b.pass(10 * time.Millisecond)
		}
		if got := b.get(id).Foreground; got != "yes" {
			t.Errorf("front = %q", got)
		}
		if n := len(b.snapshots) - before; n > 2 {
			t.Errorf("%d snapshots of one program", n)
		}
		f.emit("y\r\n")
		s.take()
		f.exitWith(core.Exit{})
		synctest.Wait()
		b.pass(lookAfter + publishEvery)
		if got := b.get(id); got.State != core.TerminalExited || got.Foreground != "" {
			t.Errorf("after the end: %+v", got)
		}
	})
}

func TestWhatRunsBehindTheShellIsTold(t *testing.T) {
	inBubble(t, 0, func(t *testing.T, b *bed) {
		id, f, s := b.running()
		says := func(when string, want bool) {
			t.Helper()
			b.pass(lookAfter + publishEvery)
			if got := b.get(id); got.Background != want {
				t.Errorf("%s: background %v, want %v", when, got.Background, want)
			}
		}
		job := core.Process{Pid: 502, Name: "make"}
		f.emit("$ ")
		s.take()
		says("a shell that waits", false)
		f.joins(job)
		f.emit("[1] 502\r\n$ ")
		s.take()
		says("a job in the background", true)
		f.puts(command.Foreground{Pid: 503, Name: "vim"})
		f.emit("vim\r\n")
		s.take()
		says("a program in front", false)
		f.puts(command.Foreground{Leader: true})
		f.exitWith(core.Exit{})
		synctest.Wait()
		says("a job that the shell left", true)
		if err := b.service.Restart(t.Context(), id); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		says("another shell", false)
	})
}

// What is behind a shell takes a look at every process of the machine; a program that
// prints without a pause must not cost that again and again.
func TestWhatIsBehindAProgramIsAskedOnceItIsQuiet(t *testing.T) {
	inBubble(t, 0, func(t *testing.T, b *bed) {
		id, f, s := b.running()
		f.puts(command.Foreground{Leader: true})
		f.joins(core.Process{Pid: 502, Name: "make"})
		asked := func() int {
			f.mu.Lock()
			defer f.mu.Unlock()
			return f.surveyed
		}
		before := asked()
		for range 600 {
			f.emit("tick\r\n")
			s.take()
			b.pass(lookAfter / 5)
		}
		if n := asked() - before; n > 0 {
			t.Errorf("asked %d times during a minute of output", n)
		}
		b.pass(lookAfter + publishEvery)
		if n := asked() - before; n != 1 || !b.get(id).Background {
			t.Errorf("asked %d times once it was quiet, background %v", n, b.get(id).Background)
		}
		b.pass(time.Hour)
		if n := asked() - before; n != 1 {
			t.Errorf("asked %d times while nothing happened", n)
		}
	})
}

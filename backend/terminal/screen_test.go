package terminal

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"clankergrid/backend/core"
	"clankergrid/backend/screens"
)

// fakeScreens keeps screens in memory.
type fakeScreens struct {
	mu     sync.Mutex
	saves  []screens.Screen
	times  []time.Time
	finals []bool
	slow   time.Duration
	hung   chan struct{} // saves wait until it is closed; nil when they do not

	lines     []string // what Lines answers
	saved     time.Time
	failure   error
	rendering time.Duration // how long that takes
	dead      bool          // it does not heed its context
	at, most  int           // how many do so at once
	asked     []core.PaneID
	aside     []core.PaneID
	stays     error // the answer of SetAside
}

var _ Screens = (*fakeScreens)(nil)

func (f *fakeScreens) Save(pane core.PaneID, s screens.Screen, final bool) {
	at := time.Now()
	if f.slow > 0 {
		<-time.After(f.slow)
	}
	if f.hung != nil {
		<-f.hung
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.saves, f.times, f.finals = append(f.saves, s), append(f.times, at), append(f.finals, final)
}

func (f *fakeScreens) Lines(ctx context.Context, pane core.PaneID) ([]string, time.Time, error) {
	f.mu.Lock()
	f.asked = append(f.asked, pane)
	f.at++
	f.most = max(f.most, f.at)
	f.mu.Unlock()
	defer func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.at--
	}()
	if f.dead {
		ctx = context.WithoutCancel(ctx)
	}
	if f.rendering > 0 {
		select {
		case <-time.After(f.rendering):
		case <-ctx.Done():
			return nil, time.Time{}, ctx.Err()
		}
	}
	return f.lines, f.saved, f.failure
}

func (f *fakeScreens) SetAside(pane core.PaneID) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.aside = append(f.aside, pane)
	return f.stays
}

func (f *fakeScreens) count() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.saves)
}

func (f *fakeScreens) last() screens.Screen {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.saves[len(f.saves)-1]
}

// withScreens is a bed whose screens are kept.
func withScreens(t *testing.T, ring int, test func(*testing.T, *bed, *fakeScreens)) {
	t.Helper()
	inBubble(t, ring, func(t *testing.T, b *bed) {
		f := &fakeScreens{}
		b.service.options.Screens = f
		test(t, b, f)
	})
}

func TestAScreenIsKeptTenSecondsAfterOutputAndOnlyThen(t *testing.T) {
	withScreens(t, 0, func(t *testing.T, b *bed, f *fakeScreens) {
		_, pty, s := b.running()
		pty.emit("hello\r\n")
		b.pass(keepEvery - time.Millisecond)
		if f.count() != 0 {
			t.Fatal("kept too early")
		}
		b.pass(time.Millisecond)
		if f.count() != 1 || string(f.last().Tail) != "hello\r\n" || f.last().Size != small || f.last().Alternate {
			t.Fatalf("kept %d, %+v", f.count(), f.saves)
		}
		b.pass(time.Hour)
		if f.count() != 1 {
			t.Errorf("kept %d times without output", f.count())
		}
		s.take()
	})
}

func TestOutputThatGoesOnIsKeptOnceAMinuteAndWhenItPauses(t *testing.T) {
	withScreens(t, 0, func(t *testing.T, b *bed, f *fakeScreens) {
		_, pty, s := b.running()
		begun := time.Now()
		for range 200 {
			pty.emit(strings.Repeat("x", 100))
			b.pass(time.Second)
			s.take()
		}
		b.pass(time.Hour)
		var got []time.Duration
		for _, at := range f.times {
			got = append(got, at.Sub(begun))
		}
		want := []time.Duration{keepEvery, keepEvery + keepBusy, keepEvery + 2*keepBusy, keepEvery + 3*keepBusy, 199*time.Second + keepEvery}
		if !slices.Equal(got, want) {
			t.Errorf("kept at %v, want %v", got, want)
		}
		if slices.Contains(f.finals, true) {
			t.Error("flushed while more may come")
		}
	})
}

func TestAScreenIsKeptAtExitAndAtTheEnd(t *testing.T) {
	withScreens(t, 0, func(t *testing.T, b *bed, f *fakeScreens) {
		id, pty, s := b.running()
		pty.emit("bye\r\n")
		synctest.Wait()
		s.take()
		pty.exitWith(core.Exit{})
		b.pass(time.Second)
		if f.count() != 1 || !bytes.Contains(f.last().Tail, []byte("ended with code 0")) {
			t.Fatalf("kept %d", f.count())
		}
		other := b.create()
		w := b.watch(viewB, other, small)
		synctest.Wait()
		w.take()
		b.env.last().emit("half a li")
		synctest.Wait()
		if _, err := b.service.Close(t.Context(), other); err != nil {
			t.Fatal(err)
		}
		if f.count() != 2 || string(f.last().Tail) != "half a li" || !slices.Equal(f.finals, []bool{false, true}) {
			t.Errorf("kept %d, last %q, final %v", f.count(), f.last().Tail, f.finals)
		}
		_ = id
	})
}

// A save that is late never replaces a newer one.
func TestTheLastSaveWins(t *testing.T) {
	withScreens(t, 0, func(t *testing.T, b *bed, f *fakeScreens) {
		id, pty, s := b.running()
		terminal := b.service.lookup(id)
		take := func() func() {
			terminal.mu.Lock()
			defer terminal.mu.Unlock()
			return terminal.takeScreen(time.Now(), false)
		}
		pty.emit("one ")
		s.take()
		late := take()
		pty.emit("two")
		s.take()
		take()()
		late()
		if f.count() != 1 || string(f.last().Tail) != "one two" {
			t.Errorf("kept %d, last %q", f.count(), f.last().Tail)
		}
	})
}

func TestOneScreenAtATimeIsWritten(t *testing.T) {
	withScreens(t, 0, func(t *testing.T, b *bed, f *fakeScreens) {
		f.slow = 3 * time.Second
		for range 3 {
			_, pty, s := b.running()
			pty.emit("x")
			s.take()
		}
		b.pass(keepEvery + 10*time.Second)
		if f.count() != 3 {
			t.Fatalf("kept %d", f.count())
		}
		for i := 1; i < 3; i++ {
			if f.times[i].Sub(f.times[i-1]) < f.slow {
				t.Errorf("begun at %v", f.times)
			}
		}
	})
}

func TestOfALongOutputTheEndIsKeptFromALineStart(t *testing.T) {
	withScreens(t, 0, func(t *testing.T, b *bed, f *fakeScreens) {
		_, pty, s := b.running()
		for i := range 20_000 {
			if pty.emit(fmt.Sprintf("line %06d of a long output that scrolls by\r\n", i)); i%1000 == 0 {
				s.take()
			}
		}
		b.pass(keepEvery)
		tail := f.last().Tail
		if len(tail) > screens.MaxTail || len(tail) < screens.MaxTail-100 || !bytes.HasPrefix(tail, []byte("line ")) || !bytes.HasSuffix(tail, []byte("line 019999 of a long output that scrolls by\r\n")) {
			t.Errorf("%d bytes, from %.20q", len(tail), tail)
		}
	})
}

// What is under the alternate screen is kept, however much is drawn on it.
func TestUnderTheAlternateScreenThePrimaryOneIsKept(t *testing.T) {
	withScreens(t, 0, func(t *testing.T, b *bed, f *fakeScreens) {
		_, pty, s := b.running()
		pty.emit("before\r\n")
		b.pass(2 * keepEvery)
		pty.emit("vim\r\n")
		pty.emit("\x1b[?1049h")
		synctest.Wait()
		for range 40 {
			pty.emit(strings.Repeat("inside ", 8<<10))
			s.take()
		}
		b.pass(time.Hour)
		if f.count() != 2 || string(f.last().Tail) != "before\r\nvim\r\n\x1b[?1049h" {
			t.Fatalf("kept %d, last %.60q", f.count(), f.last().Tail)
		}
		pty.emit("\x1b[?1049l")
		pty.emit("after\r\n")
		b.pass(keepEvery)
		last := f.last()
		if !last.Alternate || !bytes.HasPrefix(last.Tail, []byte("\x1b[?1049lafter")) {
			t.Errorf("alternate %v, tail %.60q", last.Alternate, last.Tail)
		}
		if lines, err := last.Lines(t.Context()); err != nil || strings.Join(lines, "|") != "after" {
			t.Errorf("lines %q, %v", lines, err)
		}
	})
}

// A screen that nothing is left of does not replace the one that is kept.
func TestTheKeptScreenSurvivesAFloodInTheAlternateScreen(t *testing.T) {
	withScreens(t, 64<<10, func(t *testing.T, b *bed, f *fakeScreens) {
		_, pty, s := b.running()
		pty.emit("one\r\n")
		b.pass(keepEvery)
		pty.emit("vim\r\n\x1b[?1049h")
		for range 40 {
			pty.emit(strings.Repeat("inside ", 8<<10))
			s.take()
		}
		b.pass(time.Hour)
		if f.count() != 1 || string(f.last().Tail) != "one\r\n" {
			t.Errorf("kept %d, last %q", f.count(), f.last().Tail)
		}
	})
}

func TestARestoredScreenStandsDimmedAboveTheFirstProcess(t *testing.T) {
	withScreens(t, 0, func(t *testing.T, b *bed, f *fakeScreens) {
		f.lines = []string{"$ make", "", "  done"}
		f.saved = time.Date(2026, 11, 30, 15, 4, 0, 0, time.Local)
		c, err := b.service.Create(t.Context(), CreateRequest{Pane: "p", Dir: "/", Await: true, Restored: true, Name: "build\x1b\u202e"})
		if err != nil || c.Name != "build" {
			t.Fatalf("%+v, %v", c, err)
		}
		b.pass(time.Hour)
		if len(b.env.asked()) != 0 || len(f.asked) != 0 {
			t.Fatal("started before a view showed it")
		}
		s := b.watch(viewA, c.ID, small)
		synctest.Wait()
		s.take()
		b.env.last().emit("$ ")
		s.take()
		want := "\x1b[0;2m$ make\x1b[0m\r\n\x1b[0;2m\x1b[0m\r\n\x1b[0;2m  done\x1b[0m\r\n\x1b[0;2m── restored · screen of 30 Nov 2026, 15:04 ──\x1b[0m\r\n$ "
		if string(s.bytes) != want {
			t.Errorf("got  %q\nwant %q", s.bytes, want)
		}
		again := b.watch(viewB, c.ID, small)
		again.take()
		if string(again.bytes) != want || again.attached[0].Reset != true {
			t.Errorf("another view has %q", again.bytes)
		}

		// It is shown once, and kept with what comes after it once it is in use.
		b.pass(time.Minute)
		if f.count() != 0 {
			t.Errorf("kept %q before anybody typed", f.last().Tail)
		}
		s.view.Input(c.ID, 1, 0, []byte("ls\r"))
		b.env.last().exitWith(core.Exit{})
		b.pass(time.Second)
		if err := b.service.Restart(t.Context(), c.ID); err != nil {
			t.Fatal(err)
		}
		b.pass(time.Second)
		s.take()
		if n := strings.Count(string(s.bytes), "restored"); n != 1 || len(f.asked) != 1 {
			t.Errorf("shown %d times, asked %d times", n, len(f.asked))
		}
		if !strings.Contains(string(f.last().Tail), "done") {
			t.Errorf("kept %q", f.last().Tail)
		}
	})
}

// What was restored and never looked at stays kept as it was.
func TestARestoredScreenAloneIsNotKeptAnew(t *testing.T) {
	withScreens(t, 0, func(t *testing.T, b *bed, f *fakeScreens) {
		f.lines = []string{"x"}
		for _, shown := range []bool{false, true} {
			c, err := b.service.Create(t.Context(), CreateRequest{Pane: "p", Dir: "/", Await: true, Restored: true})
			if err != nil {
				t.Fatal(err)
			}
			if shown {
				b.watch(viewA, c.ID, small)
			}
			b.pass(time.Minute)
			if _, err := b.service.Close(t.Context(), c.ID); err != nil {
				t.Fatal(err)
			}
			if f.count() != 0 {
				t.Errorf("shown %v: kept %q", shown, f.last().Tail)
			}
		}
	})
}

func TestWithoutAKeptScreenNothingIsShown(t *testing.T) {
	withScreens(t, 0, func(t *testing.T, b *bed, f *fakeScreens) {
		c, err := b.service.Create(t.Context(), CreateRequest{Pane: "p", Dir: "/", Restored: true})
		if err != nil {
			t.Fatal(err)
		}
		s := b.watch(viewA, c.ID, small)
		synctest.Wait()
		s.take()
		if len(s.bytes) != 0 {
			t.Errorf("shown %q", s.bytes)
		}
	})
}

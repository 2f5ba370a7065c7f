package terminal

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"clankergrid/backend/core"
)

// restore makes terminals whose panes were restored, all of them shown.
func (b *bed) restore(count int) (ids []core.TerminalID, shown []*screen) {
	b.Helper()
	for i := range count {
		c, err := b.service.Create(b.Context(), CreateRequest{Pane: core.PaneID(fmt.Sprint("pane", i)), Dir: "/", Await: true, Restored: true})
		if err != nil {
			b.Fatal(err)
		}
		ids = append(ids, c.ID)
		shown = append(shown, b.watch(core.ViewID(fmt.Sprintf("%032d", i)), c.ID, small))
	}
	return ids, shown
}

func TestManyKeptScreensAreRenderedTwoAtATimeAndAllShown(t *testing.T) {
	withScreens(t, 0, func(t *testing.T, b *bed, f *fakeScreens) {
		f.lines, f.rendering = []string{"old"}, time.Second
		_, shown := b.restore(16)
		b.pass(2*time.Second + 2*time.Millisecond)
		if n := len(b.env.asked()); n != 4 {
			t.Errorf("%d shells after two seconds", n)
		}
		b.pass(6 * time.Second)
		if n := len(b.env.asked()); n != 16 || f.most != restoringAtOnce {
			t.Errorf("%d shells, %d rendered at once", n, f.most)
		}
		for i, s := range shown {
			s.take()
			if !strings.Contains(string(s.bytes), "old") {
				t.Errorf("%d shows %q", i, s.bytes)
			}
		}
	})
}

// Shells do not wait for ever, and what was not shown is neither replaced nor lost.
func TestAScreenThatCannotBeShownInTimeStaysKept(t *testing.T) {
	withScreens(t, 0, func(t *testing.T, b *bed, f *fakeScreens) {
		f.lines, f.rendering = []string{"old"}, 10*time.Second
		ids, shown := b.restore(16)
		b.pass(restoreWithin)
		if n := len(b.env.asked()); n != 16 {
			t.Fatalf("%d shells", n)
		}
		if f.at != 0 {
			t.Errorf("%d are rendered for nobody", f.at)
		}
		late := 0
		for _, s := range shown {
			if s.take(); strings.Contains(string(s.bytes), "old") {
				continue
			}
			late++
			if want := "\x1b[0;2m── " + notShown + " ──\x1b[0m\r\n"; string(s.bytes) != want {
				t.Errorf("shown %q", s.bytes)
			}
		}
		if late != 14 {
			t.Errorf("%d are not shown", late)
		}
		for i := range 16 {
			b.env.pty(i).emit("$ ")
		}
		for _, s := range shown {
			s.take()
		}
		b.pass(time.Hour)
		if f.count() != 0 || len(f.aside) != 0 {
			t.Fatalf("%d screens were replaced, %d set aside", f.count(), len(f.aside))
		}
		// Once it is in use, the pane's new screen is kept beside the old one.
		shown[15].view.Input(ids[15], 1, 0, []byte("ls\r"))
		b.pass(time.Minute)
		for i, s := range shown {
			b.env.pty(i).emit("output")
			s.take()
		}
		b.pass(time.Minute)
		if f.count() != 1 || len(f.aside) != 1 || f.aside[0] != "pane15" {
			t.Errorf("kept %d, set aside %q", f.count(), f.aside)
		}
	})
}

func TestADamagedScreenIsSetAsideOrStays(t *testing.T) {
	for _, stays := range []error{nil, errors.New("read-only")} {
		withScreens(t, 0, func(t *testing.T, b *bed, f *fakeScreens) {
			f.failure, f.stays = errors.New("damaged"), stays
			ids, shown := b.restore(1)
			s := shown[0]
			s.take()
			if !strings.Contains(string(s.bytes), notShown) {
				t.Fatalf("shown %q", s.bytes)
			}
			s.view.Input(ids[0], 1, 0, []byte("x"))
			for range 2 {
				b.env.last().emit("output")
				s.take()
				b.pass(2 * keepBusy)
			}
			if stays == nil && (f.count() != 2 || len(f.aside) != 1) || stays != nil && f.count() != 0 {
				t.Errorf("%v: kept %d, set aside %d times", stays, f.count(), len(f.aside))
			}
		})
	}
}

// A terminal that is closed while its screen is rendered, or waits for that, goes at
// once.
func TestClosingDoesNotWaitForARendering(t *testing.T) {
	withScreens(t, 0, func(t *testing.T, b *bed, f *fakeScreens) {
		f.lines, f.rendering, f.dead = []string{"old"}, time.Hour, true
		ids, _ := b.restore(restoringAtOnce + 1)
		synctest.Wait()
		begun := time.Now()
		for _, id := range ids {
			if _, err := b.service.Close(t.Context(), id); err != nil {
				t.Error(err)
			}
		}
		if took := time.Since(begun); took != 0 || len(b.env.asked()) != 0 || f.count() != 0 {
			t.Errorf("took %v, %d shells, kept %d", took, len(b.env.asked()), f.count())
		}
	})
}

// A disk that does not answer delays a close a little and fails none.
func TestADeadDiskHoldsUpNoClose(t *testing.T) {
	withScreens(t, 0, func(t *testing.T, b *bed, f *fakeScreens) {
		f.hung = make(chan struct{})
		var ids []core.TerminalID
		for range 4 {
			id, pty, s := b.running()
			pty.emit("output")
			s.take()
			ids = append(ids, id)
		}
		b.pass(keepEvery) // a save of each is under way or waits
		b.env.last().emit("more")
		b.pass(time.Second)
		for _, id := range ids[:3] {
			begun := time.Now()
			if _, err := b.service.Close(t.Context(), id); err != nil {
				t.Error(err)
			}
			if took := time.Since(begun); took > keepFinally {
				t.Errorf("took %v", took)
			}
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		begun := time.Now()
		if _, err := b.service.Shutdown(ctx); err != nil {
			t.Error(err)
		}
		if took := time.Since(begun); took > time.Second {
			t.Errorf("shutting down took %v", took)
		}
		close(f.hung)
		synctest.Wait()
		if f.count() != 1 { // the one under way; nobody waits for the others
			t.Errorf("kept %d", f.count())
		}
	})
}

// A slow disk gets every screen all the same: closing goes on without, and the end of
// the application waits.
func TestAtTheEndEveryScreenIsKeptOnASlowDisk(t *testing.T) {
	withScreens(t, 0, func(t *testing.T, b *bed, f *fakeScreens) {
		f.slow = 2 * keepFinally
		for range 4 {
			_, pty, s := b.running()
			pty.emit("output")
			s.take()
		}
		if _, err := b.service.Shutdown(t.Context()); err != nil {
			t.Error(err)
		}
		if f.count() != 4 {
			t.Errorf("kept %d", f.count())
		}
	})
}

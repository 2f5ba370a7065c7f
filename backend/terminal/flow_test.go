package terminal

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"clankergrid/backend/core"
)

var block = strings.Repeat("0123456789abcde\n", readSize/16)

// flood offers blocks until one is not taken, and returns how many were.
func flood(f *fakePTY, most int) int {
	for n := range most {
		if !f.offer(block) {
			return n
		}
	}
	return most
}

func TestReadingStopsWhenTheOnlyViewHasNoCredit(t *testing.T) {
	inBubble(t, 0, func(t *testing.T, b *bed) {
		_, f, s := b.running()
		s.lazy = true
		want := creditWindow / readSize
		// The reader may hold one block that it read before the credit ended.
		if n := flood(f, 100); n < want || n > want+1 {
			t.Fatalf("%d blocks were read, expected %d", n, want)
		}
		s.take()
		if n := len(s.bytes); n > creditWindow || n <= creditWindow-crumb {
			t.Errorf("the view was sent %d bytes", n)
		}
		s.view.Parsed(s.id, s.end())
		if !f.offer(block) {
			t.Error("not read on after the view had parsed")
		}
	})
}

func TestAViewThatHasEnoughToParseGetsTheRestInOnePiece(t *testing.T) {
	inBubble(t, 0, func(t *testing.T, b *bed) {
		_, f, s := b.running()
		s.lazy = true
		flood(f, enough/readSize)
		s.take()
		sent := len(s.bytes)
		for range 5 {
			f.emit("crumb")
			s.take()
		}
		if len(s.bytes) != sent {
			t.Fatalf("%d bytes of crumbs were sent to a view that has enough", len(s.bytes)-sent)
		}
		s.view.Parsed(s.id, int64(sent)/2)
		s.take()
		if got := string(s.bytes[sent:]); got != strings.Repeat("crumb", 5) {
			t.Errorf("after it had parsed, %q was sent", got)
		}
	})
}

func TestTheFastestVisibleViewSetsThePace(t *testing.T) {
	inBubble(t, 0, func(t *testing.T, b *bed) {
		id, f, fast := b.running()
		slow := b.watch(viewB, id, small)
		slow.lazy = true
		slow.take()
		for range 100 {
			if !f.offer(block) {
				t.Fatal("a view that does not read stops the other")
			}
			fast.take()
		}
		if want := 100 * len(block); len(fast.bytes) != want {
			t.Errorf("%d bytes, expected %d", len(fast.bytes), want)
		}
		// The slow one resumes: what it had been sent stays, the rest is out of the ring.
		slow.lazy = false
		slow.view.Parsed(id, slow.end())
		slow.take()
		if n := len(slow.attached); n != 2 || !slow.attached[1].Truncated || !slow.attached[1].Reset {
			t.Fatalf("attached %d times", n)
		}
		if slow.end() != fast.end() || !bytes.HasSuffix(fast.bytes, slow.bytes[len(slow.attached[1].Prologue):]) {
			t.Error("the views differ")
		}
	})
}

func TestAStalledViewCountsAsHiddenUntilItParses(t *testing.T) {
	inBubble(t, 0, func(t *testing.T, b *bed) {
		_, f, s := b.running()
		s.lazy = true
		flood(f, 100)
		s.take()
		b.pass(stallAfter)
		if n := flood(f, 50); n != 50 {
			t.Fatalf("read %d blocks although the view is stalled", n)
		}
		s.take()
		if s.end() > creditWindow {
			t.Errorf("%d bytes were sent to a view that parses nothing", s.end())
		}
		s.view.Parsed(s.id, s.end())
		s.take()
		if n := flood(f, 50); n > creditWindow/readSize+1 {
			t.Errorf("read %d blocks although the view is back", n)
		}
	})
}

func TestNobodyLookingNeverStopsAProgram(t *testing.T) {
	for name, leave := range map[string]func(*screen){
		"hidden": func(s *screen) { s.view.Visible(false) }, "detached": func(s *screen) { s.view.Detach(s.id) }, "closed": func(s *screen) { s.view.Close() },
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, 0, func(t *testing.T, b *bed) {
				id, f, s := b.running()
				s.lazy = true
				flood(f, 100)
				leave(s)
				if n := flood(f, 800); n != 800 { // 50 MiB
					t.Fatalf("stopped after %d blocks", n)
				}
				f.emit("the end")
				late := b.watch(viewB, id, small)
				late.take()
				if !bytes.HasSuffix(late.bytes, []byte("the end")) || !late.attached[0].Truncated {
					t.Error("a later view does not show the end")
				}
				if !bytes.Contains(late.bytes[:100], []byte(truncationNote)) {
					t.Errorf("begins with %q", late.bytes[:100])
				}
			})
		})
	}
}

func TestNoTerminalWaitsBehindAFlood(t *testing.T) {
	inBubble(t, 0, func(t *testing.T, b *bed) {
		_, flooding, s := b.running()
		quiet := b.create()
		s.view.Resize(quiet, small)
		if err := s.view.Attach(quiet, -1); err != nil {
			t.Fatal(err)
		}
		pull := func() Message {
			synctest.Wait()
			m, _ := s.view.nextNow(canceled())
			return m
		}
		for pull() != nil {
		}
		flood(flooding, 8)
		b.env.last().emit("$ ")
		for turn := 0; ; turn++ {
			m, _ := pull().(Output)
			if m.Terminal == quiet {
				return
			}
			if turn == 2 {
				t.Fatal("the quiet terminal is not served in its turn")
			}
		}
	})
}

func canceled() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}

func TestAReplayAnnouncesItsSizesInOrder(t *testing.T) {
	inBubble(t, 0, func(t *testing.T, b *bed) {
		id, f, s := b.running()
		f.emit("small")
		s.take()
		b.pass(time.Second)
		s.view.Resize(id, large)
		f.emit("large")
		s.take()
		late := b.service.OpenView(viewB)
		if err := late.Attach(id, -1); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		var got []any
		for {
			m, _ := late.nextNow(canceled())
			switch m := m.(type) {
			case nil:
				want := []any{small, "small", large, "large"}
				for i := range want {
					if i >= len(got) || got[i] != want[i] {
						t.Fatalf("got %v, want %v", got, want)
					}
				}
				return
			case Attached:
				got = append(got, m.Size)
			case SizeChanged:
				got = append(got, m.Size)
			case Output:
				got = append(got, string(m.Data))
			}
		}
	})
}

func TestAttachInsideTheRingContinuesExactly(t *testing.T) {
	inBubble(t, 0, func(t *testing.T, b *bed) {
		id, f, s := b.running()
		f.emit("one ")
		s.take()
		s.view.Close()
		f.emit("two ")
		s.view = b.service.OpenView(viewA)
		if err := s.view.Attach(id, s.end()); err != nil {
			t.Fatal(err)
		}
		f.emit("three")
		s.take()
		if a := s.attached[1]; a.Reset || a.Truncated || a.Offset != 4 || a.Live < 8 {
			t.Errorf("attached %+v", a)
		}
		if got := string(s.bytes); got != "one two three" {
			t.Errorf("got %q", got)
		}
	})
}

func TestAnOffsetFromAnotherLifeStartsOver(t *testing.T) {
	inBubble(t, 0, func(t *testing.T, b *bed) {
		id, f, s := b.running()
		f.emit("text")
		s.take()
		if err := s.view.Attach(id, 1<<40); err != nil {
			t.Fatal(err)
		}
		s.take()
		if a := s.attached[1]; !a.Reset || a.Truncated || a.Offset != 0 || string(s.bytes) != "text" {
			t.Errorf("attached %+v, bytes %q", a, s.bytes)
		}
		if err := s.view.Attach(id, -2); err == nil {
			t.Error("offset -2 was accepted")
		}
		if err := s.view.Attach(core.NewTerminalID(), -1); err == nil {
			t.Error("an unknown terminal was accepted")
		}
	})
}

func TestATruncatedAlternateScreenIsDrawnAgain(t *testing.T) {
	inBubble(t, 64<<10, func(t *testing.T, b *bed) {
		id, f, s := b.running()
		f.emit("\x1b[?1049h\x1b[?1003h")
		s.take()
		for range 3 {
			f.emit(block)
			s.take()
		}
		b.pass(time.Second)
		f.mu.Lock()
		f.sizes = nil
		f.mu.Unlock()
		late := b.watch(viewB, id, small)
		late.lazy = true
		late.take()
		b.pass(time.Second)
		if got := f.resized(); len(got) != 0 {
			t.Fatalf("redrawn before the replay was parsed: %v", got)
		}
		late.view.Parsed(id, late.end())
		b.pass(resizeEvery * 2)
		if got := f.resized(); len(got) != 2 || got[0] != (core.Size{Cols: 80, Rows: 23}) || got[1] != small {
			t.Errorf("sizes %v", got)
		}
		p := string(late.attached[0].Prologue)
		if !strings.Contains(p, "\x1b[?1049h") || !strings.Contains(p, "\x1b[?1003h") {
			t.Errorf("prologue %q", p)
		}
	})
}

func TestAProgramThatLeftTheAlternateScreenIsNotNudged(t *testing.T) {
	inBubble(t, 64<<10, func(t *testing.T, b *bed) {
		id, f, s := b.running()
		f.emit("\x1b[?1049h")
		for range 3 {
			f.emit(block)
			s.take()
		}
		b.pass(3 * time.Second)
		f.mu.Lock()
		f.sizes = nil
		f.mu.Unlock()
		f.emit("\x1b[?1049l")
		s.take()
		late := b.watch(viewB, id, small)
		late.take()
		b.pass(3 * time.Second)
		if got := f.resized(); len(got) != 0 {
			t.Errorf("sizes %v", got)
		}
	})
}

func TestASecondViewOfTheSameIDReplacesTheFirst(t *testing.T) {
	inBubble(t, 0, func(t *testing.T, b *bed) {
		id, f, s := b.running()
		failed := make(chan error)
		go func() {
			_, err := s.view.Next(context.Background())
			failed <- err
		}()
		synctest.Wait()
		again := b.watch(viewA, id, small)
		if err := <-failed; !errors.Is(err, ErrReplaced) {
			t.Fatalf("error %v", err)
		}
		s.view.Close() // late, by the socket that was replaced
		f.emit("text")
		again.take()
		if string(again.bytes) != "text" {
			t.Errorf("got %q", again.bytes)
		}
	})
}

func TestAViewThatTakesNoAnswersEnds(t *testing.T) {
	inBubble(t, 0, func(t *testing.T, b *bed) {
		_, _, s := b.running()
		for range maxControl/controlCost + 1 {
			s.view.Input(s.id, 99, 0, []byte("x"))
		}
		if _, err := s.view.Next(t.Context()); !errors.Is(err, ErrSlow) {
			t.Errorf("error %v", err)
		}
	})
}

func TestAPageThatIsBehindGetsFewerAndLargerMessages(t *testing.T) {
	inBubble(t, 0, func(t *testing.T, b *bed) {
		v := b.service.OpenView(viewA)
		got := map[core.TerminalID]int64{}
		take := func() {
			synctest.Wait()
			for m := v.pull(); m != nil; m = v.pull() {
				if out, ok := m.(Output); ok {
					got[out.Terminal] = out.Offset + int64(len(out.Data))
				}
			}
		}
		open := func() (core.TerminalID, *fakePTY) {
			id := b.create()
			v.Resize(id, small)
			if err := v.Attach(id, -1); err != nil {
				t.Fatal(err)
			}
			take()
			return id, b.env.last()
		}
		first, f := open()
		second, g := open()
		for range 3 * manyMessages {
			f.emit("x")
			take()
		}
		if v.underWay.Load() != manyMessages || got[first] != manyMessages {
			t.Fatalf("%d messages are under way, %d bytes came, want %d", v.underWay.Load(), got[first], manyMessages)
		}
		// Another terminal of the same page still gets one.
		for range 3 {
			g.emit("y")
			take()
		}
		if got[second] != 1 || v.underWay.Load() != manyMessages+1 {
			t.Errorf("the other terminal got %d bytes, %d messages are under way", got[second], v.underWay.Load())
		}
		// What has come meanwhile is one message, as soon as there is room.
		v.Parsed(first, got[first])
		take()
		if got[first] != 3*manyMessages || got[second] != 3 || v.underWay.Load() != 3 {
			t.Errorf("then %v came, %d messages are under way", got, v.underWay.Load())
		}
		if _, err := b.service.Close(t.Context(), first); err != nil {
			t.Fatal(err)
		}
		v.Detach(second)
		if left := v.underWay.Load(); left != 0 {
			t.Errorf("%d messages are under way after both have gone", left)
		}
	})
}

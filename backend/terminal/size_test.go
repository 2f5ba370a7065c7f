package terminal

import (
	"testing"
	"testing/synctest"
	"time"

	"clankergrid/backend/core"
)

func TestTheViewLastFocusedOwnsTheSize(t *testing.T) {
	inBubble(t, 0, func(t *testing.T, b *bed) {
		id, f, first := b.running()
		second := b.watch(viewB, id, large)
		expect := func(when string, owner core.ViewID, size core.Size) {
			t.Helper()
			b.pass(time.Second)
			first.take()
			second.take()
			if first.owner != owner && first.view.err == nil || second.owner != owner && second.view.err == nil {
				t.Errorf("%s: owner %q and %q, expected %q", when, first.owner, second.owner, owner)
			}
			if got := b.get(id).Size; got != size {
				t.Errorf("%s: size %v, expected %v", when, got, size)
			}
			if second.size != size {
				t.Errorf("%s: the second view has %v", when, second.size)
			}
		}
		expect("nobody focused: the first attached", viewA, small)
		second.view.Focus(id)
		expect("the second focused", viewB, large)
		first.view.Focus(id)
		expect("the first focused", viewA, small)
		first.view.Visible(false)
		expect("the first hidden", viewB, large)
		first.view.Visible(true)
		expect("the first shown again", viewA, small)
		first.view.Resize(id, core.Size{Cols: 90, Rows: 30})
		expect("the owner resized", viewA, core.Size{Cols: 90, Rows: 30})
		second.view.Resize(id, core.Size{Cols: 100, Rows: 30})
		expect("another view resized", viewA, core.Size{Cols: 90, Rows: 30})
		first.view.Close()
		expect("the owner left", viewB, core.Size{Cols: 100, Rows: 30})
		second.view.Detach(id)
		b.pass(time.Second)
		if got := b.get(id).Size; got != (core.Size{Cols: 100, Rows: 30}) {
			t.Errorf("nobody attached: %v", got)
		}
		if got := f.resized(); got[len(got)-1] != (core.Size{Cols: 100, Rows: 30}) {
			t.Errorf("the process has %v", got)
		}
	})
}

func TestAReconnectDoesNotHandTheSizeToAnotherView(t *testing.T) {
	inBubble(t, 0, func(t *testing.T, b *bed) {
		id, _, first := b.running()
		second := b.watch(viewB, id, large)
		first.view.Focus(id)
		first.view.Close()
		second.take()
		if second.owner != viewB {
			t.Fatalf("owner %q while the first is away", second.owner)
		}
		b.pass(time.Second)
		first = b.watch(viewA, id, small)
		b.pass(time.Second)
		second.take()
		if second.owner != viewA || b.get(id).Size != small {
			t.Errorf("owner %q, size %v", second.owner, b.get(id).Size)
		}
		first.take()
	})
}

func TestAResizeStormIsCoalescedAndTheLastSizeWins(t *testing.T) {
	inBubble(t, 0, func(t *testing.T, b *bed) {
		id, f, s := b.running()
		b.pass(time.Second)
		last := small
		for i := range 1000 { // a second of dragging
			last = core.Size{Cols: uint16(81 + i%50), Rows: uint16(25 + i%20)}
			s.view.Resize(id, last)
			if i == 0 && len(f.resized()) != 1 {
				t.Fatal("the first size was not applied at once")
			}
			b.pass(time.Millisecond)
		}
		b.pass(resizeEvery)
		got := f.resized()
		if n := int(time.Second / resizeEvery); len(got) > n+2 || len(got) < n-2 {
			t.Errorf("%d sizes were applied", len(got))
		}
		if got[len(got)-1] != last || b.get(id).Size != last {
			t.Errorf("last applied %v, expected %v", got[len(got)-1], last)
		}
		s.take()
		if s.size != last {
			t.Errorf("the view has %v", s.size)
		}
	})
}

func TestSizesThatChangeNothingAreIgnored(t *testing.T) {
	inBubble(t, 0, func(t *testing.T, b *bed) {
		id, f, s := b.running()
		for _, size := range []core.Size{small, {}, {Cols: 0, Rows: 24}, {Cols: 80, Rows: 0}, {Cols: 1, Rows: 1}, {Cols: 65535, Rows: 65535}} {
			b.pass(time.Second)
			s.view.Resize(id, size)
		}
		if got := f.resized(); len(got) != 0 {
			t.Errorf("sizes %v", got)
		}
	})
}

func TestASizeSaidBeforeAttachingCounts(t *testing.T) {
	inBubble(t, 0, func(t *testing.T, b *bed) {
		id := b.create()
		v := b.service.OpenView(viewA)
		v.Resize(id, large)
		synctest.Wait()
		if len(b.env.asked()) != 0 {
			t.Fatal("started for a view that is not attached")
		}
		if err := v.Attach(id, -1); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if got := b.env.asked(); len(got) != 1 || got[0].Size != large {
			t.Errorf("requests %+v", got)
		}
	})
}

func TestOfATerminalThatIsRemovedAViewRemembersNothing(t *testing.T) {
	inBubble(t, 0, func(t *testing.T, b *bed) {
		v := b.service.OpenView(viewA)
		for range 3 {
			said, detached := b.create(), b.create()
			v.Resize(said, small)
			v.Resize(detached, small)
			if err := v.Attach(detached, -1); err != nil {
				t.Fatal(err)
			}
			v.Detach(detached)
			if len(v.sizes) != 2 {
				t.Fatalf("%d sizes", len(v.sizes))
			}
			for _, id := range []core.TerminalID{said, detached} {
				if _, err := b.service.Close(t.Context(), id); err != nil {
					t.Fatal(err)
				}
				v.Resize(id, large)
			}
			if len(v.sizes) != 0 || len(v.attachments) != 0 {
				t.Errorf("%d sizes and %d attachments are left", len(v.sizes), len(v.attachments))
			}
		}
		other := b.create()
		v.Resize(other, small)
		v.Close()
		v.Resize(other, small)
		if len(v.sizes) != 0 {
			t.Error("a view that has ended remembers sizes")
		}
	})
}

package serve

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"clankergrid/app/bind"
	"clankergrid/backend/core"
)

func TestOnlyTheNewestSnapshotOfAThingWaits(t *testing.T) {
	q := newQueue(1000)
	q.put("a", []byte("a1"))
	q.put("", []byte("once"))
	q.put("a", []byte("a2"))
	q.put("", []byte("again"))
	for _, want := range []string{"a2", "once", "again"} {
		if got, ok, _ := q.take(); !ok || string(got) != want {
			t.Errorf("take = %q, want %q", got, want)
		}
	}
	q.put("a", []byte("a3"))
	if got, ok, _ := q.take(); !ok || string(got) != "a3" {
		t.Errorf("a snapshot after one that was taken is lost: %q", got)
	}
}

func TestEachSnapshotReplacesTheOneBeforeIt(t *testing.T) {
	for _, c := range []struct {
		event bind.Event
		want  string
	}{
		{bind.SettingsChanged(core.Settings{}), "settings"},
		{bind.NoticesChanged(nil), "notices"},
		{bind.SurvivorsChanged(nil), "survivors"},
		{bind.WorkspaceChanged(core.Workspace{ID: "a"}), "workspace a"},
		{bind.TerminalChanged(core.Terminal{ID: "a"}), "terminal a"},
		{bind.WorkspaceRemoved("a"), ""},
		{bind.TerminalRemoved("a"), ""},
		{bind.FocusWorkspace("a"), ""},
		{bind.QuitRequested(bind.QuitPlan{}), ""},
	} {
		if got := coalescingKey(c.event); got != c.want {
			t.Errorf("%s: %q, want %q", c.event.Name, got, c.want)
		}
	}
}

func TestAQueueOverItsBoundStaysOverflowedAndHoldsNothing(t *testing.T) {
	q := newQueue(10)
	q.put("", make([]byte, 6))
	q.put("", make([]byte, 6))
	q.put("", []byte("x"))
	if _, ok, overflowed := q.take(); ok || !overflowed || len(q.items) != 0 {
		t.Error("the queue must be given up")
	}
}

func TestAQueueCountsWhatItHolds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := newQueue(1 << 20)
		for range rapid.IntRange(0, 50).Draw(t, "steps") {
			if rapid.Bool().Draw(t, "take") {
				q.take()
				continue
			}
			key := ""
			if k := rapid.IntRange(0, 3).Draw(t, "key"); k > 0 {
				key = fmt.Sprint(k)
			}
			q.put(key, make([]byte, rapid.IntRange(0, 100).Draw(t, "size")))
		}
		held := 0
		for _, item := range q.items {
			held += len(item.data)
		}
		if held != q.bytes {
			t.Errorf("bytes = %d, holds %d", q.bytes, held)
		}
	})
}

package process

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"clankergrid/backend/errs"
)

// fakeTarget is a session whose processes end at chosen demands.
type fakeTarget struct {
	start time.Time
	live  []entry
	dies  map[int]demand // the demand that ends a pid; absent: only force does
	log   []string
	fail  error
	fresh []entry // appear once, at the first kill
}

func (f *fakeTarget) members() ([]entry, error) { return slices.Clone(f.live), f.fail }

func (f *fakeTarget) group(e entry, d demand) {
	f.note("group", e.group, d)
	for _, m := range slices.Clone(f.live) {
		if m.group == e.group {
			f.apply(m, d)
		}
	}
}

func (f *fakeTarget) one(e entry, d demand) {
	f.note("one", e.Pid, d)
	f.apply(e, d)
	if d == kill {
		f.live, f.fresh = append(f.live, f.fresh...), nil
	}
}

func (f *fakeTarget) apply(e entry, d demand) {
	if end, ok := f.dies[e.Pid]; d == kill || ok && end == d {
		f.live = slices.DeleteFunc(f.live, func(m entry) bool { return m.Pid == e.Pid })
	}
}

func (f *fakeTarget) note(what string, number int, d demand) {
	f.log = append(f.log, fmt.Sprintf("%v %s %d %s", time.Since(f.start), what, number,
		[]string{"HUP", "CONT", "TERM", "KILL"}[d]))
}

func member(pid, group int) entry {
	e := row(pid, 1, 1, 1)
	e.group = group
	return e
}

func TestLadderHangsUpEveryGroupThenAsksThenForces(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &fakeTarget{
			start: time.Now(),
			live:  []entry{member(1, 1), member(2, 2), member(3, 2), member(4, 4)},
			dies:  map[int]demand{1: hangUp, 2: resume, 3: terminate},
		}
		ended, err := climb(t.Context(), f)
		if err != nil || ended.Killed != 1 {
			t.Fatalf("got %+v, %v", ended, err)
		}
		want := []string{
			"0s group 1 HUP", "0s group 1 CONT", "0s group 2 HUP", "0s group 2 CONT", "0s group 4 HUP", "0s group 4 CONT",
			"1s one 3 TERM", "1s one 3 CONT", "1s one 4 TERM", "1s one 4 CONT",
			"3s one 4 KILL",
		}
		if !slices.Equal(f.log, want) {
			t.Fatalf("got %q", f.log)
		}
	})
}

func TestLadderEndsAsSoonAsNothingIsLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &fakeTarget{start: time.Now(), live: []entry{member(1, 1)}, dies: map[int]demand{1: hangUp}}
		if _, err := climb(t.Context(), f); err != nil {
			t.Fatal(err)
		}
		if passed := time.Since(f.start); passed != pollEvery {
			t.Fatalf("took %v", passed)
		}
	})
}

func TestLadderForcesProcessesThatAppearWhileItForces(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &fakeTarget{start: time.Now(), live: []entry{member(1, 1)}, fresh: []entry{member(2, 1)}}
		ended, err := climb(t.Context(), f)
		if err != nil || ended.Killed != 2 || len(f.live) != 0 {
			t.Fatalf("got %+v, %v with %v left", ended, err, pids(f.live))
		}
	})
}

func TestLadderStopsWhenItsCallerGivesUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, c := range []struct {
			cancel bool
			kind   errs.Kind
		}{{true, errs.Canceled}, {false, errs.Timeout}} {
			ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
			if c.cancel {
				cancel()
			}
			f := &fakeTarget{start: time.Now(), live: []entry{member(1, 1)}}
			_, err := climb(ctx, f)
			cancel()
			if errs.KindOf(err) != c.kind {
				t.Errorf("got %v", err)
			}
		}
	})
}

func TestLadderOfAnEmptySessionDoesNothing(t *testing.T) {
	f := &fakeTarget{start: time.Now()}
	if ended, err := climb(t.Context(), f); err != nil || ended.Killed != 0 || len(f.log) != 0 {
		t.Fatalf("got %+v, %v, %q", ended, err, f.log)
	}
}

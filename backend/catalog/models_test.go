package catalog

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"clankergrid/backend/harness"
)

// desk is a shelf with a CLI that answers when it is told to.
type desk struct {
	*shelf
	t       *testing.T
	running sync.WaitGroup
	asked   chan inquiry
	told    []List
}

type inquiry struct {
	refresh bool
	answer  chan<- reply
}

type reply struct {
	models []harness.Model
	err    error
}

func newDesk(t *testing.T, fallback ...harness.Model) *desk {
	d := &desk{t: t, asked: make(chan inquiry, 10)}
	var mu sync.Mutex
	d.shelf = newShelf(&harness.Models{TTL: time.Hour, Fallback: fallback}, List{Source: None},
		func(_ context.Context, refresh bool) ([]harness.Model, error) {
			answer := make(chan reply)
			d.asked <- inquiry{refresh, answer}
			r := <-answer
			return r.models, r.err
		},
		func(l List) { mu.Lock(); d.told = append(d.told, l); mu.Unlock() })
	return d
}

// want begins a question and returns where its answer comes.
func (d *desk) want(refresh bool) <-chan List {
	got := make(chan List, 1)
	d.running.Go(func() {
		got <- d.get(d.t.Context(), refresh, func(do func(context.Context)) { d.running.Go(func() { do(context.Background()) }) })
	})
	synctest.Wait()
	return got
}

// question is the next that reached the CLI; it fails when there is none.
func (d *desk) question(refresh bool) inquiry {
	d.t.Helper()
	select {
	case q := <-d.asked:
		if q.refresh != refresh {
			d.t.Fatalf("a question with refresh %v", q.refresh)
		}
		return q
	default:
		d.t.Fatal("the CLI was not asked")
		return inquiry{}
	}
}

func (d *desk) none() {
	d.t.Helper()
	select {
	case <-d.asked:
		d.t.Fatal("the CLI was asked")
	default:
	}
}

func models(ids ...string) []harness.Model {
	var all []harness.Model
	for _, id := range ids {
		all = append(all, harness.Model{ID: id})
	}
	return all
}

func (d *desk) same(got List, source Source, failed bool, ids ...string) {
	d.t.Helper()
	if diff := cmp.Diff(models(ids...), got.Models, cmpopts.EquateEmpty()); diff != "" {
		d.t.Error(diff)
	}
	if got.Source != source || (got.Failed != nil) != failed {
		d.t.Errorf("source %s, failed %v", got.Source, got.Failed)
	}
}

func TestAListIsGoodForItsTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t)
		first, shared := d.want(false), d.want(false)
		d.question(false).answer <- reply{models: models("a")}
		d.same(<-first, Listed, false, "a")
		d.same(<-shared, Listed, false, "a")
		time.Sleep(time.Hour - 1)
		d.same(<-d.want(false), Listed, false, "a")
		d.none()
		time.Sleep(1)
		again := d.want(false)
		d.question(false).answer <- reply{models: models("b")}
		d.same(<-again, Listed, false, "b")
		d.running.Wait()
	})
}

func TestARefreshIsNeverOverwrittenByAWarmUpThatIsSlower(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t)
		warm := d.want(false)
		slow := d.question(false)
		refresh := d.want(true)
		d.question(true).answer <- reply{models: models("new")}
		d.same(<-refresh, Listed, false, "new")
		slow.answer <- reply{models: models("old")}
		d.same(<-warm, Listed, false, "new")
		d.running.Wait()
		d.same(d.now(), Listed, false, "new")
		if len(d.told) != 1 {
			t.Errorf("told %d times", len(d.told))
		}
	})
}

func TestAWarmUpAnswersWhereTheRefreshFailed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t)
		d.want(false)
		slow := d.question(false)
		refresh := d.want(true)
		d.question(true).answer <- reply{err: errors.New("offline")}
		d.same(<-refresh, None, true)
		slow.answer <- reply{models: models("old")}
		d.running.Wait()
		d.same(d.now(), Listed, false, "old")
	})
}

func TestWhoeverAsksDuringARefreshGetsItsAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t)
		refresh, other := d.want(true), d.want(false)
		d.question(true).answer <- reply{models: models("new")}
		d.same(<-refresh, Listed, false, "new")
		d.same(<-other, Listed, false, "new")
		d.none()
		d.running.Wait()
	})
}

func TestAFailureIsKeptBesideTheLastGoodList(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t, harness.Model{ID: "ours"})
		first := d.want(false)
		d.question(false).answer <- reply{models: models("a")}
		<-first
		again := d.want(true)
		d.question(true).answer <- reply{err: errors.New("broken")}
		d.same(<-again, Listed, true, "a")
		// A failure is asked about again by the next who looks.
		next := d.want(false)
		d.question(false).answer <- reply{}
		d.same(<-next, Listed, false)
		d.running.Wait()
	})
}

func TestTheFallbackStandsInForAListThatThereNeverWas(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t, harness.Model{ID: "ours"})
		first := d.want(false)
		d.question(false).answer <- reply{err: errors.New("broken")}
		d.same(<-first, Fallback, true, "ours")
		next := d.want(false)
		d.question(false).answer <- reply{models: models("theirs")}
		d.same(<-next, Listed, false, "theirs")
		d.running.Wait()
	})
}

func TestACallerThatGivesUpLeavesTheQuestionToOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		list := d.get(ctx, false, func(do func(context.Context)) { d.running.Go(func() { do(context.Background()) }) })
		d.same(list, None, false)
		synctest.Wait()
		d.question(false).answer <- reply{models: models("a")}
		d.running.Wait()
		d.same(d.now(), Listed, false, "a")
	})
}

func TestOnlyWhatALaunchCanBeGivenIsKept(t *testing.T) {
	long := strings.Repeat("x", maxText)
	got, incomplete := Clean([]harness.Model{
		{ID: " a ", Name: " A ", Provider: "p"}, {ID: "a", Name: "twice"}, {ID: ""}, {ID: "-flag"}, {ID: "x\x1b[31m"}, {ID: "x\ny"}, {ID: "\xff"},
		{ID: long + "x"}, {ID: long, Name: "bad\x00name", Provider: "\u202e"}, {ID: "emoji 👍", Name: "Ä"},
	})
	want := []harness.Model{{ID: "a", Name: "A", Provider: "p"}, {ID: long}, {ID: "emoji 👍", Name: "Ä"}}
	if diff := cmp.Diff(want, got); diff != "" || incomplete {
		t.Errorf("incomplete %v:\n%s", incomplete, diff)
	}
}

func TestAListWithoutEndIsCutAndSaysSo(t *testing.T) {
	var many []harness.Model
	for i := range 100_000 {
		many = append(many, harness.Model{ID: "m" + strings.Repeat("x", i%200) + string(rune('a'+i%26)) + time.Duration(i).String()})
	}
	got, incomplete := Clean(many)
	if len(got) != maxModels || !incomplete {
		t.Errorf("%d kept, incomplete %v", len(got), incomplete)
	}
}

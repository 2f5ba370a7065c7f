package catalog

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"clankergrid/backend/harness"
)

// The bounds of a list. Beyond them entries are left out, and the list says so.
const (
	// maxModels is more than any CLI lists (some list every model of every vendor,
	// more than five hundred), and what a picker can still search.
	maxModels = 5_000
	maxText   = 256 // bytes of each text of an entry
)

// Source says where a list comes from.
type Source string

// The sources.
const (
	None     Source = "none"     // there is no list yet, or none can be had
	Listed   Source = "listed"   // the CLI's own
	Fallback Source = "fallback" // ours, because the CLI's cannot be had
)

// List is what is known of a harness's models.
type List struct {
	Models []harness.Model
	Source Source
	// Listed is when the CLI gave the list; zero unless Source is Listed.
	Listed time.Time
	// Failed is the latest attempt's failure, kept beside an older list that is still
	// good; nil when the latest attempt succeeded.
	Failed error
	// Incomplete is set when entries were left out.
	Incomplete bool
}

// shelf holds the list of one harness on one machine. What the user asked for
// anew is never overwritten by a question that began before it.
type shelf struct {
	models  *harness.Models
	ask     func(ctx context.Context, refresh bool) ([]harness.Model, error)
	changed func(List)

	mu   sync.Mutex // guards what follows
	list List
	// started numbers questions in the order in which they began; refreshed is the
	// number of the latest refresh that succeeded.
	started, refreshed uint64
	flying             map[bool]*question // by whether it is a refresh
}

// question is one that is being asked; whoever wants the same shares it.
type question struct {
	number uint64
	done   chan struct{}
}

func newShelf(models *harness.Models, known List, ask func(context.Context, bool) ([]harness.Model, error), changed func(List)) *shelf {
	return &shelf{models: models, ask: ask, changed: changed, list: known, flying: map[bool]*question{}}
}

// now returns what is known, without asking.
func (s *shelf) now() List {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.list
}

// get returns the list, and asks the CLI when there is none that is good still. With
// refresh it asks in any case. It returns the best list there is, whose Failed says
// how the latest attempt went; ctx bounds the caller's wait alone.
//
// run starts a goroutine that the caller's owner waits for, with a context that
// lives as long as the owner.
func (s *shelf) get(ctx context.Context, refresh bool, run func(func(context.Context))) List {
	s.mu.Lock()
	if !refresh && s.good() {
		defer s.mu.Unlock()
		return s.list
	}
	q := s.flying[refresh]
	if q == nil && !refresh {
		q = s.flying[true] // a refresh answers everybody
	}
	if q == nil {
		s.started++
		q = &question{s.started, make(chan struct{})}
		s.flying[refresh] = q
		run(func(ctx context.Context) { s.answer(ctx, q, refresh) })
	}
	s.mu.Unlock()
	select {
	case <-q.done:
	case <-ctx.Done():
	}
	return s.now()
}

// good reports whether the list needs no question. A failure is asked about again
// at once: whoever looks at it wants it to go away.
func (s *shelf) good() bool {
	return s.list.Source == Listed && s.list.Failed == nil && time.Since(s.list.Listed) < s.models.TTL
}

func (s *shelf) answer(ctx context.Context, q *question, refresh bool) {
	found, err := s.ask(ctx, refresh)
	s.mu.Lock()
	if s.flying[refresh] == q {
		delete(s.flying, refresh)
	}
	keep := q.number > s.refreshed // a refresh that began later has answered already
	if keep {
		s.list = s.next(found, err)
		if refresh && err == nil {
			s.refreshed = q.number
		}
	}
	list := s.list
	s.mu.Unlock()
	close(q.done)
	if keep {
		s.changed(list)
	}
}

// next is the list after an answer.
func (s *shelf) next(found []harness.Model, err error) List {
	if err == nil {
		models, incomplete := Clean(found)
		return List{Models: models, Source: Listed, Listed: time.Now(), Incomplete: incomplete}
	}
	list := s.list
	list.Failed = err
	if list.Source == None && len(s.models.Fallback) > 0 {
		list.Models, list.Source = slices.Clone(s.models.Fallback), Fallback
	}
	return list
}

// Clean keeps the entries that a launch can be given: each ID once, printable, and
// within the bounds. It reports whether some had to be left out for their number.
func Clean(found []harness.Model) (kept []harness.Model, incomplete bool) {
	kept = []harness.Model{}
	seen := map[string]bool{}
	for _, m := range found {
		m = harness.Model{ID: strings.TrimSpace(m.ID), Name: strings.TrimSpace(m.Name), Provider: strings.TrimSpace(m.Provider)}
		if m.ID == "" || strings.HasPrefix(m.ID, "-") || !plain(m.ID) || seen[m.ID] {
			continue
		}
		if len(kept) == maxModels {
			return kept, true
		}
		seen[m.ID] = true
		// A name is for reading: one that cannot be read is left out, not its model.
		if !plain(m.Name) {
			m.Name = ""
		}
		if !plain(m.Provider) {
			m.Provider = ""
		}
		kept = append(kept, m)
	}
	return kept, false
}

// plain reports whether a text is short and shows as what it is.
func plain(text string) bool {
	return len(text) <= maxText && utf8.ValidString(text) && !strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) })
}

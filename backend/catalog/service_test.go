package catalog

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"clankergrid/backend/command"
	"clankergrid/backend/errs"
	"clankergrid/backend/harness"
)

// shop is a machine whose programs come and go while it is looked at.
type shop struct {
	mu       sync.Mutex
	programs map[string]command.Found
	// slow is how long a version takes.
	slow time.Duration
	// asking and most count the versions that are asked for at a time.
	asking, most, asked int
}

var _ Machine = (*shop)(nil)

func (s *shop) set(program, stamp string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.programs[program] = command.Found{Path: "/bin/" + program, Stamp: stamp}
}

func (s *shop) Find(_ context.Context, program string) (command.Found, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	found, ok := s.programs[program]
	if !ok {
		return found, &command.Failure{Reason: command.NotInstalled, Program: program}
	}
	return found, nil
}

func (s *shop) Run(ctx context.Context, req command.Request) (command.Result, error) {
	s.mu.Lock()
	s.asking++
	s.asked++
	s.most = max(s.most, s.asking)
	version := s.programs[req.Program].Stamp
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.asking--
	}()
	select {
	case <-time.After(s.slow):
		return command.Result{Stdout: fmt.Appendf(nil, "cli %s\n", version)}, nil
	case <-ctx.Done():
		return command.Result{}, &command.Failure{Reason: command.GivenUp, Program: req.Program}
	}
}

func (s *shop) Open(context.Context, command.Request) (command.Session, error) {
	return nil, errors.New("no session is wanted")
}

type launcher struct{}

func (launcher) Invocation(harness.Choice) (harness.Invocation, error) {
	return harness.Invocation{}, nil
}

func provider(id harness.ID, models *harness.Models) harness.Provider {
	d := harness.Descriptor{ID: id, Name: "The " + string(id), Executable: string(id), Icon: "<svg/>", Site: "https://example.org"}
	if models != nil {
		d.Capabilities = []harness.Capability{harness.CanListModels}
	}
	return harness.Provider{Descriptor: d, Launch: launcher{}, Models: models}
}

func serviceOf(m *shop, changed func(harness.ID), providers ...harness.Provider) *Service {
	return New(Options{Registry: harness.NewRegistry(providers...), Machine: m, Home: "/home/user", Getenv: func(string) string { return "" }, Changed: changed})
}

func installations(s *Service) string {
	text := ""
	for _, e := range s.Entries() {
		text += fmt.Sprintf("%s %s %s; ", e.Descriptor.ID, e.Installation.Presence, e.Installation.Version)
	}
	return text
}

func TestWhatIsInstalledMeanwhileAppearsWithinAMinute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &shop{programs: map[string]command.Found{}}
		m.set("b", "1.2.3")
		var mu sync.Mutex
		told := map[harness.ID]int{}
		s := serviceOf(m, func(id harness.ID) { mu.Lock(); told[id]++; mu.Unlock() }, provider("a", nil), provider("b", nil))
		if got, want := installations(s), "a checking ; b checking ; "; got != want {
			t.Errorf("before the first look: %s", got)
		}
		s.Watch()
		synctest.Wait()
		if got, want := installations(s), "a missing ; b installed 1.2.3; "; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		m.set("a", "2.0.0")
		m.set("b", "1.2.4")
		time.Sleep(time.Minute)
		synctest.Wait()
		if got, want := installations(s), "a installed 2.0.0; b installed 1.2.4; "; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		before, asked := told["b"], m.asked
		time.Sleep(10 * time.Minute)
		synctest.Wait()
		if told["b"] != before || m.asked != asked {
			t.Errorf("nothing has changed, and was told %d times and asked %d times", told["b"]-before, m.asked-asked)
		}
		s.Close()
	})
}

func TestAProgramShowsBeforeItHasSaidItsVersion(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &shop{programs: map[string]command.Found{}, slow: time.Second}
		m.set("a", "1.0.0")
		s := serviceOf(m, nil, provider("a", nil))
		defer s.Close()
		s.Watch()
		synctest.Wait()
		if got, want := installations(s), "a installed ; "; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		time.Sleep(time.Second)
		synctest.Wait()
		if got, want := installations(s), "a installed 1.0.0; "; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
}

func TestFewAreAskedAtATimeAndACloseEndsThem(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &shop{programs: map[string]command.Found{}, slow: 5 * time.Second}
		var providers []harness.Provider
		for _, id := range []harness.ID{"a", "b", "c", "d", "e"} {
			m.set(string(id), "1.0.0")
			providers = append(providers, provider(id, nil))
		}
		s := serviceOf(m, nil, providers...)
		ctx, cancel := context.WithTimeout(t.Context(), 6*time.Second)
		defer cancel()
		s.Look(ctx) // the caller waits no longer, the look goes on
		if ctx.Err() == nil {
			t.Error("five versions came in six seconds")
		}
		s.Close()
		if m.most != lookers || m.asking != 0 {
			t.Errorf("%d at a time, %d left", m.most, m.asking)
		}
		if got, want := installations(s), "a installed 1.0.0; b installed 1.0.0; c installed ; d installed ; e checking ; "; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		for _, e := range s.Entries()[2:] {
			if e.Installation.stamp != "" {
				t.Errorf("%s was not asked to the end, and would never be asked again", e.Descriptor.ID)
			}
		}
		s.Look(t.Context()) // answered at once
	})
}

func TestModelsAreAskedForOnceAndAgainWhenTheUserWantsThem(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var asked []bool
		models := &harness.Models{TTL: time.Hour, Discover: func(_ context.Context, q harness.ModelQuery) ([]harness.Model, error) {
			asked = append(asked, q.Refresh)
			if q.Home != "/home/user" || q.Executor == nil {
				t.Errorf("asked with %+v", q)
			}
			return []harness.Model{{ID: fmt.Sprintf("m%d", len(asked))}}, nil
		}}
		var told atomic.Int32
		s := serviceOf(&shop{programs: map[string]command.Found{}}, func(harness.ID) { told.Add(1) }, provider("a", models), provider("b", nil))
		defer s.Close()
		want := func(id string, refresh bool, model string) {
			t.Helper()
			list, err := s.Models(t.Context(), harness.ID(id), refresh)
			if err != nil || len(list.Models) != 1 || list.Models[0].ID != model || list.Source != Listed {
				t.Errorf("got %+v, %v; want %s", list, err, model)
			}
		}
		want("a", false, "m1")
		want("a", false, "m1")
		want("a", true, "m2")
		time.Sleep(time.Hour)
		want("a", false, "m3")
		synctest.Wait()
		if fmt.Sprint(asked) != "[false true false]" || told.Load() != 3 {
			t.Errorf("asked %v, told %d", asked, told.Load())
		}
		if _, err := s.Models(t.Context(), "b", false); errs.KindOf(err) != errs.Unsupported {
			t.Errorf("got %v", err)
		}
		if _, err := s.Models(t.Context(), "c", false); errs.KindOf(err) != errs.NotFound {
			t.Errorf("got %v", err)
		}
	})
}

func TestAListOfAnEarlierRunIsThereAtOnce(t *testing.T) {
	keep := filepath.Join(t.TempDir(), "models.json")
	text := fmt.Sprintf(`{"version":1,"lists":{"a":{"listed":%q,"models":[{"id":"old"}]}}}`, time.Now().Add(-2*time.Hour).Format(time.RFC3339))
	if err := os.WriteFile(keep, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	models := &harness.Models{TTL: time.Hour, Discover: func(context.Context, harness.ModelQuery) ([]harness.Model, error) {
		return nil, &harness.Failure{Kind: harness.TimedOut, Harness: "a", Doing: "list models"}
	}}
	s := New(Options{Registry: harness.NewRegistry(provider("a", models)), Machine: &shop{}, Keep: keep})
	defer s.Close()
	if got := s.Entries()[0].Models; len(got.Models) != 1 || got.Failed != nil {
		t.Errorf("got %+v", got)
	}
	list, err := s.Models(t.Context(), "a", false)
	if err != nil || len(list.Models) != 1 || harness.KindOf(list.Failed) != harness.TimedOut {
		t.Errorf("got %+v, %v", list, err)
	}
}

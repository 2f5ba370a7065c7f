package terminal

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"clankergrid/backend/command"
	"clankergrid/backend/core"
	"clankergrid/backend/errs"
)

// fakeLaunch counts what is asked of it, beside the processes that run then.
type fakeLaunch struct {
	env *fakeEnvironment

	mu       sync.Mutex
	failures []error // taken in order; nil prepares
	prepared []core.TerminalID
	// released holds how many processes had been started at each release.
	released []int
}

var _ command.Launch = (*fakeLaunch)(nil)

func (*fakeLaunch) Agent() core.Agent {
	return core.Agent{Harness: "crab", Name: "Crab", Model: "m"}
}

func (l *fakeLaunch) Prepare(_ context.Context, id core.TerminalID) (command.Prepared, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.prepared = append(l.prepared, id)
	req := command.TerminalRequest{Program: "/bin/crab", Args: []string{"--claws"}, Dir: "/src"}
	if len(l.failures) > 0 {
		err := l.failures[0]
		l.failures = l.failures[1:]
		if err != nil {
			return command.Prepared{Request: req}, err
		}
	}
	return command.Prepared{Request: req, Release: func(context.Context) {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.released = append(l.released, len(l.env.asked()))
	}}, nil
}

func (l *fakeLaunch) releases() []int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.released)
}

func (b *bed) launch(failures ...error) (core.TerminalID, *fakeLaunch, *screen) {
	b.Helper()
	l := &fakeLaunch{env: b.env, failures: failures}
	c, err := b.service.Create(b.Context(), CreateRequest{Workspace: "w", Pane: "p", Dir: "/src", Path: "/src", Launch: l})
	if err != nil {
		b.Fatal(err)
	}
	s := b.watch(viewA, c.ID, small)
	synctest.Wait()
	s.take()
	return c.ID, l, s
}

func TestAnAgentIsFollowedByTheShellInItsPlace(t *testing.T) {
	inBubble(t, 0, func(t *testing.T, b *bed) {
		id, l, s := b.launch()
		got := b.get(id)
		if got.State != core.TerminalRunning || got.Agent == nil || got.Agent.Name != "Crab" || got.Agent.Model != "m" || got.Agent.Exit != nil {
			t.Fatalf("snapshot %+v, agent %+v", got, got.Agent)
		}
		if req := b.env.asked(); len(req) != 1 || req[0].Program != "/bin/crab" || !slices.Equal(req[0].Args, []string{"--claws"}) || req[0].Size != small {
			t.Fatalf("asked %+v", req)
		}
		agent := b.env.last()
		agent.emit("\x1b[?1049h\x1b[?2004hworking")
		agent.exitWith(core.Exit{Code: 3})
		close(agent.output)
		b.pass(drainFor)
		s.take()

		got = b.get(id)
		if got.State != core.TerminalRunning || got.Epoch != 2 || got.Program != "bash" || got.Exit != nil {
			t.Errorf("snapshot %+v", got)
		}
		if got.Agent == nil || got.Agent.Exit == nil || got.Agent.Exit.Code != 3 {
			t.Errorf("agent %+v", got.Agent)
		}
		if req := b.env.asked(); len(req) != 2 || req[1].Program != "/bin/bash" || req[1].Size != small || req[1].Dir != "/src" {
			t.Errorf("asked %+v", req)
		}
		if text := string(s.bytes); s.epoch != 2 || !strings.Contains(text, "[crab ended with code 3]") || !strings.Contains(text, "\x1b[?2004l") {
			t.Errorf("epoch %d, shown %q", s.epoch, text)
		}
		if got := l.releases(); len(got) == 0 || got[0] != 1 {
			t.Errorf("released %v, want before the shell was started", got)
		}
		for _, c := range b.snapshots {
			if c.State == core.TerminalExited {
				t.Error("for a moment the terminal was over")
			}
		}
		b.env.last().exitWith(core.Exit{})
		synctest.Wait()
		if err := b.service.Restart(t.Context(), id); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if req := b.env.asked(); len(req) != 3 || req[2].Program != "/bin/bash" || len(l.prepared) != 1 {
			t.Errorf("the agent was started again: %+v", req)
		}
	})
}

func TestAnAgentThatIsNotStartedIsTriedAgainByARestart(t *testing.T) {
	refused := errs.New("launch", errs.NotFound, "Crab is not installed.", "")
	for name, c := range map[string]struct {
		prepare, start []error
		releases       int
	}{
		"not prepared": {prepare: []error{refused}},
		"not started":  {start: []error{errors.New("fork")}, releases: 1},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, 0, func(t *testing.T, b *bed) {
				b.env.failures = c.start
				id, l, _ := b.launch(c.prepare...)
				got := b.get(id)
				if got.State != core.TerminalFailed || got.Failure == nil || got.Failure.Program != "/bin/crab" || got.Agent == nil {
					t.Fatalf("snapshot %+v", got)
				}
				if len(l.releases()) != c.releases {
					t.Errorf("released %d times, want %d", len(l.releases()), c.releases)
				}
				if err := b.service.Restart(t.Context(), id); err != nil {
					t.Fatal(err)
				}
				synctest.Wait()
				if got := b.get(id); got.State != core.TerminalRunning || got.Program != "crab" || len(l.prepared) != 2 {
					t.Errorf("snapshot %+v after %d preparations", got, len(l.prepared))
				}
			})
		})
	}
}

func TestClosingReleasesAnAgentAndStartsNoShell(t *testing.T) {
	inBubble(t, 0, func(t *testing.T, b *bed) {
		id, l, _ := b.launch()
		if _, err := b.service.Close(t.Context(), id); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if len(l.releases()) == 0 || len(b.env.asked()) != 1 {
			t.Errorf("released %v, asked %+v", l.releases(), b.env.asked())
		}
	})
}

func TestAnAgentAtItsPromptIsWorkThatEndingWouldEnd(t *testing.T) {
	inBubble(t, 0, func(t *testing.T, b *bed) {
		id, _, _ := b.launch()
		running := b.service.Running(id)
		if len(running) != 1 || running[0].Program != "Crab" || running[0].Pid != 100 || running[0].Title != "Crab" {
			t.Errorf("running %+v", running)
		}
		b.env.last().exitWith(core.Exit{})
		b.pass(drainFor)
		if running := b.service.Running(id); len(running) != 0 {
			t.Errorf("running %+v after its end", running)
		}
	})
}

package serve

import (
	"strings"
	"testing"
	"time"

	"clankergrid/app/bind"
	"clankergrid/backend/core"
)

func TestAnInterruptEndsOnlyWhenNothingRunsOrTheUserWasTold(t *testing.T) {
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	type press struct {
		after   time.Duration
		running int
		ends    bool
	}
	for name, presses := range map[string][]press{
		"nothing runs":       {{0, 0, true}},
		"twice":              {{0, 1, false}, {4 * time.Second, 1, true}},
		"twice, too slowly":  {{0, 1, false}, {5 * time.Second, 1, false}, {9 * time.Second, 1, true}},
		"it ended meanwhile": {{0, 1, false}, {time.Minute, 0, true}},
	} {
		var c confirmation
		for i, p := range presses {
			if got := c.interrupt(start.Add(p.after), p.running); got != p.ends {
				t.Errorf("%s: press %d ends = %v, want %v", name, i, got, p.ends)
			}
		}
	}
}

func TestTheListNamesWhatEndsAndWhatStays(t *testing.T) {
	got := runningList(bind.QuitPlan{
		Running:      []core.RunningWork{{Title: "api", Program: "vim", Pid: 7}},
		KeepsRunning: []core.Process{{Name: "tmux", Pid: 8}},
	})
	for _, want := range []string{"vim (pid 7) in api", "tmux (pid 8) keeps running", "within 5 seconds"} {
		if !strings.Contains(got, want) {
			t.Errorf("the list lacks %q: %s", want, got)
		}
	}
}

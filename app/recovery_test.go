package app

import (
	"testing"
	"time"
)

func TestAPageThatEndsTooOftenIsNotLoadedAgain(t *testing.T) {
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	var r reloads
	for i, step := range []struct {
		after   time.Duration
		allowed bool
	}{
		{0, true}, {time.Second, true}, {2 * time.Second, true}, {3 * time.Second, false},
		{reloadWindow, true}, // the first one is long ago
		{reloadWindow + time.Millisecond, false},
		{3 * reloadWindow, true},
	} {
		if got := r.allowed(start.Add(step.after)); got != step.allowed {
			t.Errorf("end %d: loaded again = %v, want %v", i, got, step.allowed)
		}
	}
}

package process

import (
	"runtime"
	"sync/atomic"
	"testing"
)

func TestSharedReadingNeverBeganBeforeItWasAskedFor(t *testing.T) {
	var world atomic.Int64
	readings := 0 // guarded by the reading lock
	s := &shared[int64]{}
	s.read = func() (int64, error) {
		readings++
		seen := world.Load()
		for range 100 { // let callers gather
			runtime.Gosched()
		}
		return seen, nil
	}
	const callers = 200
	done := make(chan bool, callers)
	for range callers {
		go func() {
			before := world.Add(1)
			seen, err := s.get()
			done <- err == nil && seen >= before
		}()
	}
	for range callers {
		if !<-done {
			t.Error("a caller missed what it had done before")
		}
	}
	if readings > callers/2 {
		t.Errorf("%d readings for %d callers", readings, callers)
	}
}

func TestSharedReadingServesEveryoneWhoAskedBeforeItBegan(t *testing.T) {
	begun, release := make(chan struct{}), make(chan struct{})
	readings := 0
	s := &shared[int]{}
	s.read = func() (int, error) {
		readings++
		if readings == 1 {
			close(begun)
			<-release
		}
		return readings, nil
	}
	results := make(chan int, 3)
	ask := func() { n, _ := s.get(); results <- n }
	go ask()
	<-begun
	// Both ask during the first reading, so neither may have it, and one further
	// reading serves both.
	s.mu.Lock()
	if s.begun != 1 {
		t.Errorf("%d begun", s.begun)
	}
	s.mu.Unlock()
	go ask()
	go ask()
	close(release)
	got := map[int]int{}
	for range 3 {
		got[<-results]++
	}
	if got[1] < 1 || readings > 3 {
		t.Errorf("got %v in %d readings", got, readings)
	}
}

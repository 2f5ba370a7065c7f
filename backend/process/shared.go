package process

import "sync"

// shared lets callers that ask at the same time share one reading of something
// dear. Nobody gets a reading that began before the call, so what a caller did
// before asking is always visible in the answer. Quitting with 200 terminals
// reads the process table a few times, not thousands of times.
type shared[T any] struct {
	read func() (T, error)

	reading sync.Mutex // held during a reading; guards last, err and number; before mu
	last    T
	err     error
	number  uint64 // which reading last is

	mu    sync.Mutex // guards begun
	begun uint64     // readings begun so far
}

func (s *shared[T]) get() (T, error) {
	s.mu.Lock()
	asked := s.begun
	s.mu.Unlock()

	s.reading.Lock()
	defer s.reading.Unlock()
	if s.number > asked {
		return s.last, s.err
	}
	s.mu.Lock()
	s.begun++
	number := s.begun
	s.mu.Unlock()
	s.last, s.err = s.read()
	s.number = number
	return s.last, s.err
}

package compose

import (
	"sync"

	"clankergrid/app/bind"
)

// sinks fans events out to the shells. Services start before the shells do, so
// sinks may be added at any time; who is added later hydrates.
type sinks struct {
	mu  sync.RWMutex // guards all
	all []bind.Sink
}

var _ bind.Sink = (*sinks)(nil)

func (s *sinks) add(sink bind.Sink) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all = append(s.all, sink)
}

// Emit passes an event on; sinks do not block.
func (s *sinks) Emit(e bind.Event) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	for _, sink := range s.all {
		sink.Emit(e)
	}
}

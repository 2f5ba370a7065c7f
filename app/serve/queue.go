package serve

import "sync"

// queue holds text for one view until its socket takes it. It is bounded in
// bytes: a view that falls behind by more than its limit is given up.
type queue struct {
	limit int
	// ready has a value when items may be there.
	ready chan struct{}

	mu     sync.Mutex // guards the rest
	items  []*queued
	latest map[string]*queued // the waiting item of each key
	bytes  int
	full   bool
}

type queued struct {
	key  string
	data []byte
}

func newQueue(limit int) *queue {
	return &queue{limit: limit, ready: make(chan struct{}, 1), latest: map[string]*queued{}}
}

// put adds a message and never blocks. A message with a key replaces one of the
// same key that still waits: only the newest snapshot of a thing matters.
func (q *queue) put(key string, data []byte) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.full {
		return
	}
	if old := q.latest[key]; key != "" && old != nil {
		q.bytes += len(data) - len(old.data)
		old.data = data
	} else {
		item := &queued{key, data}
		q.items = append(q.items, item)
		q.bytes += len(data)
		if key != "" {
			q.latest[key] = item
		}
	}
	if q.bytes > q.limit {
		q.full, q.items, q.latest = true, nil, nil
	}
	select {
	case q.ready <- struct{}{}:
	default:
	}
}

// take returns the next message, or ok false when there is none now. Overflowed
// is set for good once the bound was passed.
func (q *queue) take() (data []byte, ok, overflowed bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.full || len(q.items) == 0 {
		return nil, false, q.full
	}
	item := q.items[0]
	q.items[0] = nil
	q.items = q.items[1:]
	q.bytes -= len(item.data)
	if item.key != "" {
		delete(q.latest, item.key)
	}
	return item.data, true, false
}

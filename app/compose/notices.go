package compose

import (
	"slices"
	"sync"

	"clankergrid/app/bind"
	"clankergrid/backend/core"
	"clankergrid/backend/errs"
)

// notices holds what the user should know until it is dismissed.
type notices struct {
	events bind.Sink

	// mu guards current and keeps events in the order of the changes.
	mu      sync.Mutex
	current []core.Notice
}

// add shows a notice. A notice of the same cause is replaced, not repeated.
func (n *notices) add(added ...core.Notice) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, notice := range added {
		same := func(have core.Notice) bool { return have.ID == notice.ID }
		if i := slices.IndexFunc(n.current, same); i >= 0 {
			n.current[i] = notice
		} else {
			n.current = append(n.current, notice)
		}
	}
	n.events.Emit(bind.NoticesChanged(slices.Clone(n.current)))
}

func (n *notices) dismiss(id string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.current = slices.DeleteFunc(n.current, func(have core.Notice) bool { return have.ID == id })
	n.events.Emit(bind.NoticesChanged(slices.Clone(n.current)))
}

// resolve removes a notice whose cause is gone, if it is there.
func (n *notices) resolve(id string) {
	if slices.ContainsFunc(n.list(), func(have core.Notice) bool { return have.ID == id }) {
		n.dismiss(id)
	}
}

func (n *notices) list() []core.Notice {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.Clone(n.current)
}

// degraded is the notice for something that the application goes on without.
func degraded(id, message string, err error) core.Notice {
	public := errs.PublicOf(err)
	return core.Notice{ID: id, Level: "warning", Message: message + " " + public.Message, Hint: public.Hint}
}

package app

import (
	"log/slog"
	"time"
)

const (
	// A page is loaded again at most reloadsAtMost times within reloadWindow. One
	// that ends more often would flicker for ever; then it stays blank, and the
	// window can still be closed.
	reloadsAtMost = 3
	reloadWindow  = time.Minute
)

// reloads decides whether a page whose process ended is loaded again. Only the
// main thread asks it.
type reloads struct{ last []time.Time }

func (r *reloads) allowed(now time.Time) bool {
	recent := r.last[:0]
	for _, at := range r.last {
		if now.Sub(at) < reloadWindow {
			recent = append(recent, at)
		}
	}
	r.last = recent
	if len(recent) >= reloadsAtMost {
		return false
	}
	r.last = append(r.last, now)
	return true
}

// webProcessEnded returns what is done when the process that runs the page has
// ended: terminals go on in this one, so a page that is loaded again shows them.
func (w *window) webProcessEnded(log *slog.Logger) func(reason string) {
	var past reloads
	return func(reason string) {
		if !past.allowed(time.Now()) {
			log.Error("the page's process "+reason+" too often; the page stays blank", "times", reloadsAtMost, "within", reloadWindow)
			return
		}
		log.Warn("the page's process " + reason + "; the page is loaded again")
		reloadPage()
	}
}

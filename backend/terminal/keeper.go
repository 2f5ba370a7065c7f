package terminal

import (
	"time"
)

const (
	// spawnAfter is how long a process waits for a view that knows its size.
	spawnAfter = 2 * time.Second
	// resizeEvery paces size changes while a window is dragged: 25 redraws a second
	// are as many as a full-screen program does well.
	resizeEvery = 40 * time.Millisecond
	// nudgeEvery keeps a view that falls behind again and again from making the
	// program redraw all the time.
	nudgeEvery = time.Second
	// publishEvery paces snapshots that only have another title or directory.
	publishEvery = 50 * time.Millisecond
	// lookAfter is how long after output the system is asked what is in front: what
	// a prompt runs for itself is over by then, and a flood asks twice a second. What
	// is behind the shell is dearer to ask for, and asked once it has been quiet for
	// so long: a program that prints all the time has nothing behind it that it would
	// not stand in front of.
	lookAfter = 500 * time.Millisecond
)

// deadlines are what the keeper does later; a zero time is not due. They are
// guarded by the terminal's mutex.
type deadlines struct {
	spawn   time.Time // start with the size at hand
	resize  time.Time // apply the wanted size
	nudge   time.Time // make the program redraw
	unnudge time.Time // give it its size back
	publish time.Time // give out a snapshot
	look    time.Time // ask the system what is in front
	behind  time.Time // and what is behind
	keep    time.Time // save the screen
}

// keep carries out deadlines until the terminal is closed.
func (t *terminal) keep() {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-t.ctx.Done():
			return
		case <-t.kick:
		case <-timer.C:
		}
		var due errands
		var next time.Time
		t.update(func() { due, next = t.carryOut(time.Now()) })
		if due.look || due.behind {
			t.look(due.behind)
		}
		if due.publish {
			t.publish()
		}
		timer.Stop()
		if !next.IsZero() {
			timer.Reset(time.Until(next))
		}
	}
}

// errands are what is due and cannot be done under the mutex.
type errands struct{ publish, look, behind bool }

// carryOut does what is due now and returns what is left to do without the mutex, and
// the next deadline, zero for none. It needs mu.
func (t *terminal) carryOut(now time.Time) (left errands, next time.Time) {
	if t.closing {
		return left, next
	}
	d := &t.due
	isDue := func(at *time.Time) bool {
		if at.IsZero() || now.Before(*at) {
			return false
		}
		*at = time.Time{}
		return true
	}
	if isDue(&d.spawn) {
		t.begin()
	}
	if isDue(&d.resize) {
		t.applySize(now)
	}
	if isDue(&d.nudge) {
		t.nudge(now)
	}
	if isDue(&d.unnudge) {
		t.resizeProcess(t.sizing.now)
	}
	if isDue(&d.keep) {
		t.keepScreen(now)
	}
	left.look = isDue(&d.look)
	left.behind = isDue(&d.behind)
	left.publish = isDue(&d.publish)
	for _, at := range []time.Time{d.spawn, d.resize, d.nudge, d.unnudge, d.look, d.behind, d.publish, d.keep} {
		if !at.IsZero() && (next.IsZero() || at.Before(next)) {
			next = at
		}
	}
	return left, next
}

// schedule sets a deadline unless an earlier one stands. It needs mu.
func (t *terminal) schedule(at *time.Time, when time.Time) {
	if !at.IsZero() && !when.Before(*at) {
		return
	}
	*at = when
	select {
	case t.kick <- struct{}{}:
	default:
	}
}

// postpone moves a deadline further away; one that is not set yet is set. It needs mu.
func (t *terminal) postpone(at *time.Time, when time.Time) {
	if at.IsZero() {
		t.schedule(at, when)
		return
	}
	*at = when // the keeper finds it when it wakes for the earlier one
}

func (t *terminal) publishSoon() { t.schedule(&t.due.publish, time.Now().Add(publishEvery)) }

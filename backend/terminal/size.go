package terminal

import (
	"time"

	"clankergrid/backend/core"
)

// sizing is a terminal's size. It is guarded by the terminal's mutex.
type sizing struct {
	now     core.Size // in force; always valid
	wanted  core.Size // to be applied by the keeper, when due
	applied time.Time // when now was applied
	nudged  time.Time // when the program was last asked to redraw
}

// settle chooses the owner, tells the views when it is another one, and asks for
// its size. It needs mu.
func (t *terminal) settle() {
	best := t.chooseOwner()
	var owner core.ViewID
	if best != nil {
		owner = best.view.id
	}
	if owner != t.owner {
		t.owner = owner
		for _, a := range t.attachments {
			a.view.post(OwnerChanged{Terminal: t.id, View: owner})
		}
	}
	if best == nil {
		return
	}
	size := best.size
	if t.process == nil && !size.Valid() {
		size = t.anySize() // a first process need not wait for the owner in particular
	}
	if !size.Valid() {
		return
	}
	t.wantSize(size, time.Now())
	t.begin()
}

// chooseOwner: a visible view before a hidden one, then the one focused last, then
// the one attached first.
func (t *terminal) chooseOwner() *attachment {
	var best *attachment
	for _, a := range t.attachments {
		if best == nil || a.visible && !best.visible || a.visible == best.visible && t.focused[a.view.id] > t.focused[best.view.id] {
			best = a
		}
	}
	return best
}

func (t *terminal) anySize() core.Size {
	for _, a := range t.attachments {
		if a.size.Valid() {
			return a.size
		}
	}
	return core.Size{}
}

// wantSize applies a size at once, or after resizeEvery when one was just applied;
// the last one wins. It needs mu.
func (t *terminal) wantSize(size core.Size, now time.Time) {
	t.sizing.wanted = size
	if size == t.sizing.now {
		t.due.resize = time.Time{}
		return
	}
	if next := t.sizing.applied.Add(resizeEvery); now.Before(next) {
		t.schedule(&t.due.resize, next)
		return
	}
	t.applySize(now)
}

func (t *terminal) applySize(now time.Time) {
	t.sizing.now, t.sizing.applied = t.sizing.wanted, now
	t.due.unnudge = time.Time{} // this change makes the program redraw, too
	t.history.markSize(t.sizing.now)
	t.resizeProcess(t.sizing.now)
	t.changed()
	t.wakeViews()
}

// resizeProcess tells the process. That can fail only when the process is ending,
// which is noticed elsewhere.
func (t *terminal) resizeProcess(size core.Size) {
	if t.state == core.TerminalRunning {
		_ = t.process.pty.Resize(size)
	}
}

// askRedraw makes a full-screen program draw everything again, at a bounded rate.
// It needs mu.
func (t *terminal) askRedraw(now time.Time) {
	at := t.sizing.nudged.Add(nudgeEvery)
	if at.Before(now) {
		at = now
	}
	t.schedule(&t.due.nudge, at)
}

// nudge takes one row away and gives it back a moment later: a program that sees
// both changes at once may find its size unchanged and draw nothing. The views keep
// their size, so there is no mark.
func (t *terminal) nudge(now time.Time) {
	size := t.sizing.now
	if t.state != core.TerminalRunning || !t.history.head.Alternate() || size.Rows <= core.MinRows {
		return
	}
	t.sizing.nudged = now
	t.resizeProcess(core.Size{Cols: size.Cols, Rows: size.Rows - 1})
	t.schedule(&t.due.unnudge, now.Add(resizeEvery))
}

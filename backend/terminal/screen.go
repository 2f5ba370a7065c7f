package terminal

import (
	"bytes"
	"context"
	"time"

	"clankergrid/backend/core"
	"clankergrid/backend/screens"
	"clankergrid/backend/terminal/vt"
)

// Screens keeps what panes showed beyond the end of the application. Its methods are
// called from several goroutines and may take the time of a disk, which may be for
// ever. Who implements it tells of failures: terminals go on without.
type Screens interface {
	// Save replaces what is kept of a pane. What is not final may be lost with the
	// machine's power, as another comes soon.
	Save(pane core.PaneID, screen screens.Screen, final bool)
	// Lines returns what is kept of a pane as plain text, oldest first, and when it
	// was kept; nothing when nothing is. An error says that something is kept and
	// cannot be shown.
	Lines(context.Context, core.PaneID) (lines []string, saved time.Time, err error)
	// SetAside puts away what is kept of a pane, so that saving replaces nothing.
	SetAside(core.PaneID) error
}

const (
	// keepEvery is how long after output a screen is saved. It is what a crash may
	// lose of what was quiet before.
	keepEvery = 10 * time.Second
	// keepBusy paces the saving of a terminal whose output does not pause for
	// keepEvery: half a megabyte is written for each. It is the most that a crash
	// may lose.
	keepBusy = time.Minute
	// keepFinally bounds how long closing a terminal waits for its screen to be
	// saved. A disk that takes longer delays nobody: the save goes on without.
	keepFinally = 5 * time.Second
	// restoringAtOnce bounds the kept screens that are made lines of at a time. Each
	// takes a processor; two, so that one that takes long does not hold up the rest.
	restoringAtOnce = 2
	// restoreWithin is how long a shell waits for the kept screen above it, its turn
	// included: sixteen take about a second, and ten on a machine that is ten times
	// as slow. Beyond, it starts without, and what is kept stays kept.
	restoreWithin = 15 * time.Second
	// notShown stands where a kept screen would.
	notShown = "the earlier screen could not be shown and stays kept"
)

// keeping is what is known of the kept screen. It is guarded by the terminal's mutex.
type keeping struct {
	kept  int64     // everything before it was saved
	at    time.Time // when a save last began
	heard time.Time // when output that is worth keeping last came
	now   bool      // the next save does not wait for a pause
	busy  bool      // one is under way
	// untouched is set while nobody has typed below a restored screen: what is kept
	// stays as it is, or each start would add a prompt to it.
	untouched bool
	// unshown is set while what is kept was not shown: it is set aside before
	// anything is saved.
	unshown bool
	// saved is closed when every save that was begun has ended; nil before the first.
	saved chan struct{}
	// The pieces of output that entered and left the alternate screen last: where
	// the first began and ended, and where the other began.
	entered, inside, left int64
}

// followAlternate notes where the alternate screen is entered and left, as exactly as
// pieces of output tell. It needs mu, after the piece from that offset was appended.
func (t *terminal) followAlternate(before bool, from int64) {
	now := t.history.head.Alternate()
	if !now || !before {
		t.keeping.heard = time.Now()
	}
	switch {
	case now && !before:
		t.keeping.entered, t.keeping.inside = from, t.history.end
		t.keepNow() // before what is drawn there pushes the rest out of the ring
	case before && !now:
		t.keeping.left = from
	}
}

// worthKeeping is the end of the output that a kept screen shows: what a program
// draws on the alternate screen is gone when it is left. It needs mu.
func (t *terminal) worthKeeping() int64 {
	switch {
	case t.keeping.untouched:
		return 0
	case t.history.head.Alternate():
		return t.keeping.inside
	}
	return t.history.end
}

// keepSoon plans to save the screen when there is more than was saved. It needs mu.
func (t *terminal) keepSoon(at time.Time) {
	if t.service.options.Screens == nil || t.keeping.busy || t.worthKeeping() <= t.keeping.kept {
		return
	}
	if next := t.keeping.at.Add(keepEvery); at.Before(next) {
		at = next
	}
	t.schedule(&t.due.keep, at)
}

// keepNow plans to save the screen without waiting for a pause of the output. It
// needs mu.
func (t *terminal) keepNow() {
	t.keeping.now = true
	t.keepSoon(time.Now())
}

// keepScreen saves the screen beside everything else, unless output goes on and that
// was done not long ago. What an ended process left does not go on. It needs mu.
func (t *terminal) keepScreen(now time.Time) {
	k := &t.keeping
	if k.busy {
		return
	}
	pause, busy := k.heard.Add(keepEvery), k.at.Add(keepBusy)
	if !k.now && t.state == core.TerminalRunning && now.Before(pause) && now.Before(busy) {
		if busy.Before(pause) {
			pause = busy
		}
		t.schedule(&t.due.keep, pause)
		return
	}
	k.now = false
	take := t.takeScreen(now, false)
	if take == nil {
		return
	}
	k.busy = true
	t.saving(func() {
		take()
		t.mu.Lock()
		defer t.mu.Unlock()
		k.busy = false
		if !t.closing {
			t.keepSoon(time.Now())
		}
	})
}

// saving runs a save beside the terminal, which a dead disk must not hold. It needs mu.
func (t *terminal) saving(save func()) {
	done := make(chan struct{})
	last := t.keeping.saved
	t.keeping.saved = done
	t.service.disk.Go(func() {
		defer close(done)
		save()
		if last != nil {
			<-last
		}
	})
}

// takeScreen returns what saves the screen as it is now, to be called without mu; nil
// when that was done or nothing is kept. It needs mu.
func (t *terminal) takeScreen(now time.Time, final bool) func() {
	keep, h, end := t.service.options.Screens, t.history, t.worthKeeping()
	if keep == nil || end <= t.keeping.kept {
		return nil
	}
	t.keeping.kept, t.keeping.at = end, now
	from := max(h.start, end-screens.MaxTail)
	screen := screens.Screen{Size: t.sizing.now, Saved: now}
	if from == h.start {
		screen.Alternate = h.tail.Alternate()
	} else if from >= t.keeping.entered && from < t.keeping.left {
		from, screen.Alternate = t.keeping.left, true
	}
	if from >= end {
		return nil // the alternate screen was in use for so long that nothing else is left
	}
	var pieces [][]byte // shared with the history, which never changes them
	for at := from; at < end; {
		piece := h.read(at, int(end-at))
		pieces = append(pieces, piece)
		at += int64(len(piece))
	}
	return func() {
		// One at a time: two hundred disk writes at once would delay each other and
		// everything else that waits for the disk.
		select {
		case t.service.saving <- struct{}{}:
		case <-t.service.life.Done():
			return // the application does not wait for the disk any longer
		}
		defer func() { <-t.service.saving }()
		t.mu.Lock()
		newest, unshown, final := t.keeping.kept == end, t.keeping.unshown, final || t.closing
		t.mu.Unlock()
		if !newest {
			return // a later save was faster, or comes
		}
		if unshown {
			if keep.SetAside(t.request.Pane) != nil {
				return
			}
			t.mu.Lock()
			t.keeping.unshown = false
			t.mu.Unlock()
		}
		screen.Tail = bytes.Join(pieces, nil)
		if from > 0 && !screen.Alternate {
			screen.Tail = fromLineStart(screen.Tail)
		}
		keep.Save(t.request.Pane, screen, final)
	}
}

// fromLineStart drops the rest of a line whose beginning is not kept, which may be
// the middle of a sequence.
func fromLineStart(output []byte) []byte {
	if i := bytes.IndexByte(output[:min(len(output), lineSearch)], '\n'); i >= 0 {
		return output[i+1:]
	}
	return output
}

// showRestored puts the kept screen of the pane into the history, once, before the
// first process. It is text and colour alone, so that it does nothing when it is
// replayed.
func (t *terminal) showRestored() {
	keep := t.service.options.Screens
	t.mu.Lock()
	wanted := keep != nil && t.request.Restored && t.epoch == 0 && t.history.end == 0
	t.mu.Unlock()
	if !wanted {
		return
	}
	lines, saved, err := t.keptLines(keep)
	if err != nil {
		t.service.log.Warn("a kept screen is not shown", "terminal", t.id, "err", err)
	}
	if err == nil && len(lines) == 0 {
		return
	}
	t.update(func() {
		t.keeping.untouched, t.keeping.unshown = true, err != nil
		if t.closing {
			return
		}
		line := notShown
		if err == nil {
			// Short, for a narrow pane; and it is the time of the screen, not of its return.
			line = "restored · screen of " + saved.Local().Format("2 Jan 2006, 15:04")
		}
		t.received(vt.Restored(lines, line))
	})
}

// keptLines asks for the kept screen of the pane when its turn has come, and goes on
// without when that takes too long or the terminal is closed.
func (t *terminal) keptLines(keep Screens) (lines []string, saved time.Time, err error) {
	ctx, cancel := context.WithTimeout(t.ctx, restoreWithin)
	defer cancel()
	s, answered := t.service, make(chan struct{})
	var kept struct { // set before answered is closed
		lines []string
		saved time.Time
		err   error
	}
	s.disk.Go(func() {
		select {
		case s.restoring <- struct{}{}:
		case <-ctx.Done():
			return
		}
		defer func() { <-s.restoring }()
		kept.lines, kept.saved, kept.err = keep.Lines(ctx, t.request.Pane)
		close(answered)
	})
	select {
	case <-answered:
		return kept.lines, kept.saved, kept.err
	case <-ctx.Done():
		return nil, time.Time{}, ctx.Err()
	}
}

package terminal

import (
	"bytes"
	"time"

	"clankergrid/backend/core"
	"clankergrid/backend/screens"
	"clankergrid/backend/terminal/vt"
)

// Screens keeps what panes showed beyond the end of the application. Its methods are
// called from several goroutines and may take the time of a disk. Who implements it
// tells of failures: terminals go on without.
type Screens interface {
	Save(core.PaneID, screens.Screen)
	// Lines returns what is kept of a pane as plain text, oldest first, and when it
	// was kept; nothing when nothing is.
	Lines(core.PaneID) (lines []string, saved time.Time)
}

// keepEvery paces the saving of one terminal's screen. It is what a crash may lose.
const keepEvery = 10 * time.Second

// keeping is what is known of the kept screen. It is guarded by the terminal's mutex.
type keeping struct {
	kept int64     // everything before it was saved
	at   time.Time // when a save last began
	busy bool      // one is under way
	// untouched is set while nobody has typed below a restored screen: what is kept
	// stays as it is, or each start would add a prompt to it.
	untouched bool
	// The pieces of output that entered and left the alternate screen last: where
	// the first began and ended, and where the other began.
	entered, inside, left int64
}

// followAlternate notes where the alternate screen is entered and left, as exactly as
// pieces of output tell. It needs mu, after the piece from that offset was appended.
func (t *terminal) followAlternate(before bool, from int64) {
	switch now := t.history.head.Alternate(); {
	case now && !before:
		t.keeping.entered, t.keeping.inside = from, t.history.end
		t.keepSoon(time.Now()) // before what is drawn there pushes the rest out of the ring
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

// keepScreen saves the screen beside everything else. It needs mu.
func (t *terminal) keepScreen(now time.Time) {
	if t.keeping.busy {
		return
	}
	take := t.takeScreen(now)
	if take == nil {
		return
	}
	t.keeping.busy = true
	t.tasks.Go(func() {
		take()
		t.mu.Lock()
		defer t.mu.Unlock()
		t.keeping.busy = false
		t.keepSoon(time.Now())
	})
}

// takeScreen returns what saves the screen as it is now, to be called without mu; nil
// when that was done or nothing is kept. It needs mu.
func (t *terminal) takeScreen(now time.Time) func() {
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
		t.service.saving <- struct{}{}
		defer func() { <-t.service.saving }()
		t.mu.Lock()
		newest := t.keeping.kept == end
		t.mu.Unlock()
		if !newest {
			return // a later save was faster, or comes
		}
		screen.Tail = bytes.Join(pieces, nil)
		if from > 0 && !screen.Alternate {
			screen.Tail = fromLineStart(screen.Tail)
		}
		keep.Save(t.request.Pane, screen)
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
	lines, saved := keep.Lines(t.request.Pane)
	if len(lines) == 0 {
		return
	}
	t.update(func() {
		if t.closing {
			return
		}
		t.received(vt.Restored(lines, "restored · "+saved.Local().Format("2 January 2006, 15:04")))
		t.keeping.untouched = true
	})
}

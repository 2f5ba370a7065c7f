package terminal

import (
	"time"

	"clankergrid/backend/core"
)

const (
	// creditWindow is how much output a view may have un-parsed: 20 ms of the fastest
	// parsing that we measured, so a page is never idle and never far behind.
	creditWindow = 512 << 10
	// A page that has enough to parse is not sent crumbs: it parses for milliseconds,
	// reports each 64 KiB on the way, and gets what has come by then in one message. To
	// be told of every read of a flood would cost both sides more than the bytes do.
	enough = 128 << 10
	crumb  = 32 << 10
	// manyMessages is how many messages a page may have un-parsed in all. One flood does
	// not come so far; fifty terminals that print a line each do in a moment. Beyond it a
	// terminal has one message under way, and what it prints meanwhile is the next one:
	// a page that is behind is given fewer and larger messages, never a longer queue.
	manyMessages = 256
	// maxOutput bounds one output message, and with it the turn of a terminal: another
	// terminal of the same view waits for no more than this.
	maxOutput = 64 << 10
	// stallAfter is when a visible view that parses nothing no longer holds back the
	// program. A page under a debugger or a suspended tab must not stop an agent.
	stallAfter = 5 * time.Second
	// truncationNote is shown where output is missing.
	truncationNote = "earlier output not kept"
)

// attachment is one view watching one terminal. It is guarded by the terminal's
// mutex.
type attachment struct {
	view     *View
	terminal *terminal

	// due is set when Attached must be sent next; want is the offset asked for.
	due  bool
	want int64

	cursor   int64      // next byte to send
	nextMark uint64     // next mark to send
	epoch    core.Epoch // of the byte at cursor
	parsed   int64      // everything before it was parsed
	live     int64      // end of output when attached
	underWay []int64    // the ends of the messages that are not parsed
	nudge    bool       // ask the program to redraw once live is parsed

	// waiting is since when the view has had output and parsed nothing; see
	// stallAfter.
	waiting time.Time

	visible bool
	size    core.Size // what the view has room for; zero when unknown
}

// lost reports whether what the view needs next is no longer kept.
func (a *attachment) lost() bool {
	h := a.terminal.history
	return a.cursor < h.start || a.nextMark < h.folded
}

// pull returns the next message in order with the output, or nil.
func (a *attachment) pull(now time.Time) Message {
	h := a.terminal.history
	lost := a.lost()
	if a.due || lost && a.cursor == a.parsed {
		return a.attached(now)
	}
	if lost {
		// A page that takes messages and parses none would otherwise be sent another
		// window with every turn of the ring, and pile them up.
		return nil
	}
	if a.sated() {
		return nil
	}
	next := h.end
	if m, ok := h.markFrom(a.nextMark); ok {
		if m.offset <= a.cursor {
			return a.passMark(m)
		}
		next = m.offset
	}
	credit := creditWindow - (a.cursor - a.parsed)
	data := h.read(a.cursor, int(min(next-a.cursor, credit, maxOutput)))
	if len(data) == 0 {
		return nil
	}
	m := Output{Terminal: a.terminal.id, Epoch: a.epoch, Offset: a.cursor, Data: data}
	a.cursor += int64(len(data))
	a.underWay = append(a.underWay, a.cursor)
	a.view.underWay.Add(1)
	return m
}

// sated reports whether the page gains nothing from what has come so far.
func (a *attachment) sated() bool {
	h := a.terminal.history
	if a.due || a.nextMark != h.next {
		return false
	}
	fed := a.cursor-a.parsed >= enough && h.end-a.cursor < crumb
	return fed || len(a.underWay) > 0 && a.view.underWay.Load() >= manyMessages
}

// arrived forgets the messages that end at an offset or before it.
func (a *attachment) arrived(offset int64) {
	n := 0
	for n < len(a.underWay) && a.underWay[n] <= offset {
		n++
	}
	a.underWay = a.underWay[n:]
	a.view.underWay.Add(-int64(n))
}

func (a *attachment) passMark(m mark) Message {
	a.nextMark = m.number + 1
	if m.epoch > 0 {
		a.epoch = m.epoch
		return EpochChanged{Terminal: a.terminal.id, Offset: m.offset, Epoch: m.epoch}
	}
	return SizeChanged{Terminal: a.terminal.id, Offset: m.offset, Size: m.size}
}

// attached places the cursor and describes what comes.
func (a *attachment) attached(now time.Time) Message {
	t, h := a.terminal, a.terminal.history
	m := Attached{Terminal: t.id, Live: h.end, Offset: a.want}
	resumed := a.due && a.want >= h.start && a.want <= h.end
	if !resumed {
		m.Offset, m.Reset, m.Truncated = h.start, true, h.start > 0
	}
	if m.Truncated {
		m.Prologue = h.tail.Prologue(truncationNote)
	}
	g, nextMark := h.at(m.Offset)
	m.Epoch, m.Size = g.epoch, g.size
	m.Input = t.expectedInput(a.view.id, g.epoch)

	a.arrived(a.cursor) // what was under way is of no account any more
	a.due, a.want = false, 0
	a.cursor, a.parsed, a.live = m.Offset, m.Offset, m.Live
	a.nextMark, a.epoch = nextMark, g.epoch
	a.waiting = now
	a.nudge = m.Truncated && (h.tail.Alternate() || h.head.Alternate())
	return m
}

// parse records progress and reports whether there was any.
func (a *attachment) parse(offset int64, now time.Time) bool {
	offset = min(offset, a.cursor)
	if a.due || offset <= a.parsed {
		return false
	}
	a.parsed, a.waiting = offset, now
	a.arrived(offset)
	return true
}

// redraw reports, once, that a replay was parsed which cannot have shown all of
// the alternate screen.
func (a *attachment) redraw() bool {
	if !a.nudge || a.due || a.parsed < a.live {
		return false
	}
	a.nudge = false
	return true
}

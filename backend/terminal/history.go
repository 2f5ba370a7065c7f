package terminal

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"clankergrid/backend/core"
	"clankergrid/backend/terminal/vt"
)

const (
	// defaultRingBytes holds about 20,000 full lines, twice the scrollback of a page.
	defaultRingBytes = 2 << 20
	// Chunks grow from smallChunk to maxChunk, so that a quiet shell costs 4 KiB and
	// a busy one is not cut into crumbs.
	smallChunk = 4 << 10
	maxChunk   = 64 << 10
	// lineSearch is how far beyond the bytes that must go an end of the sequence and
	// then a line start are looked for. Sequences for the screen are shorter; images,
	// and what a binary file happens to begin, have no end.
	lineSearch = 4 << 10
	// maxMarks bounds the size and epoch changes that are kept. Beyond it the oldest
	// output is given up with its marks.
	maxMarks = 4096
)

// history is the newest output of a terminal, across its processes. Offsets count
// bytes from the terminal's creation. Bytes that are given up are followed by the
// tail tracker, so that the state at start is known exactly. start rests between
// characters, outside of sequences if the end of one is near, and at the start of a
// line if one is near. Inside a long sequence it rests where it must, and the
// prologue opens the sequence again: output is given up for its age alone, so a view
// that keeps up never loses its place. It is guarded by the terminal's mutex, but
// bytes once written never change, so slices of them may leave.
type history struct {
	capacity   int64
	start, end int64
	chunks     []chunk // oldest first, without gaps

	marks  []mark // in order of offset and of number
	next   uint64 // number of the next mark
	folded uint64 // marks below this number are in base
	base   grid   // in force at start, before marks

	head, tail *vt.Tracker
}

type chunk struct {
	at   int64
	data []byte // filled up to its capacity, then never touched again
	// before is the state in front of its first byte, marks there included: where the
	// start moves to a chunk, its bytes need not be followed a second time.
	before *vt.Tracker
}

// grid is what a page must know to interpret a byte.
type grid struct {
	size  core.Size
	epoch core.Epoch
}

// mark is a change of the grid that applies before the byte at offset. Exactly one
// of size and epoch is set.
type mark struct {
	number uint64
	offset int64
	size   core.Size
	epoch  core.Epoch
}

func newHistory(capacity int, size core.Size, hostname string) *history {
	if capacity <= 0 {
		capacity = defaultRingBytes
	}
	return &history{
		capacity: int64(capacity),
		base:     grid{size: size},
		head:     vt.New(hostname, int(size.Rows)),
		tail:     vt.New(hostname, int(size.Rows)),
	}
}

// append adds output and gives up the oldest beyond the capacity.
func (h *history) append(p []byte) {
	// Whether a character goes on can be seen only now, when nothing was kept.
	undecided := h.start == h.end && h.tail.Partial()
	for len(p) > 0 {
		last := h.room()
		n := min(len(p), cap(last.data)-len(last.data))
		h.head.Feed(p[:n])
		last.data = append(last.data, p[:n]...)
		h.end += int64(n)
		p = p[n:]
	}
	switch {
	case h.end-h.start > h.capacity:
		h.giveUp(h.end - h.capacity)
	case undecided:
		h.giveUp(h.start)
	}
}

// room returns the last chunk, with room for at least one byte.
func (h *history) room() *chunk {
	size := smallChunk
	if n := len(h.chunks); n > 0 {
		last := &h.chunks[n-1]
		if len(last.data) < cap(last.data) {
			return last
		}
		size = min(2*cap(last.data), maxChunk)
	}
	h.chunks = append(h.chunks, chunk{at: h.end, data: make([]byte, 0, size), before: h.head.Clone()})
	return &h.chunks[len(h.chunks)-1]
}

// read returns at most limit bytes from offset on, which must be kept. It returns
// less when they are not in one piece, and nothing at the end.
func (h *history) read(offset int64, limit int) []byte {
	i, found := slices.BinarySearchFunc(h.chunks, offset, func(c chunk, o int64) int { return int(min(max(c.at-o, -1), 1)) })
	if !found {
		i--
	}
	if i < 0 {
		return nil
	}
	c := h.chunks[i]
	from := int(offset - c.at)
	if from >= len(c.data) {
		return nil
	}
	to := min(len(c.data), from+limit)
	return c.data[from:to:to]
}

// giveUp moves start to at least offset, and on to a good place to rest if one is
// near.
func (h *history) giveUp(offset int64) {
	h.forget(h.skip(offset))
	// A tenth keeps a small ring from losing much of itself to the search.
	reach := min(lineSearch, h.capacity/10)
	h.settle(reach)
	if h.tail.Ground() {
		if line := h.findLine(reach); line > h.start {
			h.forget(line)
			h.settle(reach)
		}
	}
	h.dropChunks()
}

// skip moves start to the first chunk from offset on, unless that would give up what
// a view with credit has yet to be sent, and returns what is still to be forgotten.
// It gives up some more than it must, so that the next reads need not.
func (h *history) skip(offset int64) int64 {
	last := h.end - creditWindow - readSize
	for i := range h.chunks {
		switch c := &h.chunks[i]; {
		case c.at > last:
			return offset
		case c.at >= offset && c.at > h.start:
			for len(h.marks) > 0 && h.marks[0].offset <= c.at {
				h.fold(h.marks[0])
				h.marks = h.marks[1:]
			}
			h.start, h.tail, c.before = c.at, c.before, nil
			return c.at
		}
	}
	return offset
}

// settle moves start out of a sequence that ends within reach, and out of a
// character in any case.
func (h *history) settle(reach int64) {
	for limit := min(h.start+reach, h.end); h.start < limit && !h.tail.Ground(); {
		to := limit
		if len(h.marks) > 0 {
			to = min(to, h.marks[0].offset)
		}
		h.start += int64(h.tail.FeedToGround(h.read(h.start, int(to-h.start))))
		h.forget(h.start) // the marks here
	}
	for h.start < h.end && h.tail.Partial() && !utf8.RuneStart(h.read(h.start, 1)[0]) {
		h.forget(h.start + 1)
	}
}

// forget feeds the tail up to offset, which becomes start.
func (h *history) forget(offset int64) {
	for len(h.marks) > 0 && h.marks[0].offset <= offset {
		m := h.marks[0]
		h.feedTail(m.offset)
		h.fold(m)
		h.marks = h.marks[1:]
	}
	h.feedTail(offset)
}

func (h *history) fold(m mark) {
	h.folded = m.number + 1
	if m.epoch > 0 {
		h.base.epoch = m.epoch
		h.tail.Forget()
		return
	}
	h.base.size = m.size
	h.tail.Resize(int(m.size.Rows))
}

func (h *history) feedTail(to int64) {
	for h.start < to {
		b := h.read(h.start, int(to-h.start))
		h.tail.Feed(b)
		h.start += int64(len(b))
	}
}

// findLine returns the offset of the first line start within reach of start, or
// start when there is none or when it is one.
func (h *history) findLine(reach int64) int64 {
	if prev := h.read(h.start-1, 1); len(prev) == 1 && prev[0] == '\n' {
		return h.start
	}
	for at, limit := h.start, min(h.start+reach, h.end); at < limit; {
		b := h.read(at, int(limit-at))
		if i := bytes.IndexByte(b, '\n'); i >= 0 {
			return at + int64(i) + 1
		}
		at += int64(len(b))
	}
	return h.start
}

func (h *history) dropChunks() {
	n := 0
	for n < len(h.chunks)-1 && h.chunks[n+1].at <= h.start {
		h.chunks[n] = chunk{} // or the slice keeps its bytes alive
		n++
	}
	h.chunks = h.chunks[n:]
}

// markSize says that what follows is written for another size. A size that no byte
// was written for is replaced.
func (h *history) markSize(size core.Size) {
	h.marks = slices.DeleteFunc(h.marks, func(m mark) bool { return m.offset == h.end && m.epoch == 0 })
	h.addMark(mark{size: size})
	h.head.Resize(int(size.Rows))
}

// markEpoch says that what follows is written by another process, and returns the
// number of the mark.
func (h *history) markEpoch(epoch core.Epoch) uint64 {
	h.addMark(mark{epoch: epoch})
	h.head.Forget()
	return h.next - 1
}

func (h *history) addMark(m mark) {
	m.number, m.offset = h.next, h.end
	h.next++
	h.marks = append(h.marks, m)
	if excess := len(h.marks) - maxMarks; excess > 0 {
		h.giveUp(h.marks[excess-1].offset)
	}
}

// at returns the grid of the byte at offset and the number of the first mark that
// comes after it.
func (h *history) at(offset int64) (grid, uint64) {
	g, next := h.base, h.next
	for _, m := range h.marks {
		if m.offset > offset {
			return g, m.number
		}
		if m.epoch > 0 {
			g.epoch = m.epoch
		} else {
			g.size = m.size
		}
	}
	return g, next
}

// markFrom returns the first mark whose number is at least n.
func (h *history) markFrom(n uint64) (mark, bool) {
	i, _ := slices.BinarySearchFunc(h.marks, n, func(m mark, n uint64) int {
		switch {
		case m.number < n:
			return -1
		case m.number > n:
			return 1
		}
		return 0
	})
	if i == len(h.marks) {
		return mark{}, false
	}
	return h.marks[i], true
}

package terminal

import (
	"bytes"
	"fmt"
	"testing"

	"clankergrid/backend/core"
	"pgregory.net/rapid"
)

// The naive model keeps the whole stream. Whatever views do and however small the
// ring is, what a view has shown since its last reset equals the stream at the same
// place, and its size and epoch are those of the stream there.
func TestEveryViewShowsTheStreamOrAMarkedPartOfIt(t *testing.T) {
	rapid.Check(t, checkStream)
}

type model struct {
	t      *rapid.T
	h      *terminal
	stream []byte
	grids  []grid // of each byte of the stream
	now    grid
	views  []*modelView
}

type modelView struct {
	view   *View
	a      *attachment
	offset int64 // next byte expected
	grid   grid
}

func checkStream(t *rapid.T) {
	s := New(Options{})
	capacity := rapid.SampledFrom([]int{100, 3000, 20000, 1 << 20}).Draw(t, "ring")
	term := &terminal{
		service: s, id: core.NewTerminalID(), history: newHistory(capacity, small, ""), inputs: map[core.ViewID]*inputState{}, focused: map[core.ViewID]uint64{},
		state: core.TerminalExited, sizing: sizing{now: small}, kick: make(chan struct{}, 1),
	}
	s.terminals = []*terminal{term}
	m := &model{t: t, h: term, now: grid{size: small}}
	for i := range 3 {
		m.views = append(m.views, &modelView{view: s.OpenView(core.ViewID(fmt.Sprintf("%032d", i)))})
	}
	t.Repeat(map[string]func(*rapid.T){
		"write": func(t *rapid.T) {
			b := bytes.Repeat([]byte(rapid.SampledFrom([]string{"x", "line\r\n", "\x1b[31m", "☃", "\x1b]2;t\x07", "\x1b]52;c;", "\x1bPq#0", "\x07", "\x1b\\"}).Draw(t, "what")), rapid.IntRange(1, 20000).Draw(t, "times"))
			term.mu.Lock()
			term.received(b)
			term.mu.Unlock()
			m.stream = append(m.stream, b...)
			for range b {
				m.grids = append(m.grids, m.now)
			}
		},
		"resize": func(t *rapid.T) {
			m.now.size = core.Size{Cols: uint16(rapid.IntRange(2, 1000).Draw(t, "cols")), Rows: uint16(rapid.IntRange(1, 500).Draw(t, "rows"))}
			term.mu.Lock()
			term.history.markSize(m.now.size)
			term.mu.Unlock()
		},
		"epoch": func(*rapid.T) {
			m.now.epoch++
			term.mu.Lock()
			term.history.markEpoch(m.now.epoch)
			term.mu.Unlock()
		},
		"attach": func(t *rapid.T) {
			v := m.pick(t)
			offset := rapid.SampledFrom([]int64{-1, v.offset, 0, int64(len(m.stream)), int64(len(m.stream)) + 5}).Draw(t, "offset")
			if err := v.view.Attach(term.id, offset); err != nil {
				t.Fatal(err)
			}
			v.a = v.view.attachment(term.id)
		},
		"detach": func(t *rapid.T) { v := m.pick(t); v.view.Detach(term.id); v.a = nil },
		"parsed": func(t *rapid.T) {
			v := m.pick(t)
			v.view.Parsed(term.id, rapid.Int64Range(-1, v.offset+1000).Draw(t, "offset"))
		},
		"pull": func(t *rapid.T) { m.pull(m.pick(t), rapid.IntRange(1, 50).Draw(t, "messages")) },
	})
	for _, v := range m.views {
		if v.a == nil {
			continue
		}
		for before := int64(-1); v.offset != before || v.a.due; { // everything arrives in the end
			before = v.offset
			v.view.Parsed(term.id, v.offset)
			m.pull(v, 1000)
		}
		if v.offset != int64(len(m.stream)) || v.grid != m.now {
			t.Fatalf("ended at %d with %+v, the stream at %d with %+v", v.offset, v.grid, len(m.stream), m.now)
		}
	}
}

func (m *model) pick(t *rapid.T) *modelView { return m.views[rapid.IntRange(0, 2).Draw(t, "view")] }

func (m *model) pull(v *modelView, most int) {
	h := m.h.history
	for range most {
		inPlace := v.a != nil && !v.a.due && !v.a.lost()
		switch msg := v.view.pull().(type) {
		case nil:
			return
		case Attached:
			switch {
			case inPlace:
				m.t.Fatalf("was at %d and lost its place, though output is kept from %d on", v.offset, m.h.history.start)
			case h.end-h.start < min(h.end, h.capacity*7/10-6):
				m.t.Fatalf("only %d bytes are kept of %d", h.end-h.start, h.end)
			case !msg.Reset && msg.Offset > int64(len(m.stream)):
				m.t.Fatalf("resumed at %d of %d", msg.Offset, len(m.stream))
			case msg.Truncated != (msg.Reset && msg.Offset > 0) || msg.Truncated != (len(msg.Prologue) > 0):
				m.t.Fatalf("attached %+v", msg)
			case msg.Live != int64(len(m.stream)):
				m.t.Fatalf("live %d of %d", msg.Live, len(m.stream))
			}
			v.offset, v.grid = msg.Offset, grid{msg.Size, msg.Epoch}
		case SizeChanged:
			v.grid.size = msg.Size
			m.at(v, msg.Offset)
		case EpochChanged:
			v.grid.epoch = msg.Epoch
			m.at(v, msg.Offset)
		case Output:
			m.at(v, msg.Offset)
			end := msg.Offset + int64(len(msg.Data))
			if !bytes.Equal(msg.Data, m.stream[msg.Offset:end]) {
				m.t.Fatalf("other bytes at %d", msg.Offset)
			}
			if first, last := m.grids[msg.Offset], m.grids[end-1]; first != v.grid || last != v.grid || msg.Epoch != v.grid.epoch {
				m.t.Fatalf("bytes of %+v to %+v shown on %+v", first, last, v.grid)
			}
			v.offset = end
			if unparsed := v.offset - v.a.parsed; unparsed < 0 || unparsed > creditWindow {
				m.t.Fatalf("%d bytes un-parsed", unparsed)
			}
		}
	}
}

func (m *model) at(v *modelView, offset int64) {
	if offset != v.offset {
		m.t.Fatalf("message at %d, the view is at %d", offset, v.offset)
	}
}

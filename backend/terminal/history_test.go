package terminal

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"clankergrid/backend/core"
	"clankergrid/backend/terminal/vt"
	"pgregory.net/rapid"
)

func TestAQuietTerminalCostsOneSmallChunk(t *testing.T) {
	h := newHistory(0, small, "")
	h.append([]byte("$ "))
	if len(h.chunks) != 1 || cap(h.chunks[0].data) != smallChunk {
		t.Errorf("%d chunks of %d", len(h.chunks), cap(h.chunks[0].data))
	}
}

func TestTheRingIsBounded(t *testing.T) {
	h := newHistory(256<<10, small, "")
	for range 100 {
		h.append([]byte(block))
		kept := 0
		for _, c := range h.chunks {
			kept += cap(c.data)
		}
		if kept > 256<<10+2*maxChunk {
			t.Fatalf("%d bytes are kept", kept)
		}
	}
	if got := h.end - h.start; got > 256<<10 || got < 256<<10-lineSearch-maxChunk {
		t.Errorf("%d bytes can be replayed", got)
	}
}

func TestTheRingBeginsWithALine(t *testing.T) {
	h := newHistory(64<<10, small, "")
	for i := range 20000 {
		h.append(fmt.Appendf(nil, "\x1b[3%dmline %d ☃\x1b[0m\r\n", i%8, i))
		if h.start == 0 {
			continue
		}
		if before := h.read(h.start-1, 1); len(before) == 1 && before[0] != '\n' {
			t.Fatalf("begins after %q with %q", before, h.read(h.start, 20))
		}
		if b := h.read(h.start, 1); b[0] != 0x1b {
			t.Fatalf("begins with %q", h.read(h.start, 20))
		}
	}
}

func TestASequenceLongerThanTheRingIsKeptAndNotShownAsText(t *testing.T) {
	for name, open := range map[string]string{
		"clipboard": "\x1b]52;c;", "image": "\x1b]1337;File=inline=1:", "unknown DCS": "\x1bP", "APC": "\x1b_G", "CSI without an end": "\x1b[",
		"nothing but beginnings of characters": "\xc3",
	} {
		t.Run(name, func(t *testing.T) {
			const capacity = 64 << 10
			h := newHistory(capacity, small, "")
			body := bytes.Repeat([]byte("0000"), 1<<10)
			if open == "\xc3" {
				body = bytes.Repeat([]byte("\xc3"), 4<<10)
			}
			h.append([]byte("\x1b[1m" + open))
			for i := range 100 {
				h.append(body[:1+i*40])
				if kept := h.end - h.start; kept < min(h.end-100, capacity-3*lineSearch) {
					t.Fatalf("%d bytes of %d are kept", kept, h.end)
				}
			}
			again := vt.New("", int(small.Rows))
			again.Feed(h.tail.Prologue(""))
			again.Feed(h.read(h.start, 100))
			if open != "\xc3" && again.Ground() {
				t.Error("the sequence is shown as text")
			}
			again.Feed([]byte("m\x1b\\"))
			if !again.Ground() {
				t.Error("the end of the sequence is not found")
			}
		})
	}
}

func TestAViewThatKeepsUpIsNotResetByALongSequence(t *testing.T) {
	inBubble(t, 256<<10, func(t *testing.T, b *bed) {
		id, f, s := b.running()
		f.emit("before\r\n\x1b]1337;File=inline=1:")
		body := strings.Repeat("A", 60<<10)
		for range 40 {
			f.emit(body)
			s.take()
		}
		f.emit("\x07after")
		s.take()
		if len(s.attached) != 1 {
			t.Errorf("attached %d times", len(s.attached))
		}
		late := b.watch(viewB, id, small)
		late.take()
		if got := len(late.bytes); got < 256<<10-3*lineSearch || !strings.HasSuffix(string(late.bytes), "\x07after") {
			t.Errorf("a later view gets %d bytes", got)
		}
	})
}

func TestManyMarksAreBounded(t *testing.T) {
	h := newHistory(0, small, "")
	for i := range 3 * maxMarks {
		h.append([]byte("x"))
		h.markSize(core.Size{Cols: uint16(2 + i%900), Rows: 24})
	}
	if len(h.marks) > maxMarks {
		t.Errorf("%d marks", len(h.marks))
	}
	if g, _ := h.at(h.end); int(g.size.Cols) != 2+(3*maxMarks-1)%900 {
		t.Errorf("grid %+v", g)
	}
}

func TestASizeThatNothingWasWrittenForIsReplaced(t *testing.T) {
	h := newHistory(0, small, "")
	h.append([]byte("x"))
	for range 1000 {
		h.markSize(large)
		h.markSize(small)
	}
	if len(h.marks) != 1 {
		t.Errorf("%d marks", len(h.marks))
	}
}

func TestALineBreakInsideASequenceIsNoPlaceOfRest(t *testing.T) {
	h := newHistory(10000, small, "")
	h.append(bytes.Repeat([]byte("x"), 100))
	h.append([]byte("\x1b]2;one\ntitle\x07"))
	h.append(bytes.Repeat([]byte("y"), 9990))
	if !h.tail.Ground() || h.read(h.start, 1)[0] != 'y' {
		t.Errorf("begins with %q", h.read(h.start, 20))
	}
}

func TestTheStateAtTheStartFollowsTheSizes(t *testing.T) {
	h := newHistory(10000, small, "")
	h.append([]byte("\x1b[2;9r"))
	h.markSize(large)
	h.append([]byte(block))
	if p := h.tail.Prologue(""); bytes.Contains(p, []byte("r\x1b[")) || bytes.Contains(p, []byte("2;9r")) {
		t.Errorf("prologue %q keeps a scroll region that the resize ended", p)
	}
	if h.base.size != large {
		t.Errorf("size %v", h.base.size)
	}
}

func TestAViewThatMissedAMarkAtTheStartIsToldAnew(t *testing.T) {
	term := &terminal{service: New(Options{}), history: newHistory(1000, small, "")}
	h := term.history
	h.append(bytes.Repeat([]byte("x"), 100))
	a := &attachment{view: newView(term.service, viewA), terminal: term, cursor: 100, parsed: 100}
	h.markSize(large)
	h.append(bytes.Repeat([]byte("y"), 1000))
	if h.start != 100 {
		t.Fatalf("start %d", h.start)
	}
	if m, ok := a.pull(time.Now()).(Attached); !ok || m.Size != large {
		t.Errorf("got %+v", m)
	}
}

// A rune is never cut at the start, whatever is written, and of a sequence that is
// cut the rest has the effect of the whole.
func TestTheRingRestsBetweenCharacters(t *testing.T) {
	parts := []string{strings.Repeat("long", 500), "\x1b]52;c;", "\x1b_G", "\x1b\\", "plain ", "ö☃🎉", "\x1b[38;5;196m", "\x1b]2;a title\x07", "\r\n", "\x1b[?2004h", "\x1b[2;9r", "\x1bPq#0~~@@\x1b\\", "\xff", "\x1b(0"}
	rapid.Check(t, func(t *rapid.T) {
		capacity := rapid.IntRange(16, 2000).Draw(t, "capacity")
		h := newHistory(capacity, small, "")
		whole := vt.New("", int(small.Rows))
		var all []byte
		for range rapid.IntRange(1, 60).Draw(t, "writes") {
			b := []byte(strings.Repeat(rapid.SampledFrom(parts).Draw(t, "part"), rapid.IntRange(1, 20).Draw(t, "times")))
			if cut := rapid.IntRange(0, len(b)).Draw(t, "cut"); cut > 0 {
				b = b[:cut]
			}
			h.append(b)
			whole.Feed(b)
			all = append(all, b...)
			if h.end != int64(len(all)) || h.end-h.start > int64(capacity) {
				t.Fatalf("start %d end %d of %d", h.start, h.end, len(all))
			}
			if h.start < h.end && h.tail.Partial() && !utf8.RuneStart(all[h.start]) {
				t.Fatal("rests inside a character")
			}
			if rest := all[h.start:]; len(rest) > 0 && h.start > 0 && !utf8.RuneStart(rest[0]) && utf8.RuneStart(all[h.start-1]) && all[h.start-1] >= 0xc0 && all[h.start-1] != 0xff {
				t.Fatalf("cuts a character: %x|%x", all[h.start-1], rest[0])
			}
		}
		// Prologue and ring together lead where the whole stream leads.
		again := vt.New("", int(small.Rows))
		again.Feed(h.tail.Prologue(""))
		for at := h.start; at < h.end; {
			b := h.read(at, maxOutput)
			again.Feed(b)
			at += int64(len(b))
		}
		if want, got := whole.Prologue(""), again.Prologue(""); whole.Ground() && !bytes.Equal(want, got) {
			t.Fatalf("state %q, expected %q", got, want)
		}
	})
}

// Chunks that are skipped were never followed by the tail. What it knows afterwards
// is what it would know if it had followed every byte and mark.
func TestTheStateAtTheStartIsExactWhereChunksWereSkipped(t *testing.T) {
	parts := []string{"plain text\r\n", "ö☃🎉", "\x1b[38;5;196m", "\x1b[1;4:3m", "\x1b]2;a title\x07", "\x1b[?2004h", "\x1b[2;9r", "\x1b[?1049h", "\x1b[?1049l", "\x1b[>1u", "\x1b[<u", "\x1b7", "\x1b8", "\x1b]52;c;QUJD", "\x07", "\x1b(0", "\xff", "\x1bc"}
	skipped := false
	rapid.Check(t, func(t *rapid.T) {
		h, all := newHistory(creditWindow+readSize+256<<10, small, ""), newHistory(64<<20, small, "")
		for range rapid.IntRange(20, 60).Draw(t, "writes") {
			b := []byte(strings.Repeat(rapid.SampledFrom(parts).Draw(t, "part"), rapid.IntRange(4000, 9000).Draw(t, "times")))
			for _, each := range []*history{h, all} {
				each.append(b)
			}
			switch rapid.IntRange(0, 9).Draw(t, "mark") {
			case 0:
				size := core.Size{Cols: 80, Rows: uint16(rapid.IntRange(5, 60).Draw(t, "rows"))}
				h.markSize(size)
				all.markSize(size)
			case 1:
				epoch := core.Epoch(h.next + 1)
				h.markEpoch(epoch)
				all.markEpoch(epoch)
			}
		}
		skipped = skipped || h.start > 0
		all.forget(h.start)
		if all.start != h.start || all.base != h.base || all.tail.Ground() != h.tail.Ground() || !bytes.Equal(all.tail.Prologue(""), h.tail.Prologue("")) {
			t.Fatalf("at %d: %+v %q, expected at %d: %+v %q", h.start, h.base, h.tail.Prologue(""), all.start, all.base, all.tail.Prologue(""))
		}
	})
	if !skipped {
		t.Error("nothing was given up")
	}
}

// Whatever is written and however it is cut, prologue and ring together lead where
// the whole stream leads.
func FuzzRingAndPrologue(f *testing.F) {
	f.Add([]byte("\x1b[1mbold\r\n☃\x1b]2;title\x07\x1b[?1049h\x1b[2;9r"), uint8(3), uint16(16))
	f.Add([]byte("\x1b]52;c;QUJD\x07\xc2\x9b31m\xf0\x9f"), uint8(1), uint16(4))
	f.Fuzz(func(t *testing.T, b []byte, cut uint8, capacity uint16) {
		h := newHistory(int(capacity)+1, small, "")
		whole := vt.New("", int(small.Rows))
		whole.Feed(b)
		for rest := b; len(rest) > 0; {
			n := min(int(cut)+1, len(rest))
			h.append(rest[:n])
			rest = rest[n:]
			if h.end-h.start > h.capacity || h.start < h.end && h.tail.Partial() && !utf8.RuneStart(b[h.start]) {
				t.Fatalf("start %d, end %d, partial %v", h.start, h.end, h.tail.Partial())
			}
		}
		if !whole.Ground() {
			return
		}
		again := vt.New("", int(small.Rows))
		again.Feed(h.tail.Prologue(""))
		again.Feed(b[h.start:])
		if want, got := whole.Prologue(""), again.Prologue(""); !bytes.Equal(want, got) {
			t.Fatalf("state %q, expected %q", got, want)
		}
	})
}

func BenchmarkAppendAndTrack(b *testing.B) {
	h := newHistory(0, small, "")
	data := []byte(block)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		h.append(data)
	}
}

func BenchmarkAppendAndTrackColored(b *testing.B) {
	h := newHistory(0, small, "")
	data := bytes.Repeat([]byte("\x1b[38;5;196mred\x1b[0m \x1b[1;32mgreen\x1b[0m plain words\r\n"), 1000)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		h.append(data)
	}
}

func BenchmarkViewPull(b *testing.B) {
	s := New(Options{})
	t := &terminal{service: s, id: core.NewTerminalID(), history: newHistory(0, small, ""), inputs: map[core.ViewID]*inputState{}}
	v := s.OpenView(viewA)
	a := &attachment{view: v, terminal: t, visible: true}
	t.attachments, v.attachments = []*attachment{a}, []*attachment{a}
	data := []byte(block)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		t.history.append(data)
		for v.pull() != nil {
			a.parsed = a.cursor
		}
	}
}

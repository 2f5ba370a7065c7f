package screens

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"

	"clankergrid/backend/errs"
)

const (
	// MaxLines bounds what is shown of a kept screen: what a person scrolls back to.
	// The newest are shown.
	MaxLines = 1000
	// fewFeeds and maxFeeds bound the lines that are parsed for them, because each
	// that scrolls away makes the emulator move a whole screen. Few are enough for
	// output that goes on from line to line; what draws over its own lines needs
	// more, and beyond maxFeeds its older lines are not shown.
	fewFeeds = 2 * MaxLines
	maxFeeds = 20 * MaxLines
	// fewBytes is how much of the end is parsed first: what a person sees above a new
	// shell without scrolling far, in a few hundredths of a second.
	fewBytes = 128 << 10
	// lineSearch is how far the start of a line is looked for; beyond it, the middle
	// of one is good enough.
	lineSearch = 4 << 10
	// renderTime bounds the parsing of those. It is a hundred times what they take on
	// a quiet machine (see docs/adr/0015), so that a busy one is not taken for an
	// attack. Output that is made to take longer is not shown.
	renderTime = 10 * time.Second
	// moreTime bounds the parsing of the rest where they yield less than MaxLines: a
	// shell waits for older lines, which are worth less than that. Beyond it they
	// are not shown.
	moreTime = time.Second
	// cellsAtOnce bounds what is moved between two looks at the clock: a byte can
	// scroll all cells of the screen.
	cellsAtOnce = 2 << 20
	// A piece of output is what is parsed between them.
	minPiece, maxPiece = 16, 512
	// maxRepeat is more than any program asks to repeat a character, and less than
	// what makes that an attack.
	maxRepeat = 1000
)

// Lines returns what the primary screen showed and what had scrolled off it, at most
// MaxLines, oldest first, without trailing blank lines. They hold printable
// characters alone. Kind Corrupt for output that the emulator does not survive or
// that takes it too long; Canceled when ctx ends before.
func (s Screen) Lines(ctx context.Context) ([]string, error) {
	return s.lines(ctx, renderTime, moreTime)
}

func (s Screen) lines(ctx context.Context, first, more time.Duration) ([]string, error) {
	few := s.newest(fewFeeds, fewBytes)
	lines, err := few.render(ctx, time.Now().Add(first))
	if err != nil || len(lines) == MaxLines || len(few.Tail) == len(s.Tail) {
		return lines, err
	}
	if all, err := s.newest(maxFeeds, MaxTail).render(ctx, time.Now().Add(more)); err == nil {
		return all, nil
	}
	return lines, nil
}

func (s Screen) render(ctx context.Context, deadline time.Time) (lines []string, err error) {
	const op = "screens.render"
	defer func() {
		if p := recover(); p != nil {
			lines, err = nil, errs.Wrap(op, errs.Corrupt, "The kept screen cannot be shown.", "", fmt.Errorf("panic: %v", p))
		}
	}()
	e := vt.NewEmulator(int(s.Size.Cols), int(s.Size.Rows))
	defer drain(e)()
	e.SetScrollbackSize(MaxLines)
	adapt(e)
	if s.Alternate {
		e.WriteString("\x1b[?1049h")
	}
	piece := min(max(cellsAtOnce/(e.Width()*e.Height()), minPiece), maxPiece)
	for rest := s.Tail; len(rest) > 0; {
		n := cut(rest, piece)
		e.Write(rest[:n])
		rest = rest[n:]
		if err := ctx.Err(); err != nil {
			return nil, errs.Wrap(op, errs.Canceled, "The kept screen is not wanted any more.", "", err)
		}
		if time.Now().After(deadline) {
			return nil, errs.New(op, errs.Corrupt, "The kept screen takes too long to show.", "")
		}
	}
	// CAN leaves a sequence that was cut off; the other leaves the alternate screen.
	e.WriteString("\x18\x1b[?1049l")
	return collect(e), nil
}

// drain takes what the emulator answers to queries, which would make it wait for
// ever, until the returned function is called.
func drain(e *vt.Emulator) (stop func()) {
	drained := make(chan struct{})
	go func() {
		defer close(drained)
		_, _ = io.Copy(io.Discard, reader{e})
	}()
	return func() {
		// Not the emulator's own Close, which may not be called beside Read.
		if pipe, ok := e.InputPipe().(io.Closer); ok {
			pipe.Close()
		}
		<-drained
	}
}

// reader hides everything of the emulator but Read from io.Copy.
type reader struct{ io.Reader }

// adapt makes the emulator do what the one that draws our terminals does: erasing
// the screen does not add it to what has scrolled off.
func adapt(e *vt.Emulator) {
	e.RegisterCsiHandler('J', func(params ansi.Params) bool {
		if n, _, _ := params.Param(0, 0); n != 2 {
			return false
		}
		for y := range e.Height() {
			for x := range e.Width() {
				e.SetCell(x, y, nil)
			}
		}
		return true
	})
	e.RegisterCsiHandler('b', func(params ansi.Params) bool {
		n, _, _ := params.Param(0, 1)
		return n > maxRepeat // taken, and nothing done
	})
}

// newest is the end of a screen's output with at most that many line feeds and bytes,
// from the start of a line.
func (s Screen) newest(feeds, size int) Screen {
	from := 0
	if over := len(s.Tail) - size; over > 0 {
		from = over
		if i := bytes.IndexByte(s.Tail[over-1:min(len(s.Tail), over+lineSearch)], '\n'); i >= 0 {
			from += i
		}
	}
	at := len(s.Tail)
	for range feeds {
		if at = bytes.LastIndexByte(s.Tail[from:at], '\n'); at < 0 {
			break
		}
		at += from
	}
	if from = max(from, at+1); from == 0 {
		return s
	}
	s.Alternate = alternateAfter(s.Tail[:from], s.Alternate)
	s.Tail = s.Tail[from:]
	return s
}

// alternateAfter tells which screen is shown after some output: that of the last
// switch, in the forms that programs use.
func alternateAfter(output []byte, before bool) bool {
	last, alternate := -1, before
	for _, mode := range []string{"1049", "1047", "47"} {
		for _, final := range []string{"h", "l"} {
			if at := bytes.LastIndex(output, []byte("\x1b[?"+mode+final)); at > last {
				last, alternate = at, final == "h"
			}
		}
	}
	return alternate
}

// cut returns how much to parse next. The emulator takes the end of what it is given
// for the end of a character, so the cut is before an ASCII byte if one is near:
// nothing that a character is composed of begins with one.
func cut(output []byte, piece int) int {
	const search = 128
	for n := piece; n < min(len(output), piece+search); n++ {
		if output[n] < 0x80 {
			return n
		}
	}
	return min(len(output), piece)
}

func collect(e *vt.Emulator) []string {
	var lines []string
	for _, line := range e.Scrollback().Lines() {
		lines = append(lines, text(line))
	}
	row := make(uv.Line, e.Width())
	for y := range e.Height() {
		for x := range row {
			row[x] = uv.Cell{}
			if c := e.CellAt(x, y); c != nil {
				row[x] = *c
			}
		}
		lines = append(lines, text(row))
	}
	for len(lines) > 0 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines[max(0, len(lines)-MaxLines):]
}

// text is a row without its trailing blanks. The cell after a wide character has no
// width and is a part of it.
func text(cells uv.Line) string {
	var b strings.Builder
	for _, c := range cells {
		switch {
		case c.Content != "":
			for _, r := range c.Content {
				if shown(r) {
					b.WriteRune(r)
				}
			}
		case c.Width > 0:
			b.WriteByte(' ')
		}
	}
	return strings.TrimRight(b.String(), " ")
}

// shown are printable characters and the joiners that emoji are composed with, but
// nothing that reorders or hides what is around it.
func shown(r rune) bool {
	return r == '\u200d' || r == '\u200c' || r != unicode.ReplacementChar && unicode.IsPrint(r)
}

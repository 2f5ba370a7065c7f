package screens

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"clankergrid/backend/core"
	"clankergrid/backend/errs"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func lines(t *testing.T, s Screen) []string {
	t.Helper()
	got, err := s.lines(t.Context(), time.Minute, time.Minute) // a busy machine is no attack
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestLinesAreWhatThePrimaryScreenShowed(t *testing.T) {
	for name, c := range map[string]struct {
		tail string
		want []string
	}{
		"nothing":          {"", nil},
		"blank":            {"\r\n\r\n   \r\n", nil},
		"text":             {"one\r\n\r\n  two  \r\n\r\n", []string{"one", "", "  two"}},
		"colours":          {"\x1b[1;31mred\x1b[0m \x1b]8;;http://x/\x1b\\link\x1b]8;;\x1b\\", []string{"red link"}},
		"redrawn":          {"10%\r20%\r\x1b[Kdone\r\n$ ", []string{"done", "$"}},
		"cursor up":        {"one\r\ntwo\r\n\x1b[2A\x1b[2Kthree\r\n\r\n", []string{"three", "two"}},
		"wrapped":          {strings.Repeat("x", 25), []string{strings.Repeat("x", 20), "xxxxx"}},
		"scrolled":         {"1\r\n2\r\n3\r\n4\r\n5\r\n6\r\n7", []string{"1", "2", "3", "4", "5", "6", "7"}},
		"alternate":        {"before\r\n\x1b[?1049h\x1b[Hinside\x1b[?1049l\r\nafter", []string{"before", "", "after"}},
		"ends inside":      {"before\r\n\x1b[?1049h\x1b[2J\x1b[Hinside\r\nmore", []string{"before"}},
		"ends inside 1047": {"before\r\n\x1b[?1047hinside", []string{"before"}},
		"erased":           {"secret\r\n\x1b[H\x1b[2J$ ", []string{"$"}},
		"cut sequence":     {"text\x1b]0;titl", []string{"text"}},
		"cut escape":       {"text\x1b[3", []string{"text"}},
		"wide":             {"日本x", []string{"日本x"}},
		"emoji":            {"👩\u200d👩\u200d👧!", []string{"👩\u200d👩\u200d👧!"}},
		"accents":          {"e\u0301a", []string{"e\u0301a"}},
		"reordering":       {"a\u202eb\u2066c", []string{"abc"}},
		"queries":          {"\x1b[c\x1b[>c\x1b[5n\x1b[6n\x1b[?6n\x1b[?2026$p\x1b]10;?\x07\x1b]11;?\x07\x1b[18tx", []string{"x"}},
		"repeat":           {"x\x1b[3b\x1b[65535b", []string{"xxxx"}},
	} {
		t.Run(name, func(t *testing.T) {
			s := Screen{Size: core.Size{Cols: 20, Rows: 5}, Tail: []byte(c.tail)}
			if got := lines(t, s); !slices.Equal(got, c.want) {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
		})
	}
}

func TestATailThatBeginsInsideTheAlternateScreen(t *testing.T) {
	s := Screen{Size: core.Size{Cols: 20, Rows: 5}, Alternate: true, Tail: []byte("inside\x1b[?1049lafter")}
	if got := lines(t, s); !slices.Equal(got, []string{"after"}) {
		t.Errorf("got %q", got)
	}
}

func TestTheNewestThousandLinesAreShown(t *testing.T) {
	var tail strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&tail, "line %d\r\n", i)
	}
	got := lines(t, Screen{Size: core.DefaultSize, Tail: []byte(tail.String())})
	if len(got) != MaxLines || got[0] != "line 4000" || got[MaxLines-1] != "line 4999" {
		t.Errorf("%d lines, from %q to %q", len(got), got[0], got[len(got)-1])
	}
}

// What draws over its own lines for a long time has its older lines shown all the
// same.
func TestLinesBeforeALongRedrawingAreShown(t *testing.T) {
	tail := "before\r\n" + strings.Repeat("\x1b[1A\x1b[2Kspinning\r\n", 5000)
	if got := lines(t, Screen{Size: core.DefaultSize, Tail: []byte("first\r\n" + tail)}); !slices.Equal(got, []string{"first", "spinning"}) {
		t.Errorf("%d lines: %.200q", len(got), got)
	}
}

// What takes too long to go through has its newest lines shown: they are never lost
// for older ones.
func TestTheNewestLinesAreShownWhenOlderOnesTakeTooLong(t *testing.T) {
	long := Screen{Size: core.DefaultSize, Tail: []byte("first\r\n" + strings.Repeat("\x1b[1A\x1b[2Kspinning\r\n", 20_000))}
	got, err := long.lines(t.Context(), time.Minute, 0)
	if err != nil || !slices.Equal(got, []string{"spinning"}) {
		t.Errorf("%d lines: %.200q, %v", len(got), got, err)
	}
}

func TestTheEndThatIsParsedFirstBeginsWithALine(t *testing.T) {
	s := Screen{Tail: []byte("\x1b[?1049hone\ntwo\nthree\n")}
	for size, want := range map[int]string{100: string(s.Tail), 12: "two\nthree\n", 10: "two\nthree\n", 9: "three\n", 6: "three\n"} {
		if got := s.newest(100, size); string(got.Tail) != want || got.Alternate != (len(want) < len(s.Tail)) {
			t.Errorf("of %d bytes: %q, %v", size, got.Tail, got.Alternate)
		}
	}
	if got := s.newest(2, 100); string(got.Tail) != "three\n" {
		t.Errorf("of two feeds: %q", got.Tail)
	}
}

func TestAScreenThatIsNotWantedAnyMoreIsNotRendered(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := screen("x").Lines(ctx); errs.KindOf(err) != errs.Canceled {
		t.Error(err)
	}
}

// Output is cut inside the alternate screen as if it had been read from the start.
func TestALongTimeInTheAlternateScreenShowsNothingOfIt(t *testing.T) {
	tail := "\x1b[?1049h" + strings.Repeat("inside\r\n", 2*maxFeeds) + "\x1b[?1049lafter"
	if got := lines(t, Screen{Size: core.Size{Cols: 20, Rows: 5}, Tail: []byte(tail)}); !slices.Equal(got, []string{"after"}) {
		t.Errorf("%d lines: %.200q", len(got), got)
	}
}

// A character is never cut in two where the input is, wherever that falls.
func TestCharactersSurviveThePieces(t *testing.T) {
	for shift := range 12 {
		want := strings.Repeat("x", shift) + strings.Repeat("👩\u200d👧 ", 60)
		got := lines(t, Screen{Size: core.Size{Cols: 1000, Rows: 2}, Tail: []byte(want)})
		if strings.Join(got, "") != strings.TrimRight(want, " ") {
			t.Fatalf("shift %d: %q", shift, got)
		}
	}
}

func TestOutputMadeToTakeLongEndsInTime(t *testing.T) {
	for name, unit := range map[string]string{
		"repeat": "x\x1b[1000b", "huge repeat": "x\x1b[9999999999b", "insert": "\x1b[H\x1b[9999L", "delete": "\x1b[H\x1b[9999M", "insert cells": "\x1b[9999@",
		"scroll": "\x1b[9999S", "scroll back": "\x1b[9999T", "erase": "\x1b[2J", "tabs": "\x1b[9999I\x1b[9999Z", "feeds": "\n", "marks": "\u0301",
		"reset": "\x1bc", "align": "\x1b#8", "switch": "\x1b[?1049h\x1b[?1049l",
	} {
		t.Run(name, func(t *testing.T) {
			started := time.Now()
			hostile := Screen{Size: core.Size{Cols: core.MaxCols, Rows: core.MaxRows}, Tail: []byte(strings.Repeat(unit, MaxTail/len(unit)))}
			_, err := hostile.lines(t.Context(), 200*time.Millisecond, 200*time.Millisecond)
			if err != nil && errs.KindOf(err) != errs.Corrupt {
				t.Error(err)
			}
			took := time.Since(started)
			t.Logf("%v, %v", took, err)
			if took > 10*time.Second {
				t.Errorf("took %v", took)
			}
		})
	}
}

func FuzzLinesArePlain(f *testing.F) {
	for _, seed := range []string{"text\r\n", "\x1b[?1049h", "\x1b[5;10r\x1b[?6h\x1b[3L\x1b[3M\x1b[3@\x1b[3P\x1b[3X", "\x1b(0lqk\x1b(B", "\x1bP$q\"p\x1b\\", "日\x1b[D本", "\x1b[?69h\x1b[2;3s\x1b[S\x1b[T\x1bD\x1bM", "\x9b31m\u0085"} {
		f.Add([]byte(seed), uint16(20), uint16(5), false)
	}
	f.Fuzz(func(t *testing.T, tail []byte, cols, rows uint16, alternate bool) {
		size := core.Size{Cols: core.MinCols + cols%200, Rows: core.MinRows + rows%60}
		got, err := Screen{Size: size, Alternate: alternate, Tail: tail}.Lines(context.Background())
		if err != nil {
			if errs.KindOf(err) != errs.Corrupt {
				t.Fatal(err)
			}
			return
		}
		if len(got) > MaxLines {
			t.Fatalf("%d lines", len(got))
		}
		for _, line := range got {
			if !utf8.ValidString(line) || strings.ContainsFunc(line, func(r rune) bool { return !shown(r) }) {
				t.Fatalf("%q", line)
			}
		}
	})
}

// The figures of docs/adr/0015.
func BenchmarkLines(b *testing.B) {
	for name, unit := range map[string]string{
		"plain":    "drwxr-xr-x 2 root root 4096 Nov 30 12:00 a directory with some name\r\n",
		"coloured": "\x1b[38;5;42mfn\x1b[0m \x1b[1mmain\x1b[0m() \x1b[38;2;10;20;30m{ println!(\"hello\"); }\x1b[0m\r\n",
		"redrawn":  "\x1b[2K\x1b[1A\x1b[2K\x1b[1A\x1b[G╭──────────────╮\r\n│ > thinking … │\r\n╰──────────────╯",
	} {
		s := Screen{Size: core.Size{Cols: 120, Rows: 40}, Tail: []byte(strings.Repeat(unit, MaxTail/len(unit)))}
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := s.Lines(context.Background()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

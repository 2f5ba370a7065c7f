package vt

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

const rows = 24

func fed(chunks ...string) *Tracker {
	t := New("box", rows)
	for _, c := range chunks {
		t.Feed([]byte(c))
	}
	return t
}

func diff(a, b state) string {
	return cmp.Diff(a, b, cmp.AllowUnexported(state{}, screen{}, savedCursor{}, pen{}, keyboard{}), cmp.Comparer(func(x, y []uint8) bool { return bytes.Equal(x, y) }))
}

func TestSequencesSetTheStateOfAnEmulator(t *testing.T) {
	for _, c := range []struct {
		name, in string
		want     func(*state)
	}{
		{"plain text sets nothing", "hello \r\n\twörld ☃ 🎉", func(*state) {}},
		{"private modes", "\x1b[?1;2004h\x1b[?7l", func(s *state) { s.modes[1], s.modes[2004], s.modes[7] = true, true, false }},
		{"a mode back at its default is not kept", "\x1b[?2004h\x1b[?2004l\x1b[?25l\x1b[?25h", func(*state) {}},
		{"the last mouse mode wins", "\x1b[?1000h\x1b[?1003h\x1b[?1006h", func(s *state) { s.mouse, s.mouseEncoding = 1003, 1006 }},
		{"resetting any mouse mode ends reporting", "\x1b[?1003h\x1b[?1000l", func(*state) {}},
		{"synchronized output is never state", "\x1b[?2026h", func(*state) {}},
		{"insert and newline", "\x1b[4;20h", func(s *state) { s.insert, s.newline = true, true }},
		{"an 8-bit CSI is UTF-8", "\xc2\x9b31m", func(s *state) { s.pen.fg = colorPalette | 1 }},
		{"a raw 0x9b is malformed text", "\x9b31m", func(*state) {}},
		{"256 colors, semicolons", "\x1b[38;5;200;48;5;7m", func(s *state) { s.pen.fg, s.pen.bg = color256|200, color256|7 }},
		{"RGB, semicolons", "\x1b[38;2;1;2;3;1m", func(s *state) { s.pen.fg, s.pen.attributes = colorRGB|0x010203, bold }},
		{"RGB, colons with color space", "\x1b[48:2::1:2:3;3m", func(s *state) { s.pen.bg, s.pen.attributes = colorRGB|0x010203, italic }},
		{"256 colors, colons", "\x1b[58:5:9;4:3m", func(s *state) { s.pen.under, s.pen.underline = color256|9, 3 }},
		{"bright colors", "\x1b[95;103m", func(s *state) { s.pen.fg, s.pen.bg = colorPalette|13, colorPalette|11 }},
		{"a color without a value is black, as in xterm.js", "\x1b[38;5m", func(s *state) { s.pen.fg = color256 }},
		{"SGR with a private prefix is not SGR", "\x1b[?1m\x1b[>1m", func(*state) {}},
		{"character sets", "\x1b(0\x1b)A\x0e", func(s *state) { s.charsets[0], s.charsets[1], s.shift, s.charset = '0', 'A', 1, 'A' }},
		{"an unknown character set changes nothing", "\x1b(0\x1b(z", func(s *state) { s.charsets[0], s.charset = '0', '0' }},
		{"a scroll region", "\x1b[2;10r", func(s *state) { s.screens[0].top, s.screens[0].bottom = 2, 10 }},
		{"the whole screen is no region", "\x1b[2;10r\x1b[1;24r", func(*state) {}},
		{"a backward region is ignored", "\x1b[9;3r", func(*state) {}},
		{"the alternate screen", "\x1b[1m\x1b[?1049h", func(s *state) {
			s.pen.attributes, s.alternate, s.screens[0].saved.pen.attributes = bold, true, bold
		}},
		{"leaving the alternate screen ends what it had", "\x1b[?1049h\x1b[3;9r\x1b[>5u\x1b[?1049l", func(*state) {}},
		{"keyboard flags", "\x1b[>1u\x1b[>5u\x1b[=2;2u\x1b[<u\x1b[>8u", func(s *state) {
			s.screens[0].keyboard = keyboard{flags: 8, stack: []uint8{0, 1}}
		}},
		{"modifyOtherKeys", "\x1b[>4;2m", func(s *state) { s.modifyOtherKeys = 2 }},
		{"cursor style", "\x1b[5 q", func(s *state) { s.cursorStyle = 5 }},
		{"keypad", "\x1b=", func(s *state) { s.keypad = true }},
		{"a title ends with BEL", "\x1b]0;vim\x07", func(s *state) { s.title = "vim" }},
		{"a title ends with ST", "\x1b]2;vim\x1b\\", func(s *state) { s.title = "vim" }},
		{"a title ends with an 8-bit ST", "\x1b]2;vim\xc2\x9c", func(s *state) { s.title = "vim" }},
		{"a Ü is no terminator", "\x1b]2;Übung\x07", func(s *state) { s.title = "Übung" }},
		{"a broken character swallows nothing", "\x1b]2;a\xc2b\xe2\x98c\x07", func(s *state) { s.title = "abc" }},
		{"CAN aborts", "\x1b]2;vim\x18\x1b[1\x1am", func(*state) {}},
		{"ESC ends a string and begins a sequence", "\x1b]2;vim\x1b[1m", func(s *state) { s.title, s.pen.attributes = "vim", bold }},
		{"a title holds nothing invisible", "\x1b]2;a\u202eb\u200bc\x07", func(s *state) { s.title = "abc" }},
		{"the icon name is not the title", "\x1b]1;icon\x07", func(*state) {}},
		{"a directory", "\x1b]7;file://box/tmp/a%20b\x07", func(s *state) { s.cwd = "/tmp/a b" }},
		{"a directory of localhost", "\x1b]7;file://localhost/tmp\x07", func(s *state) { s.cwd = "/tmp" }},
		{"a directory of another host", "\x1b]7;file://elsewhere/tmp\x07", func(*state) {}},
		{"a directory with a line break", "\x1b]7;file:///tmp%0a\x07", func(*state) {}},
		{"a relative directory", "\x1b]7;tmp\x07", func(*state) {}},
		{"an open link", "\x1b]8;id=1;http://x/;y\x1b\\", func(s *state) { s.link = "id=1;http://x/;y" }},
		{"a closed link", "\x1b]8;;http://x\x1b\\\x1b]8;;\x1b\\", func(*state) {}},
		{"DCS is opaque", "\x1bPq\"1;1#0;2;0;0;0\x07[31m\x1b\\", func(*state) {}},
		{"APC is opaque", "\x1b_Gf=100;AAAA[31m\x1b\\", func(*state) {}},
		{"controls inside a sequence are carried out", "\x1b[3\x0e1m", func(s *state) { s.shift, s.pen.fg = 1, colorPalette|1 }},
		{"RIS", "\x1b[31m\x1b[?1049h\x1b[?1003h\x1b(0\x1bc", func(*state) {}},
		{"DECSTR", "\x1b[31m\x1b[?1h\x1b[?6h\x1b[3;9r\x1b(0\x1b[!p", func(*state) {}},
		{"DECRC restores pen and character set", "\x1b[1m\x1b(0\x1b7\x1b[0m\x1b(B\x1b8", func(s *state) {
			s.pen.attributes, s.charset = bold, '0'
			s.screens[0].saved = savedCursor{pen: s.pen, charset: '0'}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			want := initialState(rows)
			c.want(&want)
			if d := diff(want, fed(c.in).screen); d != "" {
				t.Errorf("%q:\n%s", c.in, d)
			}
		})
	}
}

func TestALongStringIsSkippedInBoundedMemory(t *testing.T) {
	tr := fed("\x1b]8;;", strings.Repeat("x", 1<<20))
	if len(tr.osc) > maxString || cap(tr.osc) > 4*maxString {
		t.Errorf("kept %d bytes (capacity %d)", len(tr.osc), cap(tr.osc))
	}
	tr.Feed([]byte("\x1b\\"))
	if tr.screen.link != "" || !tr.Ground() {
		t.Errorf("link %q, ground %v", tr.screen.link, tr.Ground())
	}
}

func TestManyModesAreBounded(t *testing.T) {
	tr := New("", rows)
	for n := 3000; n < 4000; n++ {
		tr.Feed(appendMode(nil, "\x1b[?", n, true))
	}
	if len(tr.screen.modes) > maxModes {
		t.Errorf("%d modes kept", len(tr.screen.modes))
	}
	tr.Feed([]byte("\x1b[?2004h"))
	if !tr.screen.mode(2004) {
		t.Error("a known mode was refused")
	}
}

// pieces are joined at random so that sequences meet, break off and nest.
var pieces = []string{
	"text", "ö", "\xc3", "\x9c", "\xc2", "☃", "\xf0\x9f", "\r\n", "\x1b", "\x1b[", "\x1b]", "\x1bP", "\x1b_", "\x1b\\", "\x07", "\x18", "\x1a",
	"\xc2\x9b", "\xc2\x9d", "\xc2\x9c", "\xc2\x90", "1", "38;5;9", "48:2::1:2:3", ";", ":", "?", ">", "<", "=", " ", "!", "m", "h", "l", "q", "u", "r", "p",
	"\x1b[31;4:3m", "\x1b[?1049h", "\x1b[?1049l", "\x1b[?1;7;25l", "\x1b[?1003;1006h", "\x1b[4;20h", "\x1b7", "\x1b8", "\x1b(0", "\x1b)A", "\x0e", "\x0f", "\x1bn",
	"\x1b[>3u", "\x1b[<u", "\x1b[=5;2u", "\x1b[>4;2m", "\x1b[3;9r", "\x1b[5 q", "\x1b]2;tïtle\x07", "\x1b]7;file:///tmp/%C3%A4\x1b\\", "\x1b]8;;http://x/\x07", "\x1b]8;;\x07", "\x1b=", "\x1b[?6h", "\x1b[!p", "\x1bc", "\x1b[58;2;1;2;3m",
}

func stream(t *rapid.T) []byte {
	var b []byte
	for range rapid.IntRange(0, 40).Draw(t, "n") {
		b = append(b, rapid.SampledFrom(pieces).Draw(t, "piece")...)
	}
	return b
}

func TestHowAStreamIsCutMakesNoDifference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := stream(t)
		whole, cut := fed(string(b)), New("box", rows)
		for len(b) > 0 {
			n := rapid.IntRange(1, len(b)).Draw(t, "cut")
			cut.Feed(b[:n])
			b = b[n:]
		}
		if d := diff(whole.screen, cut.screen); d != "" || whole.at != cut.at || whole.utf8.have != cut.utf8.have {
			t.Fatalf("state %d/%d, utf8 %d/%d\n%s", whole.at, cut.at, whole.utf8.have, cut.utf8.have, d)
		}
	})
}

func TestFeedingToGroundStopsAtTheFirstPlaceOutsideOfSequences(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		before, after := stream(t), stream(t)
		got, want := fed(string(before)), fed(string(before))
		n := 0
		for n < len(after) && !want.Ground() {
			want.Feed(after[n : n+1])
			n++
		}
		if m := got.FeedToGround(after); m != n || got.at != want.at || diff(got.screen, want.screen) != "" {
			t.Fatalf("took %d bytes of %q after %q, expected %d", m, after, before, n)
		}
	})
}

func checkPrologue(t interface{ Fatalf(string, ...any) }, tr *Tracker) {
	for _, note := range []string{"", "earlier output not kept"} {
		p := tr.Prologue(note)
		again := New("box", rows)
		again.Feed(p)
		if d := diff(tr.screen, again.screen); d != "" {
			t.Fatalf("prologue %q:\n%s", p, d)
		}
		if (tr.at == ground) != (again.at == ground) || (tr.at == oscString) != (again.at == oscString) {
			t.Fatalf("prologue %q: inside %d, was %d", p, again.at, tr.at)
		}
		if !utf8.Valid(p) {
			t.Fatalf("prologue %q is not UTF-8", p)
		}
	}
}

func TestAPrologueRestoresTheState(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { checkPrologue(t, fed(string(stream(t)))) })
}

// checkContinuation: whatever follows, it has the same effect after the prologue as
// after what the prologue stands for.
func checkContinuation(t interface{ Fatalf(string, ...any) }, before, after []byte) {
	tr := fed(string(before))
	if tr.Partial() && len(after) > 0 && !utf8.RuneStart(after[0]) {
		return // inside a character
	}
	p := tr.Prologue("")
	whole, again := fed(string(before), string(after)), fed(string(p), string(after))
	if d := diff(whole.screen, again.screen); d != "" || whole.at != again.at {
		t.Fatalf("after %q, prologue %q, then %q: inside %d, expected %d\n%s", before, p, after, again.at, whole.at, d)
	}
}

func TestTheRestOfASequenceHasItsEffectAfterAPrologue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { checkContinuation(t, stream(t), stream(t)) })
}

func TestTheRestOfALongSequenceHasItsEffectAfterAPrologue(t *testing.T) {
	long := strings.Repeat("x", maxString)
	for _, c := range []struct{ before, after string }{
		{"\x1b[" + strings.Repeat("1;", 5000), "31mx"},
		{"\x1b[" + strings.Repeat("38:5", 5000), "31:1;4m\x1b[1m"},
		{"\x1b[" + strings.Repeat("4:", 32) + "3;", "1;2m"},
		{"\x1b[4" + strings.Repeat(":", 40), "3;7m"},
		{"\x1b[?" + strings.Repeat("9", 5000), ";1h"},
		{"\x1b(((((((", "0x"},
		{"\x1b]0;" + long, "y\x07"},
		{"\x1b]002;" + long[5:] + "ö", "y\x1b\\"},
		{"\x1b]2;" + strings.Repeat("\x7f", maxString-5) + "öö", "y\x07"},
		{"\x1b]8;;http://x/\x07\x1b]8;" + long, "y\x07"},
		{"\x1b]7;file:///" + long, "y\x07"},
		{"\x1b]52;c;" + long, "y\x18text"},
		{"\x1bP1;1q" + long, "[31m\x1b\\\x1b[1m"},
		{"\x1b_G" + long, "[31m\x1b\\\x1b[1m"},
	} {
		checkContinuation(t, []byte(c.before), []byte(c.after))
		p := fed(c.before).Prologue("")
		if !utf8.Valid(p) || len(p) > 2*maxString {
			t.Errorf("prologue of %d bytes is valid text: %v", len(p), utf8.Valid(p))
		}
	}
}

func TestAnEmulatorIsNotMadeToActOnHalfOfALongString(t *testing.T) {
	for _, name := range []string{"52;c;", "1337;File=inline=1:", "777;notify;"} {
		p := string(fed("\x1b]" + name + strings.Repeat("A", 2*maxString)).Prologue(""))
		if strings.Contains(p, name) || !strings.HasSuffix(p, "\x1b]99999;") {
			t.Errorf("%s: prologue ends with %q", name, p[max(0, len(p)-40):])
		}
	}
}

func checkFarewell(t interface{ Fatalf(string, ...any) }, tr *Tracker) {
	b := tr.Farewell("[bash ended]")
	tr.Feed(b)
	got := tr.screen
	want := initialState(rows)
	want.title, want.cwd = got.title, got.cwd
	want.screens[0].saved = got.screens[0].saved
	for n, on := range got.modes { // modes without a known default end up off
		if on {
			t.Fatalf("mode %d is on after %q", n, b)
		}
	}
	got.modes = want.modes
	if d := diff(want, got); d != "" || !tr.Ground() {
		t.Fatalf("farewell %q:\n%s", b, d)
	}
}

func TestAFarewellLeavesEverything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { checkFarewell(t, fed(string(stream(t)))) })
}

func TestANoteKeepsThePen(t *testing.T) {
	tr := fed("\x1b[1;31m")
	before := tr.screen.pen
	tr.Feed(tr.Note("[bash stopped itself and was continued]"))
	if tr.screen.pen != before {
		t.Errorf("pen %+v, was %+v", tr.screen.pen, before)
	}
}

func FuzzTracker(f *testing.F) {
	for _, p := range pieces {
		f.Add([]byte(p), uint16(1))
	}
	f.Add([]byte(strings.Join(pieces, "")), uint16(7))
	f.Fuzz(func(t *testing.T, b []byte, cut uint16) {
		whole, split := New("box", rows), New("box", rows)
		whole.Feed(b)
		for rest := b; len(rest) > 0; {
			n := min(int(cut%64)+1, len(rest))
			split.Feed(rest[:n])
			rest = rest[n:]
		}
		if d := diff(whole.screen, split.screen); d != "" || whole.at != split.at || whole.utf8.have != split.utf8.have {
			t.Fatal("a cut changed the state:\n" + d)
		}
		if len(whole.osc) > maxString || len(whole.screen.modes) > maxModes+len(defaultModes) {
			t.Fatal("memory is not bounded")
		}
		at := min(int(cut), len(b))
		checkContinuation(t, b[:at], b[at:])
		checkPrologue(t, whole)
		checkFarewell(t, whole)
	})
}

func benchmarkFeed(b *testing.B, unit string) {
	data := bytes.Repeat([]byte(unit), 64<<10/len(unit))
	tr := New("box", rows)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		tr.Feed(data)
	}
}

func BenchmarkPlain(b *testing.B) {
	benchmarkFeed(b, "The quick brown fox jumps over the lazy dog.\r\n")
}
func BenchmarkUnicode(b *testing.B) {
	benchmarkFeed(b, "Größe: 5 °C, naïve café — ☃ 🎉 済み\r\n")
}
func BenchmarkColored(b *testing.B) {
	benchmarkFeed(b, "\x1b[38;5;12mdrwxr-xr-x\x1b[0m 2 me \x1b[1;34msrc\x1b[0m\r\n")
}

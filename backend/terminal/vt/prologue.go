package vt

import (
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// Alternate reports whether the alternate screen is shown.
func (t *Tracker) Alternate() bool { return t.screen.alternate }

// Title is what the program called itself: printable, at most 256 runes.
func (t *Tracker) Title() string { return t.screen.title }

// Cwd is the directory that the program reported, absolute, or empty. It is a
// claim of the program and no more.
func (t *Tracker) Cwd() string { return t.screen.cwd }

// Changes rises whenever Title or Cwd changes.
func (t *Tracker) Changes() uint64 { return t.changes }

// Resize follows a change of the grid, in order with Feed.
func (t *Tracker) Resize(rows int) {
	t.screen.resize(rows)
}

// Forget drops title and directory, which belong to a process that has ended.
func (t *Tracker) Forget() {
	if t.screen.title != "" || t.screen.cwd != "" {
		t.changes++
	}
	t.screen.title, t.screen.cwd = "", ""
}

// Prologue returns the bytes that bring a freshly reset emulator of the current
// size to the tracked state. A note, when not empty, is shown first as one dim
// line of the normal screen. Inside a sequence the emulator also ends up inside one
// whose rest means the same; see pending.
func (t *Tracker) Prologue(note string) []byte {
	s := &t.screen
	var b []byte
	if note != "" {
		b = append(b, dimLine(note)...)
	}
	// xterm.js keeps these two across a reset, so they are always said.
	b = appendMode(b, "\x1b[", 20, s.newline)
	b = appendMode(b, "\x1b[?", 25, s.mode(25))
	b = s.screens[0].append(b)
	if s.alternate {
		b = s.screens[0].saved.append(b)
		b = append(b, "\x1b[?1049h"...)
		b = s.screens[1].append(b)
	}
	if saved := s.active().saved; saved != (savedCursor{charset: ascii}) || s.alternate {
		b = append(saved.append(b), "\x1b7"...)
	}
	b = s.appendCharsets(b)
	if note != "" && !s.alternate {
		b = append(b, "\x1b[2;1H"...) // the sequences so far may have moved onto the note
	}
	b = s.appendRest(b)
	return append(b, t.pending()...)
}

// append writes what a screen has for itself; it must be the active one.
func (s *screen) append(b []byte) []byte {
	if s.bottom > 0 || s.top > 0 {
		b = strconv.AppendInt(append(b, "\x1b["...), int64(s.top), 10)
		b = append(strconv.AppendInt(append(b, ';'), int64(s.bottom), 10), 'r')
	}
	return s.keyboard.append(b)
}

// append writes the pen and character set that the next DECSC will save.
func (c savedCursor) append(b []byte) []byte {
	return append(c.pen.append(b), 0x1b, '(', c.charset, si)
}

func (s *state) appendCharsets(b []byte) []byte {
	for i, set := range s.charsets {
		b = append(b, 0x1b, "()*+"[i], set)
	}
	b = append(b, []string{"\x0f", "\x0e", "\x1bn", "\x1bo"}[s.shift]...)
	if s.charset != s.charsets[s.shift] {
		b = append(b, "\x1b8"...) // it came from there; see setAlternate
	}
	return b
}

func (s *state) appendRest(b []byte) []byte {
	b = s.pen.append(b)
	for _, n := range slices.Sorted(maps.Keys(s.modes)) {
		b = appendMode(b, "\x1b[?", n, s.modes[n])
	}
	for _, n := range []int{s.mouse, s.mouseEncoding} {
		if n > 0 {
			b = appendMode(b, "\x1b[?", n, true)
		}
	}
	if s.insert {
		b = appendMode(b, "\x1b[", 4, true)
	}
	if s.keypad {
		b = append(b, "\x1b="...)
	}
	if s.modifyOtherKeys > 0 {
		b = append(strconv.AppendInt(append(b, "\x1b[>4;"...), int64(s.modifyOtherKeys), 10), 'm')
	}
	if s.cursorStyle > 0 {
		b = append(strconv.AppendInt(append(b, "\x1b["...), int64(s.cursorStyle), 10), " q"...)
	}
	if s.title != "" {
		b = append(b, "\x1b]2;"+s.title+"\x1b\\"...)
	}
	if s.cwd != "" {
		u := url.URL{Path: "/" + strings.TrimPrefix(s.cwd, "/")}
		b = append(b, "\x1b]7;file://"+u.EscapedPath()+"\x1b\\"...)
	}
	if s.link != "" {
		b = append(b, "\x1b]8;"+s.link+"\x1b\\"...)
	}
	return b
}

func appendMode(b []byte, start string, n int, on bool) []byte {
	final := byte('l')
	if on {
		final = 'h'
	}
	return append(strconv.AppendInt(append(b, start...), int64(n), 10), final)
}

// dimLine is a line of ours in a program's output; the pen is default after it.
func dimLine(text string) string { return "\x1b[0;2m" + text + "\x1b[0m\r\n" }

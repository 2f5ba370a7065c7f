package vt

import (
	"maps"
	"slices"
)

// Farewell returns the bytes that undo what a program left set when it ended, and
// then say text on a dim line of its own: sequence and alternate screen left,
// mouse, paste, focus and keyboard reporting off, cursor shown, pen, character
// sets and scroll region as at start. What scrolled by stays.
func (t *Tracker) Farewell(text string) []byte {
	s := &t.screen
	var b []byte
	if !t.Ground() {
		b = append(b, can)
	}
	if s.alternate {
		b = append(b, popKeyboard...)
		b = append(b, "\x1b[?1049l"...)
	}
	normal := s.screens[0]
	if normal.bottom > 0 || normal.top > 0 || s.mode(6) {
		// Both of these move the cursor, so it is saved around them.
		b = append(b, "\x1b7\x1b[?6l\x1b[r\x1b8"...)
	}
	b = append(b, popKeyboard...)
	b = append(b, "\x1b[?1000l\x1b[?1006l\x1b[>4;0m\x1b[0 q\x1b[4l\x1b[20l\x1b>"...)
	for _, n := range slices.Sorted(maps.Keys(s.modes)) {
		if on := defaultModes[n]; n != 6 && s.modes[n] != on {
			b = appendMode(b, "\x1b[?", n, on)
		}
	}
	b = append(b, "\x1b[?2026l\x1b]8;;\x1b\\\x1b[0m\x1b(B\x1b)B\x1b*B\x1b+B\x0f"...)
	return append(b, "\r\n"+dimLine(text)...)
}

// popKeyboard leaves the kitty protocol whatever was pushed.
const popKeyboard = "\x1b[<32u\x1b[=0;1u"

// Note returns one dim line for the normal screen, to be inserted at Ground; the
// program's pen is as before after it.
func (t *Tracker) Note(text string) []byte {
	return t.screen.pen.append([]byte("\r\n" + dimLine(text)))
}

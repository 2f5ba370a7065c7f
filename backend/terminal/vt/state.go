package vt

import (
	"maps"
	"slices"
)

// state is what a program has set. Everything that a fresh emulator has too is
// kept as the zero value or left out, so that equal states compare equal.
type state struct {
	// modes holds DEC private modes whose value was set and differs from the known
	// default, or has no known default. Modes with a field of their own are not
	// in it.
	modes map[int]bool
	// mouse is the reporting mode (9, 1000, 1002, 1003) and mouseEncoding its format
	// (1006, 1016). In each group the last one set wins and resetting any turns
	// all off, as xterm.js has it.
	mouse, mouseEncoding int

	insert, newline, keypad bool
	cursorStyle             int
	// modifyOtherKeys is xterm's resource 4 of XTMODKEYS.
	modifyOtherKeys int

	pen  pen
	link string // "params;uri" of the hyperlink that is open, or empty

	charsets [4]byte // final bytes of the designations of G0 to G3
	shift    int     // which of them was shifted to
	// charset is the one in use: that of shift, or what DECRC restored without
	// shifting or designating anything.
	charset byte

	alternate bool
	screens   [2]screen // normal, alternate
	rows      int

	title, cwd string
}

// screen is the part of the state that each of the two screens has for itself.
type screen struct {
	top, bottom int // scroll region from 1; 0, 0 is the whole screen
	saved       savedCursor
	keyboard    keyboard
}

// savedCursor is what DECSC keeps, without the position, which needs the contents
// of the screen to be known.
type savedCursor struct {
	pen     pen
	charset byte
}

// ascii is the final byte of the default character set.
const ascii = 'B'

var allASCII = [4]byte{ascii, ascii, ascii, ascii}

// maxModes bounds the modes that are remembered. Real programs use about twenty;
// beyond the bound a mode that was never seen is ignored.
const maxModes = 64

// defaultModes are the private modes that xterm.js has and their values at start.
var defaultModes = map[int]bool{
	1: false, 5: false, 6: false, 7: true, 25: true, 45: false,
	1004: false, 2004: false,
}

// softResetModes return to their default on DECSTR, in xterm.js.
var softResetModes = []int{1, 6, 7, 25, 45, 1004, 2004}

func initialState(rows int) state {
	s := state{rows: rows, modes: map[int]bool{}, charsets: allASCII, charset: ascii}
	for i := range s.screens {
		s.screens[i] = initialScreen()
	}
	return s
}

// clone returns a copy that shares nothing.
func (s *state) clone() state {
	c := *s
	c.modes = maps.Clone(s.modes)
	for i := range c.screens {
		c.screens[i].keyboard.stack = slices.Clone(s.screens[i].keyboard.stack)
	}
	return c
}

func initialScreen() screen { return screen{saved: savedCursor{charset: ascii}} }

func (s *state) active() *screen {
	if s.alternate {
		return &s.screens[1]
	}
	return &s.screens[0]
}

// mode returns a private mode's value; an unknown one is reset.
func (s *state) mode(n int) bool {
	if v, ok := s.modes[n]; ok {
		return v
	}
	return defaultModes[n]
}

func (s *state) setMode(n int, on bool) {
	if v, known := defaultModes[n]; known && v == on {
		delete(s.modes, n)
		return
	}
	_, seen := s.modes[n]
	_, known := defaultModes[n]
	if seen || known || len(s.modes) < maxModes {
		s.modes[n] = on
	}
}

// setPrivate applies DECSET or DECRST of one mode.
func (s *state) setPrivate(n int, on bool) {
	switch n {
	case 2:
		if on {
			s.charsets, s.charset = allASCII, ascii
		}
	case 3, 2026:
		// Column mode is off in xterm.js. Synchronized output is a bracket around one
		// redraw; a replay that starts inside it must not hold back the screen.
	case 66:
		s.keypad = on
	case 9, 1000, 1002, 1003:
		s.mouse = 0
		if on {
			s.mouse = n
		}
	case 1006, 1016:
		s.mouseEncoding = 0
		if on {
			s.mouseEncoding = n
		}
	case 47, 1047:
		s.setAlternate(on)
	case 1048:
		s.saveOrRestore(on)
	case 1049:
		if on {
			s.save()
			s.setAlternate(true)
		} else {
			s.setAlternate(false)
			s.restore()
		}
	default:
		s.setMode(n, on)
	}
}

// setAlternate switches screens. What the alternate screen had for itself ends
// with it. A restored character set becomes a designation here, because no sequence
// could restore it on the other screen; the difference shows only to a program that
// restores, switches, and then shifts back and forth.
func (s *state) setAlternate(on bool) {
	if s.alternate == on {
		return
	}
	if !on {
		s.screens[1] = initialScreen()
	}
	s.alternate = on
	s.charsets[s.shift] = s.charset
}

func (s *state) saveOrRestore(save bool) {
	if save {
		s.save()
	} else {
		s.restore()
	}
}

// save is DECSC. xterm.js does not keep the underline color with the pen.
func (s *state) save() {
	p := s.pen
	p.under = 0
	s.active().saved = savedCursor{pen: p, charset: s.charset}
}

// restore is DECRC.
func (s *state) restore() {
	under := s.pen.under
	saved := s.active().saved
	s.pen = saved.pen
	s.pen.under = under
	s.charset = saved.charset
}

func (s *state) shiftTo(set int) { s.shift, s.charset = set, s.charsets[set] }

func (s *state) designate(set int, final byte) {
	s.charsets[set] = final
	if s.shift == set {
		s.charset = final
	}
}

// softReset is DECSTR.
func (s *state) softReset() {
	for _, n := range softResetModes {
		delete(s.modes, n)
	}
	s.insert, s.keypad, s.cursorStyle = false, false, 0
	s.pen, s.link = pen{}, ""
	s.charsets, s.charset, s.shift = allASCII, ascii, 0
	a := s.active()
	a.top, a.bottom = 0, 0
	a.saved = savedCursor{charset: ascii}
}

// fullReset is RIS. Title and directory describe the program, not the emulator,
// and stay; so do the modes that are options or no part of the reset in xterm.js:
// newline, blinking and a hidden cursor.
func (s *state) fullReset() {
	former := *s
	*s = initialState(s.rows)
	s.title, s.cwd, s.newline = former.title, former.cwd, former.newline
	for _, n := range []int{12, 25} {
		if on, ok := former.modes[n]; ok {
			s.modes[n] = on
		}
	}
}

// setRegion is DECSTBM with its parameters as sent.
func (s *state) setRegion(top, bottom int) {
	top = max(top, 1)
	if bottom == 0 || bottom > s.rows {
		bottom = s.rows
	}
	if bottom <= top {
		return
	}
	if top == 1 && bottom == s.rows {
		top, bottom = 0, 0
	}
	a := s.active()
	a.top, a.bottom = top, bottom
}

// resize follows a change of the grid; both scroll regions end with it.
func (s *state) resize(rows int) {
	s.rows = rows
	for i := range s.screens {
		s.screens[i].top, s.screens[i].bottom = 0, 0
	}
}

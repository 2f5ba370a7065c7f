package vt

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
	shift    int     // which of them is in use

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
	s := state{rows: rows, modes: map[int]bool{}, charsets: [4]byte{ascii, ascii, ascii, ascii}}
	for i := range s.screens {
		s.screens[i] = initialScreen()
	}
	return s
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
			s.charsets = [4]byte{ascii, ascii, ascii, ascii}
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
// with it.
func (s *state) setAlternate(on bool) {
	if s.alternate && !on {
		s.screens[1] = initialScreen()
	}
	s.alternate = on
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
	s.active().saved = savedCursor{pen: p, charset: s.charsets[s.shift]}
}

// restore is DECRC.
func (s *state) restore() {
	under := s.pen.under
	saved := s.active().saved
	s.pen = saved.pen
	s.pen.under = under
	s.charsets[s.shift] = saved.charset
}

// softReset is DECSTR.
func (s *state) softReset() {
	for _, n := range softResetModes {
		delete(s.modes, n)
	}
	s.insert, s.keypad, s.cursorStyle = false, false, 0
	s.pen, s.link = pen{}, ""
	s.charsets, s.shift = [4]byte{ascii, ascii, ascii, ascii}, 0
	a := s.active()
	a.top, a.bottom = 0, 0
	a.saved = savedCursor{charset: ascii}
}

// fullReset is RIS. Title and directory describe the program, not the emulator,
// and stay.
func (s *state) fullReset() {
	title, cwd := s.title, s.cwd
	*s = initialState(s.rows)
	s.title, s.cwd = title, cwd
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

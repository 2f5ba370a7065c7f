package vt

// prefixed shifts a prefix or intermediate byte above the final byte of a sequence.
const prefixed = 8

// dispatchESC applies an escape sequence without parameters.
func (t *Tracker) dispatchESC(final byte) {
	s := &t.screen
	if set, ok := designations[t.collect]; ok {
		if isCharset(final) {
			s.designate(set, final)
		}
		return
	}
	switch t.collect {
	case '%':
		if final == '@' || final == 'G' {
			s.shiftTo(0)
			s.designate(0, ascii)
		}
		return
	case 0:
	default:
		return
	}
	switch final {
	case '7':
		s.save()
	case '8':
		s.restore()
	case '=':
		s.keypad = true
	case '>':
		s.keypad = false
	case 'c':
		s.fullReset()
	case 'n', '}':
		s.shiftTo(2)
	case 'o', '|':
		s.shiftTo(3)
	case '~':
		s.shiftTo(1)
	}
}

// designations maps the intermediate bytes that designate a character set to the
// set G0 to G3.
var designations = map[uint32]int{'(': 0, ')': 1, '*': 2, '+': 3, '-': 1, '.': 2}

// isCharset reports whether xterm.js has a character set of this name; others
// change nothing.
func isCharset(final byte) bool {
	switch final {
	case '0', 'A', ascii, '4', 'C', '5', 'R', 'Q', 'K', 'Y', 'E', '6', 'Z', 'H', '7', '=':
		return true
	}
	return false
}

// dispatchCSI applies a control sequence.
func (t *Tracker) dispatchCSI(final byte) {
	s, p := &t.screen, &t.params
	switch t.collect<<prefixed | uint32(final) {
	case 'h', 'l':
		t.ansiModes(final == 'h')
	case '?'<<prefixed | 'h', '?'<<prefixed | 'l':
		for i := range p.count {
			s.setPrivate(p.get(i), final == 'h')
		}
	case 'm':
		s.pen.sgr(p)
	case '>'<<prefixed | 'm':
		if p.get(0) == 4 || p.get(0) == 0 {
			s.modifyOtherKeys = min(p.get(1), 3)
		}
	case '>'<<prefixed | 'n':
		if p.get(0) == 4 {
			s.modifyOtherKeys = 0
		}
	case ' '<<prefixed | 'q':
		if style := p.get(0); style <= 6 {
			s.cursorStyle = style
		}
	case '!'<<prefixed | 'p':
		s.softReset()
	case 'r':
		s.setRegion(p.get(0), p.get(1))
	case 's':
		s.save()
	case 'u':
		s.restore()
	case '>'<<prefixed | 'u':
		s.active().keyboard.push(p.get(0))
	case '<'<<prefixed | 'u':
		s.active().keyboard.pop(p.get(0))
	case '='<<prefixed | 'u':
		s.active().keyboard.set(p.get(0), p.get(1))
	}
}

func (t *Tracker) ansiModes(on bool) {
	for i := range t.params.count {
		switch t.params.get(i) {
		case 4:
			t.screen.insert = on
		case 20:
			t.screen.newline = on
		}
	}
}

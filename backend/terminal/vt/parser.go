package vt

import (
	"math"
	"slices"
)

// parserState is where the byte stream is inside a sequence. The states are those
// of the VT500 parser (vt100.net/emu/dec_ansi_parser) as xterm.js implements it.
type parserState uint8

const (
	ground parserState = iota
	escape
	escapeIntermediate
	csiEntry
	csiParam
	csiIntermediate
	csiIgnore
	oscString
	ignoredString // SOS, PM, APC
	dcsEntry
	dcsParam
	dcsIntermediate
	dcsBody // passed through or ignored: nothing in it changes our state
)

const (
	esc = 0x1b
	bel = 0x07
	can = 0x18
	sub = 0x1a
	del = 0x7f
	so  = 0x0e
	si  = 0x0f
	// c1Lead is the only UTF-8 lead byte of the 8-bit controls U+0080 to U+009F.
	// A raw byte 0x80 to 0x9f is malformed UTF-8, which xterm.js skips.
	c1Lead = 0xc2

	c1DCS, c1SOS, c1CSI, c1ST = 0x90, 0x98, 0x9b, 0x9c
	c1OSC, c1PM, c1APC        = 0x9d, 0x9e, 0x9f
	// printable stands for every code point from U+00A0 on.
	printable = 0xa0
)

// maxString bounds what is kept of one OSC string. Titles, directories and links
// are shorter; of a longer string the rest is skipped without being kept.
const maxString = 8 << 10

// Tracker follows one stream of output. The zero value is not usable; see New.
// It is not safe for concurrent use.
type Tracker struct {
	screen state
	host   string

	at      parserState
	utf8    partialRune
	collect uint32 // prefix and intermediate bytes, most recent lowest
	params  params
	osc     []byte
	oscOver bool // more than maxString came

	changes uint64
}

// New returns a tracker in the state of a freshly reset emulator with that many
// rows. hostname is the only host, besides none and localhost, whose directories
// are believed.
func New(hostname string, rows int) *Tracker {
	return &Tracker{screen: initialState(rows), host: hostname}
}

// Clone returns a tracker that follows the same stream from here on, on its own.
func (t *Tracker) Clone() *Tracker {
	c := *t
	c.screen, c.osc = t.screen.clone(), slices.Clone(t.osc)
	return &c
}

// Ground reports whether the stream is between sequences and between characters.
func (t *Tracker) Ground() bool { return t.at == ground && t.utf8.have == 0 }

// Partial reports whether the stream is inside a character, which is the one place
// that Prologue cannot lead to. A byte that does not continue the character ends it
// without effect, so before such a byte Prologue is exact again.
func (t *Tracker) Partial() bool { return t.utf8.have > 0 }

// partialRune is a UTF-8 sequence of which some bytes are still to come.
type partialRune struct {
	bytes      [4]byte
	have, need uint8
}

// Feed follows more output. How a stream is cut into calls makes no difference.
func (t *Tracker) Feed(p []byte) {
	next := seeker{p: p}
	for i := 0; i < len(p); {
		switch {
		case t.utf8.have > 0:
			t.step(p[i])
			i++
		case t.at == ground:
			// Text is most of all output and changes nothing here, so it is skipped
			// at the speed of a memory scan.
			j := next.special(i)
			t.endOfText(p[i:j])
			if i = j; i < len(p) {
				i += t.special(p[i:])
			}
		case t.inString():
			j := i + textLength(p[i:])
			if t.at == oscString {
				t.keep(p[i:j]...)
			}
			if i = j; i < len(p) {
				t.step(p[i])
				i++
			}
		case t.at == csiEntry || t.at == csiParam:
			// Half of colored output is the digits of its parameters.
			for i < len(p) && p[i] >= '0' && p[i] <= ';' {
				t.params.add(p[i])
				t.at = csiParam
				i++
			}
			if i < len(p) {
				t.step(p[i])
				i++
			}
		default:
			t.step(p[i])
			i++
		}
	}
}

// special takes what stands out of text, and returns how many bytes that was.
func (t *Tracker) special(p []byte) int {
	if t.utf8.have == 0 {
		if n := t.wholeCSI(p); n > 0 {
			return n
		}
	}
	t.step(p[0])
	return 1
}

// wholeCSI takes a control sequence that is in one piece and has nothing but plain
// parameters, as nearly all have: colours and movements are half of what a busy
// program writes. It returns 0, and has done nothing, for any other.
func (t *Tracker) wholeCSI(p []byte) int {
	if len(p) < 3 || p[0] != esc || p[1] != '[' {
		return 0
	}
	count, value := 0, int64(0)
	for i, c := range p[2:] {
		switch {
		case c >= '0' && c <= '9':
			if value = value*10 + int64(c-'0'); value > math.MaxInt32 {
				return 0
			}
			continue
		case c == ';' || c >= 0x40 && c < del:
			if count == maxParams {
				return 0
			}
			t.params.values[count], t.params.subsEnd[count] = int32(value), 0
			count, value = count+1, 0
			if c == ';' {
				continue
			}
			t.params.count, t.params.total, t.collect = count, 0, 0
			t.dispatchCSI(c)
			return 2 + i + 1
		}
		return 0
	}
	return 0
}

// FeedToGround is Feed up to the first byte after which the stream is at Ground, and
// returns how many bytes that took.
func (t *Tracker) FeedToGround(p []byte) int {
	i := 0
	for i < len(p) && !t.Ground() {
		n := 1
		if t.inString() && t.utf8.have == 0 {
			n = max(n, textLength(p[i:])) // ends no string
		}
		t.Feed(p[i : i+n])
		i += n
	}
	return i
}

func (t *Tracker) inString() bool {
	return t.at == oscString || t.at == dcsBody || t.at == ignoredString
}

// textLength is how many bytes p begins with that are plain text in a string.
func textLength(p []byte) int {
	n := 0
	for n < len(p) && p[n] >= 0x20 && p[n] < 0x80 {
		n++
	}
	return n
}

// endOfText remembers the character that skipped text ends inside of.
func (t *Tracker) endOfText(text []byte) {
	for back := 1; back <= 3 && back <= len(text); back++ {
		b := text[len(text)-back]
		if b < 0x80 {
			return
		}
		if need := runeLength(b); need > 0 {
			if need > back {
				t.utf8.need, t.utf8.have = uint8(need), uint8(back)
				copy(t.utf8.bytes[:], text[len(text)-back:])
			}
			return
		}
		if b >= 0xc0 { // not a lead byte of UTF-8
			return
		}
	}
}

// runeLength is the length that a lead byte announces, 0 for any other byte.
func runeLength(b byte) int {
	switch {
	case b&0xe0 == 0xc0:
		return 2
	case b&0xf0 == 0xe0:
		return 3
	case b&0xf8 == 0xf0:
		return 4
	}
	return 0
}

// step decodes one byte as xterm.js does: a sequence that breaks off is dropped
// and the byte that broke it is read anew; malformed sequences vanish.
func (t *Tracker) step(b byte) {
	if b < 0x80 {
		t.utf8.have = 0
		t.code(b)
		return
	}
	if t.utf8.have > 0 && b&0xc0 == 0x80 {
		t.utf8.bytes[t.utf8.have] = b
		if t.utf8.have++; t.utf8.have == t.utf8.need {
			t.utf8.have = 0
			t.wide(t.utf8.bytes[:t.utf8.need])
		}
		return
	}
	t.utf8.have = 0
	if need := runeLength(b); need > 0 {
		t.utf8.bytes[0], t.utf8.have, t.utf8.need = b, 1, uint8(need)
	}
}

// wide handles one complete multi-byte sequence.
func (t *Tracker) wide(seq []byte) {
	r := rune(seq[0] & (0xff >> (len(seq) + 1)))
	for _, b := range seq[1:] {
		r = r<<6 | rune(b&0x3f)
	}
	const byteOrderMark = 0xfeff
	switch len(seq) {
	case 2:
		if r < 0x80 {
			return
		}
	case 3:
		if r < 0x800 || r >= 0xd800 && r <= 0xdfff || r == byteOrderMark {
			return
		}
	case 4:
		if r < 0x10000 || r > 0x10ffff {
			return
		}
	}
	if r < printable {
		t.code(byte(r))
		return
	}
	if t.at == oscString {
		t.keep(seq...)
		return
	}
	t.code(printable)
}

func (t *Tracker) keep(b ...byte) {
	if room := maxString - len(t.osc); len(b) > room {
		t.oscOver = true
		b = b[:room]
	}
	t.osc = append(t.osc, b...)
}

// code advances the state machine by one code point: ASCII, an 8-bit control, or
// printable for everything above.
func (t *Tracker) code(c byte) {
	if t.anywhere(c) {
		return
	}
	switch t.at {
	case ground:
		t.execute(c)
	case escape, escapeIntermediate:
		t.inEscape(c)
	case csiEntry, csiParam, csiIntermediate, csiIgnore:
		t.inCSI(c)
	case oscString:
		switch {
		case c == bel:
			t.endOSC()
			t.at = ground
		case c >= 0x20: // reached only after a broken character; see Feed
			t.keep(c)
		}
	case ignoredString:
		if c == printable { // xterm.js knows only ASCII there and gives up
			t.at = ground
		}
	case dcsEntry, dcsParam, dcsIntermediate:
		t.inDCSHeader(c)
	}
}

// anywhere handles what has the same meaning in every state.
func (t *Tracker) anywhere(c byte) bool {
	switch {
	case c >= 0x20 && c < 0x80 || c == printable:
		return false
	case c == esc:
		if t.at == oscString {
			t.endOSC()
		}
		t.begin(escape)
	case c == c1ST:
		if t.at == oscString {
			t.endOSC()
		}
		t.at = ground
	case c == can || c == sub:
		t.at = ground
	case c < 0x20:
		return false
	case c == c1CSI:
		t.begin(csiEntry)
	case c == c1OSC:
		t.beginOSC()
	case c == c1DCS:
		t.begin(dcsEntry)
	case c == c1SOS || c == c1PM || c == c1APC:
		t.at = ignoredString
	default:
		t.at = ground
	}
	return true
}

func (t *Tracker) begin(at parserState) {
	t.at = at
	t.collect = 0
	t.params.reset()
}

func (t *Tracker) beginOSC() {
	t.at = oscString
	t.osc = t.osc[:0]
	t.oscOver = false
}

// execute handles the C0 controls that change state.
func (t *Tracker) execute(c byte) {
	switch c {
	case so:
		t.screen.shiftTo(1)
	case si:
		t.screen.shiftTo(0)
	}
}

func (t *Tracker) inEscape(c byte) {
	switch {
	case c < 0x20:
		t.execute(c)
	case c < 0x30:
		t.collectByte(c)
		t.at = escapeIntermediate
	case c == del:
	case c == printable:
		t.at = ground
	case t.at == escapeIntermediate:
		t.at = ground
		t.dispatchESC(c)
	default:
		t.afterEscape(c)
	}
}

func (t *Tracker) afterEscape(c byte) {
	switch c {
	case '[':
		t.begin(csiEntry)
	case ']':
		t.beginOSC()
	case 'P':
		t.begin(dcsEntry)
	case 'X', '^', '_':
		t.at = ignoredString
	default:
		t.at = ground
		t.dispatchESC(c)
	}
}

func (t *Tracker) inCSI(c byte) {
	switch {
	case c < 0x20:
		t.execute(c)
	case c == del:
	case c == printable:
		if t.at != csiIgnore {
			t.at = ground
		}
	case c >= 0x40:
		if t.at != csiIgnore {
			t.dispatchCSI(c)
		}
		t.at = ground
	case t.at == csiIgnore:
	case c < 0x30:
		t.collectByte(c)
		t.at = csiIntermediate
	case t.at == csiIntermediate:
		t.at = csiIgnore
	case c < 0x3c:
		t.params.add(c)
		t.at = csiParam
	case t.at == csiEntry:
		t.collectByte(c)
		t.at = csiParam
	default:
		t.at = csiIgnore
	}
}

func (t *Tracker) inDCSHeader(c byte) {
	switch {
	case c < 0x20 || c == del:
	case c == printable:
		t.at = ground
	case c >= 0x40:
		t.at = dcsBody
	case c < 0x30:
		t.at = dcsIntermediate
	case t.at == dcsIntermediate:
		t.at = dcsBody
	case c < 0x3c || t.at == dcsEntry:
		t.at = dcsParam
	default:
		t.at = dcsBody
	}
}

// collectByte keeps prefix and intermediates. No sequence that we follow has more
// than two; with more the value matches nothing and stays so.
func (t *Tracker) collectByte(c byte) {
	if t.collect > 0xffff {
		return
	}
	t.collect = t.collect<<8 | uint32(c)
}

package vt

import (
	"bytes"
	"strconv"
	"unicode/utf8"
)

// pending opens a sequence again that the stream is inside of, so that its rest has
// the effect of the whole. Control and escape sequences and short operating system
// commands are said again exactly. Of longer strings the middle is missing, so those
// with an effect beyond our state, such as an image or a clipboard, get a name that
// no emulator acts on.
func (t *Tracker) pending() []byte {
	switch t.at {
	case escape:
		return []byte{esc}
	case escapeIntermediate:
		return append([]byte{esc}, t.collected()...)
	case csiEntry, csiParam, csiIntermediate:
		return t.pendingCSI()
	case csiIgnore:
		return []byte("\x1b[0<")
	case oscString:
		return t.pendingOSC()
	case ignoredString:
		return []byte("\x1bX")
	case dcsEntry:
		return []byte("\x1bP")
	case dcsParam:
		return []byte("\x1bP0")
	case dcsIntermediate:
		return []byte("\x1bP ")
	case dcsBody:
		return []byte("\x1bPz")
	}
	return nil
}

// collected is the prefix and intermediate bytes in the order in which they came.
func (t *Tracker) collected() []byte {
	var b []byte
	for shift := 24; shift >= 0; shift -= 8 {
		if c := byte(t.collect >> shift); c != 0 {
			b = append(b, c)
		}
	}
	return b
}

func (t *Tracker) pendingCSI() []byte {
	b := []byte("\x1b[")
	if t.at == csiEntry {
		return b
	}
	collected := t.collected()
	prefix := 0
	for prefix < len(collected) && collected[prefix] >= '<' {
		prefix++
	}
	b = t.params.append(append(b, collected[:prefix]...))
	return append(b, collected[prefix:]...)
}

// append writes parameters so that reading them again gives the same, also as to
// which further ones are ignored.
func (p *params) append(b []byte) []byte {
	total := 0
	for i := range p.count {
		if i > 0 {
			b = append(b, ';')
		}
		b = strconv.AppendInt(b, int64(p.values[i]), 10)
		subs := p.sub(i)
		for _, v := range subs {
			if b = append(b, ':'); v >= 0 {
				b = strconv.AppendInt(b, int64(v), 10)
			}
		}
		if total += len(subs); total == maxParams && len(subs) > 0 && p.subsFull {
			b = append(b, ':')
		}
	}
	if p.full {
		b = append(b, ';')
	}
	if p.inSub && (p.full || p.subsFull || len(p.sub(p.count-1)) == 0) {
		b = append(b, ':')
	}
	return b
}

// pendingOSC says again what is kept of the command. When more came, only commands
// whose beginning alone is our state may be repeated without it; the padding makes
// them too long again.
func (t *Tracker) pendingOSC() []byte {
	b := []byte("\x1b]")
	if !t.oscOver {
		return append(b, t.osc...)
	}
	name, _, _ := bytes.Cut(t.osc, []byte{';'})
	switch oscNumber(name) {
	case "0", "2", "8":
	default:
		return append(b, "99999;"...)
	}
	whole := t.osc
	for len(whole) > 0 { // the bound may have cut a character
		if r, n := utf8.DecodeLastRune(whole); r != utf8.RuneError || n > 1 {
			break
		}
		whole = whole[:len(whole)-1]
	}
	b = append(b, whole...)
	return append(b, bytes.Repeat([]byte{del}, maxString+1-len(whole))...)
}

// oscNumber is the number of a command without leading zeros, or its name if it is
// no number; "" if there is none.
func oscNumber(name []byte) string {
	if n := bytes.TrimLeft(name, "0"); len(n) > 0 || len(name) == 0 {
		return string(n)
	}
	return "0"
}

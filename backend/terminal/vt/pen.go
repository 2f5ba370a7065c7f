package vt

import "strconv"

// A color is its kind in the top byte and its value below. The kinds are kept
// apart because an emulator draws palette color 1 set by SGR 31 brighter when bold
// and the same color set by SGR 38;5;1 not.
type color uint32

const (
	colorPalette color = (iota + 1) << 24 // SGR 30-37, 90-97
	color256                              // SGR 38;5
	colorRGB                              // SGR 38;2

	colorKind color = 0xff << 24
)

type attribute uint16

const (
	bold attribute = 1 << iota
	dim
	italic
	blink
	inverse
	invisible
	strike
	overline
)

// pen is what the next character is drawn with.
type pen struct {
	fg, bg, under color
	attributes    attribute
	underline     uint8 // 0 none, 1 single, 2 double, 3 curly, 4 dotted, 5 dashed
}

// sgr applies "Select Graphic Rendition".
func (p *pen) sgr(ps *params) {
	for i := 0; i < ps.count; i++ {
		v := ps.get(i)
		switch {
		case v == 0:
			*p = pen{}
		case v >= 30 && v <= 37:
			p.fg = colorPalette | color(v-30)
		case v >= 90 && v <= 97:
			p.fg = colorPalette | color(v-90+8)
		case v >= 40 && v <= 47:
			p.bg = colorPalette | color(v-40)
		case v >= 100 && v <= 107:
			p.bg = colorPalette | color(v-100+8)
		case v == 4:
			p.underlineStyle(ps.sub(i))
		case v == 21:
			p.underline = 2
		case v == 24:
			p.underline = 0
		case v == 38 || v == 48 || v == 58:
			i += p.extended(ps, i)
		case v == 39:
			p.fg = 0
		case v == 49:
			p.bg = 0
		case v == 59:
			p.under = 0
		default:
			set, clear := attributesOf(v)
			p.attributes = p.attributes&^clear | set
		}
	}
}

// attributesOf returns what an SGR parameter sets and clears; an unknown one does
// neither.
func attributesOf(v int) (set, clear attribute) {
	switch v {
	case 1:
		return bold, 0
	case 2:
		return dim, 0
	case 3:
		return italic, 0
	case 5:
		return blink, 0
	case 7:
		return inverse, 0
	case 8:
		return invisible, 0
	case 9:
		return strike, 0
	case 53:
		return overline, 0
	case 22:
		return 0, bold | dim
	case 23:
		return 0, italic
	case 25:
		return 0, blink
	case 27:
		return 0, inverse
	case 28:
		return 0, invisible
	case 29:
		return 0, strike
	case 55:
		return 0, overline
	}
	return 0, 0
}

func (p *pen) underlineStyle(sub []int32) {
	p.underline = 1
	if len(sub) > 0 && sub[0] >= 0 && sub[0] <= 5 {
		p.underline = uint8(sub[0])
	}
}

// extended applies a 256-color or RGB parameter in its semicolon form (38;5;n,
// 38;2;r;g;b), its colon form (38:5:n, 38:2:space:r:g:b) or a mixture, and returns
// how many further parameters belonged to it.
func (p *pen) extended(ps *params, at int) int {
	if ps.total == 0 && at+1 < ps.count { // only semicolons, and nothing left out
		target := p.target(ps.values[at])
		switch v := ps.values[at+1 : ps.count]; {
		case v[0] == 5 && len(v) >= 2:
			*target = color256 | color(v[1]&0xff)
			return 2
		case v[0] == 2 && len(v) >= 4:
			*target = colorRGB | color(v[1]&0xff)<<16 | color(v[2]&0xff)<<8 | color(v[3]&0xff)
			return 4
		}
	}
	// The slots are: target, kind, color space, and three values. The semicolon
	// forms have no color space, and neither has 38:5:n.
	slots := [6]int32{2: -1}
	shift, used := 0, 0
	for {
		slots[used+shift] = ps.values[at+used]
		if sub := ps.sub(at + used); len(sub) > 0 {
			for k, v := range sub {
				if slots[1] == 5 {
					shift = 1
				}
				if slot := used + k + 1 + shift; slot < len(slots) {
					slots[slot] = v
				}
			}
			break
		}
		if slots[1] == 5 && used+shift >= 2 || slots[1] == 2 && used+shift >= 5 {
			break
		}
		if slots[1] != 0 {
			shift = 1
		}
		if used++; at+used >= ps.count || used+shift >= len(slots) {
			break
		}
	}
	target := p.target(slots[0])
	value := func(i int) color { return color(max(slots[i], 0) & 0xff) }
	switch slots[1] {
	case 2:
		*target = colorRGB | value(3)<<16 | value(4)<<8 | value(5)
	case 5:
		*target = color256 | value(3)
	}
	return used
}

// target is the color that an SGR parameter names.
func (p *pen) target(parameter int32) *color {
	switch parameter {
	case 38:
		return &p.fg
	case 48:
		return &p.bg
	}
	return &p.under
}

// append writes the SGR sequence that sets exactly this pen.
func (p pen) append(b []byte) []byte {
	b = append(b, "\x1b[0"...)
	for _, a := range []struct {
		attribute attribute
		code      string
	}{{bold, ";1"}, {dim, ";2"}, {italic, ";3"}, {blink, ";5"}, {inverse, ";7"}, {invisible, ";8"}, {strike, ";9"}, {overline, ";53"}} {
		if p.attributes&a.attribute != 0 {
			b = append(b, a.code...)
		}
	}
	if p.underline > 0 {
		b = strconv.AppendUint(append(b, ";4:"...), uint64(p.underline), 10)
	}
	b = p.fg.append(b, 30)
	b = p.bg.append(b, 40)
	b = p.under.append(b, 50)
	return append(b, 'm')
}

// append writes the parameters that select c; base is 30 for the foreground, 40
// for the background and 50 for the underline.
func (c color) append(b []byte, base int) []byte {
	number := func(sep byte, n int) { b = strconv.AppendInt(append(b, sep), int64(n), 10) }
	switch v := int(c &^ colorKind); c & colorKind {
	case colorPalette:
		if v >= 8 {
			v += 60 - 8
		}
		number(';', base+v)
	case color256:
		number(';', base+8)
		number(';', 5)
		number(';', v)
	case colorRGB:
		number(';', base+8)
		number(';', 2)
		number(';', v>>16)
		number(';', v>>8&0xff)
		number(';', v&0xff)
	}
	return b
}

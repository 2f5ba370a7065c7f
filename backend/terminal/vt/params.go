package vt

import "math"

// maxParams is how many parameters, and how many sub-parameters, xterm.js keeps
// of one sequence; further ones are ignored.
const maxParams = 32

// params are the numbers of a control sequence: "1;2:3" is the parameters 1 and 2,
// where 2 has the sub-parameter 3. A missing parameter is 0, a missing
// sub-parameter -1.
type params struct {
	values  [maxParams]int32
	count   int
	subs    [maxParams]int32
	subsEnd [maxParams]int // where the sub-parameters of each parameter end
	total   int            // sub-parameters in all

	full, subsFull, inSub bool
}

func (p *params) reset() {
	p.values[0], p.subsEnd[0] = 0, 0
	p.count, p.total = 1, 0
	p.full, p.subsFull, p.inSub = false, false, false
}

// add takes a digit, ';' or ':'.
func (p *params) add(c byte) {
	switch c {
	case ';':
		p.inSub = false
		if p.count == maxParams {
			p.full = true
			return
		}
		p.values[p.count], p.subsEnd[p.count] = 0, p.total
		p.count++
	case ':':
		p.inSub = true
		if p.full || p.total == maxParams {
			p.subsFull = true
			return
		}
		p.subs[p.total] = -1
		p.total++
		p.subsEnd[p.count-1] = p.total
	default:
		p.digit(int64(c - '0'))
	}
}

func (p *params) digit(d int64) {
	if p.full || p.inSub && (p.subsFull || p.total == 0) {
		return
	}
	v := &p.values[p.count-1]
	if p.inSub {
		v = &p.subs[p.total-1]
	}
	if *v < 0 {
		*v = 0
	}
	*v = int32(min(int64(*v)*10+d, math.MaxInt32))
}

// get returns parameter i, 0 when it is absent.
func (p *params) get(i int) int {
	if i >= p.count {
		return 0
	}
	return int(p.values[i])
}

// sub returns the sub-parameters of parameter i.
func (p *params) sub(i int) []int32 {
	start := 0
	if i > 0 {
		start = p.subsEnd[i-1]
	}
	return p.subs[start:p.subsEnd[i]]
}

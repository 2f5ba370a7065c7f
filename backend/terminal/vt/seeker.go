package vt

import "bytes"

// seeker finds the bytes that matter in ground state. It remembers the next one
// of each kind, so that a frequent kind does not cause a rescan for a rare one.
type seeker struct {
	p    []byte
	next [len(rare)]int // 1 + index, 0 before the first search
	rare int            // the least of next
	esc  int            // as next; escapes may stand every few bytes
}

var rare = [...]byte{so, si, c1Lead}

// special returns the index of the first special byte at or after i, or len(p).
func (s *seeker) special(i int) int {
	if s.rare <= i {
		s.rare = len(s.p) + 1
		for k, b := range rare {
			if s.next[k] <= i {
				s.next[k] = s.find(b, i)
			}
			s.rare = min(s.rare, s.next[k])
		}
	}
	if s.esc <= i {
		s.esc = s.find(esc, i)
	}
	return min(s.esc, s.rare) - 1
}

// find returns 1 + the index of the first b at or after i, or of the end.
func (s *seeker) find(b byte, i int) int {
	if n := bytes.IndexByte(s.p[i:], b); n >= 0 {
		return i + n + 1
	}
	return len(s.p) + 1
}

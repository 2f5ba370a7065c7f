package vt

import "strconv"

// keyboard is the state of the kitty keyboard protocol of one screen
// (sw.kovidgoyal.net/kitty/keyboard-protocol): the flags in force and those that
// were pushed aside.
type keyboard struct {
	flags uint8
	stack []uint8
}

const (
	keyboardFlags = 0x1f
	// maxKeyboards bounds the stack; beyond it the oldest entry is forgotten, as
	// the protocol asks for.
	maxKeyboards = 32
)

func (k *keyboard) push(flags int) {
	if len(k.stack) == maxKeyboards {
		k.stack = append(k.stack[:0], k.stack[1:]...)
	}
	k.stack = append(k.stack, k.flags)
	k.flags = uint8(flags & keyboardFlags)
}

func (k *keyboard) pop(n int) {
	for n = max(n, 1); n > 0; n-- {
		if len(k.stack) == 0 {
			*k = keyboard{}
			return
		}
		last := len(k.stack) - 1
		k.flags = k.stack[last]
		if k.stack = k.stack[:last]; last == 0 {
			k.stack = nil
		}
	}
}

func (k *keyboard) set(flags, how int) {
	f := uint8(flags & keyboardFlags)
	switch how {
	case 0, 1:
		k.flags = f
	case 2:
		k.flags |= f
	case 3:
		k.flags &^= f
	}
}

// append writes what brings a fresh keyboard to this state.
func (k *keyboard) append(b []byte) []byte {
	all := append(append([]uint8{}, k.stack...), k.flags)
	if all[0] != 0 {
		b = append(strconv.AppendUint(append(b, "\x1b[="...), uint64(all[0]), 10), ";1u"...)
	}
	for _, flags := range all[1:] {
		b = append(strconv.AppendUint(append(b, "\x1b[>"...), uint64(flags), 10), 'u')
	}
	return b
}

//go:build linux

package desktop

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"io"
	"os"
	"strconv"
	"testing"
	"time"
)

// typist presses keys and looks at pixels in a fraction of a millisecond, where a
// program for each would take longer than what is measured. It speaks a few more
// requests, and those of https://www.x.org/releases/X11R7.7/doc/xextproto/xtest.html.
type typist struct {
	t *testing.T
	*screen
	root uint32
	test byte            // opcode of the XTEST extension
	keys map[uint32]byte // codes by symbol, of keys without a modifier
	area image.Rectangle // what is looked at
}

const (
	requestQueryTree  = 15
	requestGetImage   = 73
	requestExtension  = 98
	requestKeyMapping = 101

	firstKey, lastKey = 8, 255
)

// newTypist looks at an area of the screen that the window is on.
func newTypist(t *testing.T, window string, area image.Rectangle) *typist {
	t.Helper()
	id, err := strconv.ParseUint(window, 10, 32)
	if err != nil {
		t.Fatal(err)
	}
	x, err := dialScreen(os.Getenv("DISPLAY"), os.Getenv("XAUTHORITY"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { x.conn.Close() })
	x.conn.SetDeadline(time.Now().Add(5 * time.Minute)) // the whole of a test
	w := &typist{t: t, screen: x, area: area, keys: map[uint32]byte{}}

	head, _ := w.ask(requestQueryTree, 0, uint32(id))
	w.root = binary.LittleEndian.Uint32(head[8:])

	name := []byte("XTEST")
	head, _ = w.ask(requestExtension, 0, uint16(len(name)), uint16(0), padded(name))
	if head[8] == 0 {
		t.Skip("the screen takes no keys of a test")
	}
	w.test = head[9]

	head, symbols := w.ask(requestKeyMapping, 0, byte(firstKey), byte(lastKey-firstKey+1), uint16(0))
	each := int(head[1])
	for code := firstKey; code <= lastKey && each > 0; code++ {
		at := (code - firstKey) * each * 4
		if symbol := binary.LittleEndian.Uint32(symbols[at:]); symbol != 0 && w.keys[symbol] == 0 {
			w.keys[symbol] = byte(code)
		}
	}
	return w
}

// ask sends a request and returns the fixed and the further part of its reply.
func (w *typist) ask(opcode, detail byte, fields ...any) (head, rest []byte) {
	w.t.Helper()
	w.send(opcode, detail, fields...)
	head = make([]byte, 32)
	for {
		if _, err := io.ReadFull(w.conn, head); err != nil {
			w.t.Fatal(err)
		}
		if head[0] == 1 {
			break
		}
		if head[0] == 0 {
			w.t.Fatalf("the screen refused request %d: error %d", opcode, head[1])
		}
	}
	rest = make([]byte, 4*int(binary.LittleEndian.Uint32(head[4:])))
	if _, err := io.ReadFull(w.conn, rest); err != nil {
		w.t.Fatal(err)
	}
	return head, rest
}

func (w *typist) send(opcode, detail byte, fields ...any) {
	w.t.Helper()
	var body bytes.Buffer
	put(&body, fields...)
	var b bytes.Buffer
	b.Write([]byte{opcode, detail})
	put(&b, uint16(1+body.Len()/4))
	b.Write(body.Bytes())
	if _, err := w.conn.Write(b.Bytes()); err != nil {
		w.t.Fatal(err)
	}
}

// press presses and releases the key of a letter.
func (w *typist) press(letter rune) {
	w.t.Helper()
	code, known := w.keys[uint32(letter)]
	if !known {
		w.t.Fatalf("there is no key for %q", letter)
	}
	const pressed, released = 2, 3
	for _, kind := range []byte{pressed, released} {
		w.send(w.test, 2, kind, code, uint16(0), uint32(0), w.root, [8]byte{}, int16(0), int16(0), [7]byte{}, byte(0))
	}
}

// pixels are the area's, four bytes each: blue, green, red and nothing.
func (w *typist) pixels() []byte {
	w.t.Helper()
	const zPixmap = 2
	_, data := w.ask(requestGetImage, zPixmap, w.root, int16(w.area.Min.X), int16(w.area.Min.Y),
		uint16(w.area.Dx()), uint16(w.area.Dy()), ^uint32(0))
	return data
}

var errUnchanged = errors.New("nothing changed")

// untilChanged waits for pixels that differ and returns them.
func (w *typist) untilChanged(from []byte, patience time.Duration) ([]byte, time.Duration, error) {
	start := time.Now()
	for {
		now := w.pixels()
		took := time.Since(start)
		if !bytes.Equal(now, from) {
			return now, took, nil
		}
		if took > patience {
			return now, took, fmt.Errorf("%w for %v", errUnchanged, took)
		}
	}
}

// untilStill waits until nothing has changed for a while, and returns the pixels.
func (w *typist) untilStill(quiet time.Duration) []byte {
	for now := w.pixels(); ; {
		next, _, err := w.untilChanged(now, quiet)
		if err != nil {
			return next
		}
		now = next
	}
}

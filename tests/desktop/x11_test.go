//go:build linux

package desktop

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"
)

// requestClose does what a window manager's close button does: it sends the window
// WM_DELETE_WINDOW. There is no window manager on the virtual screen, and xdotool
// can only destroy windows.
func requestClose(t *testing.T, window string) {
	t.Helper()
	id, err := strconv.ParseUint(window, 10, 32)
	if err != nil {
		t.Fatal(err)
	}
	x, err := dialScreen(os.Getenv("DISPLAY"), os.Getenv("XAUTHORITY"))
	if err != nil {
		t.Fatal(err)
	}
	defer x.conn.Close()
	protocols, err := x.atom("WM_PROTOCOLS")
	if err != nil {
		t.Fatal(err)
	}
	deleteWindow, err := x.atom("WM_DELETE_WINDOW")
	if err != nil {
		t.Fatal(err)
	}
	if err := x.sendMessage(uint32(id), protocols, deleteWindow); err != nil {
		t.Fatal(err)
	}
}

// screen is a connection to an X server, of which three requests are spoken:
// https://www.x.org/releases/X11R7.7/doc/xproto/x11protocol.html.
type screen struct{ conn net.Conn }

func dialScreen(display, authority string) (*screen, error) {
	number, _, _ := strings.Cut(strings.TrimPrefix(display, ":"), ".")
	conn, err := net.Dial("unix", "/tmp/.X11-unix/X"+number)
	if err != nil {
		return nil, err
	}
	conn.SetDeadline(time.Now().Add(patience))
	name, cookie := authorization(authority, number)
	var b bytes.Buffer
	b.Write([]byte{'l', 0})
	put(&b, uint16(11), uint16(0), uint16(len(name)), uint16(len(cookie)), uint16(0))
	b.Write(padded(name))
	b.Write(padded(cookie))
	if _, err := conn.Write(b.Bytes()); err != nil {
		return nil, err
	}
	head := make([]byte, 8)
	if _, err := io.ReadFull(conn, head); err != nil {
		return nil, err
	}
	rest := make([]byte, 4*int(binary.LittleEndian.Uint16(head[6:])))
	if _, err := io.ReadFull(conn, rest); err != nil {
		return nil, err
	}
	if head[0] != 1 {
		return nil, fmt.Errorf("the screen refused the test: %q", rest)
	}
	return &screen{conn}, nil
}

// authorization finds the display's entry in an authority file: records of a
// family, and an address, a display number, a name and a secret with a length each.
func authorization(file, number string) (name, secret []byte) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, nil
	}
	for r := bytes.NewReader(data); ; {
		var family uint16
		if binary.Read(r, binary.BigEndian, &family) != nil {
			return nil, nil
		}
		var fields [4][]byte
		for i := range fields {
			var length uint16
			if binary.Read(r, binary.BigEndian, &length) != nil {
				return nil, nil
			}
			fields[i] = make([]byte, length)
			if _, err := io.ReadFull(r, fields[i]); err != nil {
				return nil, nil
			}
		}
		if string(fields[1]) == number {
			return fields[2], fields[3]
		}
	}
}

func (s *screen) atom(name string) (uint32, error) {
	var b bytes.Buffer
	b.Write([]byte{16, 0})
	put(&b, uint16(2+(len(name)+3)/4), uint16(len(name)), uint16(0))
	b.Write(padded([]byte(name)))
	if _, err := s.conn.Write(b.Bytes()); err != nil {
		return 0, err
	}
	reply := make([]byte, 32)
	_, err := io.ReadFull(s.conn, reply)
	return binary.LittleEndian.Uint32(reply[8:]), err
}

// sendMessage sends a client message and waits until the server has passed it on.
func (s *screen) sendMessage(window, typ, value uint32) error {
	var b bytes.Buffer
	b.Write([]byte{25, 0})
	put(&b, uint16(11), window, uint32(0)) // to the window's owner
	b.Write([]byte{33, 32, 0, 0})
	put(&b, window, typ, value, uint32(0), uint32(0), uint32(0), uint32(0))
	if _, err := s.conn.Write(b.Bytes()); err != nil {
		return err
	}
	_, err := s.atom("WM_PROTOCOLS") // requests are answered in order
	return err
}

func put(b *bytes.Buffer, values ...any) {
	for _, v := range values {
		binary.Write(b, binary.LittleEndian, v)
	}
}

func padded(b []byte) []byte { return append(b, make([]byte, (4-len(b)%4)%4)...) }

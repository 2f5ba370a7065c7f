package loopback

import (
	"bufio"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"testing"
	"time"
)

// patience bounds every wait of these tests.
const patience = 20 * time.Second

// caller is a raw connection to a surface.
type caller struct {
	t *testing.T
	net.Conn
	from *bufio.Reader
}

func connect(t *testing.T, s *Server) *caller {
	t.Helper()
	conn, err := net.Dial("tcp4", s.Host())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	conn.SetDeadline(time.Now().Add(patience))
	return &caller{t, conn, bufio.NewReader(conn)}
}

// get asks for a path and returns the status, 0 when the connection is closed.
func (c *caller) get(s *Server, path string) int {
	c.t.Helper()
	if _, err := io.WriteString(c, "GET "+path+" HTTP/1.1\r\nHost: "+s.Host()+"\r\n\r\n"); err != nil {
		return 0
	}
	resp, err := http.ReadResponse(c.from, nil)
	if err != nil {
		return 0
	}
	io.Copy(io.Discard, resp.Body)
	resp.Body.Close()
	return resp.StatusCode
}

// closed waits for the other end to close.
func (c *caller) closed() bool {
	_, err := c.from.ReadByte()
	return err != nil && !errors.Is(err, os.ErrDeadlineExceeded)
}

func gated(t *testing.T, connections int) *Server {
	policy := UI()
	policy.Connections = connections
	mux := http.NewServeMux()
	mux.HandleFunc("/", func(http.ResponseWriter, *http.Request) {})
	mux.HandleFunc("/admit", func(_ http.ResponseWriter, r *http.Request) { Admit(r) })
	return listen(t, Options{Policy: policy, Handler: mux})
}

func TestANewConnectionClosesTheOldestThatIsNotAdmitted(t *testing.T) {
	s := gated(t, 3)
	admitted, oldest, other := connect(t, s), connect(t, s), connect(t, s)
	if status := admitted.get(s, "/admit"); status != http.StatusOK {
		t.Fatalf("status %d", status)
	}
	if status := connect(t, s).get(s, "/"); status != http.StatusOK {
		t.Errorf("a new one is answered with %d", status)
	}
	if !oldest.closed() {
		t.Error("the oldest stays")
	}
	for name, c := range map[string]*caller{"the admitted one": admitted, "the second oldest": other} {
		if status := c.get(s, "/"); status != http.StatusOK {
			t.Errorf("%s is answered with %d", name, status)
		}
	}
}

func TestHundredsOfSilentConnectionsKeepNobodyOut(t *testing.T) {
	s := gated(t, 16)
	admitted := connect(t, s)
	admitted.get(s, "/admit")
	for range 200 {
		connect(t, s)
	}
	if status := admitted.get(s, "/"); status != http.StatusOK {
		t.Errorf("the admitted one is answered with %d", status)
	}
	if status := connect(t, s).get(s, "/"); status != http.StatusOK {
		t.Errorf("a new one is answered with %d", status)
	}
}

func TestWhereAllAreAdmittedANewConnectionIsClosed(t *testing.T) {
	s := gated(t, 1)
	admitted := connect(t, s)
	admitted.get(s, "/admit")
	if refused := connect(t, s); !refused.closed() {
		t.Error("it is kept")
	}
	if status := admitted.get(s, "/"); status != http.StatusOK {
		t.Errorf("the admitted one is answered with %d", status)
	}
	admitted.Close()
	deadline := time.Now().Add(patience)
	for connect(t, s).get(s, "/") != http.StatusOK { // once the server has seen the close
		if time.Now().After(deadline) {
			t.Fatal("the place is not given back")
		}
	}
}

func TestIdleConnectionsAreClosedSoon(t *testing.T) {
	s := gated(t, 3)
	c := connect(t, s)
	c.get(s, "/")
	began := time.Now()
	if !c.closed() {
		t.Fatal("it is kept")
	}
	if took := time.Since(began); took > headerTimeout {
		t.Errorf("closed after %v", took)
	}
}

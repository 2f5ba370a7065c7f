package loopback

import (
	"log/slog"
	"net"
	"net/http"
	"slices"
	"sync"
	"time"
)

// fullNotice is how often the log says that connections are closed to make room.
const fullNotice = time.Minute

// gate bounds the open connections of a listener without ever making one wait.
// Any user of the machine can connect and say nothing; so the newest always gets
// in, and when there are too many the oldest that has shown no secret goes.
//
// Whose connection it is, is not asked: Linux tells it in /proc/net/tcp, but the
// near end of a forwarded port may rightly be another user's, and that table
// takes longer to read than a connection to serve.
type gate struct {
	net.Listener
	limit int
	log   *slog.Logger

	mu       sync.Mutex // guards the rest
	admitted map[*guest]struct{}
	waiting  []*guest // not admitted, the oldest first
	noticed  time.Time
}

// guest is one connection.
type guest struct {
	net.Conn
	gate *gate
}

func newGate(l net.Listener, limit int, log *slog.Logger) *gate {
	return &gate{Listener: l, limit: limit, log: log, admitted: map[*guest]struct{}{}}
}

// Accept returns the next connection. It closes those that there is no room for.
func (g *gate) Accept() (net.Conn, error) {
	for {
		conn, err := g.Listener.Accept()
		if err != nil {
			return nil, err
		}
		newest := &guest{conn, g}
		leaves := g.enter(newest)
		if leaves != nil {
			leaves.Close()
		}
		if leaves != newest {
			return newest, nil
		}
	}
}

// enter counts a connection and returns the one that must leave for it, if any.
// That is the new one itself only where every other is admitted.
func (g *gate) enter(newest *guest) *guest {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.waiting = append(g.waiting, newest)
	if len(g.waiting)+len(g.admitted) <= g.limit {
		return nil
	}
	if now := time.Now(); now.Sub(g.noticed) > fullNotice {
		g.noticed = now
		g.log.Warn("too many connections; the oldest are closed", "limit", g.limit, "admitted", len(g.admitted))
	}
	return g.waiting[0]
}

func (g *gate) admit(who *guest) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if i := slices.Index(g.waiting, who); i >= 0 { // else it is closed already
		g.waiting = slices.Delete(g.waiting, i, i+1)
		g.admitted[who] = struct{}{}
	}
}

// Close gives the connection's place back.
func (c *guest) Close() error {
	g := c.gate
	g.mu.Lock()
	delete(g.admitted, c)
	g.waiting = slices.DeleteFunc(g.waiting, func(have *guest) bool { return have == c })
	g.mu.Unlock()
	return c.Conn.Close()
}

type connKey struct{}

// Admit keeps the connection of a request, whose caller has shown the secret, from
// being closed to make room. It does nothing for a request of another server.
func Admit(r *http.Request) {
	if c, ok := r.Context().Value(connKey{}).(*guest); ok {
		c.gate.admit(c)
	}
}

// Cut ends the connection of a request at once, also after an upgrade, which
// leaves it to the handler. It does nothing for a request of another server.
func Cut(r *http.Request) {
	if c, ok := r.Context().Value(connKey{}).(net.Conn); ok {
		c.Close()
	}
}

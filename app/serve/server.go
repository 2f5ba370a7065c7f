// Package serve is the ui surface: the built page, and the ui socket that
// carries terminal bytes and, in a browser, calls of the bound services and
// their events. It decides who is let in, how messages are framed and when a
// view is too slow; it must not decide anything about terminals or workspaces.
package serve

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"clankergrid/app/bind"
	"clankergrid/backend/core"
	"clankergrid/backend/loopback"
	"clankergrid/backend/terminal"
)

// View is one window's or tab's stream of terminals.
type View interface {
	Attach(core.TerminalID, int64) error
	Detach(core.TerminalID)
	Parsed(core.TerminalID, int64)
	Resize(core.TerminalID, core.Size)
	Focus(core.TerminalID)
	Visible(bool)
	Input(core.TerminalID, core.Epoch, int64, []byte)
	Next(context.Context) (terminal.Message, error)
	Close()
}

var _ View = (*terminal.View)(nil)

// Options are the parts of a server.
type Options struct {
	// Assets is the built frontend.
	Assets fs.FS
	// Look is how the page looks from its first moment; nil leaves that to the page.
	Look Look
	// Services are the bound services that a page may call.
	Services []any
	// OpenView opens or replaces the view of an ID.
	OpenView func(core.ViewID) View
	// ForeignOrigins are the desktop page's. A page of theirs is bound to the
	// services by its webview and is sent no events here.
	ForeignOrigins []string
	Port           int // 0 lets the system choose
	Version        string
	Log            *slog.Logger
}

// Server is the ui surface of one start of the owner.
type Server struct {
	options Options
	methods methods
	secret  loopback.Secret
	owner   string
	policy  loopback.Policy
	surface *loopback.Server

	ctx    context.Context // ends when Close begins
	cancel context.CancelFunc

	mu     sync.Mutex // guards the rest
	conns  map[*conn]struct{}
	closed bool
	// sockets counts open connections, so that Close can wait for them.
	sockets sync.WaitGroup
}

var _ bind.Sink = (*Server)(nil)

// Start listens on the loopback and serves until Close.
func Start(ctx context.Context, o Options) (*Server, error) {
	var owner [16]byte
	rand.Read(owner[:]) // never fails: crypto/rand aborts the program instead
	s := &Server{
		options: o,
		methods: newMethods(o.Services),
		secret:  loopback.NewSecret(),
		owner:   hex.EncodeToString(owner[:]),
		policy:  loopback.UI(o.ForeignOrigins...),
		conns:   map[*conn]struct{}{},
	}
	s.policy.Headers = browserHeaders
	s.ctx, s.cancel = context.WithCancel(context.WithoutCancel(ctx))
	mux := http.NewServeMux()
	mux.Handle("/", Assets(o.Assets, o.Look))
	mux.HandleFunc("/socket", s.socket)
	surface, err := loopback.Listen(ctx, loopback.Options{Policy: s.policy, Port: o.Port, Handler: mux, Log: o.Log})
	if err != nil {
		s.cancel()
		return nil, err
	}
	s.surface = surface
	return s, nil
}

// Secret is the token of this start. It admits any number of views.
func (s *Server) Secret() loopback.Secret { return s.secret }

// URL is what a browser opens. It holds the token in its fragment, which is
// never sent to any server and never logged; the caller must not log it either.
func (s *Server) URL() string {
	return fmt.Sprintf("http://%s/#token=%s", s.surface.Host(), s.secret.Reveal())
}

// Port is the port that the surface is bound to.
func (s *Server) Port() int { return s.surface.Port() }

// SocketURL is the ui socket's address, without the token.
func (s *Server) SocketURL() string { return "ws://" + s.surface.Host() + "/socket" }

// Emit sends an event to every browser view. It never blocks.
func (s *Server) Emit(e bind.Event) {
	data, err := json.Marshal(eventMessage{T: "event", Name: e.Name, Data: e.Data})
	if err != nil {
		s.options.Log.Error("an event cannot be encoded", "event", e.Name, "err", err)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for c := range s.conns {
		if c.events {
			c.out.put(coalescingKey(e), data)
		}
	}
}

// coalescingKey names what an event is a whole snapshot of, so that only the
// newest waits for a slow view. An event that happens has no key.
func coalescingKey(e bind.Event) string {
	switch data := e.Data.(type) {
	case core.Terminal:
		return "terminal " + string(data.ID)
	case core.Workspace:
		return "workspace " + string(data.ID)
	case core.Settings:
		return "settings"
	case []core.Notice:
		return "notices"
	case []core.Survivor:
		return "survivors"
	default:
		return ""
	}
}

const (
	// farewellTimeout is how long pages have to answer that the owner ends; then
	// their sockets are cut.
	farewellTimeout = time.Second
	// stragglerTimeout is how long their calls have after that. A call that the
	// kernel holds, at a filesystem that does not answer, cannot be ended by us.
	stragglerTimeout = time.Second
)

// Farewell tells every view that the owner ends and lets no new one in. It waits
// for nobody.
func (s *Server) Farewell() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	for c := range s.conns {
		c.finish(closeOwnerEnds, "the application ends")
	}
}

// Close says farewell, waits for sockets and calls, and frees the port. The end
// of ctx cuts the wait. Calls that go on after it are abandoned, which is the
// exception to waiting for what one starts: they end with the process.
func (s *Server) Close(ctx context.Context) error {
	s.Farewell()
	cut := time.AfterFunc(farewellTimeout, s.cancel)
	defer cut.Stop()
	defer s.cancel()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		s.sockets.Wait()
	}()
	patience := time.NewTimer(farewellTimeout + stragglerTimeout)
	defer patience.Stop()
	select {
	case <-ended:
	case <-patience.C:
		s.options.Log.Warn("calls that do not end are abandoned", "surface", s.policy.Name)
	case <-ctx.Done():
		s.options.Log.Warn("pages and calls are no longer waited for", "surface", s.policy.Name)
	}
	return s.surface.Close(ctx)
}

// register adds a connection unless the server is closing.
func (s *Server) register(c *conn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return false
	}
	s.conns[c] = struct{}{}
	return true
}

func (s *Server) unregister(c *conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.conns, c)
}

// enter counts a socket unless the server is closing.
func (s *Server) enter() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return false
	}
	s.sockets.Add(1)
	return true
}

// refusalDelay makes guessing tokens slow whatever the guess was; 256 bits need
// no more.
const refusalDelay = 250 * time.Millisecond

func (s *Server) delayRefusal() {
	timer := time.NewTimer(refusalDelay)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-s.ctx.Done():
	}
}

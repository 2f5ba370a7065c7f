// Package loopback is the one implementation of a listener that only this
// machine reaches: a policy for method, Host and Origin, a secret per start,
// bounds on connections and headers. It decides who may talk at all; what is
// said is the handler's business, and it must never listen beyond 127.0.0.1.
package loopback

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"syscall"
	"time"

	"clankergrid/backend/errs"
)

const (
	// headerTimeout frees a connection that never asks for anything. It leaves room
	// for a forwarded port over a slow network.
	headerTimeout = 5 * time.Second
	// idleTimeout keeps a connection for the requests that make up one page. Later
	// ones are rare, and a new connection on one machine costs nothing.
	idleTimeout = 2 * time.Second
	// bodyTimeout bounds one plain response: the largest is an asset of a few
	// MiB. Upgraded connections leave the server and have their own bounds.
	bodyTimeout = 60 * time.Second
	// headerBytes is twice what browsers send at most to a host without cookies.
	headerBytes = 16 << 10
)

// Options configures a surface.
type Options struct {
	Policy  Policy
	Port    int // 0 lets the system choose
	Handler http.Handler
	Log     *slog.Logger
}

// Server is a listening surface.
type Server struct {
	policy   Policy
	handler  http.Handler
	log      *slog.Logger
	listener net.Listener
	http     *http.Server
	done     sync.WaitGroup
}

// Listen binds 127.0.0.1 and serves until Close. A port in use is Kind Busy, a
// port that needs privileges Kind Permission.
func Listen(ctx context.Context, o Options) (*Server, error) {
	const op = "loopback.Listen"
	if o.Port < 0 || o.Port > 65535 {
		return nil, errs.New(op, errs.Invalid, fmt.Sprintf("%d is not a port.", o.Port), "Choose a port from 1 to 65535.")
	}
	var lc net.ListenConfig
	listener, err := lc.Listen(ctx, "tcp4", fmt.Sprintf("127.0.0.1:%d", o.Port))
	if err != nil {
		return nil, listenError(op, o.Port, err)
	}
	if !loopbackOnly(listener.Addr().String()) {
		listener.Close()
		return nil, errs.New(op, errs.Denied, "The listener would be reachable from other machines.", "")
	}
	s := &Server{policy: o.Policy, handler: o.Handler, log: o.Log, listener: listener}
	var plain http.Protocols
	plain.SetHTTP1(true) // one WebSocket per tab: HTTP/2 would only add surface
	s.http = &http.Server{
		Handler:           http.HandlerFunc(s.serve),
		Protocols:         &plain,
		ConnContext:       func(ctx context.Context, c net.Conn) context.Context { return context.WithValue(ctx, connKey{}, c) },
		ReadHeaderTimeout: headerTimeout,
		ReadTimeout:       headerTimeout,
		WriteTimeout:      bodyTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    headerBytes,
		ErrorLog:          slog.NewLogLogger(o.Log.Handler(), slog.LevelDebug),
	}
	s.done.Go(func() {
		err := s.http.Serve(newGate(listener, o.Policy.Connections, o.Log))
		if !errors.Is(err, http.ErrServerClosed) {
			o.Log.Error("a loopback surface stopped", "surface", o.Policy.Name, "err", err)
		}
	})
	return s, nil
}

// Port is the port that the surface is bound to.
func (s *Server) Port() int { return s.listener.Addr().(*net.TCPAddr).Port }

// Host is the surface's address as a Host header says it.
func (s *Server) Host() string { return fmt.Sprintf("127.0.0.1:%d", s.Port()) }

// Close stops accepting and ends plain requests. Upgraded connections belong to
// the handler, which must have closed them.
func (s *Server) Close(ctx context.Context) error {
	err := s.http.Shutdown(ctx)
	if err != nil {
		err = s.http.Close()
	}
	s.done.Wait()
	return err
}

func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	refusal := s.policy.Check(r)
	if s.policy.Headers != nil {
		host := r.Host
		if !s.policy.hostAllowed(host) {
			host = ""
		}
		s.policy.Headers(host, w.Header())
	}
	if refusal.Status == 0 {
		s.handler.ServeHTTP(w, r)
		return
	}
	s.log.Warn("request refused", "surface", s.policy.Name, "status", refusal.Status, "method", r.Method)
	if refusal.Status == http.StatusMethodNotAllowed {
		w.Header().Set("Allow", strings.Join(s.policy.Methods, ", "))
	}
	w.Header().Set("Connection", "close")
	http.Error(w, refusal.Reason, refusal.Status)
}

func listenError(op string, port int, err error) error {
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return errs.Wrap(op, errs.Busy, fmt.Sprintf("Port %d is in use.", port), "Choose another port, or leave it out to take a free one.", err)
	case errors.Is(err, syscall.EACCES):
		return errs.Wrap(op, errs.Permission, fmt.Sprintf("Port %d needs privileges.", port), "Choose a port above 1023.", err)
	default:
		return errs.Wrap(op, errs.Unavailable, "No local port can be opened.", "Check that 127.0.0.1 is up on this machine.", err)
	}
}

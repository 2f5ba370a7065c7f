package owner

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"net"
	"sync"
	"time"

	"clankergrid/backend/errs"
)

const (
	// connLimit bounds the connections served at once. Each is a command that a
	// person typed; one more is told so and closed.
	connLimit = 16
	// idleLimit ends a connection that says nothing: commands connect for one
	// request, so a quiet one is stuck or forgotten.
	idleLimit = 10 * time.Second
	// writeLimit ends a connection whose other end does not read. It is short
	// because Close waits for an answer being written.
	writeLimit = 2 * time.Second
	// acceptPause follows a failed accept (no file descriptors left), which
	// would otherwise be repeated at once and for ever.
	acceptPause = 100 * time.Millisecond
)

// Serve answers the requests of others until ctx ends or Close is called, and
// returns when the last answer was given. It is called once.
func (o *Owner) Serve(ctx context.Context, handler Handler) error {
	if !o.begin() {
		return nil
	}
	defer o.serving.Done()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(ctx, func() { o.listener.Close() })()
	slots := make(chan struct{}, connLimit)
	var conns sync.WaitGroup
	for {
		conn, err := o.listener.Accept()
		switch {
		case ctx.Err() != nil || errors.Is(err, net.ErrClosed):
			if err == nil {
				conn.Close()
			}
			cancel()
			conns.Wait()
			return nil
		case err != nil:
			o.log.Warn("control connection not accepted", "error", err)
			pause(ctx, acceptPause)
			continue
		}
		select {
		case slots <- struct{}{}:
		default:
			refuse(conn, errs.New("owner.Serve", errs.Limit,
				"The running program serves too many requests.", "Try again in a moment."))
			continue
		}
		conns.Go(func() {
			defer func() { <-slots }()
			defer conn.Close()
			// The end of ctx closes a connection that waits for its next request.
			defer context.AfterFunc(ctx, func() { conn.SetReadDeadline(time.Now()) })()
			o.converse(ctx, conn, handler)
		})
	}
}

// begin reports whether Serve may start, and has Close wait for it then.
func (o *Owner) begin() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.gone {
		return false
	}
	o.serving.Add(1)
	return true
}

// refuse answers with an error instead of a hello. A sentence fits the socket's
// buffer, so the short deadline is met unless the other end is gone.
func refuse(conn net.Conn, why *errs.Error) {
	conn.SetDeadline(time.Now().Add(time.Second))
	public := errs.PublicOf(why)
	writeLine(conn, response{Error: &public})
	conn.Close()
}

// converse serves one connection. Whatever the other end does wrong ends that
// connection alone.
func (o *Owner) converse(ctx context.Context, conn net.Conn, handler Handler) {
	if !samePeer(conn) {
		// Not a word to another user: even a refusal would tell that we run.
		o.log.Warn("control connection of another user closed")
		return
	}
	from := bufio.NewReader(conn)
	var peer hello
	if err := o.receive(ctx, conn, from, &peer); err != nil {
		return
	}
	if !accepted(peer.Protocol) {
		refuse(conn, strange(peer.Protocol))
		return
	}
	if o.send(conn, o.self) != nil {
		return
	}
	for ctx.Err() == nil {
		var req request
		if err := o.receive(ctx, conn, from, &req); err != nil {
			return
		}
		value, err := answer(ctx, handler, req)
		res := response{Value: value}
		if err != nil {
			public := errs.PublicOf(err)
			res = response{Error: &public}
			o.log.Info("control request failed", "method", req.Method, "error", err)
		}
		if o.send(conn, res) != nil {
			return
		}
	}
}

// receive reads one line within the idle limit.
func (o *Owner) receive(ctx context.Context, conn net.Conn, from *bufio.Reader, value any) error {
	conn.SetReadDeadline(time.Now().Add(idleLimit))
	if ctx.Err() != nil { // its end may have set the deadline that was just overwritten
		return ctx.Err()
	}
	err := readLine(from, requestLimit, value)
	if err != nil && !errors.Is(err, net.ErrClosed) && ctx.Err() == nil {
		o.log.Debug("control connection ends", "error", err)
	}
	return err
}

func (o *Owner) send(conn net.Conn, value any) error {
	conn.SetWriteDeadline(time.Now().Add(writeLimit))
	return writeLine(conn, value)
}

// answer carries a request to the handler.
func answer(ctx context.Context, handler Handler, req request) (json.RawMessage, error) {
	switch req.Method {
	case "focus":
		var params focusParams
		if err := decode(req.Params, &params); err != nil {
			return nil, err
		}
		return nil, handler.Focus(ctx, params.Path)
	case "url":
		url, err := handler.URL(ctx)
		if err != nil {
			return nil, err
		}
		return json.Marshal(url)
	case "status":
		return handler.Status(ctx)
	case "quit":
		var params quitParams
		if err := decode(req.Params, &params); err != nil {
			return nil, err
		}
		return nil, handler.Quit(ctx, params.Force)
	default:
		return nil, unknownMethod(req.Method)
	}
}

func decode(params json.RawMessage, into any) error {
	if len(params) == 0 {
		return nil
	}
	return errs.Wrap("owner.Serve", errs.Invalid, "The request could not be understood.", "", json.Unmarshal(params, into))
}

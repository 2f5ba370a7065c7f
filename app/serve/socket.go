package serve

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"runtime/debug"
	"sync"
	"time"

	"github.com/coder/websocket"

	"clankergrid/backend/core"
	"clankergrid/backend/errs"
	"clankergrid/backend/loopback"
	"clankergrid/backend/terminal"
)

const (
	// writeTimeout gives up a socket that takes nothing; a page is never this
	// slow, a suspended machine on the other end of a forwarded port is.
	writeTimeout = 30 * time.Second
	// pongTimeout is generous for the same reason: a page that is busy with a
	// flood answers late.
	pongTimeout = 45 * time.Second
)

// conn is one open socket. Its goroutines: the reader (the request's own), one
// that writes text, one that writes what the view has, one heartbeat, and one
// for each call in flight.
type conn struct {
	server *Server
	ws     *websocket.Conn
	view   View
	out    *queue
	events bool // the page hears of events here

	ctx    context.Context
	cancel context.CancelFunc
	// calls has a place for each call in flight.
	calls chan struct{}
	work  sync.WaitGroup

	// finished is closed once the close handshake is over, or was never begun and
	// never will be.
	finishOnce sync.Once
	finished   chan struct{}
}

func (s *Server) socket(w http.ResponseWriter, r *http.Request) {
	if !s.enter() {
		http.Error(w, "The application ends.", http.StatusServiceUnavailable)
		return
	}
	defer s.sockets.Done()
	ws, err := websocket.Accept(w, r, &websocket.AcceptOptions{
		OriginPatterns:  s.options.ForeignOrigins,
		CompressionMode: websocket.CompressionDisabled,
	})
	if err != nil {
		return // Accept has answered
	}
	ws.SetReadLimit(maxMessage)
	c := &conn{
		server: s,
		ws:     ws,
		out:    newQueue(maxQueued),
		events: !s.policy.Foreign(r.Header.Get("Origin")),
		calls:  make(chan struct{}, maxCalls),

		finished: make(chan struct{}),
	}
	c.ctx, c.cancel = context.WithCancel(s.ctx)
	cut := context.AfterFunc(s.ctx, func() { loopback.Cut(r) })
	defer cut()
	defer c.release()
	hello, ok := c.hello()
	if !ok {
		c.finish(closeUnauthenticated, "not authenticated")
		return
	}
	loopback.Admit(r)
	c.send("", welcomeMessage{T: "welcome", V: protocolVersion, Version: s.options.Version, Owner: s.owner})
	if !s.register(c) {
		c.finish(closeOwnerEnds, "the application ends")
		return
	}
	defer s.unregister(c)
	c.view = s.options.OpenView(hello.View)
	defer c.view.Close()
	c.work.Go(c.writeText)
	c.work.Go(c.writeView)
	c.work.Go(c.heartbeat)
	c.read()
}

// hello waits for the first message and checks it. Whatever is wrong with it
// looks and takes the same from outside.
func (c *conn) hello() (helloMessage, bool) {
	timer := time.AfterFunc(helloTimeout, func() { c.finish(closeUnauthenticated, "not authenticated") })
	typ, data, err := c.ws.Read(c.ctx)
	if !timer.Stop() || err != nil {
		return helloMessage{}, false
	}
	var hello helloMessage
	ok := typ == websocket.MessageText && decodeStrict(data, &hello) == nil && hello.T == "hello" &&
		hello.V == protocolVersion && core.ValidViewID(hello.View)
	if !c.server.secret.Matches(hello.Token) || !ok {
		c.server.options.Log.Warn("a page was not let in", "surface", c.server.policy.Name)
		c.server.delayRefusal()
		return helloMessage{}, false
	}
	return hello, true
}

// finish closes the socket with a reason that the page acts on. The first reason
// stays. The close frame is written and answered in its own goroutine, because a
// page that reads nothing would hold up the caller; release waits for it.
func (c *conn) finish(code websocket.StatusCode, reason string) {
	c.finishOnce.Do(func() {
		go func() {
			defer close(c.finished)
			c.ws.Close(code, reason) // bounded by the library: 5 s to write, 5 s to be answered
		}()
	})
}

// release lets a close handshake end before anything that would cut it short,
// and then waits for every goroutine of the connection. The socket is given back
// first: a call that hangs must not hold it.
func (c *conn) release() {
	c.finishOnce.Do(func() { close(c.finished) })
	<-c.finished
	c.cancel()
	c.ws.CloseNow()
	c.work.Wait()
}

// send queues a message; key as in queue.put.
func (c *conn) send(key string, message any) {
	data, err := json.Marshal(message)
	if err != nil {
		c.server.options.Log.Error("a message cannot be encoded", "err", err)
		return
	}
	c.out.put(key, data)
}

func (c *conn) read() {
	for {
		typ, data, err := c.ws.Read(c.ctx)
		if err != nil {
			return
		}
		if typ == websocket.MessageBinary {
			err = c.input(data)
		} else {
			err = c.message(data)
		}
		if err != nil {
			c.server.options.Log.Warn("a page sent a malformed message", "err", err)
			c.finish(closeMalformed, "malformed message")
			return
		}
	}
}

func (c *conn) input(data []byte) error {
	f, err := parseFrame(data)
	if err != nil {
		return err
	}
	c.view.Input(f.terminal, f.epoch, f.offset, f.payload)
	return nil
}

var errMessage = errors.New("serve: unknown message")

func (c *conn) message(data []byte) error {
	var kind struct {
		T string `json:"t"`
	}
	if err := json.Unmarshal(data, &kind); err != nil {
		return err
	}
	switch kind.T {
	case "call":
		return handle(data, c.call)
	case "attach":
		return handle(data, func(m offsetMessage) {
			if err := c.view.Attach(m.Terminal, m.Offset); err != nil {
				// Closed in the meantime: the page hears of that as an event.
				c.server.options.Log.Debug("attach refused", "terminal", m.Terminal, "err", err)
			}
		})
	case "parsed":
		return handle(data, func(m offsetMessage) { c.view.Parsed(m.Terminal, m.Offset) })
	case "detach":
		return handle(data, func(m terminalMessage) { c.view.Detach(m.Terminal) })
	case "focus":
		return handle(data, func(m terminalMessage) { c.view.Focus(m.Terminal) })
	case "resize":
		return handle(data, func(m resizeMessage) {
			c.view.Resize(m.Terminal, core.Size{Cols: m.Cols, Rows: m.Rows})
		})
	case "visible":
		return handle(data, func(m visibleMessage) { c.view.Visible(m.Value) })
	default:
		return errMessage
	}
}

func handle[M any](data []byte, do func(M)) error {
	var m M
	if err := decodeStrict(data, &m); err != nil {
		return err
	}
	do(m)
	return nil
}

// call runs a bound method in a goroutine of its own: no order is promised.
func (c *conn) call(m callMessage) {
	select {
	case c.calls <- struct{}{}:
	default:
		c.reply(m.ID, nil, errs.New("serve.call", errs.Limit, "Too many operations are under way.", "Wait for some of them to end."))
		return
	}
	c.work.Go(func() {
		defer func() { <-c.calls }()
		value, err := c.run(m)
		c.reply(m.ID, value, err)
	})
}

// run keeps a defect in one method from ending every terminal.
func (c *conn) run(m callMessage) (value any, err error) {
	defer func() {
		if p := recover(); p != nil {
			c.server.options.Log.Error("a bound method panicked", "method", m.Method, "panic", p, "stack", string(debug.Stack()))
			value, err = nil, errs.New("serve.run", errs.Internal, "", "")
		}
	}()
	value, err = c.server.methods.call(m.Method, m.Params)
	if err != nil {
		c.server.options.Log.Info("a call failed", "method", m.Method, "err", err)
	}
	return value, err
}

func (c *conn) reply(id uint64, value any, err error) {
	message := resultMessage{T: "result", ID: id, Value: value}
	if err != nil {
		message = resultMessage{T: "result", ID: id, Error: errs.PublicOf(err)}
	}
	data, encodeErr := json.Marshal(message)
	if encodeErr != nil || len(data) > maxMessage {
		c.reply(id, nil, errs.Wrap("serve.reply", errs.Limit, "The answer is too large to show.", "", errors.Join(encodeErr, errMessage)))
		return
	}
	c.out.put("", data)
}

// writeText writes results and events in order.
func (c *conn) writeText() {
	for {
		data, ok, overflowed := c.out.take()
		switch {
		case overflowed:
			c.finish(closeSlow, "too slow")
			return
		case ok:
			if c.write(websocket.MessageText, data) != nil {
				return
			}
			continue
		}
		select {
		case <-c.out.ready:
		case <-c.ctx.Done():
			return
		}
	}
}

// writeView writes what the view's terminals have, in the order the view gives.
func (c *conn) writeView() {
	buffer := make([]byte, 0, headerBytes+maxOutput)
	for {
		m, err := c.view.Next(c.ctx)
		if err != nil {
			c.viewEnded(err)
			return
		}
		if output, ok := m.(terminal.Output); ok {
			buffer, err = appendFrame(buffer[:0], frame{kindOutput, output.Terminal, output.Epoch, output.Offset, output.Data})
			if err == nil {
				err = c.write(websocket.MessageBinary, buffer)
			}
		} else if value, ok := text(m); ok {
			var data []byte
			if data, err = json.Marshal(value); err == nil {
				err = c.write(websocket.MessageText, data)
			}
		}
		if err != nil {
			c.server.options.Log.Debug("a view's socket ended", "err", err)
			c.cancel()
			return
		}
	}
}

func (c *conn) viewEnded(err error) {
	switch {
	case errors.Is(err, terminal.ErrReplaced):
		c.finish(closeReplaced, "replaced by another page with the same view")
	case errors.Is(err, terminal.ErrSlow):
		c.finish(closeSlow, "too slow")
	case errors.Is(err, terminal.ErrViewClosed):
		c.finish(closeOwnerEnds, "the application ends")
	default: // the connection has ended
		c.cancel()
	}
}

func (c *conn) write(typ websocket.MessageType, data []byte) error {
	ctx, cancel := context.WithTimeout(c.ctx, writeTimeout)
	defer cancel()
	err := c.ws.Write(ctx, typ, data)
	if err != nil {
		c.cancel()
	}
	return err
}

// heartbeat finds sockets whose other end is gone without a word.
func (c *conn) heartbeat() {
	ticker := time.NewTicker(pingInterval)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
		case <-c.ctx.Done():
			return
		}
		ctx, cancel := context.WithTimeout(c.ctx, pongTimeout)
		err := c.ws.Ping(ctx)
		cancel()
		if err != nil {
			c.cancel()
			return
		}
	}
}

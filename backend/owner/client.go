package owner

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"net"
	"os"
	"sync"
	"time"

	"clankergrid/backend/errs"
)

// Client is a connection to the owner, for a few requests soon after Dial: the
// owner closes one that is quiet for ten seconds. Its methods may be called
// concurrently and are answered one at a time.
type Client struct {
	endpoint string
	peer     hello

	mu     sync.Mutex // guards conn, from and broken
	conn   net.Conn
	from   *bufio.Reader
	broken bool // a call was given up, so the next line would be its answer
}

// Dial connects to the owner of configDir. Kinds: NotFound (nobody owns it),
// Unavailable (the owner does not answer), Unsupported (it speaks another
// protocol), Limit (it serves too many), Canceled.
func Dial(ctx context.Context, configDir, runtimeDir string) (*Client, error) {
	const op = "owner.Dial"
	ctx, cancel := context.WithTimeout(ctx, settleWait)
	defer cancel()
	var trouble error
	for _, record := range readRecords(configDir, runtimeDir) {
		conn, err := dial(ctx, record.Endpoint)
		if err != nil {
			trouble = errors.Join(trouble, err)
			continue // the record of an owner that is gone
		}
		client := &Client{endpoint: record.Endpoint, conn: conn, from: bufio.NewReader(conn)}
		if err := client.greet(ctx); err != nil {
			conn.Close()
			return nil, err
		}
		return client, nil
	}
	if ctx.Err() != nil {
		return nil, gaveUp(op, ctx)
	}
	return nil, &errs.Error{
		Op: op, Kind: errs.NotFound, Err: trouble,
		Message: "Clanker Grid is not running with the settings in " + errs.Quote(configDir) + ".",
		Hint:    "Start it first.",
	}
}

func (c *Client) greet(ctx context.Context) error {
	const op = "owner.Dial"
	if !samePeer(c.conn) {
		return errs.New(op, errs.Denied, "The control endpoint belongs to another user.",
			"Remove "+errs.Quote(c.endpoint)+" and try again.")
	}
	// The answer is a hello, or an error in its place.
	var first struct {
		hello
		response
	}
	if err := c.exchange(ctx, op, hello{Protocol: Protocol, Kind: "client", Pid: os.Getpid()}, &first); err != nil {
		return err
	}
	if first.Error != nil {
		return returned(op, *first.Error)
	}
	if !accepted(first.Protocol) {
		return strange(first.Protocol)
	}
	c.peer = first.hello
	return nil
}

// Focus asks the owner to come to the front, on the folder path when it is not
// empty.
func (c *Client) Focus(ctx context.Context, path string) error {
	_, err := c.call(ctx, "owner.Client.Focus", "focus", focusParams{Path: path})
	return err
}

// URL asks for an address that opens the owner in a browser.
func (c *Client) URL(ctx context.Context) (string, error) {
	const op = "owner.Client.URL"
	value, err := c.call(ctx, op, "url", nil)
	if err != nil {
		return "", err
	}
	var url string
	if err := json.Unmarshal(value, &url); err != nil {
		return "", misunderstood(op, err)
	}
	return url, nil
}

// Status asks for the owner's state as one JSON value.
func (c *Client) Status(ctx context.Context) (json.RawMessage, error) {
	return c.call(ctx, "owner.Client.Status", "status", nil)
}

// Quit asks the owner to end; kind Running when work runs and force is not set.
func (c *Client) Quit(ctx context.Context, force bool) error {
	_, err := c.call(ctx, "owner.Client.Quit", "quit", quitParams{Force: force})
	return err
}

// Close ends the connection.
func (c *Client) Close() error { return c.conn.Close() }

func (c *Client) call(ctx context.Context, op, method string, params any) (json.RawMessage, error) {
	req := request{Method: method}
	if params != nil {
		data, err := json.Marshal(params)
		if err != nil {
			return nil, misunderstood(op, err)
		}
		req.Params = data
	}
	var res response
	if err := c.exchange(ctx, op, req, &res); err != nil {
		return nil, err
	}
	if res.Error != nil {
		return nil, returned(op, *res.Error)
	}
	return res.Value, nil
}

// exchange sends one line and reads one. The end of ctx breaks both off, and
// the connection with them.
func (c *Client) exchange(ctx context.Context, op string, send, into any) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.broken {
		return errs.New(op, errs.Unavailable, "The connection to the running program was given up.", "Try again.")
	}
	c.conn.SetDeadline(time.Time{})
	stop := context.AfterFunc(ctx, func() { c.conn.SetDeadline(time.Now()) })
	err := writeLine(c.conn, send)
	// After a failed write a refusal may still be there to be read, and says
	// more than the broken pipe does.
	readErr := readLine(c.from, responseLimit, into)
	// A deadline that is being set at this moment would hit the next call.
	c.broken = readErr != nil || !stop()
	if readErr == nil {
		return nil
	}
	err = errors.Join(err, readErr)
	if ctx.Err() != nil {
		return gaveUp(op, ctx)
	}
	return errs.Wrap(op, errs.Unavailable, "The running program did not answer.", "Try again, or end that process.", err)
}

// returned gives an error that crossed the wire its own form back.
func returned(op string, public errs.Public) error {
	return errs.New(op, public.Kind, public.Message, public.Hint)
}

func misunderstood(op string, err error) error {
	return errs.Wrap(op, errs.Internal, "The running program gave an answer that cannot be understood.", "", err)
}

func gaveUp(op string, ctx context.Context) error {
	kind, message := errs.Canceled, "The request was given up."
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		kind, message = errs.Unavailable, "The running program did not answer in time."
	}
	return errs.Wrap(op, kind, message, "Try again, or end that process.", ctx.Err())
}

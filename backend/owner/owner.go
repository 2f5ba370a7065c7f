// Package owner decides who owns a configuration folder and lets others talk to
// that owner.
package owner

import (
	"context"
	"encoding/json"
	"log/slog"
)

// Options says what is to be owned and by whom.
type Options struct {
	ConfigDir  string
	RuntimeDir string
	Kind       string // "desktop" or "browser"
	Version    string
	Log        *slog.Logger
}

// HeldError says who holds the lock.
type HeldError struct {
	Kind     string
	Pid      int
	Version  string
	Endpoint string
}

func (e *HeldError) Error() string { return "held" }

// Handler answers control requests.
type Handler interface {
	Focus(ctx context.Context, path string) error
	URL(ctx context.Context) (string, error)
	Status(ctx context.Context) (json.RawMessage, error)
	Quit(ctx context.Context, force bool) error
}

// Owner holds the lock.
type Owner struct{}

// Acquire takes the lock.
func Acquire(ctx context.Context, opts Options) (*Owner, error) { return &Owner{}, nil }

// Serve answers control requests until ctx ends or Close is called.
func (o *Owner) Serve(ctx context.Context, handler Handler) error { <-ctx.Done(); return nil }

// Close ends the endpoint and frees the lock.
func (o *Owner) Close() error { return nil }

// Client talks to an owner.
type Client struct{}

// Dial connects to the owner of configDir.
func Dial(ctx context.Context, configDir, runtimeDir string) (*Client, error) { return &Client{}, nil }

// Focus asks the owner to come to the front, with path when not empty.
func (c *Client) Focus(ctx context.Context, path string) error { return nil }

// URL asks for a browser address.
func (c *Client) URL(ctx context.Context) (string, error) { return "", nil }

// Status asks for the owner's state.
func (c *Client) Status(ctx context.Context) (json.RawMessage, error) { return nil, nil }

// Quit asks the owner to end.
func (c *Client) Quit(ctx context.Context, force bool) error { return nil }

// Close ends the connection.
func (c *Client) Close() error { return nil }

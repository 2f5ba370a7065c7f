// Package owner decides which process owns a configuration folder, and carries
// the few requests that others may make of that process. It holds the lock, the
// record that says who holds it, and the control endpoint; it must not know
// what a focus, a status or an end means.
//
// # Files
//
// owner.lock is locked by the owner for as long as it lives and never deleted:
// deleting a lock that another process has open would let two of them own.
// owner.json beside it (0600) says who the owner is and where it listens; it is
// written whole, and means nothing without the lock. owner.sock is the endpoint.
//
// A second lock of the same meaning stands in the runtime folder under a name
// made of the configuration folder's hash. An owner needs one of the two and
// takes both when it can, so that there is one owner even when the
// configuration folder is read-only or full, or becomes writable again later.
// The record and the socket stand there too when the configuration folder takes
// no file, or the socket's path would be too long.
package owner

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"strconv"
	"sync"
	"time"

	"clankergrid/backend/errs"
)

// settleWait bounds how long a second start waits for the first to answer. The
// first may have taken the lock a moment ago and still be opening its files;
// beyond this it is reported as held by a process that does not answer.
const settleWait = 3 * time.Second

// settlePoll is the pause between two looks at an owner that does not answer:
// short against a start, long against the cost of a look.
const settlePoll = 25 * time.Millisecond

// Options says what is to be owned and by whom.
type Options struct {
	// ConfigDir is what is owned, RuntimeDir the place for what ConfigDir cannot
	// hold. Both are absolute.
	ConfigDir  string
	RuntimeDir string
	Kind       string // "desktop" or "browser"
	Version    string // of the program
	// Log may be nil.
	Log *slog.Logger
}

// Handler answers the requests of others. Its methods are called concurrently.
type Handler interface {
	// Focus comes to the front, on the folder path when it is not empty.
	Focus(ctx context.Context, path string) error
	// URL returns an address that opens the owner in a browser.
	URL(ctx context.Context) (string, error)
	// Status returns the owner's state as one JSON value.
	Status(ctx context.Context) (json.RawMessage, error)
	// Quit ends the owner; without force it fails with Running while work runs.
	Quit(ctx context.Context, force bool) error
}

// HeldError says who owns the configuration folder. Fields are empty when that
// process has not said.
type HeldError struct {
	Kind     string
	Pid      int
	Version  string
	Endpoint string
}

var _ error = (*HeldError)(nil)

func (e *HeldError) Error() string {
	return fmt.Sprintf("owned by %s process %d at %s", e.Kind, e.Pid, e.Endpoint)
}

// Owner is the ownership of a configuration folder, held until Close or the end
// of the process, however it ends.
type Owner struct {
	self     hello
	place    place
	lock     locks
	listener net.Listener
	log      *slog.Logger

	mu      sync.Mutex // guards gone
	gone    bool
	serving sync.WaitGroup // one while Serve runs; begun under mu while gone is false
}

// Acquire makes this process the owner. Others can connect at once; they are
// answered when Serve runs. An owner that exists gives kind Busy with a
// *HeldError in its chain; when the folder can be locked nowhere, Storage or
// Permission.
func Acquire(ctx context.Context, opts Options) (*Owner, error) {
	const op = "owner.Acquire"
	ctx, cancel := context.WithTimeout(ctx, settleWait)
	defer cancel()
	for {
		place, lock, err := tryLock(opts.ConfigDir, opts.RuntimeDir)
		if err != nil {
			return nil, err
		}
		if lock != nil {
			return found(place, lock, opts)
		}
		held, err := askWho(ctx, opts.ConfigDir, opts.RuntimeDir)
		switch {
		case err == nil:
			return nil, answered(op, held)
		case errors.Is(ctx.Err(), context.Canceled):
			return nil, errs.Wrap(op, errs.Canceled, "The start was given up.", "", ctx.Err())
		case ctx.Err() != nil || errs.KindOf(err) == errs.Unsupported:
			return nil, silent(op, err)
		}
		pause(ctx, settlePoll)
	}
}

// answered names the process that is in the way.
func answered(op string, held *HeldError) error {
	return errs.Wrap(op, errs.Busy,
		"Clanker Grid is running already with these settings as "+held.Kind+" (process "+strconv.Itoa(held.Pid)+").",
		"Use that one, or choose other settings with XDG_CONFIG_HOME.", held)
}

// silent is for an owner that did not say who it is. A record may be left from
// an earlier owner, so what it says is not repeated to anybody.
func silent(op string, why error) error {
	message, hint := "Clanker Grid is running already with these settings, and it does not answer.",
		"Wait a moment and try again, or end that process."
	if public := errs.PublicOf(why); public.Kind == errs.Unsupported {
		message, hint = public.Message, public.Hint
	}
	return errs.Wrap(op, errs.Busy, message, hint, errors.Join(&HeldError{}, why))
}

// askWho asks the process that the record names.
func askWho(ctx context.Context, configDir, runtimeDir string) (*HeldError, error) {
	client, err := Dial(ctx, configDir, runtimeDir)
	if err != nil {
		return nil, err
	}
	defer client.Close()
	return &HeldError{
		Kind: client.peer.Kind, Pid: client.peer.Pid, Version: client.peer.Version, Endpoint: client.endpoint,
	}, nil
}

// found sets up the endpoint and the record of an owner that has its lock.
func found(place place, lock locks, opts Options) (*Owner, error) {
	listener, endpoint, err := listen(place)
	if err != nil {
		return nil, errors.Join(errs.Wrap("owner.Acquire", errs.Storage, "The control endpoint could not be made.",
			"Check that the runtime folder "+errs.Quote(opts.RuntimeDir)+" can be written.", err), lock.Unlock())
	}
	self := hello{Protocol: Protocol, Version: opts.Version, Kind: opts.Kind, Pid: os.Getpid()}
	if err := place.writeRecord(record{Kind: self.Kind, Pid: self.Pid, Version: self.Version, Endpoint: endpoint}); err != nil {
		return nil, errors.Join(err, listener.Close(), lock.Unlock())
	}
	log := opts.Log
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	return &Owner{self: self, place: place, lock: lock, listener: listener, log: log}, nil
}

// Close ends the endpoint, waits for the requests being answered, whose context
// it ends, and frees the lock last. Answers still go out, so that whoever asked
// for the end learns of it. It may be called more than once. It must not be
// called by a Handler, which it would wait for.
func (o *Owner) Close() error {
	o.mu.Lock()
	if o.gone {
		o.mu.Unlock()
		return nil
	}
	o.gone = true
	o.mu.Unlock()
	err := o.listener.Close()          // which ends Serve
	if errors.Is(err, net.ErrClosed) { // by Serve, whose context ended first
		err = nil
	}
	o.serving.Wait()
	o.place.removeRecord()
	if err = errors.Join(err, o.lock.Unlock()); err != nil {
		return errs.Wrap("owner.Close", errs.Storage, "The lock could not be given back.", "", err)
	}
	return nil
}

// pause waits for d or for ctx to end.
func pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}
